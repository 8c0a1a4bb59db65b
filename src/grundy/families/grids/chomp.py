"""Chomp: a bar with a poisoned square."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grundy.core.functions import ruleset
from grundy.families.grids.rules import GridRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.functions import FunctionRuleset
    from grundy.core.scenes import Place, Role

_HALF = 60  # squares, which fit into a word


@dataclass(frozen=True)
class Bites:
    """What each bite leaves, in two halves of the squares."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    is_data: ClassVar[bool] = True  # of machine code, which is the same for all bars


@dataclass(frozen=True)
class Chomp(GridRules):
    """Take a square, with all that are not above and not to the left of it, but never the first square of the bar.

    A state is the set of squares that are left. Source: Gale, A curious nim-type game (1974), who also shows that
    every rectangle but the single square is won: if taking the last square does not win, the reply to it does.

    >>> Chomp(3, 4)(0b1111_1111_1111).outcome.value, Chomp(2, 3)(0b011_111).outcome.value
    ('N', 'P')
    """

    name = "chomp"
    tokens: ClassVar[dict[str, str]] = {".": "chocolate", "blocked": "poison", "removed": "was"}
    floor = "nothing"
    most_compiled = 2 * _HALF

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each square."""
        for square in self.grid.cells(state & ~1):
            place = self.place_of(square)
            yield self.option(state & ~self._bitten(*place), (self.place_name(place),))

    def impossible(self, state: int) -> Place | None:
        """Return the first square where it is gone: nobody takes it."""
        return None if state & 1 else (0, 0)

    def _bitten(self, row: int, column: int) -> int:
        """Return the squares that go with one."""
        line = self.grid.first_row & -1 << column
        return sum(line << below * self.columns for below in range(row, self.rows))

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

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset, whose states are the squares in two halves."""
        bites = self.bites

        @ruleset(compiled=True)
        def squares(low: int, high: int) -> Iterator[tuple[int, int]]:
            for place in range(1, len(bites.first)):
                if (low >> place if place < _HALF else high >> place - _HALF) & 1:
                    yield low & bites.first[place], high & bites.second[place]

        return squares

    def twin_state(self, state: int) -> tuple[int, int]:
        """Return the two halves."""
        return state & (1 << _HALF) - 1, state >> _HALF

    @cached_property
    def bites(self) -> Bites:
        """What each bite leaves of the bar."""
        squares = map(self.place_of, self.grid.cells(self.grid.full))
        left = [self.twin_state(self.grid.full & ~self._bitten(*place)) for place in squares]
        return Bites(tuple(low for low, _ in left), tuple(high for _, high in left))
