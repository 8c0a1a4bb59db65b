"""The nimbers of a piece by NumPy: all cells of a wave at once, with sets of nimbers as words of 64 bits.

Sets are the columns of an array of words, shape (words, cells): bit b of word k is the nimber 64 k + b. Each cell gives
a set to those that move there: to a step its own nimber, to a slide also the nimbers that the slide reaches beyond it.
The nimber of a cell is the least number that no move gives it.

If a slide has a limit, the nimber of the cell one step too far is removed from the set. This is right because the cells
within the limit reach each other, so no other cell of the set has this nimber.

A nimber exceeds the greatest one so far by one at most, which says how many words are needed.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.core.scenes import Place
    from grundy.games.families.pieces.moves import PieceMoves, Reach
    from grundy.games.families.pieces.waves import Waves

_WORD = 64  # bits
_FULL = np.uint64(2**_WORD - 1)


class _Line(NamedTuple):
    """What a slide gives: a set to each cell, and the number of cells that it can pass over from there."""

    sets: NDArray[np.uint64]
    passed: NDArray[np.int32]


class WaveNimbers:
    """The table of nimbers of a board while it is filled, row by row; blocked cells are 0. `kind` is its type."""

    def __init__(self, waves: Waves, board: tuple[int, int, bytes | None], moves: PieceMoves, kind: str) -> None:
        height, width, blocked = board
        self._size = (height, width)
        self._waves = waves
        self._values: NDArray[Any] = np.zeros(height * width, kind)
        self._open = np.ones(height * width, np.bool_) if blocked is None else np.frombuffer(blocked, np.uint8) == 0
        self._moves = moves
        back = max(map(self._waves.lowers, moves.steps), default=0)
        self._own: deque[NDArray[np.uint64]] = deque(maxlen=back)  # of the last waves, the sets for steps
        self._given = [deque[_Line](maxlen=self._waves.lowers(slide[:2])) for slide in moves.slides]
        self._words = 1

    def fill(self, start: int, stop: int) -> None:
        """Solve the waves from `start` to before `stop`, after those before them."""
        for wave in range(start, stop):
            lines = [self._line(wave, *slide) for slide in zip(self._moves.slides, self._given, strict=True)]
            seen = np.zeros((self._words, self._waves.count(wave)), np.uint64)
            for line in lines:
                seen |= line.sets
            for step in self._moves.steps:
                here, there = self._stretch(wave, step)
                if here.start < here.stop:
                    own = self._own[-self._waves.lowers(step)]
                    seen[: len(own), here] |= own[:, there]
            nimbers = _mex(seen)
            cells = self._waves.cells(wave)
            self._values[cells] = nimbers * self._open[cells]
            self._words = max(self._words, (int(nimbers.max(initial=0)) + 1) // _WORD + 1)
            self._give(wave, lines)

    def table(self) -> NDArray[Any]:
        """Return the table."""
        return self._values.reshape(self._size)

    def _line(self, wave: int, slide: Reach, given: deque[_Line]) -> _Line:
        """Return what a slide gives the cells of a wave."""
        count = self._waves.count(wave)
        line = _Line(np.zeros((self._words, count), np.uint64), np.zeros(count, np.int32))
        here, there = self._stretch(wave, slide[:2])
        if here.start < here.stop:
            sets, passed = given[0]
            line.sets[: len(sets), here] = sets[:, there]
            line.passed[here] = passed[there]
        here, there = self._stretch(wave, slide[:2], slide.most + 1)
        if here.start < here.stop:
            words, bits = self._nimbers(wave - (slide.most + 1) * self._waves.lowers(slide[:2]), there)
            gone = np.where(line.passed[here] > slide.most, bits, 0)
            line.sets[words, np.arange(here.start, here.stop)] &= ~gone
        return line

    def _give(self, wave: int, lines: list[_Line]) -> None:
        """Keep what the cells of a wave give those that move there."""
        count = self._waves.count(wave)
        words, bits = self._nimbers(wave, slice(0, count))
        own = np.zeros((self._words, count), np.uint64)
        own[words, np.arange(count)] = bits
        self._own.append(own)
        passable = self._open[self._waves.cells(wave)]
        for slide, given, (sets, passed) in zip(self._moves.slides, self._given, lines, strict=True):
            more = own.copy()
            more[: len(sets)] |= sets if slide.jumps else sets * passable
            given.append(_Line(more, passed + 1 if slide.jumps else (passed + 1) * passable))

    def _nimbers(self, wave: int, stretch: slice) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
        """Return the nimbers in a stretch of a wave as sets: the word of each, and its bit there, 0 if blocked."""
        cells = self._waves.cells(wave)
        nimbers = self._values[cells][stretch]
        bits = self._open[cells][stretch].astype(np.uint64) << (nimbers & 63).astype(np.uint64)
        return (nimbers >> 6).astype(np.intp), bits

    def _stretch(self, wave: int, direction: Place, steps: int = 1) -> tuple[slice, slice]:
        """Return the cells of a wave from which so many steps stay on the board, and the cells of the wave there."""
        target, shift = self._waves.ahead(wave, direction, steps)
        if target < 0:
            return slice(0, 0), slice(0, 0)
        start = max(0, -shift)
        stop = max(start, min(self._waves.count(wave), self._waves.count(target) - shift))
        return slice(start, stop), slice(start + shift, stop + shift)


def _mex(sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the least number that is missing in each set: in the first word that is not full.

    There, ``~word & (word + 1)`` is the lowest zero bit alone: a power of two, which a float holds exactly.
    """
    places = (sets != _FULL).argmax(axis=0)
    words = sets[places, np.arange(len(places))]
    exponents: NDArray[np.int32] = np.frexp((~words & (words + np.uint64(1))).astype(np.float64))[1]
    nimbers: NDArray[np.int64] = _WORD * places + exponents - 1
    return nimbers
