"""The table of a cutting board while it is filled, and the arrays that its threads need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.games.families.cutting.cells import BLOCKED, COLUMN, CROSS, PAD, ROW, SENTINEL
from grundy.games.families.cutting.kernel import CellArrays, Scratch, best_scan, fill_rows
from grundy.runtime.costs import STEP_OPTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.cutting.cells import MexScan


class Slabs:
    """A table that is filled height by height, so that its caller can report progress and stop between two heights.

    The row intervals of one height do not depend on each other. So several threads may fill them, each with its own
    scratch.
    """

    most_options = STEP_OPTIONS  # in one call

    def __init__(self, kinds: NDArray[np.uint8], scan: MexScan | None = None) -> None:
        """Allocate the table of the board whose cells have these kinds, shape (height, width)."""
        height, width = kinds.shape
        pairs = (width + 1) * (width + 2) // 2
        self.height, self.width = height, width
        self.table = np.zeros((height + 1) ** 2 * pairs + PAD, np.uint16)
        self.scan = int(best_scan() if scan is None else scan)
        self.set_cells(kinds)

    def set_cells(self, kinds: NDArray[np.uint8]) -> None:
        """Take the kinds of the cells of another board of this size, whose values replace those in the table."""
        height, width = kinds.shape
        marks = np.zeros(height * width + PAD, np.uint16)
        marks[: height * width] = np.where(kinds != CROSS, SENTINEL, 0).T.ravel()
        self.cells = CellArrays(
            marks,
            _next_down((kinds != BLOCKED).T),
            _next_down(kinds != BLOCKED),
            _next_down((kinds == ROW).T),
            _next_down(kinds == COLUMN),
        )
        self._lines = bool((kinds == ROW).any() or (kinds == COLUMN).any())

    def scratch(self) -> Scratch:
        """Allocate what a thread needs beside the table."""
        height, width = self.height, self.width
        return Scratch(
            np.zeros((width + 1) * (width + 2) // 2 * height + height + width + 2 * PAD, np.uint16),
            np.zeros((width + 1) * (width * height + PAD) + height + width + PAD, np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
            np.zeros(2 * SENTINEL, np.uint8),
        )

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays, without the scratch."""
        return sum(array.nbytes for array in (self.table, *self.cells))

    def fill(self, rows: int, tops: range, scratch: Scratch) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; those of fewer rows must be filled before.

        Returns False if a nimber would reach the sentinel.
        """
        return fill_rows(rows, tops.start, tops.stop, self._lines, self.scan, self.table, *self.cells, *scratch)


def _next_down(marks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return at [t, j] the first row from t on that is marked in column j; the height if no row is.

    For the transposed marks that is the first marked column from a column on in each row.
    """
    height, width = marks.shape
    rows = np.where(marks, np.arange(height, dtype=np.int32)[:, None], np.int32(height))
    padded = np.vstack([rows, np.full((1, width), height, np.int32)])
    return np.ascontiguousarray(np.minimum.accumulate(padded[::-1])[::-1])
