"""Fission: a stone falls apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.games.families.grids.letter_rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.scenes import Place


@dataclass(frozen=True)
class Fission(GridRules):
    """Replace a stone by two on the free cells at both sides of it: left and right, or above and below.

    A state is the set of stones. Source: the ruleset Fission of CGSuite (Siegel), where one player splits stones in
    columns and the other player in rows; here both players may do both. We do not know who invented the game.

    >>> Fission(1, 5)(0b00010).nimber
    1
    """

    letters = "o."
    tokens: ClassVar[dict[str, str]] = {"o": "atom", ".": "free"}
    name = "fission"
    most_compiled = 64

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each stone and direction."""
        grid = self.grid
        free = grid.full & ~state
        for stone in grid.cells(state & grid.left(free) & grid.right(free)):
            yield split(state ^ stone | grid.left(stone) | grid.right(stone), move=f"{self.cell_name(stone)} across")
        for stone in grid.cells(state & grid.up(free) & grid.down(free)):
            yield split(state ^ stone | grid.up(stone) | grid.down(stone), move=f"{self.cell_name(stone)} down")

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the cell of the stone, and then the two cells beside it."""
        first, stone, last = super().places_of(before, option)
        return stone, last, first

    def canonical(self, state: int) -> int:
        """Return the least of the turns and reflections of the board."""
        return self.grid.least(state)
