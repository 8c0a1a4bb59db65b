"""Continues a sequence of heaps whose sparse space has few rare heaps, 64 heaps at a time; every nimber is verified.

The history is an array of compressed nimbers of one byte (see `space`). A rare heap has the byte `NONE`. A block of 64
heaps takes three steps:

1. For each rare heap r and each take t that splits, the pair of r and n - t - r is an option of the common class. So
   64 neighbours are loaded from the history, xored with a constant, and the results are set as bits in 64 words
   (`sweep`).
2. If t + r < 64, the heap n - t - r may lie in the block itself. So `settle` goes from heap to heap and adds these few
   options. The least common value that is no option is the candidate.
3. Pairs of two common heaps, chosen to hit as many values as possible, give the rare values that are options (`sweep`
   again). The values that a candidate still lacks are searched for pair by pair, 64 pairs at once (`matches`).

Steps 1 and 2 are `guess`, and step 3 is `prove`, which may run later in another thread. `prove` stops at a heap whose
candidate is not proved: the heap may be rare, or may have a witness that is farther away. All heaps before it are
proved. The mask and the choice of pairs change only the time, never the nimbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.games.families.heaps.sparse.vector_kernel import LANES, expand, first_bit, matches, settle, sweep, unproved
from grundy.runtime.jit import Kernel


@Kernel
def guess(
    history: NDArray[np.uint8],
    base: int,
    start: int,
    stop: int,
    far: NDArray[np.int64],
    far_values: NDArray[np.uint32],
    near: tuple[int, ...],
    near_values: tuple[int, ...],
    words: NDArray[np.unsignedinteger],
) -> int:
    """Set the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end.

    ``history[n - base]`` belongs to heap n. ``far[k]`` is the distance from heap n to the heap of pair k that is not
    rare, and ``far_values[k]`` the compressed nimber of its rare heap, as a byte that is repeated four times. `near`
    and `near_values` are the same for distances below 64, with the nimber once.
    """
    while start < stop:
        at = start - base
        sweep(history, at, far, far_values, 0, far.size, words)
        settle(history, at, words, near, near_values)
        start += LANES
    return start


@Kernel
def prove(
    history: NDArray[np.uint8],
    base: int,
    start: int,
    stop: int,
    chosen: NDArray[np.int64],
    chosen_values: NDArray[np.uint32],
    witnesses: NDArray[np.uint8],
    takes: NDArray[np.int64],
    words: NDArray[np.unsignedinteger],
    space: NDArray[np.int64],
) -> tuple[int, int]:
    """Prove the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end and -1.

    If a heap is not proved, return the heap and the rare value, compressed, that it lacks. A value of 64 says that its
    candidate does not fit the words.

    `chosen` and `chosen_values` are as `far` and `far_values` of `guess`, for pairs of common heaps.
    ``witnesses[64 c + i]`` is the compressed nimber of heap 64 c + 64 - i. `space` holds the lowest bit of the mask,
    the mask (compressed), and for even and for odd starts `common` and `free` as in `vector_kernel.unproved`.
    """
    bit = space[0]
    mask = space[1]
    full = words.itemsize * 8
    while start < stop:
        at = start - base
        sweep(history, at, chosen, chosen_values, 0, chosen.size, words)
        side = 2 + 2 * (start & 1)
        lanes = unproved(history, at, words, bit, mask, space[side], space[side + 1])
        while lanes != 0:
            lane = first_bit(lanes)
            lanes &= lanes - np.uint64(1)
            heap = start + lane
            if history[heap - base] >= full:
                return heap, LANES
            lacks = np.uint64(words[lane])
            while lacks != 0:
                value = first_bit(lacks)
                lacks &= lacks - np.uint64(1)
                found = np.uint64(0)
                for first in range(0, witnesses.size, LANES):
                    for take in takes:
                        found |= matches(history, heap - take - first - LANES - base, witnesses, first, value)
                    if found != 0:
                        break
                if found == 0:
                    return heap, value
        start += LANES
    return start, -1


@Kernel
def nimbers_of(
    history: NDArray[np.uint8], base: int, start: int, out: NDArray[np.unsignedinteger], space: NDArray[np.int64]
) -> None:
    """Set `out`, which has a multiple of 64 places, to the nimbers of the heaps from `start` on, all of them common."""
    side = 2 + 2 * (start & 1)
    for place in range(0, out.size, LANES):
        expand(history, start - base + place, out, place, space[0], space[1], space[side])
