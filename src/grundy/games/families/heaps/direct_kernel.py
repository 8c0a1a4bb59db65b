"""Fills the table of a take-and-break game of finitely many moves that leave at most two heaps, or at most one.

Most of the work is in moves that split. The pairs that they can leave depend only on the number of tokens that are
left. So the set of values of all pairs with the same total is found once, and kept as long as some take can still reach
that total. A code with several splitting digits therefore costs as much as a code with one such digit, and no digit
appears in the inner loop.

The value of the pair of a and total - a is ``nimbers[a] ^ mirror[size - 1 - total + a]``. `mirror` holds the table
backwards, so that both arrays are read forwards. The loop collects 64 values at a time (a window) in four integers of
16 bits, which the compiler makes into vectors of 16-bit lanes. It leaves a window as soon as the window is full. The
first window that is not full holds the nimber.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grundy.games.families.heaps.engines import EngineDefaults
from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

CAPACITY = 2**16  # smaller nimbers fit the table
BLOCK = 128  # options in one pass of the vectorized loop
_WINDOWS = CAPACITY // 64


class DirectEngine(EngineDefaults):
    """Nimbers of heaps, filled in from the smallest heap on. The caller can report and stop between calls of `fill`.

    `digits` maps each take (tokens taken by a move) to its digit. Bits 1, 2 and 4 of a digit allow to leave no heap,
    one heap and two heaps. With `unequal`, two heaps that are left must differ. `known` is the number of known nimbers,
    which is at first the length of `prefix`. Heap 0 has the nimber 0.
    """

    def __init__(
        self,
        digits: dict[int, int],
        size: int,
        prefix: NDArray[np.unsignedinteger],
        *,
        unequal: bool = False,
        values: NDArray[np.uint16] | None = None,
    ) -> None:
        """Allocate a table of `size` heaps, of four bytes each. `values` is a table that already holds the prefix."""
        self.known = max(1, min(size, len(prefix)))
        if values is None:
            values = np.zeros(size, np.uint16)
            values[: self.known] = prefix[: self.known] if len(prefix) else 0
        self.values = values
        self._mirror = np.zeros(size, np.uint16)
        places = sorted(digits)
        # The smallest heap that may be the larger part of a split, for heaps from `known` on.
        least = max(0, self.known - max(digits, default=0)) // 2
        self._mirror[size - self.known : size - least] = self.values[least : self.known][::-1]
        self._takes = np.array(places, np.int64)
        self._digits = np.array([digits[take] for take in places], np.int64)
        splitting = [take for take in places if digits[take] & 4]
        totals = splitting[-1] - splitting[0] + 1 if splitting else 1
        self._sets = np.zeros((totals, _WINDOWS), np.uint64)
        self._owners = np.full((totals, _WINDOWS), -1, np.int64)
        self._capacity = CAPACITY
        self._unequal = unequal

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
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
    """Fill in heaps from `start` to `stop` - 1 and return `stop`, or the first heap whose nimber does not fit.

    ``sets[total % len(sets), w]`` holds window w of the pairs of a total, if `owners` has that total at this place.
    """
    # Parameters stay plain: WebAssembly takes them one by one, and a named tuple makes each call 2 µs longer.
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
                # Collect the values in the window of all pairs with this total.
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
                    elif at > block - left:  # go back to make a whole block, as a shorter rest would be slow
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


class TakesEngine(EngineDefaults):
    """Nimbers of heaps under moves that leave at most one heap; `digits` is as in `DirectEngine`.

    A set of options is marks in an array, which is several times faster than windows where there are many takes.
    """

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
        self.known = extend_singles(self.values, self.known, stop, self._takes, self._digits, self._seen)
        return self.known == stop


@Kernel
def extend_singles(
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
