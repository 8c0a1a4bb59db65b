"""Fills the table of Mem, a heap that remembers how many tokens were taken from it.

Let g(n, m) be the nimber of a heap of n from which at least m tokens must be taken. It does not grow with m, because a
larger m allows fewer moves. So the table has, for each n and v > 0, the largest m with g(n, m) >= v as
``largest[n, v - 1]``, or 0 if there is none. Taking k tokens from n leaves the nimber v exactly if k is larger than the
entry of v + 1, and at most the entry of v, in the row of n - k. As soon as a row is known, it is noted at all heaps
from which it is reached: ``reached[v, n]`` is 1 + the smallest heap that a move from n leaves with the nimber v. So
g(n, m) > v exactly if for each u <= v the move to the smallest heap with the nimber u takes at least m tokens. Filling
the heaps up to n takes n² / 2 steps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def fill(largest: NDArray[np.int32], reached: NDArray[np.int32], start: int, stop: int) -> bool:
    """Fill the rows from `start` to `stop` - 1; all earlier rows must be full. False: a nimber has no place."""
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
