"""Boxes: dense tables of the states whose numbers lie in ranges, for rulesets without bounds.

A search begins with a hash table. Where the states that it has met fill a box well, the states of the box that reaches
from them to the question, and to 0, are valued in their order (`grundy.compiled.fill_kernel`): each looks up
the values of its options in an array, and nothing is hashed or written down. If the question gets its value there, that
is the answer. If not, because options come later in this order, or lie outside, all values go to the hash table, and
the search goes on there.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import search_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Words = NDArray[np.int64]

CELL_BYTES = 4
_LEAST_FULL = 4  # of the box around the states that were met, one in so many was met
_MOST_LARGER = 16  # the box that is valued has at most so many times the states that were met
_FARTHEST = 2**62  # numbers of states in a box are nearer to 0


class Box:
    """The states of a box, and the values of some of them."""

    def __init__(self, low: Sequence[int], shape: Sequence[int]) -> None:
        """Begin without values. `low` are the least numbers of its states, `shape` says how many there are of each."""
        self.low = tuple(low)
        self.shape = tuple(shape)
        self.values: NDArray[np.int32] = np.full(prod(self.shape), search_kernel.EMPTY, np.int32)
        self.filled = 0  # the states before this place were tried

    @property
    def ranges(self) -> Words:
        """For each number of a state the least one, and how many there are."""
        return np.array([*zip(self.low, self.shape, strict=True)], np.int64).reshape(-1)

    def place(self, words: Sequence[int]) -> int | None:
        """Return the place of a state, None for one outside."""
        place = 0
        for word, least, count in zip(words, self.low, self.shape, strict=True):
            if not 0 <= word - least < count:
                return None
            place = place * count + word - least
        return place

    def entries(self, rows: Words) -> NDArray[Any]:
        """Return what the box has of states, whose words are in rows."""
        low, shape = np.array(self.low, np.int64), np.array(self.shape, np.int64)
        inside = ((rows >= low) & (rows < low + shape)).all(axis=1)
        found = np.full(len(rows), search_kernel.UNKNOWN, np.int32)
        found[inside] = self.values[np.ravel_multi_index(tuple((rows[inside] - low).T), self.shape)]
        return found

    def valued(self) -> tuple[Words, NDArray[np.int32]]:
        """Return the words of all states that have a value, row by row, and their values."""
        places = np.flatnonzero(self.values >= search_kernel.WON)
        rows = np.stack(np.unravel_index(places, self.shape), axis=1) + np.array(self.low, np.int64)
        return np.ascontiguousarray(rows, np.int64), self.values[places]

    def larger(self, words: Sequence[int]) -> Box | None:
        """Return a box with these values and a state outside of this one, None where that is too far away.

        It has twice as many numbers in that direction, so that boxes which grow step by step are copied rarely.
        """
        pairs = [*zip(words, self.low, self.shape, strict=True)]
        if any(word < least or word >= _FARTHEST for word, least, _ in pairs):
            return None
        shape = [count if word < least + count else max(2 * count, word - least + 1) for word, least, count in pairs]
        if prod(shape) > _MOST_LARGER * len(self.values):
            return None
        box = Box(self.low, shape)
        inside = tuple(slice(count) for count in self.shape)
        box.values.reshape(shape)[inside] = self.values.reshape(self.shape)
        if len(shape) == 1:
            box.filled = self.filled
        return box


def box_around(met: Words, words: Sequence[int]) -> Box | None:
    """Return the box to value, from the words of the states that were met and those of the question.

    None where the states that were met do not fill their own box well, or where this one is much larger.
    """
    if not len(met):
        return None
    least, most = met.min(axis=0).tolist(), met.max(axis=0).tolist()
    if any(not -_FARTHEST < number < _FARTHEST for number in (*least, *most, *words)):
        return None
    own = prod(high - low + 1 for low, high in zip(least, most, strict=True))
    low = [min(0, number, word) for number, word in zip(least, words, strict=True)]
    shape = [max(high, word) - first + 1 for high, word, first in zip(most, words, low, strict=True)]
    if own > _LEAST_FULL * len(met) or prod(shape) > _MOST_LARGER * len(met):
        return None
    return Box(low, shape)
