"""Boxes: dense tables of the states whose numbers lie in ranges, for rulesets without bounds.

A search begins with a hash table. When the visited states fill a box well, a larger box is used that also contains the
question and 0. All states of this box are valued in their order (`grundy.compiled.fill_kernel`): the values of the
options are read from an array, and no state is hashed. If the question gets a value, this value is the answer. A state
gets no value in the box if an option comes later in the order or lies outside of the box. If this leaves the question
without a value, all values are copied to the hash table, and the search continues there.
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
LEAST_FULL = 4  # at least 1 / LEAST_FULL of the states in the box around the visited states were visited
MOST_LARGER = 16  # the box has at most this many states for each visited state
_FARTHEST = 2**62  # the absolute value of each number of a state in a box is smaller


class Box:
    """The states of a box, and the values of some of them."""

    def __init__(self, low: Sequence[int], shape: Sequence[int]) -> None:
        """Make a box without values. `low` has the least of each number of a state, `shape` how many numbers follow."""
        self.low = tuple(low)
        self.shape = tuple(shape)
        self.values: NDArray[np.int32] = np.full(prod(self.shape), search_kernel.EMPTY, np.int32)
        self.filled = 0  # an attempt was made to value each state before this place

    @property
    def ranges(self) -> Words:
        """For each number of a state: the least one, and how many numbers follow."""
        return np.array([*zip(self.low, self.shape, strict=True)], np.int64).reshape(-1)

    def place(self, words: Sequence[int]) -> int | None:
        """Return the place of a state in the array, None for a state outside of the box."""
        place = 0
        for word, least, count in zip(words, self.low, self.shape, strict=True):
            if not 0 <= word - least < count:
                return None
            place = place * count + word - least
        return place

    def entries(self, rows: Words) -> NDArray[Any]:
        """Return the entries of states, one state in each row of words."""
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
        """Return a box with these values that also contains a given state, None if the state is too far away.

        The box grows to at least twice its length in that direction, so that it is copied rarely.
        """
        pairs = [*zip(words, self.low, self.shape, strict=True)]
        if any(word < least or word >= _FARTHEST for word, least, _ in pairs):
            return None
        shape = [count if word < least + count else max(2 * count, word - least + 1) for word, least, count in pairs]
        if prod(shape) > MOST_LARGER * len(self.values):
            return None
        box = Box(self.low, shape)
        inside = tuple(slice(count) for count in self.shape)
        box.values.reshape(shape)[inside] = self.values.reshape(self.shape)
        if len(shape) == 1:
            box.filled = self.filled
        return box


def box_around(visited: Words, words: Sequence[int]) -> Box | None:
    """Return the box around the visited states, the question (`words`) and 0.

    Return None if the visited states do not fill the box around them well, or if the box with 0 and the question is
    much larger.
    """
    if not len(visited):
        return None
    least, most = visited.min(axis=0).tolist(), visited.max(axis=0).tolist()
    if any(not -_FARTHEST < number < _FARTHEST for number in (*least, *most, *words)):
        return None
    own = prod(high - low + 1 for low, high in zip(least, most, strict=True))
    low = [min(0, number, word) for number, word in zip(least, words, strict=True)]
    shape = [max(high, word) - first + 1 for high, word, first in zip(most, words, low, strict=True)]
    if own > LEAST_FULL * len(visited) or prod(shape) > MOST_LARGER * len(visited):
        return None
    return Box(low, shape)
