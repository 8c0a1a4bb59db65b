"""The arrays of a piece's table while a kernel of WebAssembly fills it: `filling` without NumPy."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from grundy.games.families.pieces.piece_tables import MODULE
from grundy.runtime.packages import available
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.pieces.moves import RowWalk
    from grundy.games.families.pieces.piece_tables import NimberTable
    from grundy.runtime.wasm import Code

_CODES: dict[str, Code] = {"uint8": "B", "uint16": "H", "int32": "i", "int64": "q", "uint64": "Q"}


class WasmFilling:
    """The arrays of a table and of its moves, and the kernel that fills the table."""

    def __init__(self, table: NimberTable, order: RowWalk) -> None:
        """Allocate all arrays for a walk. Raises `MemoryError`."""
        self._board, self._transposed = table.board, table.transposed
        self._kernels = kernels = Kernels(MODULE)
        blocked, steps, slides = (
            kernels.array(*_typed(table.input_shapes[name])) for name in ("blocked", "steps", "slides")
        )
        _, width, kinds = table.board
        if kinds is not None:
            kernels.write(blocked, 0, _turned(kinds, width) if table.transposed else kinds)
        for moves, rows in ((steps, table.steps), (slides, table.reaches)):
            kernels.write(moves, 0, array("q", chain.from_iterable(rows)))
        self._arrays = [kernels.array(*_typed(shape)) for shape in table.shapes.values()]
        self._moves = (blocked, steps, slides, int(order.upwards), int(order.leftwards))

    def fill(self, rows: tuple[int, int], cells: tuple[int, int]) -> None:
        """Fill in a part of the walk (`NimberTable._rows`)."""
        self._kernels.run("nimbers", *self._moves, *rows, *cells, *self._arrays)

    def table(self) -> NDArray[Any]:
        """Return a copy of the table: an array if NumPy is available, else a memoryview of two dimensions.

        In both, `[row, column]`, `shape` and `nbytes` mean the same.
        """
        height, width = self._board[:2]
        found = self._kernels.read(self._arrays[0])
        values = _turned(found, height) if self._transposed else found
        table = memoryview(values).cast("B").cast(self._arrays[0].code, (height, width))
        if available("numpy"):
            import numpy as np

            return np.asarray(table)
        return cast("NDArray[Any]", table)


def _turned(values: bytes | memoryview, width: int) -> bytes:
    view = memoryview(values)
    return b"".join(view[column::width].tobytes() for column in range(width))


def _typed(shape: tuple[tuple[int, ...], str]) -> Any:
    return (_CODES[shape[1]], *shape[0])
