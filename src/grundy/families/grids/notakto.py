"""Notakto: noughts and crosses with crosses alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar

from grundy.core.functions import ruleset
from grundy.families.grids.rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.functions import FunctionRuleset
    from grundy.core.scenes import Place


@dataclass(frozen=True)
class Notakto(GridRules):
    """Mark a free cell; whoever completes three marks in a row, a column or a diagonal loses.

    Nobody does so while there is another move, so these moves are left out, and whoever has no other has lost. That
    is the game on one board: boards of it are added in normal play here, while on several boards of Notakto only the
    last one that gets three in a row decides. A state is the set of free cells.
    Source: Plambeck and Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe (2013).

    >>> Notakto(3, 3)(0b111_111_111).outcome.value
    'N'
    """

    letters = ".X"
    tokens: ClassVar[dict[str, str]] = {"X": "x", ".": "free"}
    name = "notakto"

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each free cell that completes nothing."""
        for cell in self.grid.cells(state):
            if not self._has_three(self.grid.full & ~state | cell):
                yield self.option(state ^ cell, (self.place_name(self.place_of(cell)),))

    def canonical(self, state: int) -> int:
        """Return the least of the turns and reflections of the board."""
        return self.grid.least(state)

    def impossible(self, state: int) -> Place | None:
        """Return the last of three marks in a row: such a game is over."""
        found = self._thirds(self.grid.full & ~state)
        return self.place_of(found & -found) if found else None

    def _has_three(self, marks: int) -> bool:
        return bool(self._thirds(marks))

    def _thirds(self, marks: int) -> int:
        """Return the last mark of each three in a row."""
        across, down = self.grid.right, self.grid.down
        steps = (across, down, lambda cells: down(across(cells)), lambda cells: down(self.grid.left(cells)))
        return reduce(or_, (marks & step(marks) & step(step(marks)) for step in steps))

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset."""
        grid = self.grid

        def threes(marks: int) -> int:
            """Return the cells that are in line with two marks: behind, before or between them."""
            left, right, up, down = grid.left(marks), grid.right(marks), grid.up(marks), grid.down(marks)
            found = left & (right | grid.left(left)) | right & grid.right(right)
            found |= up & (down | grid.up(up)) | down & grid.down(down)
            before, behind = grid.up(left), grid.down(right)
            found |= before & (behind | grid.up(grid.left(before))) | behind & grid.down(grid.right(behind))
            before, behind = grid.up(right), grid.down(left)
            return found | before & (behind | grid.up(grid.right(before))) | behind & grid.down(grid.left(behind))

        @ruleset(compiled=True, canonical=grid.least)
        def marks(free: int) -> Iterator[int]:
            taken = grid.full & ~free
            completing = threes(taken)
            if taken & completing == 0:  # else there are three already
                for cell in grid.cells(free & ~completing):
                    yield free ^ cell

        return marks
