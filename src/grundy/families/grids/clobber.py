"""Impartial Clobber."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import split
from grundy.errors import RulesetError
from grundy.families.grids.letter_rules import GridRules
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Split

Pieces = tuple[int, int]
_WAYS = ("up", "down", "left", "right")


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
        first, second = (sum(1 << cell for cell, letter in enumerate(letters) if letter == one) for one in "xo")
        return first, second

    def letters_of(self, state: Pieces) -> str:
        """Write the letters."""
        cells = range(self.rows * self.columns)
        return "".join("x" if state[0] >> cell & 1 else "o" if state[1] >> cell & 1 else "." for cell in cells)

    def check(self, state: Any) -> Pieces:
        """Return the state; raise `RulesetError` for what is no pair of sets of cells that have none in common."""
        right = isinstance(state, tuple) and len(state) == 2 and all(type(one) is int for one in state)
        if not right or state[0] & state[1] or not 0 <= state[0] | state[1] <= self.grid.full:
            raise RulesetError("error.expected", expected=Message("expected.cells-set"), found=repr(state))
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
        """Yield the neighbours of a cell as sets; one that would leave the board is empty."""
        yield self.grid.up(cell)
        yield self.grid.down(cell)
        yield self.grid.left(cell)
        yield self.grid.right(cell)

    def _move_name(self, cell: int, target: int) -> str:
        """Name a move: ``r1c2 right``."""
        way = _WAYS[list(self._beside(cell)).index(target)]
        return f"{self.cell_name(cell)} {way}"

    def components(self, state: Pieces) -> Iterator[Pieces]:
        """Yield the connected parts with both colours: no piece leaves its part."""
        first, second = state
        for part in self.grid.regions(first | second):
            if part & first and part & second:
                yield part & first, part & second

    def canonical(self, state: Pieces) -> Pieces:
        """Return the least of the images in the first rows and columns, with the colours either way.

        An empty cell is as good as none, so it does not matter where pieces lie.
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
        back, forth = grid.mirrored(first), grid.mirrored(second)
        return min(
            self._cornered(first, second),
            self._cornered(back, forth),
            self._cornered(grid.upside_down(first), grid.upside_down(second)),
            self._cornered(grid.upside_down(back), grid.upside_down(forth)),
        )

    def _cornered(self, first: int, second: int) -> Pieces:
        """Move both colours up and to the left as far as that goes; return the lesser order of the two."""
        grid = self.grid
        if first | second == 0:
            return first, second
        while (first | second) & grid.first_row == 0:
            first, second = first >> grid.columns, second >> grid.columns
        while (first | second) & grid.first_column == 0:
            first, second = first >> 1, second >> 1
        return min((first, second), (second, first))
