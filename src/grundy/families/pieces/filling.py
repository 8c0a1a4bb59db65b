"""The arrays of a piece's table while the kernels of Numba fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.families.pieces import nimbers_kernel, outcomes_kernel, waves_kernel
from grundy.families.pieces.piece_tables import stretches
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.families.pieces.piece_tables import PieceTable

_CELLS_PER_COPY = 10_000_000  # between two reports of progress
_KERNELS: dict[str, Callable[..., None]] = {
    "outcomes": outcomes_kernel.fill,
    "nimbers": nimbers_kernel.fill,
    "outcome_waves": waves_kernel.outcomes,
    "nimber_waves": waves_kernel.nimbers,
}


class Filling:
    """The arrays of a table and of its moves, and the kernel that fills the table."""

    def __init__(self, table: PieceTable) -> None:
        """Allocate all arrays. Raises `MemoryError`."""
        self._transposed = table.transposed
        self._kernel = _KERNELS[table.kernel]
        inputs = {name: np.zeros(shape, kind) for name, (shape, kind) in table.input_shapes.items()}
        self._arrays = [np.zeros(shape, kind) for shape, kind in table.shapes.values()]
        for name, rows in (("steps", table.steps), ("slides", table.reaches)):
            if rows:
                inputs[name][:] = rows
        blocked = _blocked_cells(table, inputs.get("blocked"))
        self._moves = (
            blocked,
            inputs["steps"],
            inputs["slides"],
            int(table.order.upwards),
            int(table.order.leftwards),
        )

    def fill(self, first: tuple[int, ...], second: tuple[int, ...]) -> None:
        """Fill in a part of the walk (`PieceTable._parts`)."""
        self._kernel(*self._moves, first, second, *self._arrays)

    def table(self) -> NDArray[Any]:
        """Return the table."""
        return self._arrays[0].T if self._transposed else self._arrays[0]


def _blocked_cells(table: PieceTable, copy: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """Return the blocked cells in the order of the walk, as an array that cannot be written."""
    height, width, kinds = table.board
    blocked = np.zeros((0, 0), np.uint8) if kinds is None else np.frombuffer(kinds, np.uint8).reshape(height, width)
    if copy is None:
        return blocked
    if kinds is not None:
        for start, end in stretches(width, _CELLS_PER_COPY // height):
            copy[start:end] = blocked.T[start:end]
            progress.report(0, None)
    copy.setflags(write=False)
    return copy
