"""Search for options with each number below a value, for whole blocks of heaps at once.

All values are in one array; with a stride of s, s sequences are interleaved in it, heap after heap. For a block of
heaps, the pairs of one small heap and the rest are one value and one slice of the array. A sample shows which pairs
find the most numbers. Numbers that these pairs do not find are searched for with all small heaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.verify.code_rules import Rules

    Values = NDArray[np.unsignedinteger[Any]]
    Places = NDArray[np.intp]

WORD = 32  # numbers in a word of bits
_SAMPLE = 8192  # most heaps in the sample
_SHARE = 128  # heaps for each heap in the sample
_MOST_CHOSEN = 768  # pairs
_GROUP = 8  # pairs between two checks whether the search would be faster
_AT_A_TIME = 128  # small heaps per operation of the search
_ITEMS = 2**14  # heaps per operation of the search
_COST = 8000  # cost of a heap in the search, as a multiple of its cost for one pair in a block


class Witnesses:
    """A search in values that are interleaved `stride` at a time, for moves that leave one heap or two."""

    def __init__(self, small: Values, flat: Values, stride: int, rules: Rules) -> None:
        """Store the first values of the sequence, and the array of all values, which may change between two calls."""
        self._small = small
        self._flat = flat
        self._stride = stride
        self._takes = rules.places(2)
        self._splits = rules.places(4)
        self._words = 1
        self._chosen: list[tuple[int, int]] = []

    def learn(self, places: Places, pool: Places, largest: int) -> None:
        """Choose useful pairs, with small heaps from `pool`, by a sample of `places` in the array.

        `largest` is the largest value that the array will hold.
        """
        self._words = -(-largest // WORD)
        pairs = [(take, int(part)) for take in self._splits for part in pool]
        if not pairs or not len(places):
            return
        size = min(_SAMPLE, len(places) // _SHARE + 64)
        sample = places[np.linspace(0, len(places) - 1, size).astype(np.intp)]
        takes, parts = (np.array(side) for side in zip(*pairs, strict=True))
        totals = self._small[parts][:, None] ^ self._flat[sample - self._stride * (takes + parts)[:, None]]
        missing = np.arange(int(totals.max()) + largest + 1) < self._flat[sample][:, None]
        self._chosen = [pairs[index] for index in greedy(totals, missing)]

    def uncovered(self, low: int, high: int) -> tuple[Places, NDArray[np.uint32]]:
        """Return the places in rows [low, high) that lack a smaller number, and the missing numbers as bits."""
        stride = self._stride
        values = self._flat[low * stride : high * stride]
        found = np.zeros((self._words, len(values)), np.uint32)
        needed = needed_bits(values, self._words)
        numbers = np.empty(len(values), np.uint32)
        bits = np.empty(len(values), np.uint32)
        options = [(take, 0) for take in self._takes] + self._chosen
        unfinished = len(values)
        for count, (take, part) in enumerate(options, start=1):
            shift = (take + part) * stride
            total = self._flat[low * stride - shift : high * stride - shift]
            np.copyto(numbers, total ^ self._small[part] if part else total)
            for word in range(self._words):
                if word:
                    np.subtract(numbers, np.uint32(WORD), out=numbers)  # below 0 it wraps round to a number without bit
                np.left_shift(np.uint32(1), numbers, out=bits)
                found[word] |= bits
            if count % _GROUP == 0:
                previous, unfinished = unfinished, int(np.count_nonzero((needed & ~found).any(axis=0)))
                few = unfinished <= len(values) // 8  # then the search is faster once pairs find little
                if not unfinished or (few and (previous - unfinished) * _COST < _GROUP * len(values)):
                    break
        missing = needed & ~found
        places = np.flatnonzero(missing.any(axis=0))
        return places + low * stride, missing[:, places]

    def search(self, places: Places, missing: NDArray[np.uint32], pool: Places) -> Places:
        """Return the places that still lack a number after all small heaps in `pool` were tried."""
        blocks = [slice(start, start + _ITEMS) for start in range(0, len(places), _ITEMS)]
        unfinished = [self._search(places[block], missing[:, block], pool) for block in blocks]
        return np.concatenate(unfinished) if unfinished else places

    def _search(self, places: Places, missing: NDArray[np.uint32], pool: Places) -> Places:
        for first in range(0, len(pool), _AT_A_TIME):
            if not len(places):
                break
            parts = pool[first : first + _AT_A_TIME]
            for take in self._splits:
                totals = self._flat[places[:, None] - self._stride * (take + parts)] ^ self._small[parts]
                numbers = totals.astype(np.uint32)
                for word in range(len(missing)):
                    bits = np.left_shift(np.uint32(1), numbers - np.uint32(WORD * word))
                    missing[word] &= ~np.bitwise_or.reduce(bits, axis=1)
            rest = missing.any(axis=0)
            places, missing = places[rest], missing[:, rest]
        return places


def greedy(totals: Values, missing: NDArray[np.bool_]) -> list[int]:
    """Return the rows of `totals` that find the most missing numbers, the best row first.

    A row finds one number in each column. `missing` has a row for each column of `totals`; numbers that are found are
    cleared in it.
    """
    columns = np.arange(totals.shape[1])
    found: list[int] = []
    gains = np.full(len(totals), totals.shape[1])  # upper bounds: gains only fall
    while len(found) < _MOST_CHOSEN and missing.any():
        best = -1
        for index in np.argsort(-gains, kind="stable"):  # a gain is counted again only while it could be the best
            if best >= 0 and gains[index] <= gains[best]:
                break
            gains[index] = np.count_nonzero(missing[columns, totals[index]])
            if best < 0 or gains[index] > gains[best]:
                best = int(index)
        if not gains[best]:
            break
        missing[columns, totals[best]] = False
        found.append(best)
    return found


def needed_bits(values: Values, words: int) -> NDArray[np.uint32]:
    """Return for each value the numbers below it as bits, in words of 32, shape (words, number of values)."""
    found = np.empty((words, len(values)), np.uint32)
    wide = values.astype(np.int64)
    for word in range(words):
        count = np.clip(wide - WORD * word, 0, WORD)
        found[word] = ((np.uint64(1) << count.astype(np.uint64)) - np.uint64(1)).astype(np.uint32)
    return found
