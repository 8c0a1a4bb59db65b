"""Continues a sequence of heaps whose sparse space has many rare heaps, 64 heaps at a time; each nimber is verified.

It works as `few_kernel` does, with three steps for many rare heaps and larger nimbers:

1. The pairs of the first rare heaps, which hit the most values, fill sets of 64 heaps (`sweep_planes`). The least
   values that are left are listed, `SLOTS` for each heap. The other pairs are compared with these values only
   (`narrow`), which takes a sixth of the time.
2. Options whose heaps lie in the block are checked afterwards, for all lanes at once (`clashes`). The first heap whose
   candidate is such an option takes its next slot, and the check is repeated until no heap has one. If a heap has no
   slot left, all its options are marked one by one.
3. Witnesses are found by sets and by slots too. Witnesses of the remaining values are searched for pair by pair, 64
   pairs at once, in an order that depends on the value.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from grundy.games.families.heaps.sparse.planes_kernel import (
    EMPTY,
    SLOTS,
    clashes,
    keep_lacking,
    list_slots,
    mirrored,
    narrow,
    sweep_planes,
)
from grundy.games.families.heaps.sparse.vector_kernel import LANES, expand, first_bit, matches
from grundy.runtime.jit import Kernel

_CHUNKS_AT_ONCE = 4  # chunks of 64 pairs between two checks whether a witness is found


class HeapArrays(NamedTuple):
    """The heaps of the window.

    Heaps before `plain` may have pairs of two rare heaps, or of a rare heap and a witness.
    """

    history: NDArray[np.uint8]  # [n - base]: the compressed nimber of heap n, `EMPTY` for a rare heap
    base: int
    nimbers: NDArray[np.uint16]  # [n]: the nimber of heap n
    wholes: NDArray[
        np.uint16
    ]  # [i, v]: the common nimber that is compressed to v at heaps of parity i; [2 + i, v]: rare
    width: tuple[int, ...]  # its length is the number of planes of a set
    space: NDArray[np.int64]  # as in `few_kernel.prove`
    plain: int


class RarePairs(NamedTuple):
    """The pairs with a rare heap, and the heaps that a move leaves alone (with the value 0).

    `far` and `far_values` are as in `few_kernel`. The first `filling` pairs fill sets. In the first `unknown` pairs the
    heap that is not rare may lie in the block.
    """

    far: NDArray[np.int64]
    far_values: NDArray[np.uint32]
    filling: int
    unknown: int
    near: NDArray[np.int64]  # distances below 64
    near_values: NDArray[np.uint16]  # the nimbers themselves, not compressed


class WitnessPairs(NamedTuple):
    """The pairs of common heaps that prove rare values to be options. With `unequal`, the two heaps of a pair differ.

    `chosen` and `chosen_values` are as in `few_kernel`. The first `filling` pairs fill sets.
    """

    chosen: NDArray[np.int64]
    chosen_values: NDArray[np.uint32]
    filling: int
    witnesses: NDArray[np.uint8]  # as in `few_kernel`
    common: NDArray[np.uint64]  # [c]: which heaps of chunk c, 64 heaps of `witnesses`, are common
    order: NDArray[np.uint16]  # [v]: the chunks in the order in which they are searched for the value v
    takes: NDArray[np.int64]  # the takes that leave two heaps
    unequal: bool


@register_jitable
def _parts_of(
    scratch: NDArray[np.uint8], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the planes, which take `size` bytes, the slots, which slots are alive, the best ones, and marks."""
    slots = size + LANES * SLOTS
    alive = slots + LANES * SLOTS
    best = alive + LANES
    return scratch[:size], scratch[size:slots], scratch[slots:alive], scratch[alive:best], scratch[best : best + 256]


