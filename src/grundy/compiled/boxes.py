"""Boxes: dense tables of the states whose numbers lie in ranges.

All states of the box from 0 to the question are valued in their order (`grundy.compiled.fill_kernel`): the values of
the options are read from an array, and no state is hashed. If the question gets a value, this value is the answer. A
state gets no value in the box if an option comes later in the order or lies outside of the box. If this leaves the
question without a value, the search goes on with a hash table.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Words = NDArray[np.int64]


class Box:
    """The states of a box, and the values of some of them."""

    def __init__(self, low: Sequence[int], shape: Sequence[int], before: Box | None = None) -> None:
        """Make a box with the values of a smaller one.

        `low` has the least of each number of a state, `shape` how many numbers follow.
        """
        self.low = tuple(low)
        self.shape = tuple(shape)
        self.values: NDArray[np.int32] = np.zeros(prod(self.shape), np.int32)  # as in `fill_kernel`
        self.filled = 0  # an attempt was made to value each state before this place
        self.options = 0  # of these states
        if before is not None:
            inside = (slice(a - b, a - b + n) for a, b, n in zip(before.low, low, before.shape, strict=True))
            self.values.reshape(self.shape)[tuple(inside)] = before.values.reshape(before.shape)
            if len(self.shape) == 1 and before.low == self.low:
                self.filled, self.options = before.filled, before.options

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


def ranges_for(words: Sequence[int], before: Box | None) -> tuple[list[int], list[int]]:
    """Return the least number and the length in each direction of a box from 0 to a state, or of a larger one.

    A box grows to at least twice its length in a direction, so that it is copied rarely.
    """
    if before is None:
        return [min(0, word) for word in words], [abs(word) + 1 for word in words]
    low, shape = [], []
    for word, least, length in zip(words, before.low, before.shape, strict=True):
        below = max(length, least - word) if word < least else 0
        above = max(length, word - least - length + 1) if word >= least + length else 0
        low.append(least - below)
        shape.append(below + length + above)
    return low, shape
