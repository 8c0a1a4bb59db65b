"""Fission: a stone falls apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.functions import ruleset
from grundy.families.grids.rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.functions import FunctionRuleset
    from grundy.core.scenes import Place


@dataclass(frozen=True)
class Fission(GridRules):
    """Replace a stone by two on the free cells at both sides of it: left and right, or above and below.

    A state is the set of stones. Source: the ruleset Fission of CGSuite (Siegel), where one player has the
    columns and the other one the rows; here both have both. Who thought of it first is not known to us.

    >>> Fission(1, 5)(0b00010).nimber
    1
    """

    letters = "o."
    tokens: ClassVar[dict[str, str]] = {"o": "atom", ".": "free"}
    name = "fission"

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each stone and way."""
        grid, free = self.grid, self.grid.full & ~state
        for way, back, forth in (("across", grid.left, grid.right), ("down", grid.up, grid.down)):
            for stone in grid.cells(state & back(free) & forth(free)):
                yield self.option(
                    state ^ stone | back(stone) | forth(stone), (self.place_name(self.place_of(stone)), way)
                )

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the stone, and the two cells beside it."""
        first, stone, last = super().places_of(before, option)
        return stone, last, first

    def canonical(self, state: int) -> int:
        """Return the least of the turns and reflections of the board."""
        return self.grid.least(state)

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset."""
        grid = self.grid

        @ruleset(compiled=True, canonical=grid.least)
        def stones(state: int) -> Iterator[int]:
            free = grid.full & ~state
            for stone in grid.cells(state & grid.left(free) & grid.right(free)):
                yield state ^ stone | grid.left(stone) | grid.right(stone)
            for stone in grid.cells(state & grid.up(free) & grid.down(free)):
                yield state ^ stone | grid.up(stone) | grid.down(stone)

        return stones
