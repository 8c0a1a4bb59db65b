"""Puts pairs of heaps in an order in which the first pairs hit as many values as possible."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

_UNKNOWN = 2**40  # more than any gain


@Kernel
def greedy(
    nimbers: NDArray[np.unsignedinteger],
    sample: NDArray[np.int64],
    wanted: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    values: NDArray[np.int64],
    order: NDArray[np.int64],
) -> None:
    """Fill `order` with pairs.

    Each pair hits the most wanted values that the pairs before it do not hit. At heap n, pair k hits the value
    ``nimbers[n - offsets[k]] ^ values[k]``. ``wanted[i, v]`` says that value v is wanted at heap ``sample[i]``. The
    number of columns of `wanted` is a power of two, and its contents are changed. The gain of a pair only falls while
    other pairs are taken. So earlier gains are upper bounds: a pair whose bound
    is not above the best gain is passed over.
    """
    pairs = offsets.size
    low = wanted.shape[1] - 1
    bounds = np.full(pairs, _UNKNOWN)
    for place in range(order.size):
        best = 0
        most = np.int64(-1)
        for pair in range(pairs):
            if bounds[pair] <= most:
                continue
            gain = np.int64(0)
            for i in range(sample.size):
                gain += wanted[i, (nimbers[sample[i] - offsets[pair]] ^ values[pair]) & low]
            bounds[pair] = gain
            if gain > most:
                best = pair
                most = gain
        for i in range(sample.size):
            wanted[i, (nimbers[sample[i] - offsets[best]] ^ values[best]) & low] = 0
        bounds[best] = -1
        order[place] = best
