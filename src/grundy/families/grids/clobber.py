"""Impartial Clobber."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.families.grids.rules import GridRules
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option

Pieces = tuple[int, int]


@dataclass(frozen=True)
class Clobber(GridRules):
    """Move any piece onto one of the other colour on a neighbouring cell, which is taken.

    A state is the sets of cells with an x and with an o. Source: Albert, Grossman, Nowakowski and Wolfe, An
    introduction to Clobber (2005), where each player has a colour; here both may move all pieces.

    >>> Clobber(1, 4)((0b0101, 0b1010)).nimber
    3
    """

    letters = "xo."
    name = "clobber"

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

    def options(self, state: Pieces) -> Iterator[Option]:
        """Yield an option for each piece and each of its neighbours of the other colour."""
        grid = self.grid
        ways = (("up", grid.up), ("down", grid.down), ("left", grid.left), ("right", grid.right))
        for colour in (0, 1):
            for cell in grid.cells(state[colour]):
                for way, step in ways:
                    target = step(cell) & state[1 - colour]
                    if target:
                        own, other = state[colour] ^ cell | target, state[1 - colour] ^ target
                        left = (other, own) if colour else (own, other)
                        yield self.option(left, (self.place_name(self.place_of(cell)), way))

    def components(self, state: Pieces) -> Iterator[Pieces]:
        """Yield the connected parts with both colours: no piece leaves its part."""
        for part in self.grid.regions(state[0] | state[1]):
            if part & state[0] and part & state[1]:
                yield part & state[0], part & state[1]

    def canonical(self, state: Pieces) -> Pieces:
        """Return the least of the reflections, with the colours either way."""
        images = [state]
        for turn in (self.grid.mirrored, self.grid.upside_down):
            images += [(turn(first), turn(second)) for first, second in images]
        return min(min(pair, pair[::-1]) for pair in images)
