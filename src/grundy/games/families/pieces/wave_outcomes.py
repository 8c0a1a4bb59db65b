"""The outcomes of a piece in plain Python: the cells of a wave are the bits of one integer.

A cell is lost if it is open and no lost cell can be reached. For each slide, `reached` has the cells from which the
slide reaches a lost cell: those whose next cell is lost, or is passed over and reaches one. If the slide has a limit,
the cells whose lost cell is one step too far are removed. No other lost cell is within their limit then: from it, the
slide would reach that lost cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.games.families.pieces.moves import PieceMoves, Reach
    from grundy.games.families.pieces.waves import Waves

_OPEN = bytes.maketrans(b"\0\1", b"10")
_CELLS = bytes.maketrans(b"01", b"\0\1")


class WaveOutcomes:
    """The table of lost cells of a board while it is filled: a byte for each cell, row by row, 1 for a lost one."""

    def __init__(self, waves: Waves, board: tuple[int, int, bytes | None], moves: PieceMoves) -> None:
        height, width, blocked = board
        self._size = (height, width)
        self._waves = waves
        self._moves = moves
        self._cells = bytearray(height * width)
        self._all = [(1 << waves.count(wave)) - 1 for wave in range(waves.number)]
        self._open = self._all if blocked is None else list(self._opened(blocked.translate(_OPEN)))
        self._lost: list[int] = []
        self._passed: list[list[int]] = [[] for _ in moves.slides]  # what a cell tells those that slide over it
        self._clear = [self._clear_ways(slide) for slide in moves.slides]

    def fill(self, start: int, stop: int) -> None:
        """Solve the waves from `start` to before `stop`, after those before them."""
        for wave in range(start, stop):
            won = 0
            for step in self._moves.steps:
                won |= self._ahead(self._lost, wave, step)
            reaches = []
            for slide, passed, clear in zip(self._moves.slides, self._passed, self._clear, strict=True):
                reached = self._ahead(passed, wave, slide[:2]) & self._all[wave]
                gone = self._ahead(self._lost, wave, slide[:2], slide.most + 1)
                reached &= ~(gone & clear[wave])
                reaches.append(reached)
                won |= reached
            lost = self._open[wave] & ~won
            self._lost.append(lost)
            for slide, passed, reached in zip(self._moves.slides, self._passed, reaches, strict=True):
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
