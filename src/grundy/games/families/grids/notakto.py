"""Notakto: noughts and crosses with crosses alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.games.families.grids.letter_rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Split
    from grundy.core.scenes import Place


@dataclass(frozen=True)
class Notakto(GridRules):
    """Mark a free cell; whoever completes three marks in a row, a column or a diagonal loses.

    These moves are left out, because nobody makes one while another move exists: a player without another move has
    lost. That is the game on one board. Here several boards are a sum in normal play, while in Notakto on several
    boards only the last board that gets three in a row decides. A state is the set of free cells.
    Source: Plambeck and Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe (2013).

    >>> Notakto(3, 3)(0b111_111_111).outcome.value
    'N'
    """

    letters = ".X"
    tokens: ClassVar[dict[str, str]] = {"X": "x", ".": "free"}
    name = "notakto"
    most_compiled = 64

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each free cell whose mark completes no three in a row."""
        marks = self.grid.full & ~state
        for cell in self.grid.cells(state):
            if not self._thirds(marks | cell):
                yield split(state ^ cell, move=self.cell_name(cell))

    def canonical(self, state: int) -> int:
        """Return the least of the turns and reflections of the board."""
        return self.grid.least(state)

    def impossible(self, state: int) -> Place | None:
        """Return the last mark of three in a row, if the board has some: no play continues from there."""
        found = self._thirds(self.grid.full & ~state)
        return self.place_of(found & -found) if found else None

    def _thirds(self, marks: int) -> int:
        """Return the set of the last marks of all threes in a row."""
        grid = self.grid
        right, down = marks & grid.right(marks), marks & grid.down(marks)
        falling, rising = marks & grid.down(grid.right(marks)), marks & grid.down(grid.left(marks))
        lines = marks & (grid.right(right) | grid.down(down))
        return lines | marks & (grid.down(grid.right(falling)) | grid.down(grid.left(rising)))
