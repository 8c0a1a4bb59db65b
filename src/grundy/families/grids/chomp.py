"""Chomp: a bar with a poisoned square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.families.grids.rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Place, Role


@dataclass(frozen=True)
class Chomp(GridRules):
    """Take a square, with all that are not above and not to the left of it, but never the first square of the bar.

    A state is the set of squares that are left. Source: Gale, A curious nim-type game (1974), who also shows that
    every rectangle but the single square is won: if taking the last square does not win, the reply to it does.

    >>> Chomp(3, 4)(0b1111_1111_1111).outcome.value, Chomp(2, 3)(0b011_111).outcome.value
    ('N', 'P')
    """

    name = "chomp"

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each square."""
        for square in self.grid.cells(state & ~1):
            row, column = self.place_of(square)
            bitten = self.grid.first_row & -1 << column
            taken = sum(bitten << below * self.columns for below in range(row, self.rows))
            yield self.option(state & ~taken, (self.place_name((row, column)),))

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the square that is picked: the first one that goes, in rows and in columns."""
        places = super().places_of(before, option)
        return (places[0],)

    def role_of(self, letter: str, place: Place) -> Role:
        """Return what a square is: nobody takes the first one."""
        return "blocked" if place == (0, 0) else super().role_of(letter, place)

    def canonical(self, state: int) -> int:
        """Return the lesser of a square bar and its reflection, in which rows are columns."""
        return min(state, self.grid.transposed(state)) if self.rows == self.columns else state
