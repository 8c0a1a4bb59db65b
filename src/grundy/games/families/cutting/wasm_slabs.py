"""The table of a cutting board while the kernel of WebAssembly fills it: `kernel.Slabs` without NumPy."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from grundy.games.families.cutting.cells import COLUMN, CROSS, PAD, ROW, SENTINEL
from grundy.games.families.cutting.rectangle_tables import MODULE, turned
from grundy.runtime.costs import PAUSE_OPTIONS
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    from collections.abc import Container

    from grundy.runtime.wasm import Array


class WasmSlabs:
    """A table that is filled height by height; it takes the same bytes as `kernel.Slabs`."""

    most_options = PAUSE_OPTIONS  # in one call

    def __init__(self, kinds: bytes, height: int, width: int) -> None:
        """Allocate the table of the board whose cells have these kinds, row by row. Raises `MemoryError`."""
        self.height, self.width = height, width
        self._kernels = kernels = Kernels(MODULE)
        pairs = (width + 1) * (width + 2) // 2
        self._table = kernels.array("H", (height + 1) ** 2 * pairs + PAD)
        columns = turned(kinds, width)
        marks = array("H", [0 if kind == CROSS else SENTINEL for kind in columns] + [0] * PAD)
        pickable = {CROSS, ROW, COLUMN}
        nexts = [
            (_next_down(columns, height, pickable), (width + 1, height)),
            (_next_down(kinds, width, pickable), (height + 1, width)),
            (_next_down(columns, height, {ROW}), (width + 1, height)),
            (_next_down(kinds, width, {COLUMN}), (height + 1, width)),
        ]
        # The items of `kernel.CellArrays` and `kernel.Scratch`, in their order.
        self._cells_and_scratch: tuple[Array, ...] = (
            kernels.filled("H", (len(marks),), marks),
            *[kernels.filled("i", shape, values) for values, shape in nexts],
            kernels.array("H", pairs * height + height + width + 2 * PAD),
            kernels.array("H", (width + 1) * (width * height + PAD) + height + width + PAD),
            kernels.array("H", width + 1, width + 1),
            kernels.array("H", width + 1, width + 1),
            kernels.array("B", 2 * SENTINEL),
        )
        self._lines = int(ROW in kinds or COLUMN in kinds)

    def scratch(self) -> tuple[()]:
        """Return nothing: the scratch of the only thread is in the memory of the kernel."""
        return ()

    def fill(self, rows: int, tops: range, _scratch: object) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; those of fewer rows must be filled before.

        Returns False if a nimber would reach the sentinel.
        """
        arrays = (self._table, *self._cells_and_scratch)
        return bool(self._kernels.run("fill_rows", rows, tops.start, tops.stop, self._lines, 0, *arrays))

    @property
    def table(self) -> memoryview[int]:
        """A copy of the table."""
        return self._kernels.read(self._table)


def _next_down(kinds: bytes, width: int, marked: Container[int]) -> array[int]:
    """Return at [t, j] the first row from t on whose cell in column j is marked; the height if no cell is."""
    height = len(kinds) // width
    next_rows = [[height] * width]  # from the last row up
    for row in reversed(range(height)):
        cells = kinds[row * width : (row + 1) * width]
        next_rows.append([row if kind in marked else below for kind, below in zip(cells, next_rows[-1], strict=True)])
    return array("i", [next_row for line in reversed(next_rows) for next_row in line])
