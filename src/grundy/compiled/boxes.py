"""Boxes: dense tables of the states whose numbers are at least 0 and below some numbers.

All states of the box from 0 to the question are valued in their order (`grundy.compiled.search_kernel`): the values of
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


class Box:
    """The states of a box, and the values of some of them."""

    def __init__(self, shape: Sequence[int], before: Box | None = None) -> None:
        """Make a box with the values of a smaller one. `shape` has for each number of a state how many there are."""
        self.shape = tuple(shape)
        self.values: NDArray[np.int32] = np.zeros(prod(self.shape), np.int32)  # as in `search_kernel`
        self.filled = 0  # an attempt was made to value each state before this place
        self.options = 0  # of these states
        if before is not None:
            self.values.reshape(self.shape)[tuple(map(slice, before.shape))] = before.values.reshape(before.shape)
            if len(self.shape) == 1:
                self.filled, self.options = before.filled, before.options

    def place(self, words: Sequence[int]) -> int | None:
        """Return the place of a state in the array, None for a state outside of the box."""
        place = 0
        for word, count in zip(words, self.shape, strict=True):
            if not 0 <= word < count:
                return None
            place = place * count + word
        return place


def shape_for(words: Sequence[int], before: Box | None) -> list[int]:
    """Return the shape of a box from 0 to a state.

    It grows to at least twice its length, so that it is copied rarely.
    """
    had = before.shape if before else (0,) * len(words)
    return [n if word < n else max(2 * n, word + 1) for word, n in zip(words, had, strict=True)]
