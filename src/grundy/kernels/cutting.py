"""Fills the table of a cutting board: the nimber of each of its rectangles.

The table is flat, of 16 bits. With S = height + 1, the nimber of rows [x, y) and columns [l, r)
stands at ``(x * C + c) * S + y``, where ``c = l (width + 1) - l (l - 1) / 2 + r - l`` counts the
column pairs l <= r, and C = (width + 1)(width + 2) / 2 is their number. It is symmetric in x and y, so that the
pieces above a row i, rows [t, i), and below it, rows [i + 1, b), both lie side by side along i.

For a fixed row interval [t, b), the option of a cross at (i, j) inside columns [l, r) is
``X(l, j) ^ X(j + 1, r)``, where X(a, c) is the exclusive or of the pieces above and below row i in
columns [a, c). `before` holds X(l, j) for each l, `after` holds X(j + 1, r) for each r, both with
the rows of column j side by side: the options of one rectangle are then one contiguous run of
`before` xored with one contiguous run of `after`.

A row cell adds the option of its row, X(l, r), once for each row that has one; a column cell the two
pieces beside its column, of the same rows and fewer columns. The latter are kept in `by_left` and
`by_right`, so that these options are runs too.

All of this goes in whole blocks of `PAD` values, which the compiler makes into vectors: what is
written beyond the end of a run is overwritten by the next one, and runs of `after` end in sentinels.

A rectangle whose edge row or column has no cell to pick is worth what it is worth without it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import Kernel

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3
SENTINEL = 0x8000  # marks a cell that is no cross; nimbers stay below it
PAD = 32  # values in a block


class Slabs:
    """A table that is filled height by height, so that its caller can report and stop between."""

    def __init__(self, kinds: NDArray[np.uint8]) -> None:
        """Allocate the table of the board whose cells have these kinds, shape (height, width)."""
        height, width = kinds.shape
        pairs = (width + 1) * (width + 2) // 2
        self.table = np.zeros((height + 1) ** 2 * pairs + PAD, np.uint16)
        # The sentinel where there is no cross, column by column.
        self._marks = np.zeros(height * width + PAD, np.uint16)
        self._marks[: height * width] = np.where(kinds != CROSS, SENTINEL, 0).T.ravel()
        self._scratch = (
            np.zeros(pairs * height + PAD, np.uint16),
            np.zeros((width + 1) * (width * height + PAD), np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
            np.zeros((width + 1, width + 1), np.uint16),
        )
        # How many cells of a sort lie before a place in its line, for quick questions about runs.
        # Across rows, the place comes first: the kernel asks for many rows at the same place.
        self._counts = (
            np.ascontiguousarray(_running(kinds != BLOCKED, axis=1).T),
            _running(kinds != BLOCKED, axis=0),
            np.ascontiguousarray(_running(kinds == ROW, axis=1).T),
            _running(kinds == COLUMN, axis=0),
        )
        self._lines = bool((kinds == ROW).any() or (kinds == COLUMN).any())

    @property
    def nbytes(self) -> int:
        """The bytes of all that is allocated."""
        return sum(array.nbytes for array in (self.table, self._marks, *self._scratch, *self._counts))

    def fill(self, rows: int) -> bool:
        """Fill in all rectangles of so many rows; the lower ones must be there. False: overflow."""
        return fill_height(self.table, self._marks, rows, self._lines, *self._counts, *self._scratch)


def _running(marks: NDArray[np.bool_], axis: int) -> NDArray[np.int32]:
    pad = [(0, 0), (0, 0)]
    pad[axis] = (1, 0)
    return np.pad(np.cumsum(marks, axis=axis, dtype=np.int32), pad)


@Kernel
def fill_height(
    table: NDArray[np.uint16],
    marks: NDArray[np.uint16],
    rows: int,
    lines: bool,  # noqa: FBT001 - Numba passes by position
    picks_in_row: NDArray[np.int32],
    picks_in_column: NDArray[np.int32],
    row_cells: NDArray[np.int32],
    column_cells: NDArray[np.int32],
    before: NDArray[np.uint16],
    after: NDArray[np.uint16],
    by_left: NDArray[np.uint16],
    by_right: NDArray[np.uint16],
) -> bool:
    """Fill in the rectangles of `rows` rows. Returns False if a nimber would reach the sentinel."""
    width = len(by_left) - 1
    height = len(picks_in_column) - 1
    side = height + 1
    plane = (width + 1) * (width + 2) // 2 * side
    stride = width * rows + PAD
    blocks = (rows + PAD - 1) // PAD
    pad = np.uint64(PAD)
    one = np.uint64(1)
    none = np.uint64(0)
    full = ~none
    six = np.uint64(6)
    low = np.uint64(63)
    for top in range(height - rows + 1):
        bottom = top + rows
        upper = top * plane
        lower = bottom * plane
        for left in range(width + 1):
            for j in range(left, width + 1):
                pair = left * (width + 1) - left * (left - 1) // 2 + j - left
                source = pair * side + top
                target = pair * rows
                above = np.uint64(upper + source)
                below = np.uint64(lower + source + 1)
                at = np.uint64(target)
                for _ in range(blocks):
                    for i in range(PAD):
                        k = np.uint64(i)
                        before[at + k] = table[above + k] ^ table[below + k]
                    above += pad
                    below += pad
                    at += pad
        for right in range(1, width + 1):
            for j in range(right):
                left = j + 1
                pair = left * (width + 1) - left * (left - 1) // 2 + right - left
                source = pair * side + top
                target = right * stride + j * rows
                above = np.uint64(upper + source)
                below = np.uint64(lower + source + 1)
                at = np.uint64(target)
                mark = np.uint64(j * height + top)
                for _ in range(blocks):
                    for i in range(PAD):
                        k = np.uint64(i)
                        after[at + k] = table[above + k] ^ table[below + k] ^ marks[mark + k]
                    above += pad
                    below += pad
                    at += pad
                    mark += pad
            for i in range(PAD):
                after[right * stride + right * rows + i] = SENTINEL
        for columns in range(1, width + 1):
            for left in range(width - columns + 1):
                right = left + columns
                start = left * (width + 1) - left * (left - 1) // 2
                here = (start + columns) * side
                if picks_in_column[bottom, left] == picks_in_column[top, left]:
                    result = by_left[left + 1, right]
                elif picks_in_column[bottom, right - 1] == picks_in_column[top, right - 1]:
                    result = by_left[left, right - 1]
                elif picks_in_row[right, top] == picks_in_row[left, top]:
                    result = table[lower + here + top + 1]
                elif picks_in_row[right, bottom - 1] == picks_in_row[left, bottom - 1]:
                    result = table[upper + here + bottom - 1]
                else:
                    p = np.uint64(start * rows)
                    q = np.uint64(right * stride + left * rows)
                    whole = np.uint64((start + columns) * rows)  # `before` at j = right: rows cut out
                    padded = np.uint64((columns * rows + PAD - 1) // PAD * PAD)
                    window = none  # nimbers 64 * window to 64 * window + 63
                    while True:
                        seen = none
                        for x in range(padded):
                            value = np.uint64(before[p + np.uint64(x)] ^ after[q + np.uint64(x)])
                            seen |= (one << (value & low)) if value >> six == window else none
                        if lines:
                            for i in range(np.uint64(rows)):
                                value = np.uint64(before[whole + np.uint64(i)])
                                cut = row_cells[right, np.uint64(top) + i] != row_cells[left, np.uint64(top) + i]
                                seen |= (one << (value & low)) if cut and value >> six == window else none
                            for j in range(np.uint64(left), np.uint64(right)):
                                value = np.uint64(by_left[left, j] ^ by_right[right, j + one])
                                cut = column_cells[bottom, j] != column_cells[top, j]
                                seen |= (one << (value & low)) if cut and value >> six == window else none
                        if seen != full:
                            break
                        window += one
                    nimber = window << six
                    while seen & one:
                        seen >>= one
                        nimber += one
                    if nimber >= np.uint64(SENTINEL):
                        return False
                    result = np.uint16(nimber)
                table[upper + here + bottom] = result
                table[lower + here + top] = result
                by_left[left, right] = result
                by_right[right, left] = result
    return True
