"""Orders of pairs of heaps: `training_kernel.greedy` finds an order once, and a file beside its machine code keeps it.

An order decides only how long proofs take: any order gives the same nimbers. So a file is used if its numbers are
places of pairs, and nothing fails if it cannot be written.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import GrundyError
from grundy.games.families.heaps.sparse.training_kernel import greedy
from grundy.runtime.files import read_regular, write_atomic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]

_VERSION = 1  # of the kernel: another version finds other orders
_MOST_KEPT = 2**18  # nimbers; for longer sequences, training takes little of the time


def in_order(  # noqa: PLR0913, PLR0917 - everything on which the order depends
    nimbers: Values, sample: Numbers, wanted: NDArray[np.uint8], offsets: Numbers, values: Numbers, count: int
) -> Numbers:
    """Return the places of `count` pairs: first the pair that hits the most. The parameters are those of `greedy`.

    Cost: half a second for two thousand heaps of `sample`, or the time to read a file if this order was found before.
    """
    count = min(count, len(offsets))
    path = None
    if len(nimbers) <= _MOST_KEPT and greedy.folder is not None:
        state = sha256(f"{_VERSION} {count}".encode())
        for part in (nimbers, sample, wanted, offsets, values):
            state.update(f"{part.dtype} {part.shape}".encode() + part.tobytes())
        path = greedy.folder / f"order-{state.hexdigest()[:32]}"
        with suppress(OSError, GrundyError):
            data = read_regular(path, 8 * count)
            kept = np.frombuffer(data, np.uint8)[: len(data) // 8 * 8].view("<i8").astype(np.int64)
            if len(data) == 8 * count and ((kept >= 0) & (kept < len(offsets))).all():
                return kept
    order = np.zeros(count, np.int64)
    greedy(nimbers, sample, wanted, offsets, values, order)
    if path is not None:
        with suppress(OSError):
            write_atomic(path, order.astype("<i8").tobytes())
    return order
