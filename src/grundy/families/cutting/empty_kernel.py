"""Fills the table of all empty boards of Wall Making."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.families.cutting.cells import SENTINEL
from grundy.families.cutting.vector_kernel import first_zero
from grundy.runtime.jit import Kernel


@Kernel
def fill_empty(
    row: NDArray[np.uint16], pieces: NDArray[np.uint16], turned: NDArray[np.uint16], first: int, last: int
) -> bool:
    """Set row[w], for w in [first, last), to the nimber of the empty board of height h and width w.

    Let X(a, i) = g(i, a) ^ g(h - 1 - i, a) be the pieces of width a above and below row i. The options of width w are
    X(j, i) ^ X(w - 1 - j, i). Half of the rows and half of the columns suffice, because the others are their mirror
    images. `pieces` holds X, shape (widths, ceil(h / 2)); `turned` holds it from the widest to the narrowest. So the
    options of a board are one run of each. Returns False if a nimber would reach the sentinel.
    """
    one = np.uint64(1)
    none = np.uint64(0)
    full = ~none
    six = np.uint64(6)
    low = np.uint64(63)
    half = np.uint64(pieces.shape[1])
    widths = np.uint64(pieces.shape[0])
    flat = pieces.reshape(pieces.size)
    mirrored = turned.reshape(pieces.size)
    for width in range(np.uint64(first), np.uint64(last)):
        start = (widths - width) * half
        length = (width + one) // np.uint64(2) * half
        nimber = none
        while nimber < np.uint64(SENTINEL):
            seen = none
            number = nimber >> six
            for x in range(length):
                value = np.uint64(flat[x] ^ mirrored[start + x])
                seen |= (one << (value & low)) if value >> six == number else none
            if seen != full:
                nimber += first_zero(seen)
                break
            nimber += np.uint64(64)
        if nimber >= np.uint64(SENTINEL):
            return False
        row[width] = np.uint16(nimber)
    return True
