"""Fills the table of Mem, a heap that remembers how many tokens were taken from it.

The nimber g(n, m) of a heap of n from which at least m must be taken does not grow with m, for its options are then
fewer. So a row of the table is, for each v > 0, the largest m with g(n, m) >= v: ``largest[n, v - 1]``, 0 for none.
Taking k leaves v exactly where k is more than the entry of v + 1 and at most that of v, in the row of n - k. Each row,
when it is known, is spread over the heaps from which it is reached: ``reached[v, n]`` is 1 + the smallest heap that is
worth v after it was left of n. So n has g(n, m) > v where for all u <= v that heap was left by taking m or more.
Filling takes n² / 2 steps for the heaps up to n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def fill(largest: NDArray[np.int32], reached: NDArray[np.int32], start: int, stop: int) -> bool:
    """Fill the rows from `start` to `stop` - 1; all before must be full. False where a nimber has no place."""
    size, most = reached.shape[1] - 1, reached.shape[0] - 1
    for heap in range(start, stop):
        nimber, least = 0, heap
        while reached[nimber, heap]:
            if nimber == most:
                return False
            least = min(least, heap - reached[nimber, heap] + 1)
            largest[heap, nimber] = least
            nimber += 1
        high = size - heap
        for value in range(nimber + 1):
            low = largest[heap, value] if value < nimber else 0
            for place in range(heap + low + 1, heap + min(high, size - heap) + 1):
                if not reached[value, place]:
                    reached[value, place] = heap + 1
            high = low
    return True
