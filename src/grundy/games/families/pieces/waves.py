"""The waves of a board: cells of equal weight, each of which depends on cells of earlier waves only.

Each move of a piece lowers a weight ``down * row + right * column``. Wave s has the cells of weight s, where rows and
columns are counted from the side that makes both factors at least 0. So a whole wave is solved at once, by operations
on all its cells.

Let u and v be the row and the column, or the column and the row, and p and q their factors, with q >= 1 and no common
divisor. The cells of a wave are ``(u, v), (u + q, v - p), (u + 2 q, v - 2 p), ...``, from the least u that is on the
board. Therefore they are a slice of the table, and a move leads from them to a stretch of the cells of another wave.

Outcomes need no NumPy: the cells of a wave are the bits of one integer (`WaveOutcomes`).
"""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from grundy.games.families.pieces.moves import lowered_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.scenes import Place
    from grundy.games.families.pieces.moves import PieceMoves, Reach

_SMALL = 3  # factors up to which the weight with the fewest waves is searched for
_WAVE_BYTES = 160  # of a wave: its numbers, and their places in lists
_OPEN = bytes.maketrans(b"\0\1", b"10")
_CELLS = bytes.maketrans(b"01", b"\0\1")


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
            # p u + q v = wave, and v <= v_side - 1, so u >= (wave - q (v_side - 1)) / p and u = wave / p modulo q.
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


class WaveOutcomes:
    """The table of lost cells of a board while it is filled: a byte for each cell, row by row, 1 for a lost one.

    A cell is lost if it is open and no lost cell can be reached. For each slide, `reached` has the cells from which the
    slide reaches a lost cell: those whose next cell is lost, or is passed over and reaches one. If the slide has a
    limit, the cells whose lost cell is one step too far are removed. No other lost cell is within their limit then:
    from it, the slide would reach that lost cell.
    """

    def __init__(self, waves: Waves, board: tuple[int, int, bytes | None], moves: PieceMoves) -> None:
        height, width, blocked = board
        self._size = (height, width)
        self._waves = waves
        self._moves = moves
        self._cells = bytearray(height * width)
        self._all = [(1 << waves.count(wave)) - 1 for wave in range(waves.number)]
        self._open = self._all if blocked is None else list(self._opened(blocked.translate(_OPEN)))
        self._lost: list[int] = []
        # By slides and waves: the cells that are lost, or over which the slide passes on to a lost cell.
        self._passed: list[list[int]] = [[] for _ in moves.slides]
        self._clear = [self._clear_ways(slide) for slide in moves.slides]

    def fill(self, start: int, stop: int) -> None:
        """Solve the waves from `start` to before `stop`, after those before them."""
        for wave in range(start, stop):
            won = 0
            for step in self._moves.steps:
                won |= self._ahead(self._lost, wave, step)
            reached_by_slides = []
            for slide, passed, clear in zip(self._moves.slides, self._passed, self._clear, strict=True):
                reached = self._ahead(passed, wave, slide[:2]) & self._all[wave]
                too_far = self._ahead(self._lost, wave, slide[:2], slide.most + 1) & clear[wave]
                reached &= ~too_far
                reached_by_slides.append(reached)
                won |= reached
            lost = self._open[wave] & ~won
            self._lost.append(lost)
            for slide, passed, reached in zip(self._moves.slides, self._passed, reached_by_slides, strict=True):
                passed.append(lost | (reached if slide.jumps else reached & self._open[wave]))
            if lost:
                count = self._waves.count(wave)
                self._cells[self._waves.cells(wave)] = f"{lost:0{count}b}"[::-1].encode().translate(_CELLS)

    def table(self) -> memoryview:
        """Return the table as a memoryview of two dimensions, which needs no NumPy."""
        return memoryview(self._cells).cast("B", self._size)

    def _opened(self, cells: bytes) -> Iterator[int]:
        """Yield the open cells of each wave."""
        for wave in range(self._waves.number):
            yield int(cells[self._waves.cells(wave)][::-1] or b"0", 2)

    def _ahead(self, bits: list[int], wave: int, direction: tuple[int, int], steps: int = 1) -> int:
        """Return the cells of a wave from which so many steps lead to a cell in `bits`."""
        target, shift = self._waves.ahead(wave, direction, steps)
        if target < 0:
            return 0
        return bits[target] >> shift if shift >= 0 else bits[target] << -shift

    def _clear_ways(self, slide: Reach) -> list[int]:
        """Return for each wave the cells from which the slide is not stopped by blocked cells in `most` steps.

        The ways of n steps make those of 2 n and of n + 1 steps, so the binary digits of `most` are followed.
        """
        if slide.jumps or self._open is self._all:
            return self._all
        way, waves = slide[:2], range(len(self._open))
        one = [self._ahead(self._open, wave, way) for wave in waves]
        clear, steps = one, 1
        for digit in f"{slide.most:b}"[1:]:
            clear, steps = [clear[wave] & self._ahead(clear, wave, way, steps) for wave in waves], 2 * steps
            if digit == "1":
                clear, steps = [one[wave] & self._ahead(clear, wave, way) for wave in waves], steps + 1
        return clear
