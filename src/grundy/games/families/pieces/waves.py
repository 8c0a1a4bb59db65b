"""The waves of a board: cells of equal weight, each of which depends on cells of earlier waves only.

Each move of a piece lowers a weight ``down * row + right * column``. Wave s has the cells of weight s, where rows and
columns are counted from the side that makes both factors at least 0. So a whole wave is solved at once, by operations
on all its cells.

Let u and v be the row and the column, or the column and the row, and p and q their factors, with q >= 1 and no common
divisor. The cells of a wave are ``(u, v), (u + q, v - p), (u + 2 q, v - 2 p), ...``, from the least u that is on the
board. Therefore they are a slice of the table, and a move leads from them to a stretch of the cells of another wave.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from grundy.games.families.pieces.moves import lowered_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.scenes import Place

_SMALL = 3  # factors up to which the weight with the fewest waves is searched for
_WAVE_BYTES = 160  # of a wave: its numbers, and their places in lists


class _Axis(NamedTuple):
    """Rows or columns: their number, their factor, and their distance in the table, which is negative if turned."""

    side: int
    factor: int
    stride: int


class _Wave(NamedTuple):
    low: int  # the least u
    cells: int  # may be 0
    first: int  # the place of its first cell in the table


class Waves:
    """The waves of a board of some size for a piece that makes moves in these directions.

    `number` is how many there are, `longest` at least the number of cells of any of them.
    """

    def __init__(self, height: int, width: int, directions: Sequence[Place]) -> None:
        down, right = self._factors = _weight(height, width, directions)
        self._rows_are_u = right != 0
        rows = _Axis(height, abs(down), -width if down < 0 else width)
        columns = _Axis(width, abs(right), -1 if right < 0 else 1)
        self._u, self._v = (rows, columns) if self._rows_are_u else (columns, rows)
        (u_side, p, _), (v_side, q, _) = self._u, self._v
        self.number = p * (u_side - 1) + q * (v_side - 1) + 1
        self.longest = min((u_side - 1) // q, (v_side - 1) // p if p else u_side) + 1
        self.bytes = _WAVE_BYTES * self.number

    @cached_property
    def _waves(self) -> list[_Wave]:
        (u_side, p, u_stride), (v_side, q, v_stride) = self._u, self._v
        corner = sum((side - 1) * -stride for side, _, stride in (self._u, self._v) if stride < 0)
        inverse = pow(p, -1, q)
        waves = []
        for wave in range(self.number):
            low = max(0, -((q * (v_side - 1) - wave) // p)) if p else 0
            low += (wave * inverse - low) % q
            high = min(u_side - 1, wave // p) if p else u_side - 1
            first = corner + low * u_stride + (wave - p * low) // q * v_stride
            waves.append(_Wave(low, max(0, (high - low) // q + 1), first))
        return waves

    def count(self, wave: int) -> int:
        """Return the number of cells of a wave, which may be 0."""
        return self._waves[wave].cells

    def cells(self, wave: int) -> slice:
        """Return the cells of a wave as a slice of the board row by row."""
        _, count, first = self._waves[wave]
        if count <= 1:
            return slice(first, first + count)
        stride = self._v.factor * self._u.stride - self._u.factor * self._v.stride
        stop = first + count * stride
        return slice(first, stop if stop >= 0 else None, stride)

    def lowers(self, direction: Place) -> int:
        """Return by how many waves a step in this direction goes back."""
        return -(self._factors[0] * direction[0] + self._factors[1] * direction[1])

    def ahead(self, wave: int, direction: Place, steps: int = 1) -> tuple[int, int]:
        """Return the wave to which `steps` steps lead from a wave, and the number of cells by which they are shifted.

        They lead from cell i of the wave to cell i + shift of that wave. If it is negative, no cell is so far ahead.
        """
        target = wave - steps * self.lowers(direction)
        if target < 0:
            return target, 0
        across = direction[0] if self._rows_are_u else direction[1]
        across = -across if self._u.stride < 0 else across
        return target, (self._waves[wave].low + steps * across - self._waves[target].low) // self._v.factor

    def parts(self, cells: int) -> Iterator[tuple[tuple[int, int], int, int]]:
        """Yield stretches of waves with about so many cells: its start and stop, the waves done after it, and all."""
        stretch = max(1, cells * self.number // (self._u.side * self._v.side))
        for start in range(0, self.number, stretch):
            stop = min(start + stretch, self.number)
            yield (start, stop), stop, self.number


def _weight(height: int, width: int, directions: Sequence[Place]) -> Place:
    """Return the factors of a weight that each direction lowers: with few waves if small factors suffice."""
    small = range(-_SMALL, _SMALL + 1)
    found = [
        (down, right)
        for down in small
        for right in small
        if gcd(down, right) == 1 and all(down * step[0] + right * step[1] < 0 for step in directions)
    ]
    if found:
        return min(found, key=lambda factors: abs(factors[0]) * height + abs(factors[1]) * width)
    down, right = lowered_weight(directions, positive=False)
    return down // gcd(down, right), right // gcd(down, right)
