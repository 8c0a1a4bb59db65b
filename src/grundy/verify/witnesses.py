"""Options that are worth each number below a value, looked for in whole blocks of heaps at once.

The values lie in one run; with a stride of s, s sequences are interleaved in it, heap after heap. A pair of a small
heap at the left and the rest at the right is then, for a block of heaps, one value and one run of the same length. A
sample shows which pairs are the most useful; what they leave is searched with all small heaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.verify.rules import Rules

    Values = NDArray[np.unsignedinteger[Any]]
    Places = NDArray[np.intp]

WORD = 32  # numbers in a word of bits
_SAMPLE = 8192  # heaps that show it, at most
_SHARE = 128  # of so many heaps, one is in the sample
_MOST_CHOSEN = 768
_GROUP = 8  # pairs between two looks at what is left
_AT_A_TIME = 128  # small heaps at a time in a search
_ITEMS = 2**14  # heaps at a time in a search
_COST = 8000  # how many times more a heap costs in a search than for a pair in a block


class Witnesses:
    """A search in values that are interleaved `stride` at a time, for moves that leave one heap or two."""

    def __init__(self, small: Values, flat: Values, stride: int, rules: Rules) -> None:
        """Take the first values of the sequence, and the run of values, which may change between two calls."""
        self._small = small
        self._flat = flat
        self._stride = stride
        self._takes = rules.places(2)
        self._splits = rules.places(4)
        self._words = 1
        self._chosen: list[tuple[int, int]] = []

    def learn(self, places: Places, pool: Places, largest: int) -> None:
        """Choose useful pairs by a sample of places in the run, from small heaps.

        `largest` is the largest value that the run will hold.
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
        """Return the places of rows [low, high) for which a smaller number was not found, and which, as bits."""
        stride = self._stride
        values = self._flat[low * stride : high * stride]
        found = np.zeros((self._words, len(values)), np.uint32)
        needed = needed_bits(values, self._words)
        numbers = np.empty(len(values), np.uint32)
        bits = np.empty(len(values), np.uint32)
        options = [(take, 0) for take in self._takes] + self._chosen
        left = len(values)
        for count, (take, part) in enumerate(options, start=1):
            shift = (take + part) * stride
            total = self._flat[low * stride - shift : high * stride - shift]
            np.copyto(numbers, total ^ self._small[part] if part else total)
            for word in range(self._words):
                if word:
                    np.subtract(numbers, np.uint32(WORD), out=numbers)  # below 0 it is huge, and has no bit
                np.left_shift(np.uint32(1), numbers, out=bits)
                found[word] |= bits
            if count % _GROUP == 0:
                before, left = left, int(np.count_nonzero((needed & ~found).any(axis=0)))
                few = left <= len(values) // 8  # then a search is faster once pairs find little
                if not left or (few and (before - left) * _COST < _GROUP * len(values)):
                    break
        missing = needed & ~found
        places = np.flatnonzero(missing.any(axis=0))
        return places + low * stride, missing[:, places]

    def search(self, places: Places, missing: NDArray[np.uint32], pool: Places) -> Places:
        """Return the places for which a number is still missing after all these small heaps were tried."""
        starts = range(0, len(places), _ITEMS)
        left = [self._search(places[at : at + _ITEMS], missing[:, at : at + _ITEMS], pool) for at in starts]
        return np.concatenate(left) if left else places

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
    """Return the rows of `totals` that find the most missing numbers, the best first; each finds one in each column.

    `missing` has a row for each column of `totals`, and is used up.
    """
    columns = np.arange(totals.shape[1])
    found: list[int] = []
    gains = np.full(len(totals), totals.shape[1])  # at most: they only fall
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
