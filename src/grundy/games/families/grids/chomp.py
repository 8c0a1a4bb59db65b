"""Chomp: a bar with a poisoned square."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.core.ruleset import Ruleset
from grundy.core.search.engines import compiled_engines
from grundy.games.families.grids.letter_rules import GridRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.engines import Engine
    from grundy.core.scenes import Place, Role
    from grundy.core.solution import Solution


_HALF = 60  # squares, whose bits fit into a word of 64 bits


@dataclass(frozen=True)
class Chomp(GridRules):
    """Take a square with all squares below it, to the right of it, or both, but never the first square of the bar.

    A state is the set of squares that are left. Source: Gale, A curious nim-type game (1974). He also shows that
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
        """Return the first square if it is missing: no move takes it."""
        return None if state & 1 else (0, 0)

    def arranged(self, letters: list[str], columns: int) -> list[str]:
        """Return the letters as a bar: no row is longer than the row above, and each begins with its squares."""
        rows = [sorted(letters[start : start + columns], reverse=True) for start in range(0, len(letters), columns)]
        return [letter for row in sorted(rows, reverse=True) for letter in row]

    def reduction(self, state: int, solution: Solution) -> Reduction | None:
        """Say who wins a rectangle, and name the winning move of a square and of two rows.

        Parameters of ``reduction.chomp``: the ``rows`` and ``columns`` of the rectangle; ``form``, which is
        ``square``, ``two-rows`` or ``rectangle``; and ``move``, a winning move, null for ``rectangle``. Other shapes
        are searched.
        """
        squares = [self.place_of(cell) for cell in self.grid.cells(state)]
        rows, columns = (max(side) + 1 for side in zip(*squares, strict=True))
        if len(squares) != rows * columns or len(squares) == 1:
            return super().reduction(state, solution)
        form, move = "rectangle", None
        if rows == columns:
            form, move = "square", self.place_name((1, 1))
        elif min(rows, columns) == 2:  # the winning move takes the last square alone
            form, move = "two-rows", self.place_name((rows - 1, columns - 1))
        about = {"rows": rows, "columns": columns, "move": move}
        note = Message(f"reduction.note.chomp-{form}", about)
        return Reduction("reduction.chomp", {**about, "form": form}, (note,), idea=note if move else None)

    def _bitten(self, row: int, column: int) -> int:
        """Return the squares that a move at this square takes."""
        grid = self.grid
        line = grid.first_row >> column << column
        taken = 0
        for below in range(row, grid.rows):
            taken |= line << below * grid.columns
        return taken

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the square that is picked: the first square that the move takes."""
        places = super().places_of(before, option)
        return (places[0],)

    def role_of(self, letter: str, place: Place) -> Role:
        """Return the role of a square: the first square is blocked, because no move takes it."""
        return "blocked" if place == (0, 0) else super().role_of(letter, place)

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines; machine code is made of `HalvedChomp` where the squares do not fit into a word."""
        return _HALVED if self.rows * self.columns > _HALF and self.compiled else super().engines

    @cached_property
    def bites(self) -> Bites:
        """What each bite leaves of the whole bar."""
        squares = map(self.place_of, self.grid.cells(self.grid.full))
        rests = [_halves(self.grid.full & ~self._bitten(*square)) for square in squares]
        return Bites(tuple(low for low, _ in rests), tuple(high for _, high in rests))


def _halves(squares: int) -> tuple[int, int]:
    """Return the first `_HALF` squares of a set, and the other squares."""
    return squares & (1 << _HALF) - 1, squares >> _HALF


@dataclass(frozen=True)
class Bites:
    """What a bite at each square leaves of the whole bar: the first `_HALF` squares and the other squares, as sets."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    is_data: ClassVar[bool] = True  # so that one machine code serves all bars


@dataclass(frozen=True)
class HalvedChomp(Ruleset):
    """Chomp on a bar whose squares do not fit into a word: a state is its first `_HALF` squares and the other ones."""

    bites: Bites
    compiled = True

    def options(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the state after each bite."""
        low, high = state
        for square in range(1, len(self.bites.first)):
            if (low >> square if square < _HALF else high >> square - _HALF) & 1:
                yield low & self.bites.first[square], high & self.bites.second[square]


def _halved(rules: Chomp, state: int) -> tuple[HalvedChomp, tuple[int, int]]:
    """Return the rules and the state to compile."""
    return HalvedChomp(rules.bites), _halves(state)


_HALVED = compiled_engines(_halved)
