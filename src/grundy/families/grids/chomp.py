"""Chomp: a bar with a poisoned square."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import split
from grundy.core.ruleset import Ruleset
from grundy.explain.reasons import Reduction
from grundy.families.grids.letter_rules import GridRules
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.scenes import Place, Role
    from grundy.core.solution import Solution


_HALF = 60  # squares, which fit into a word


@dataclass(frozen=True)
class Chomp(GridRules):
    """Take a square, with all that are not above and not to the left of it, but never the first square of the bar.

    A state is the set of squares that are left. Source: Gale, A curious nim-type game (1974), who also shows that
    every rectangle but the single square is won: if taking the last square does not win, the reply to it does.

    >>> Chomp(3, 4)(0b1111_1111_1111).outcome.value, Chomp(2, 3)(0b011_111).outcome.value
    ('N', 'P')
    """

    name = "chomp"
    most_compiled = 2 * _HALF
    tokens: ClassVar[dict[str, str]] = {".": "chocolate", "blocked": "poison", "removed": "was"}
    floor = "nothing"

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each square."""
        columns = self.grid.columns
        for square in range(1, self.grid.rows * columns):
            if state >> square & 1:
                row, column = square // columns, square % columns
                yield split(state & ~self._bitten(row, column), move=self.place_name((row, column)))

    def impossible(self, state: int) -> Place | None:
        """Return the first square where it is gone: nobody takes it."""
        return None if state & 1 else (0, 0)

    def reduction(self, state: int, solution: Solution) -> Reduction | None:
        """Say who wins a rectangle, and how in a square and in two rows.

        Parameters of ``reduction.chomp``: the ``rows`` and ``columns`` of the rectangle; ``form`` is ``square``,
        ``two-rows`` or ``rectangle``, and ``move`` a winning one, null in a rectangle. Other shapes are searched.
        """
        squares = [self.place_of(cell) for cell in self.grid.cells(state)]
        rows, columns = (max(side) + 1 for side in zip(*squares, strict=True))
        if len(squares) != rows * columns or len(squares) == 1:
            return super().reduction(state, solution)
        form, move = "rectangle", None
        if rows == columns:
            form, move = "square", self.place_name((1, 1))
        elif min(rows, columns) == 2:  # the corner of the longer side is left out
            form, move = "two-rows", self.place_name((rows - 1, columns - 1))
        about = {"rows": rows, "columns": columns, "move": move}
        return Reduction("reduction.chomp", {**about, "form": form}, (Message(f"reduction.note.chomp-{form}", about),))

    def _bitten(self, row: int, column: int) -> int:
        """Return the squares that go with one."""
        grid = self.grid
        line = grid.first_row >> column << column
        gone = 0
        for below in range(row, grid.rows):
            gone |= line << below * grid.columns
        return gone

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the square that is picked: the first one that goes, in rows and in columns."""
        places = super().places_of(before, option)
        return (places[0],)

    def role_of(self, letter: str, place: Place) -> Role:
        """Return what a square is: nobody takes the first one."""
        return "blocked" if place == (0, 0) else super().role_of(letter, place)

    def compiled_form(self, state: int) -> tuple[Ruleset, Any] | None:
        """Return these rules, or those of a bar in two halves where its squares do not fit into a word."""
        if self.rows * self.columns <= _HALF or not self.compiled:
            return super().compiled_form(state)
        return HalvedChomp(self.bites), _halves(state)

    @cached_property
    def bites(self) -> Bites:
        """What each bite leaves of the bar."""
        squares = map(self.place_of, self.grid.cells(self.grid.full))
        left = [_halves(self.grid.full & ~self._bitten(*square)) for square in squares]
        return Bites(tuple(low for low, _ in left), tuple(high for _, high in left))


def _halves(squares: int) -> tuple[int, int]:
    """Return the first squares of a set, and the others."""
    return squares & (1 << _HALF) - 1, squares >> _HALF


@dataclass(frozen=True)
class Bites:
    """What each bite leaves of a bar, in two halves of the squares."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    is_data: ClassVar[bool] = True  # of machine code, which is the same for all bars


@dataclass(frozen=True)
class HalvedChomp(Ruleset):
    """Chomp on a bar whose squares do not fit into a word: a state is its first squares and the others."""

    bites: Bites
    compiled = True

    def options(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield what each bite leaves."""
        low, high = state
        for square in range(1, len(self.bites.first)):
            if (low >> square if square < _HALF else high >> square - _HALF) & 1:
                yield low & self.bites.first[square], high & self.bites.second[square]
