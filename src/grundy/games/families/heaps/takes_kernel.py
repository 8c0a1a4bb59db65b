"""Fills the table of a game of heaps in which moves leave at most one heap, such as a subtraction set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grundy.games.families.heaps.direct_kernel import CAPACITY
from grundy.games.families.heaps.engines import EngineDefaults
from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    from collections.abc import Mapping


class TakesEngine(EngineDefaults):
    """Nimbers of heaps, filled in from the smallest heap on. `digits` maps each number of tokens taken to its digit."""

    def __init__(self, digits: Mapping[int, int], size: int, prefix: NDArray[np.unsignedinteger]) -> None:
        """Allocate a table of `size` heaps, of two bytes each."""
        self.values = np.zeros(size, np.uint16)
        self.known = max(1, min(size, len(prefix)))
        self.values[: self.known] = prefix[: self.known] if len(prefix) else 0
        self._takes = np.array(list(digits), np.int64)
        self._digits = np.array(list(digits.values()), np.int64)
        self._seen = np.full(
            min(CAPACITY, len(digits) + 1) + 1, -1, np.int64
        )  # nimbers are at most the number of takes

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
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
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first heap whose nimber does not fit.

    ``seen[v]`` is the last heap that has an option with the nimber v.
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
