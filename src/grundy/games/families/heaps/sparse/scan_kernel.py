"""Continues a sequence in a sparse space heap by heap, without vectors: the kernel of browsers.

For each heap (see `space` for the words):

1. Pairs with a rare heap, and single heaps that a move leaves, give all options of the common class. The least common
   value that is no option is the candidate.
2. Other pairs are tried, pairs with the smallest heaps first, until each rare value below the candidate is an option.
   If all pairs are tried before that, the nimber is the least rare value that is no option, and the heap is rare.

So each value is proved by its definition, and no pairs have to be learned. The parameters stay plain arrays and
numbers, because the caller of WebAssembly passes them one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def extend(
    nimbers: NDArray[np.uint16],
    start: int,
    stop: int,
    splits: NDArray[np.int64],
    keeps: NDArray[np.int64],
    unequal: bool,
    parity: int,
    odd: NDArray[np.uint8],
    rares: NDArray[np.int64],
    count: NDArray[np.int64],
    seen: NDArray[np.int64],
    wanted: NDArray[np.uint8],
) -> int:
    """Set the nimbers of heaps from `start` on; return `stop`, or the first heap that is not set.

    ``rares[0]`` holds the ``count[0]`` rare heaps in order, and ``rares[1]`` their nimbers. The kernel returns early if
    `rares` is full, or if `odd`, `seen` and `wanted`, whose size is a power of two, have no place for a nimber.
    ``odd[v]`` is the parity of the number of bits that v shares with the mask. `parity` is the place of a digit that
    splits, in a space with position parity, else -1. ``seen[v]`` is the last heap at which v was an option of step 1,
    and `wanted` is zero before and after. `splits` leave two heaps and `keeps` one heap, both in order; `start` is
    larger than all of them.
    """
    for heap in range(start, stop):
        common = 1 if parity < 0 else 1 ^ ((heap - parity) & 1)
        for take in keeps:
            seen[nimbers[np.uint64(heap - take)]] = heap
        for take in splits:
            total = heap - take
            for k in range(count[0]):
                rare = rares[0, k]
                other = total - rare
                if other < 1:
                    break
                if not unequal or rare != other:
                    seen[np.uint64(rares[1, k]) ^ nimbers[np.uint64(other)]] = heap
        candidate = 0
        lacks = 0
        while candidate < odd.size and (odd[candidate] != common or seen[candidate] == heap):
            wanted[candidate] = seen[candidate] != heap
            lacks += wanted[candidate]
            candidate += 1
        first = 1
        while lacks > 0 and heap - splits[0] - first - first >= unequal:
            for take in splits:
                other = heap - take - first
                if other - first >= unequal:
                    value = nimbers[np.uint64(first)] ^ nimbers[np.uint64(other)]
                    lacks -= wanted[value]
                    wanted[value] = 0
            first += 1
        if lacks > 0:
            candidate = 0
            while wanted[candidate] == 0:
                candidate += 1
            wanted[:] = 0
            if count[0] == rares.shape[1]:
                return heap
            rares[0, count[0]] = heap
            rares[1, count[0]] = candidate
            count[0] += 1
        if candidate == odd.size:
            return heap
        nimbers[heap] = candidate
    return stop
