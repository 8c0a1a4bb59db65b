"""The number of last values of a sequence that agree with the values before them, for every shift at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.runtime.jit import Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@Kernel
def agreement(values: NDArray[np.int64], found: NDArray[np.int64]) -> int:
    """Store in ``found[p]`` how many last values of the sequence satisfy ``values[n] == values[n - p]``.

    ``found[0]`` is the length of the sequence. This is the Z-function of the reversed sequence. It takes linear time,
    because values inside the stretch that reaches farthest are not compared again.
    """
    size = len(values)
    last = size - 1
    found[0] = size
    left = 0
    right = 0  # values[last - right + 1 : ... ] is the stretch that reaches farthest, with shift `left`
    for shift in range(1, size):
        length = 0
        if shift < right:
            length = min(right - shift, found[shift - left])
        while shift + length < size and values[last - length] == values[last - shift - length]:
            length += 1
        if shift + length > right:
            left = shift
            right = shift + length
        found[shift] = length
    return size
