"""Treblecross: one-sided noughts and crosses on a line, where three in a row win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.core.components import Component, Option
from grundy.core.ruleset import Ruleset
from grundy.games.families.heaps.codes import heaps

if TYPE_CHECKING:
    from collections.abc import Iterator

REACH = 2  # cells: a mark at most so far from another mark lets the opponent complete three in a row
_HEAPS = heaps("0.007")


class Stretch(NamedTuple):
    """A run of neighbouring cells that are more than two cells away from each mark."""

    first: int
    last: int


@dataclass(frozen=True)
class Treblecross(Ruleset):
    """Mark a cell of a line that is more than two cells away from each mark.

    This is Treblecross as good players play it. The answer to a mark at a distance of one or two is the third mark in
    the row, so a player who has only such moves loses. A state is a `Stretch` of cells on which a mark may be made. A
    stretch of n cells has the nimber of a heap of n + 2 in octal 0.007 (Winning Ways, chapter 4).

    >>> Treblecross()(Stretch(1, 5)).nimber
    2
    """

    name = "treblecross"

    def options(self, state: Stretch) -> Iterator[Option]:
        """Yield an option for each cell; its move is the cell."""
        for cell in range(state[0], state[1] + 1):
            yield self.mark(state, cell)

    def mark(self, state: Stretch, cell: int) -> Option:
        """Return the option of marking a cell: it splits the stretch in two."""
        parts = (Stretch(state[0], cell - REACH - 1), Stretch(cell + REACH + 1, state[1]))
        return Option(cell, tuple([Component(self, part) for part in parts if part.first <= part.last]))

    def canonical(self, state: Stretch) -> Stretch:
        """Return the stretch with as many cells that begins with cell 1: play is the same at each place."""
        return Stretch(1, state[1] - state[0] + 1)

    def known(self, state: Stretch) -> int:
        """Return the nimber of the heap in 0.007."""
        return _HEAPS.nimber(state[1] - state[0] + 1 + REACH)

    def label(self, state: Any) -> str:
        """Write the cells, counted from 1."""
        return f"{self.name}(({state[0]}, {state[1]}))"


@dataclass(frozen=True)
class Completed(Ruleset):
    """Complete three in a row: a state is the cells that complete it, beside marks at most two cells apart.

    The next player wins at once. Other moves would let the opponent win, so they are left out.

    >>> Completed()((6,)).value
    WIN
    """

    name = "treblecross-completed"

    def options(self, state: tuple[int, ...]) -> Iterator[Option]:
        """Yield the marks that end the game."""
        for cell in state:
            yield Option(cell, (), ends=True)

    def label(self, state: Any) -> str:
        """Write the cells, counted from 1."""
        return f"{self.name}({', '.join(map(str, state))})"
