"""Continues a sequence of heaps whose sparse space has many rare heaps, 64 heaps at a time; each nimber is verified.

As `few_kernel`, but with what many rare heaps and larger nimbers need:

1. The pairs of the first rare heaps, those that hit the most, fill sets of 64 heaps (`sweep_planes`). The few least
   values that are then left are listed, `SLOTS` for each heap, and the other pairs are only compared with these
   (`narrow`): that takes a sixth of the time.
2. Options whose heaps lie in the block are checked afterwards, for all lanes at once (`clashes`): the first heap that
   has its candidate among them takes its next slot, until there is none. Where no slot is left, all options of the
   heap are marked one by one.
3. Witnesses are found in the same two steps, and what is then left is looked for pair by pair, 64 pairs at once, in an
   order that depends on the value.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.families.heaps.sparse.planes_kernel import (
    EMPTY,
    SLOTS,
    clashes,
    keep_lacking,
    list_slots,
    mirrored,
    narrow,
    sweep_planes,
)
from grundy.families.heaps.sparse.vector_kernel import LANES, expand, first_bit, matches
from grundy.runtime.jit import Kernel

_TOGETHER = 4  # chunks of 64 pairs that are looked at before the next decision


@Kernel
def guess(
    history: NDArray[np.uint8],
    base: int,
    nimbers: NDArray[np.uint16],
    start: int,
    stop: int,
    far: NDArray[np.int64],
    far_values: NDArray[np.uint32],
    first: int,
    unknown: int,
    plain: int,
    near: NDArray[np.int64],
    near_values: NDArray[np.uint16],
    wholes: NDArray[np.uint16],
    scratch: NDArray[np.uint8],
    width: tuple[int, ...],
    space: NDArray[np.int64],
) -> int:
    """Set the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end.

    ``history[n - base]`` is the compressed nimber of heap n, `EMPTY` for a rare one, and ``nimbers[n]`` the whole one.
    `far` and `far_values` are as of `few_kernel`, the `first` ones those that fill sets; the heaps of the `unknown`
    first ones may be in the block, and up to heap `plain` those of any pair may be rare. Values of `near` are whole.
    ``wholes[i, v]`` is the common value, at heaps of parity i, that is compressed to v; with 2 + i the rare one.
    `space` is as of `few_kernel`. A heap without a candidate gets `EMPTY`.
    """
    size = LANES * len(width)
    planes = scratch[:size]
    slots = scratch[size : size + LANES * SLOTS]
    alive = scratch[size + LANES * SLOTS : size + 2 * LANES * SLOTS]
    best = scratch[size + 2 * LANES * SLOTS : size + (2 * SLOTS + 1) * LANES]
    seen = scratch[size + (2 * SLOTS + 1) * LANES : size + (2 * SLOTS + 1) * LANES + 256]
    while start < stop:
        at = start - base
        for lane in range(LANES):
            history[at + lane] = EMPTY
        marked = far.size if start < plain else unknown
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
def prove(
    history: NDArray[np.uint8],
    base: int,
    start: int,
    stop: int,
    chosen: NDArray[np.int64],
    chosen_values: NDArray[np.uint32],
    first: int,
    witnesses: NDArray[np.uint8],
    common: NDArray[np.uint64],
    order: NDArray[np.uint16],
    takes: NDArray[np.int64],
    plain: int,
    nimbers: NDArray[np.uint16],
    unequal: bool,
    wholes: NDArray[np.uint16],
    scratch: NDArray[np.uint8],
    width: tuple[int, ...],
    space: NDArray[np.int64],
) -> tuple[int, int]:
    """Prove the candidates of blocks from heap `start` until one ends at or beyond `stop`; return its end and -1.

    If a heap is not proved, return it and the rare value, compressed, that it lacks, or `EMPTY` for one that has no
    candidate. `chosen` is as of `few_kernel`, the `first` ones those that fill sets, `plain` as of `guess`. `witnesses`
    are as of `few_kernel`, `common` says which heaps of each chunk of 64 are common, and ``order[v]`` is the order of
    the chunks for the value v. What they do not have is looked for among all pairs of heaps, which must differ if
    `unequal`.
    """
    size = LANES * len(width)
    planes = scratch[:size]
    slots = scratch[size : size + LANES * SLOTS]
    alive = scratch[size + LANES * SLOTS : size + 2 * LANES * SLOTS]
    best = scratch[size + 2 * LANES * SLOTS : size + (2 * SLOTS + 1) * LANES]
    chunks = order.shape[1]
    while start < stop:
        at = start - base
        side = 2 + 2 * (start & 1)
        marked = chosen.size if start < plain else 0
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
                for k in range(0, chunks if start >= plain else 0, _TOGETHER):
                    for i in range(k, k + _TOGETHER):
                        chunk = np.int64(order[value, i])
                        for take in takes:
                            pairs = matches(
                                history, at + lane - take - LANES * chunk - LANES, witnesses, LANES * chunk, value
                            )
                            found |= pairs & common[chunk]
                    if found != 0:
                        break
                if found == 0:
                    whole = np.int64(wholes[2 + (heap & 1), value])
                    for take in takes:
                        total = heap - take
                        left = 1
                        while found == 0 and 2 * left <= total:
                            found = mirrored(nimbers, left, total - left, whole)
                            if unequal and total & 1 == 0 and total < 2 * (left + LANES):
                                found &= ~(np.uint64(1) << np.uint64(total // 2 - left))
                            left += LANES
                if found == 0:
                    return heap, int(value)
        start += LANES
    return start, -1