@Kernel
def guess(heaps: HeapArrays, pairs: RarePairs, start: int, stop: int, scratch: NDArray[np.uint8]) -> int:
    """Set the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end.

    A heap without a candidate gets `EMPTY`.
    """
    history, nimbers, wholes, width, space = heaps.history, heaps.nimbers, heaps.wholes, heaps.width, heaps.space
    far, far_values, near, near_values = pairs.far, pairs.far_values, pairs.near, pairs.near_values
    first, unknown = pairs.filling, pairs.unknown
    planes, slots, alive, best, seen = _parts_of(scratch, LANES * len(width))
    while start < stop:
        at = start - heaps.base
        for lane in range(LANES):
            history[at + lane] = EMPTY
        marked = far.size if start < heaps.plain else unknown
        sweep_planes(history, at, far, far_values, min(marked, first), first, planes, width)
        list_slots(planes, slots, width)
        none = narrow(history, at, far, far_values, first, max(marked, first), far.size, slots, alive, best)
        for lane in range(LANES):
            history[at + lane] = best[lane]
        expand(history, at, nimbers, start, space[0], space[1], space[2 + 2 * (start & 1)])
        done = 0
        while True:
            bad = clashes(nimbers, start, near, near_values) | none
            bad = bad >> np.uint64(done) << np.uint64(done)
            if bad == 0:
                break
            lane = first_bit(bad)
            heap = start + lane
            found = np.int64(EMPTY)
            slot = 0
            while slot < SLOTS and found == EMPTY and slots[LANES * slot + lane] != EMPTY:
                if alive[LANES * slot + lane] != 0:
                    found = np.int64(slots[LANES * slot + lane])
                    whole = wholes[heap & 1, found]
                    for k in range(near.size):
                        if nimbers[heap - near[k]] ^ near_values[k] == whole:
                            found = np.int64(EMPTY)
                slot += 1
            if found == EMPTY:
                seen[:] = 0
                for k in range(far.size):
                    other = history[at + lane - far[k]]
                    if other != EMPTY:
                        seen[other ^ (far_values[k] & np.uint32(255))] = 1
                found = np.int64(0)
                while found < 8 * len(width) and seen[found] != 0:
                    found += 1
                if found == 8 * len(width):
                    found = np.int64(EMPTY)
            history[at + lane] = found
            nimbers[heap] = wholes[heap & 1, found]
            done = lane + 1
            if done == LANES:
                break
        start += LANES
    return start


@Kernel
def prove(heaps: HeapArrays, pairs: WitnessPairs, start: int, stop: int, scratch: NDArray[np.uint8]) -> tuple[int, int]:
    """Prove the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end and -1.

    If a heap is not proved, return the heap and the rare value, compressed, that it lacks, or `EMPTY` for a heap
    without a candidate. If the chosen pairs have no witness of a value, all pairs of heaps are tried.
    """
    history, nimbers, wholes, width, space = heaps.history, heaps.nimbers, heaps.wholes, heaps.width, heaps.space
    chosen, chosen_values, first, witnesses = pairs.chosen, pairs.chosen_values, pairs.filling, pairs.witnesses
    common, order, takes = pairs.common, pairs.order, pairs.takes
    planes, slots, alive, best, _ = _parts_of(scratch, LANES * len(width))
    chunks = order.shape[1]
    while start < stop:
        at = start - heaps.base
        side = 2 + 2 * (start & 1)
        marked = chosen.size if start < heaps.plain else 0
        sweep_planes(history, at, chosen, chosen_values, min(marked, first), first, planes, width)
        lanes = keep_lacking(history, at, planes, space[0], space[1], space[side], space[side + 1], width)
        more = list_slots(planes, slots, width)
        lanes = more | ~narrow(
            history, at, chosen, chosen_values, first, max(marked, first), chosen.size, slots, alive, best
        )
        for lane in range(LANES):
            if history[at + lane] == EMPTY:
                lanes |= np.uint64(1) << np.uint64(lane)
        while lanes != 0:
            lane = first_bit(lanes)
            lanes &= lanes - np.uint64(1)
            heap = start + lane
            if history[at + lane] == EMPTY:
                return heap, EMPTY
            place = 0
            slot = 0
            rest = np.int64(0)  # of a plane
            while True:
                value = np.int64(-1)
                while slot < SLOTS and value < 0:
                    if slots[LANES * slot + lane] == EMPTY:
                        slot = SLOTS
                    elif alive[LANES * slot + lane] != 0:
                        value = np.int64(slots[LANES * slot + lane])
                    slot += 1
                while value < 0 and (rest != 0 or place < len(width)):
                    if rest == 0:
                        rest = np.int64(planes[LANES * place + lane])
                        place += 1
                    else:
                        value = 8 * (place - 1) + first_bit(np.uint64(rest))
                        rest &= rest - 1
                if value < 0:
                    break
                found = np.uint64(0)
                for k in range(0, chunks if start >= heaps.plain else 0, _CHUNKS_AT_ONCE):
                    for i in range(k, k + _CHUNKS_AT_ONCE):
                        chunk = np.int64(order[value, i])
                        for take in takes:
                            hits = matches(
                                history, at + lane - take - LANES * chunk - LANES, witnesses, LANES * chunk, value
                            )
                            found |= hits & common[chunk]
                    if found != 0:
                        break
                if found == 0:
                    whole = np.int64(wholes[2 + (heap & 1), value])
                    for take in takes:
                        total = heap - take
                        left = 1
                        while found == 0 and 2 * left <= total:
                            found = mirrored(nimbers, left, total - left, whole)
                            if pairs.unequal and total & 1 == 0 and total < 2 * (left + LANES):
                                found &= ~(np.uint64(1) << np.uint64(total // 2 - left))
                            left += LANES
                if found == 0:
                    return heap, int(value)
        start += LANES
    return start, -1
