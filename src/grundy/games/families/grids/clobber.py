"""Impartial Clobber."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import split
from grundy.games.families.base_rules import is_pair_of_integers
from grundy.games.families.grids.letter_rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Split

Pieces = tuple[int, int]
_DIRECTIONS = ("up", "down", "left", "right")  # in the order of `Clobber._beside`


@dataclass(frozen=True)
class Clobber(GridRules):
    """Move any piece onto one of the other colour on a neighbouring cell, which is taken.

    A state is the sets of cells with an x and with an o. Source: Albert, Grossman, Nowakowski and Wolfe, An
    introduction to Clobber (2005), where each player has a colour; here both may move all pieces.

    >>> Clobber(1, 4)((0b0101, 0b1010)).nimber
    3
    """

    letters = "xo."
    tokens: ClassVar[dict[str, str]] = {"x": "stone-dark", "o": "stone-light", ".": "free"}
    name = "clobber"
    most_compiled = 64

    def state_of(self, letters: str) -> Pieces:
        """Return the sets of the two colours."""
        first, second = (sum(1 << cell for cell, letter in enumerate(letters) if letter == colour) for colour in "xo")
        return first, second

    def letters_of(self, state: Pieces) -> str:
        """Write the letters."""
        cells = range(self.rows * self.columns)
        return "".join("x" if state[0] >> cell & 1 else "o" if state[1] >> cell & 1 else "." for cell in cells)

    def check(self, state: Any) -> Pieces:
        """Return the state; raise `RulesetError` if it is no pair of sets of cells that have no cell in common."""
        if not is_pair_of_integers(state) or state[0] & state[1] or not 0 <= state[0] | state[1] <= self.grid.full:
            raise self.not_a_state(state)
        return state[0], state[1]

    def options(self, state: Pieces) -> Iterator[Split]:
        """Yield an option for each piece and each of its neighbours of the other colour."""
        first, second = state
        for cell in self.grid.cells(first):
            for target in self._beside(cell):
                if target & second:
                    yield split((first ^ cell | target, second ^ target), move=self._move_name(cell, target))
        for cell in self.grid.cells(second):
            for target in self._beside(cell):
                if target & first:
                    yield split((first ^ target, second ^ cell | target), move=self._move_name(cell, target))

    def _beside(self, cell: int) -> Iterator[int]:
        """Yield the neighbours of a cell as sets: above, below, left and right. Off the board, the set is empty."""
        yield self.grid.up(cell)
        yield self.grid.down(cell)
        yield self.grid.left(cell)
        yield self.grid.right(cell)

    def _move_name(self, cell: int, target: int) -> str:
        """Name a move: ``r1c2 right``."""
        direction = _DIRECTIONS[list(self._beside(cell)).index(target)]
        return f"{self.cell_name(cell)} {direction}"

    def components(self, state: Pieces) -> Iterator[Pieces]:
        """Yield the connected parts that have both colours: no piece leaves its part."""
        first, second = state
        for part in self.grid.regions(first | second):
            if part & first and part & second:
                yield part & first, part & second

    def canonical(self, state: Pieces) -> Pieces:
        """Return the least image of the pieces, moved into the top left corner, with the colours in either order.

        An empty cell is never used again, so only the places of the pieces relative to each other count.
        """
        grid = self.grid
        found = self._least(state)
        if grid.rows == grid.columns:
            found = min(found, self._least((grid.transposed(state[0]), grid.transposed(state[1]))))
        return found

    def _least(self, state: Pieces) -> Pieces:
        """Return the least of the reflections."""
        grid = self.grid
        first, second = state
        first_mirrored, second_mirrored = grid.mirrored(first), grid.mirrored(second)
        return min(
            self._cornered(first, second),
            self._cornered(first_mirrored, second_mirrored),
            self._cornered(grid.upside_down(first), grid.upside_down(second)),
            self._cornered(grid.upside_down(first_mirrored), grid.upside_down(second_mirrored)),
        )

    def _cornered(self, first: int, second: int) -> Pieces:
        """Move both colours up and to the left as far as possible, and return them in the lesser order."""
        grid = self.grid
        if first | second == 0:
            return first, second
        while (first | second) & grid.first_row == 0:
            first, second = first >> grid.columns, second >> grid.columns
        while (first | second) & grid.first_column == 0:
            first, second = first >> 1, second >> 1
        return min((first, second), (second, first))
