"""Fills the table of any take-and-break game: digits that repeat forever, moves that leave three heaps.

The values that a move can leave depend on the total of the heaps that are left, and on their number. So for each total
the values of all ways to split it are kept as a row of bits: one row for two heaps, one row for three. Three heaps of
total s are one heap g and two heaps of total s - g. The rows of pairs are united for all g of the same nimber, word by
word, and then shifted by that nimber, once for each nimber. That takes s steps in place of s^2.

Digits that repeat allow all earlier totals with the same remainder. The rows of these totals are united too.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from grundy.families.heaps.engines import EngineDefaults
from grundy.runtime.jit import Kernel

CAPACITY = 2**31  # nimbers below this fit the table
PARTS = 4  # a digit allows to leave 0 to 3 heaps
WORDS = 8  # of a new row
CATCH_UP = 10**9  # four times the number of pairs between two reports: a fraction of a second
# Masks of the lower half of each group of 2, 4, 8, ..., 64 bits.
_HALVES = tuple(np.uint64((2**64 - 1) // (2**2**level + 1)) for level in range(6))


class CodeArrays(NamedTuple):
    """A code: its digits, then the digits that repeat. Bit 2^m of a digit allows to leave m heaps."""

    digits: NDArray[np.int64]
    cycle: NDArray[np.int64]
    most: int  # the largest digit


class RowArrays(NamedTuple):
    """Sets of values as rows of bits, in words of 64."""

    pairs: NDArray[np.uint64]  # [total % len(pairs)]: the values of two heaps
    triples: NDArray[np.uint64]  # [total % len(triples)]: the values of three heaps
    tails: NDArray[np.uint64]  # [m, r]: the values of m heaps of all totals with remainder r that `cycle` reaches
    scratch: NDArray[np.uint64]  # the row of the present heap, and a row for each nimber


class GivenHeaps(NamedTuple):
    """Heaps below `heaps` have given nimbers: only their rows are made."""

    heaps: int
    first_pair: int  # the total from which on rows of pairs are needed
    first_triple: int  # the total from which on rows of triples are needed


class RowsEngine(EngineDefaults):
    """Nimbers of heaps, filled in from the smallest heap on. The caller can report and stop between calls of `fill`.

    ``digits[t]`` is the digit of take t, and the digits of `cycle` follow again and again. Bit 2^m of a digit allows to
    leave m heaps, m <= 3. `known` is the number of known nimbers, which is at first the length of `prefix`. Heap 0 has
    the nimber 0.
    """

    def __init__(
        self, digits: tuple[int, ...], cycle: tuple[int, ...], size: int, prefix: NDArray[np.unsignedinteger]
    ) -> None:
        """Allocate the table, and rows as wide as the given nimbers need; rows grow when nimbers do."""
        self.values = np.zeros(size, np.uint32)
        self.known = given = min(size, len(prefix))
        self.values[:given] = prefix[:given]
        most = max((*digits, *cycle))
        self._code = CodeArrays(np.array(digits, np.int64), np.array(cycle, np.int64), most)
        words = WORDS
        while given and 64 * words <= self.values[:given].max():
            words *= 2
        reach = min(size, len(digits) + 1)  # the number of last totals that the digits can reach
        # Rows of pairs are needed for all totals if three heaps may be left, else for the last totals.
        pairs = np.zeros(((size if most & 8 else reach) if most & 12 else 1, words), np.uint64)
        triples = np.zeros((reach if most & 8 else 1, words), np.uint64)
        tails = np.zeros((PARTS, max(1, len(cycle)), words), np.uint64)
        self._rows = RowArrays(pairs, triples, tails, self._scratch(words))
        # Given heaps need rows only, and only the rows of the last totals where no earlier total is reached again.
        endless = max(cycle, default=0)
        first_pair = 0 if most & 8 or endless & 4 else max(0, given - reach)
        self._given = GivenHeaps(given, first_pair, 0 if endless & 8 else max(0, given - reach))
        self._ready = 0  # the number of heaps whose totals are in the rows

    def catch_up(self) -> bool:
        """Make rows for some of the given heaps, a fraction of a second's work. False: all rows are made."""
        if self._ready < self._given.heaps:
            # All totals below n have n^2 / 4 pairs; for triples, each pair takes a whole row.
            words = self._rows.tails.shape[2] if self._code.most & 8 and self._given.first_triple == 0 else 1
            stop = 1 + isqrt(self._ready**2 + CATCH_UP // words)
            self._ready = self._extend(self._ready, min(self._given.heaps, stop))
        return self._ready < self._given.heaps

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
        while self.catch_up():
            pass
        while True:
            self.known = self._ready = self._extend(self.known, stop)
            if self.known == stop:
                return True
            if 128 * self._rows.tails.shape[2] > CAPACITY:
                return False
            self._widen()

    def _widen(self) -> None:
        """Make all rows twice as long; the new words are empty."""
        pairs, triples, tails = (_twice_as_long(rows, self.known + 1) for rows in self._rows[:3])
        self._rows = RowArrays(pairs, triples, tails, self._scratch(tails.shape[2]))

    def _scratch(self, words: int) -> NDArray[np.uint64]:
        return np.zeros((1 + 64 * words if self._code.most & 8 else 1, words), np.uint64)

    def _extend(self, start: int, stop: int) -> int:
        return extend(self.values, start, stop, self._code, self._rows, self._given)


def _twice_as_long(rows: NDArray[np.uint64], used: int) -> NDArray[np.uint64]:
    """Return copies of rows with as many empty words added; all rows but the first `used` are empty."""
    wide = np.zeros((*rows.shape[:-1], 2 * rows.shape[-1]), np.uint64)
    wide[:used, ..., : rows.shape[-1]] = rows[:used]
    return wide


@register_jitable
def _unite(row: NDArray[np.uint64], other: NDArray[np.uint64]) -> None:
    """Add the values of another row to a row."""
    for w in range(row.size):
        row[w] |= other[w]


@Kernel
def extend(
    nimbers: NDArray[np.uint32], start: int, stop: int, code: CodeArrays, rows: RowArrays, given: GivenHeaps
) -> int:
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first heap that needs longer rows."""
    digits, cycle, most = code.digits, code.cycle, code.most
    pairs, triples, tails, scratch = rows.pairs, rows.triples, rows.tails, rows.scratch
    words = tails.shape[2]
    fixed = digits.size
    endless = np.int64(0)
    for digit in cycle:
        endless |= digit
    one = np.uint64(1)
    row = scratch[0]
    for heap in range(start, stop):
        # The rows of the total `heap`: two heaps, then three.
        if most & 12 and heap >= given.first_pair:
            now = pairs[heap % len(pairs)]
            now[:] = 0
            for part in range(1, heap // 2 + 1):
                worth = np.int64(nimbers[part] ^ nimbers[heap - part])
                now[worth >> 6] |= one << np.uint64(worth & 63)
        if most & 8 and heap >= given.first_triple:
            now = triples[heap % len(triples)]
            now[:] = 0
            highest = np.int64(0)
            for part in range(1, heap - 1):
                worth = np.int64(nimbers[part])
                highest = max(highest, worth)
                _unite(scratch[1 + worth], pairs[heap - part])
            for value in range(highest + 1):
                group = scratch[1 + value]
                for w in range(words):
                    bits = group[w]
                    if bits != 0:
                        # Bit v goes to bit v ^ value: swap neighbouring groups of bits, and whole words at the end.
                        for level in range(6):
                            if value >> level & 1:
                                step = one << np.uint64(level)
                                bits = (bits & _HALVES[level]) << step | bits >> step & _HALVES[level]
                        now[w ^ value >> 6] |= bits
                        group[w] = 0
        # The largest total that the digits which repeat can leave of this heap.
        total = heap - fixed
        if cycle.size and total >= 0:
            tail = total % cycle.size
            if total == 0:
                tails[0, tail, 0] |= one
            else:
                tails[1, tail, np.int64(nimbers[total]) >> 6] |= one << np.uint64(nimbers[total] & 63)
            if endless & 4:
                _unite(tails[2, tail], pairs[total % len(pairs)])
            if endless & 8:
                _unite(tails[3, tail], triples[total % len(triples)])
        if heap < given.heaps:
            continue
        row[:] = 0
        for take in range(min(fixed, heap + 1)):
            digit = digits[take]
            total = heap - take
            if digit & 1 and total == 0:
                row[0] |= one
            if digit & 2 and total > 0:
                row[np.int64(nimbers[total]) >> 6] |= one << np.uint64(nimbers[total] & 63)
            if digit & 4:
                _unite(row, pairs[total % len(pairs)])
            if digit & 8:
                _unite(row, triples[total % len(triples)])
        if heap >= fixed:
            for tail in range(cycle.size):
                digit = cycle[(heap - tail - fixed) % cycle.size]
                for parts in range(4):
                    if digit >> parts & 1:
                        _unite(row, tails[parts, tail])
        nimber = 0
        while nimber < 64 * words and row[nimber >> 6] == ~np.uint64(0):
            nimber += 64
        while nimber < 64 * words and row[nimber >> 6] >> np.uint64(nimber & 63) & one:
            nimber += 1
        # Exclusive ors of nimbers inside the rows stay inside the rows, as their length is a power of two.
        if heap == 0:
            nimber = 0
        if nimber >= 64 * words:
            return heap
        nimbers[heap] = nimber
    return stop
