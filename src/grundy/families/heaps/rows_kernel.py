"""Fills the table of any take-and-break game: digits that repeat forever, moves that leave three heaps.

What a move may leave depends on how many tokens are left and in how many heaps. So for each total
the values of all ways to part it are kept as a row of bits: one row for two heaps, one for three.
Three heaps of total s are one heap g and two of total s - g: rows of pairs are united for all g of
the same nimber, word by word, and then shifted by that nimber, once for each nimber there is. That
is s steps instead of s^2.

Digits that repeat ask for all totals with the same remainder, so far: these rows are united too.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

CAPACITY = 2**31  # nimbers below this fit the table
PARTS = 4  # digits speak of 0 to 3 heaps
_WORDS = 8  # of a row, at first
_CATCH_UP = 10**9  # four times the pairs between two reports: a fraction of a second
# The lower halves of all stretches of 2, 4, 8, ..., 64 bits.
_HALVES = tuple(np.uint64((2**64 - 1) // (2**2**level + 1)) for level in range(6))


class RowsEngine:
    """Nimbers of heaps, filled in from the smallest on, so that its caller can report and stop between.

    ``digits[t]`` is the digit of take t, and ``cycle`` those that follow again and again, bit 2^m of
    which allows to leave m heaps, m <= 3. `known` is the number of nimbers that are there, at first
    those given in `prefix`; heap 0 is worth 0.
    """

    name = "direct"
    quick = False
    next_look = None

    def __init__(
        self, digits: tuple[int, ...], cycle: tuple[int, ...], size: int, prefix: NDArray[np.unsignedinteger]
    ) -> None:
        """Allocate the table, and rows as wide as the given nimbers; they grow when nimbers do."""
        self.values = np.zeros(size, np.uint32)
        self.known = self._given = min(size, len(prefix))
        self.values[: self.known] = prefix[: self.known]
        self._digits = np.array(digits, np.int64)
        self._cycle = np.array(cycle, np.int64)
        most = max((*digits, *cycle))
        self._most = most
        words = _WORDS
        while self.known and 64 * words <= self.values[: self.known].max():
            words *= 2
        ring = min(size, len(digits) + 1)  # totals that the digits can still reach
        # Pairs are needed for all totals where three heaps may be left, else for the last ones.
        self._pairs = np.zeros(((size if most & 8 else ring) if most & 12 else 1, words), np.uint64)
        self._triples = np.zeros((ring if most & 8 else 1, words), np.uint64)
        self._tails = np.zeros((PARTS, max(1, len(cycle)), words), np.uint64)
        self._scratch = self._empty_scratch(words)
        # What is given needs rows alone, and those of the last totals where no other is asked for again.
        endless = max(cycle, default=0)
        self._first_pair = 0 if most & 8 or endless & 4 else max(0, self._given - ring)
        self._first_triple = 0 if endless & 8 else max(0, self._given - ring)
        self._ready = 0  # heaps whose totals are in the rows

    def catch_up(self) -> bool:
        """Make rows for some of the given heaps, a fraction of a second's work. False: all are made."""
        if self._ready < self._given:
            # Pairs of all totals below n are n^2 / 4; triples look at a row for each pair.
            words = self._tails.shape[2] if self._most & 8 and self._first_triple == 0 else 1
            stop = 1 + isqrt(self._ready**2 + _CATCH_UP // words)
            self._ready = self._extend(self._ready, min(self._given, stop))
        return self._ready < self._given

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: heap `known` is worth more than the table can hold."""
        while self.catch_up():
            pass
        while True:
            self.known = self._ready = self._extend(self.known, stop)
            if self.known == stop:
                return True
            if 128 * self._tails.shape[2] > CAPACITY:
                return False
            self._widen()

    def _widen(self) -> None:
        """Make all rows twice as long: so far they hold no larger values than before."""
        self._pairs, self._triples, self._tails = (
            _twice_as_long(rows, self.known + 1) for rows in (self._pairs, self._triples, self._tails)
        )
        self._scratch = self._empty_scratch(self._tails.shape[2])

    def _empty_scratch(self, words: int) -> NDArray[np.uint64]:
        return np.zeros((1 + 64 * words if self._most & 8 else 1, words), np.uint64)

    def _extend(self, start: int, stop: int) -> int:
        return extend(
            self.values, start, stop, self._given, self._first_pair, self._first_triple, self._digits, self._cycle,
            self._pairs, self._triples, self._tails, self._scratch, self._most,
        )  # fmt: skip


def _twice_as_long(rows: NDArray[np.uint64], used: int) -> NDArray[np.uint64]:
    """Return rows with as many empty words after those that are there; all but the first `used` are empty."""
    wide = np.zeros((*rows.shape[:-1], 2 * rows.shape[-1]), np.uint64)
    wide[:used, ..., : rows.shape[-1]] = rows[:used]
    return wide


@Kernel
def extend(
    nimbers: NDArray[np.uint32],
    start: int,
    stop: int,
    given: int,
    first_pair: int,
    first_triple: int,
    digits: NDArray[np.int64],
    cycle: NDArray[np.int64],
    pairs: NDArray[np.uint64],
    triples: NDArray[np.uint64],
    tails: NDArray[np.uint64],
    scratch: NDArray[np.uint64],
    most: int,
) -> int:
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first that needs longer rows.

    Row ``total % len(pairs)`` of `pairs` holds the values of two heaps, as bits; `triples` likewise.
    ``tails[m, r]`` unites the rows of m heaps of all totals with remainder r that lie as far back as
    the digits that repeat reach. `scratch` has the row of the heap and one for each nimber. Heaps below
    `given` have their nimbers: only rows are made for them, of pairs from the total `first_pair` on, of
    triples from `first_triple` on.
    """
    words = tails.shape[2]
    fixed = digits.size
    endless = np.int64(0)
    for digit in cycle:
        endless |= digit
    one = np.uint64(1)
    row = scratch[0]
    for heap in range(start, stop):
        # The rows of the total `heap`: two heaps, then three.
        if most & 12 and heap >= first_pair:
            now = pairs[heap % len(pairs)]
            now[:] = 0
            for part in range(1, heap // 2 + 1):
                worth = np.int64(nimbers[part] ^ nimbers[heap - part])
                now[worth >> 6] |= one << np.uint64(worth & 63)
        if most & 8 and heap >= first_triple:
            now = triples[heap % len(triples)]
            now[:] = 0
            highest = np.int64(0)
            for part in range(1, heap - 1):
                worth = np.int64(nimbers[part])
                highest = max(highest, worth)
                group = scratch[1 + worth]
                other = pairs[heap - part]
                for w in range(words):
                    group[w] |= other[w]
            for value in range(highest + 1):
                group = scratch[1 + value]
                for w in range(words):
                    bits = group[w]
                    if bits != 0:
                        # Bit v goes to bit v ^ value: swap neighbouring stretches, whole words last.
                        for level in range(6):
                            if value >> level & 1:
                                step = one << np.uint64(level)
                                bits = (bits & _HALVES[level]) << step | bits >> step & _HALVES[level]
                        now[w ^ value >> 6] |= bits
                        group[w] = 0
        # The total that the digits which repeat have just come to.
        total = heap - fixed
        if cycle.size and total >= 0:
            tail = total % cycle.size
            if total == 0:
                tails[0, tail, 0] |= one
            else:
                tails[1, tail, np.int64(nimbers[total]) >> 6] |= one << np.uint64(nimbers[total] & 63)
            if endless & 4:
                for w in range(words):
                    tails[2, tail, w] |= pairs[total % len(pairs), w]
            if endless & 8:
                for w in range(words):
                    tails[3, tail, w] |= triples[total % len(triples), w]
        if heap < given:
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
                for w in range(words):
                    row[w] |= pairs[total % len(pairs), w]
            if digit & 8:
                for w in range(words):
                    row[w] |= triples[total % len(triples), w]
        if heap >= fixed:
            for tail in range(cycle.size):
                digit = cycle[(heap - tail - fixed) % cycle.size]
                for parts in range(4):
                    if digit >> parts & 1:
                        for w in range(words):
                            row[w] |= tails[parts, tail, w]
        nimber = 0
        while nimber < 64 * words and row[nimber >> 6] == ~np.uint64(0):
            nimber += 64
        while nimber < 64 * words and row[nimber >> 6] >> np.uint64(nimber & 63) & one:
            nimber += 1
        # Exclusive ors must stay inside the rows: that is so while nimbers do, their number being a power of two.
        if heap == 0:
            nimber = 0
        if nimber >= 64 * words:
            return heap
        nimbers[heap] = nimber
    return stop
