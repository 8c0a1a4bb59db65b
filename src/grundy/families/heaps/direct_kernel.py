"""Fills the table of a take-and-break game of finitely many moves that leave at most two heaps.

The work is in moves that split. What they can leave depends on how many tokens are *left* alone, so
the set of values of all pairs with the same total is found once and kept for as long as some take
can still reach that total: a code of several splitting digits costs as much as one of a single one,
and no digit appears in the inner loop.

A pair of a and total - a is ``nimbers[a] ^ mirror[size - 1 - total + a]``, where `mirror` holds the
table backwards: two streams that run forwards. Values are collected 64 at a time (a window) in four
integers of 16 bits, which the compiler makes into vectors of 16-bit lanes; a window is left as soon as it is
full, and the first one that is not holds the nimber.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

CAPACITY = 2**16  # nimbers below this fit the table
BLOCK = 128  # options that go through the vectors together
_WINDOWS = CAPACITY // 64


class DirectEngine:
    """Nimbers of heaps, filled in from the smallest on, so that its caller can report and stop between.

    `digits` maps each take (tokens taken by a move) to its digit, bits 1, 2 and 4 of which allow to
    leave no heap, one and two. With `unequal`, two heaps that are left must differ. `known` is the
    number of nimbers that are there, at first those given in `prefix`; heap 0 is worth 0.
    """

    name = "direct"
    quick = False
    next_look = None

    def __init__(
        self,
        digits: dict[int, int],
        size: int,
        prefix: NDArray[np.unsignedinteger],
        *,
        unequal: bool = False,
        values: NDArray[np.uint16] | None = None,
    ) -> None:
        """Allocate a table of `size` heaps: four bytes each. `values` is a table with the prefix to be filled in."""
        self.known = max(1, min(size, len(prefix)))
        if values is None:
            values = np.zeros(size, np.uint16)
            values[: self.known] = prefix[: self.known] if len(prefix) else 0
        self.values = values
        self._mirror = np.zeros(size, np.uint16)
        places = sorted(digits)
        least = (
            max(0, self.known - max(digits, default=0)) // 2
        )  # that may be the larger part of a heap from `known` on
        self._mirror[size - self.known : size - least] = self.values[least : self.known][::-1]
        self._takes = np.array(places, np.int64)
        self._digits = np.array([digits[take] for take in places], np.int64)
        splitting = [take for take in places if digits[take] & 4]
        totals = splitting[-1] - splitting[0] + 1 if splitting else 1
        self._sets = np.zeros((totals, _WINDOWS), np.uint64)
        self._owners = np.full((totals, _WINDOWS), -1, np.int64)
        self._capacity = CAPACITY
        self._unequal = unequal

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: heap `known` is worth more than the table can hold."""
        self.known = extend(
            self.values, self._mirror, self.known, stop, self._takes, self._digits, self._unequal,
            self._sets, self._owners, self._capacity,
        )  # fmt: skip
        return self.known == stop


@Kernel
def extend(
    nimbers: NDArray[np.uint16],
    mirror: NDArray[np.uint16],
    start: int,
    stop: int,
    takes: NDArray[np.int64],
    digits: NDArray[np.int64],
    unequal: bool,
    sets: NDArray[np.uint64],
    owners: NDArray[np.int64],
    capacity: int,
) -> int:
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first that overflows.

    ``sets[total % len(sets), w]`` holds window w of the pairs of a total if `owners` there says so.
    """
    size = nimbers.size
    block = BLOCK
    one = np.uint64(1)
    none = np.uint64(0)
    full = ~none
    low = np.uint16(15)
    four = np.uint16(4)
    bit0 = np.uint16(1)
    zero = np.uint16(0)
    for heap in range(start, stop):
        window = 0
        while True:
            seen = none
            for index in range(takes.size):
                rest = heap - takes[index]
                digit = digits[index]
                if rest < 0:
                    break
                if digit & 1 and rest == 0 and window == 0:
                    seen |= one
                if digit & 2 and rest > 0 and nimbers[rest] >> 6 == window:
                    seen |= one << np.uint64(nimbers[rest] & 63)
                if digit & 4 and rest > 1 and owners[rest % len(sets), window] == rest:
                    seen |= sets[rest % len(sets), window]
            for index in range(takes.size):
                rest = heap - takes[index]
                if rest < 2 or seen == full:
                    break
                slot = rest % len(sets)
                if not digits[index] & 4 or owners[slot, window] == rest:
                    continue
                # The values of all pairs of this total that lie in the window.
                h0 = np.uint16(4 * window)
                h1 = np.uint16(4 * window + 1)
                h2 = np.uint16(4 * window + 2)
                h3 = np.uint16(4 * window + 3)
                found = none
                at = 1
                left = (rest - 1) // 2 if unequal else rest // 2
                while left > 0 and found != full:
                    if left >= block:
                        run = min(left - left % block, 32 * block)
                    elif at > block - left:  # go back a little: a whole block, no slow rest
                        at -= block - left
                        run = left = block
                    else:
                        run = left
                    p = np.uint64(at)
                    q = np.uint64(size - 1 - rest + at)
                    s0 = zero
                    s1 = zero
                    s2 = zero
                    s3 = zero
                    for i in range(np.uint64(run)):
                        k = np.uint64(i)
                        value = np.uint16(nimbers[p + k] ^ mirror[q + k])
                        high = np.uint16(value >> four)
                        bit = np.uint16(bit0 << np.uint16(value & low))
                        s0 = np.uint16(s0 | (bit if high == h0 else zero))
                        s1 = np.uint16(s1 | (bit if high == h1 else zero))
                        s2 = np.uint16(s2 | (bit if high == h2 else zero))
                        s3 = np.uint16(s3 | (bit if high == h3 else zero))
                    found |= np.uint64(s0) | np.uint64(s1) << np.uint64(16)
                    found |= np.uint64(s2) << np.uint64(32) | np.uint64(s3) << np.uint64(48)
                    at += run
                    left -= run
                sets[slot, window] = found
                owners[slot, window] = rest
                seen |= found
            if seen != full:
                break
            window += 1
            if 64 * window >= capacity:
                return heap
        nimber = 64 * window
        while seen & one:
            seen >>= one
            nimber += 1
        if nimber >= capacity:
            return heap
        nimbers[heap] = nimber
        mirror[size - 1 - heap] = nimber
    return stop
