"""Fills the table of a game of heaps in which moves leave one heap at most: subtraction sets and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grundy.families.heaps.direct_kernel import CAPACITY
from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    from collections.abc import Mapping


class TakesEngine:
    """Nimbers of heaps, filled in from the smallest on. `digits` maps each number of tokens taken to its digit."""

    name = "direct"
    quick = False
    next_look = None

    def __init__(self, digits: Mapping[int, int], size: int, prefix: NDArray[np.unsignedinteger]) -> None:
        """Allocate a table of `size` heaps: two bytes each."""
        self.values = np.zeros(size, np.uint16)
        self.known = max(1, min(size, len(prefix)))
        self.values[: self.known] = prefix[: self.known] if len(prefix) else 0
        self._takes = np.array(list(digits), np.int64)
        self._digits = np.array(list(digits.values()), np.int64)
        self._seen = np.full(min(CAPACITY, len(digits) + 1) + 1, -1, np.int64)  # no nimber is above their number

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: heap `known` is worth more than the table can hold."""
        self.known = extend(self.values, self.known, stop, self._takes, self._digits, self._seen)
        return self.known == stop


@Kernel
def extend(
    nimbers: NDArray[np.uint16],
    start: int,
    stop: int,
    takes: NDArray[np.int64],
    digits: NDArray[np.int64],
    seen: NDArray[np.int64],
) -> int:
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first that overflows.

    ``seen[v]`` is the last heap that has an option worth v.
    """
    for heap in range(start, stop):
        for index in range(takes.size):
            rest = heap - takes[index]
            if rest < 0:
                break
            if rest > 0 and digits[index] & 2:
                seen[nimbers[rest]] = heap
            elif rest == 0 and digits[index] & 1:
                seen[0] = heap
        nimber = 0
        while seen[nimber] == heap:
            nimber += 1
        if nimber >= seen.size - 1:
            return heap
        nimbers[heap] = nimber
    return stop
