"""The arrays of a piece's table while the kernels of Numba fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.pieces import nimbers_kernel
from grundy.games.families.pieces.piece_tables import stretches
from grundy.runtime import progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.pieces.moves import RowWalk
    from grundy.games.families.pieces.piece_tables import NimberTable

_CELLS_PER_COPY = 10_000_000  # between two reports of progress


class RowFilling:
    """The arrays of a table of nimbers and of its moves."""

    def __init__(self, table: NimberTable, order: RowWalk) -> None:
        """Allocate all arrays for a walk. Raises `MemoryError`."""
        self._transposed = table.transposed
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
            int(order.upwards),
            int(order.leftwards),
        )

    def fill(self, rows: tuple[int, int], cells: tuple[int, int]) -> None:
        """Fill in a part of the walk (`NimberTable._rows`)."""
        nimbers_kernel.fill(*self._moves, rows, cells, *self._arrays)

    def table(self) -> NDArray[Any]:
        """Return the table."""
        return self._arrays[0].T if self._transposed else self._arrays[0]


def _blocked_cells(table: NimberTable, copy: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
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
