"""The table of a cutting board while the kernel of WebAssembly fills it; the twin of `slabs`, without NumPy."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from grundy.families.cutting.cells import COLUMN, CROSS, PAD, ROW, SENTINEL, MexScan, turned
from grundy.families.cutting.rectangle_tables import MODULE
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    from collections.abc import Container

    from grundy.runtime.wasm import Array


class WasmSlabs:
    """A table that is filled height by height; its bytes are those of `slabs.Slabs`."""

    most_options = 50_000_000  # in one call: a fraction of a second

    def __init__(self, kinds: bytes, height: int, width: int, scan: MexScan = MexScan.MARKS) -> None:
        """Allocate the table of the board whose cells have these kinds, row by row. Raises `MemoryError`."""
        self.height, self.width = height, width
        self._kernels = made = Kernels(MODULE)
        pairs = (width + 1) * (width + 2) // 2
        self._table = made.array("H", (height + 1) ** 2 * pairs + PAD)
        columns = turned(kinds, width)
        marks = array("H", [0 if kind == CROSS else SENTINEL for kind in columns] + [0] * PAD)
        picked = {CROSS, ROW, COLUMN}
        nexts = [
            (_next_down(columns, height, picked), (width + 1, height)),
            (_next_down(kinds, width, picked), (height + 1, width)),
            (_next_down(columns, height, {ROW}), (width + 1, height)),
            (_next_down(kinds, width, {COLUMN}), (height + 1, width)),
        ]
        self._marks = made.filled("H", (len(marks),), marks)
        self._others: tuple[Array | int, ...] = (
            int(ROW in kinds or COLUMN in kinds),
            int(scan),
            *[made.filled("i", shape, values) for values, shape in nexts],
            made.array("H", pairs * height + height + width + 2 * PAD),
            made.array("H", (width + 1) * (width * height + PAD) + height + width + PAD),
            made.array("H", width + 1, width + 1),
            made.array("H", width + 1, width + 1),
            made.array("B", 2 * SENTINEL),
        )

    def scratch(self) -> tuple[()]:
        """Return nothing: what the one thread needs lies in the memory of the kernel."""
        return ()

    def fill(self, rows: int, tops: range, _scratch: object) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; the lower ones must be there.

        Returns False if a nimber would reach the sentinel.
        """
        return bool(
            self._kernels.run("fill_rows", self._table, self._marks, rows, tops.start, tops.stop, *self._others)
        )

    @property
    def table(self) -> memoryview[int]:
        """A copy of the table."""
        return self._kernels.read(self._table)


def _next_down(kinds: bytes, width: int, marked: Container[int]) -> array[int]:
    """Return at [t, j] the first row from t on whose cell in column j is marked; the height if there is none."""
    height = len(kinds) // width
    rows = [[height] * width]
    for row in reversed(range(height)):
        cells = kinds[row * width : (row + 1) * width]
        rows.append([row if kind in marked else below for kind, below in zip(cells, rows[-1], strict=True)])
    return array("i", [place for row in reversed(rows) for place in row])
