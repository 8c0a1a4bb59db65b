"""Continues a sequence of heaps whose sparse space has few rare heaps, 64 heaps at a time; every nimber is verified.

The history is an array of compressed nimbers of one byte (see `space`), those of rare heaps being `NONE`. For a block
of 64 heaps:

1. For each rare heap r and each take t that splits, the pairs of r and n - t - r are options of the common class:
   one load of 64 neighbours in the history, an exclusive or, and the bits of the results go to 64 words (`sweep`).
2. Where t + r < 64 the partners may lie in the block itself. So `settle` goes from heap to heap, adds these few
   options, and takes the least common value that is no option: the candidate.
3. Pairs of two common heaps, chosen so that they hit as much as possible, give the rare values that are options
   (`sweep` again). What a candidate still lacks is looked for pair by pair, 64 pairs at once (`matches`).

The first two steps are `guess`, the third is `prove`, which may run behind in another thread. A heap whose candidate
is not proved stops it: the heap may be rare, or have a witness that is farther away. All heaps before it are proved.
Nothing here depends on how good the mask and the choice of pairs are, except the time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.families.heaps.sparse.vector_kernel import LANES, expand, first_bit, matches, settle, sweep, unproved
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

    ``history[n - base]`` belongs to heap n. ``far_values[k]`` at distance ``far[k]``, as of `near`, is the compressed
    nimber of a rare heap, four times (once for `near`), the distance that of the other heap of the pair from n.
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

    If a heap is not proved, return it and the rare value, compressed, that it lacks; a value of 64 says that its
    candidate does not fit the words.

    ``chosen_values[k]`` and ``chosen[k]`` are as of `guess`, for pairs of common heaps. ``witnesses[64 c + i]`` is the
    nimber of heap 64 c + 64 - i. `space` holds the lowest bit of the mask, the mask (compressed), and for even and for
    odd starts `common` and `free` as in `vector_kernel.unproved`.
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
