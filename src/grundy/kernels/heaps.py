"""Fills the table of a take-and-break game: the nimber of each heap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import Kernel

CAPACITY = 2**16  # nimbers below this fit the table


@Kernel
def extend(
    nimbers: NDArray[np.uint16],
    start: int,
    digits: NDArray[np.int64],
    marks: NDArray[np.int64],
) -> int:
    """Fill in ``nimbers[start:]`` and return its length, or the first heap whose nimber overflows.

    ``nimbers[:start]`` must be there (heap 0 is worth 0). Bit 2^m of ``digits[t]`` says that t
    tokens may be taken so that m heaps are left, m <= 2. `marks`, of `CAPACITY` entries below
    `start`, is scratch: entry v holds the last heap that has an option worth v.
    """
    for heap in range(start, nimbers.size):
        for take in range(min(digits.size, heap + 1)):
            digit = digits[take]
            rest = heap - take
            if digit & 1 and rest == 0:
                marks[0] = heap
            if digit & 2 and rest > 0:
                marks[nimbers[rest]] = heap
            if digit & 4:
                for part in range(1, rest // 2 + 1):
                    marks[nimbers[part] ^ nimbers[rest - part]] = heap
        nimber = 0
        while nimber < marks.size and marks[nimber] == heap:
            nimber += 1
        if nimber == marks.size:
            return heap
        nimbers[heap] = nimber
    return nimbers.size
