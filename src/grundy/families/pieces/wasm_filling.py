"""The arrays of a piece's table while a kernel of WebAssembly fills it; the twin of `filling`, without NumPy."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from grundy.families.pieces.piece_tables import MODULE
from grundy.runtime.packages import available
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.families.pieces.piece_tables import PieceTable
    from grundy.runtime.wasm import Code

_CODES: dict[str, Code] = {"uint8": "B", "uint16": "H", "int32": "i", "int64": "q", "uint64": "Q"}


class WasmFilling:
    """What the kernel of a table works on."""

    def __init__(self, table: PieceTable) -> None:
        """Allocate all arrays. Raises `MemoryError`."""
        self._board, self._transposed, self._kernel = table.board, table.transposed, table.kernel
        self._kernels = made = Kernels(MODULE)
        blocked, steps, slides = (
            made.array(*_typed(table.input_shapes[name])) for name in ("blocked", "steps", "slides")
        )
        _, width, given = table.board
        if given is not None:
            made.write(blocked, 0, _turned(given, width) if table.transposed else given)
        for moves, rows in ((steps, table.steps), (slides, table.reaches)):
            made.write(moves, 0, array("q", chain.from_iterable(rows)))
        self._arrays = [made.array(*_typed(shape)) for shape in table.shapes.values()]
        self._moves = (blocked, steps, slides, int(table.order.upwards), int(table.order.leftwards))

    def fill(self, first: tuple[int, ...], second: tuple[int, ...]) -> None:
        """Fill in a part of the walk."""
        self._kernels.run(self._kernel, *self._moves, *first, *second, *self._arrays)

    def table(self) -> NDArray[Any]:
        """Return a copy of the table: a view of two dimensions, or an array where NumPy is there.

        Both are asked in the same way for the value of a cell, their shape and their bytes.
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
