"""Fills the table of a cutting board: the nimber of each rectangle of the board.

The table is flat, of 16 bits. With S = height + 1, the nimber of rows [x, y) and columns [l, r) stands at
``(x * C + c) * S + y``, where ``c = l (width + 1) - l (l - 1) / 2 + r - l`` counts the column pairs l <= r, and
C = (width + 1)(width + 2) / 2 is their number. The table is symmetric in x and y. So the pieces above a row i, rows
[t, i), lie side by side for all i, and so do the pieces below it, rows [i + 1, b).

For a fixed row interval [t, b), the option of a cross at (i, j) inside columns [l, r) is ``X(l, j) ^ X(j + 1, r)``,
where X(a, c) is the exclusive or of the pieces above and below row i in columns [a, c). `before` holds X(l, j) for
each l, and `after` holds X(j + 1, r) for each r, both with the rows of column j side by side. So the options of a
rectangle are a contiguous run of `before` xored with a contiguous run of `after`.

A row cell adds the option of its row, X(l, r), once for each row that has such a cell. A column cell adds the option of
its column: the two pieces beside the column, of the same rows and fewer columns, from `by_left` and `by_right`. A board
that has such cells collects these options of a rectangle at the end of `before` (`tail`).

The kernel works in whole blocks of `PAD` values, which the compiler makes into vectors. Values written beyond the end
of a run are overwritten by the next run, and runs of `after` end in sentinels.

A rectangle whose edge row or column has no cell to pick has the same value without that row or column.

The mex of a run is found in one of two ways. With AVX-512, vectors check 64 candidates at a time, a window: the bit of
each value in the window is set in a word, and the first zero bit is the mex. If the window is full, the next window
follows. Other processors set a byte for each value. (With AVX2, a plain loop over windows, which the compiler makes
into vectors, was as fast as that.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.core import config
from numba.extending import register_jitable
from numpy.typing import NDArray

from grundy.games.families.cutting.cells import BLOCKED, COLUMN, CROSS, PAD, ROW, SENTINEL
from grundy.games.families.cutting.vector_kernel import features, first_zero, lanes, xor_block
from grundy.runtime.costs import STEP_OPTIONS
from grundy.runtime.jit import Kernel

Word = Any  # an unsigned integer of 64 bits, which mypy does not let us mix with integers
CHUNK = 2048  # values between two checks whether a window is full


class CellArrays(NamedTuple):
    """What the kernels know about the cells of a board of height x width."""

    marks: NDArray[np.uint16]  # flat, column by column: 0 for a cross, else the sentinel
    pick_right: NDArray[np.int32]  # [l, i]: the first column from l on whose cell in row i can be picked, or the width
    pick_down: NDArray[np.int32]  # [t, j]: the first row from t on whose cell in column j can be picked, or the height
    row_cell_right: NDArray[np.int32]  # as `pick_right`, for row cells
    column_cell_down: NDArray[np.int32]  # as `pick_down`, for column cells


class Scratch(NamedTuple):
    """What a thread needs beside the table; the head of the module says what the arrays hold."""

    before: NDArray[np.uint16]
    after: NDArray[np.uint16]
    by_left: NDArray[np.uint16]  # [l, r]: the nimber of columns [l, r) of the present rows
    by_right: NDArray[np.uint16]  # [r, l]: the same
    marked: NDArray[np.uint8]  # a byte for each value, where no vectors are used


def has_vectors() -> bool:
    """Return whether Numba compiles for a processor with vectors that gather the bits of a window."""
    return not config.DISABLE_JIT and "+avx512bw" in features()


class Slabs:
    """A table that is filled height by height, so that its caller can report progress and stop between two heights.

    The row intervals of one height do not depend on each other. So several threads may fill them, each with its own
    scratch.
    """

    most_options = STEP_OPTIONS  # in one call

    def __init__(self, kinds: NDArray[np.uint8], *, vectors: bool | None = None) -> None:
        """Allocate the table of the board whose cells have these kinds, shape (height, width)."""
        height, width = kinds.shape
        pairs = (width + 1) * (width + 2) // 2
        self.height, self.width = height, width
        self.table = np.zeros((height + 1) ** 2 * pairs + PAD, np.uint16)
        self._vectors = has_vectors() if vectors is None else vectors
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
        side = width + 1
        pairs = side * (width + 2) // 2
        tail = height + width + PAD  # an option for each row and for each column, in whole blocks
        return Scratch(
            np.zeros(pairs * height + PAD + tail, np.uint16),
            np.zeros(side * (width * height + PAD) + tail, np.uint16),  # zeros beside the tail of `before`
            np.zeros((side, side), np.uint16),
            np.zeros((side, side), np.uint16),
            np.zeros(2 * SENTINEL, np.uint8),  # values are at most SENTINEL, a power of two, so xors are below 2 of it
        )

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays, without the scratch."""
        return sum(array.nbytes for array in (self.table, *self.cells))

    def fill(self, rows: int, tops: range, scratch: Scratch) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; those of fewer rows must be filled before.

        Returns False if a nimber would reach the sentinel.
        """
        return fill_rows(rows, tops.start, tops.stop, self._lines, self._vectors, self.table, *self.cells, *scratch)


def _next_down(marks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return at [t, j] the first row from t on that is marked in column j; the height if no row is.

    For the transposed marks that is the first marked column from a column on in each row.
    """
    height, width = marks.shape
    rows = np.where(marks, np.arange(height, dtype=np.int32)[:, None], np.int32(height))
    padded = np.vstack([rows, np.full((1, width), height, np.int32)])
    return np.ascontiguousarray(np.minimum.accumulate(padded[::-1])[::-1])


@register_jitable
def _fill_before(
    before: NDArray[np.uint16],
    table: NDArray[np.uint16],
    marks: NDArray[np.uint16],
    top: Word,
    n: Word,
    height: Word,
    width: Word,
) -> None:
    """Set `before` for rows [top, top + n): for each pair of columns, the pieces above and below each row."""
    one = np.uint64(1)
    none = np.uint64(0)
    pad = np.uint64(PAD)
    side = height + one
    pairs = (width + one) * (width + np.uint64(2)) // np.uint64(2)
    upper = top * pairs * side
    lower = (top + n) * pairs * side
    unmarked = width * height
    at = none
    source = top
    for _ in range(pairs):
        for block in range(none, n, pad):
            above = upper + source + block
            below = lower + source + block + one
            xor_block(before, at + block, table, above, below, marks, unmarked)
        at += n
        source += side


@register_jitable
def _fill_after(
    after: NDArray[np.uint16],
    table: NDArray[np.uint16],
    marks: NDArray[np.uint16],
    top: Word,
    n: Word,
    height: Word,
    width: Word,
) -> None:
    """Set `after` for rows [top, top + n): a run for each right end, with sentinels for cells that are no cross."""
    one = np.uint64(1)
    two = np.uint64(2)
    none = np.uint64(0)
    pad = np.uint64(PAD)
    side = height + one
    plane = (width + one) * (width + two) // two * side
    upper = top * plane
    lower = (top + n) * plane
    stride = width * n + pad
    for right in range(one, width + one):
        at = right * stride
        mark = top
        for left in range(one, right + one):
            source = (left * (two * width + one - left) // two + right) * side + top
            for block in range(none, n, pad):
                above = upper + source + block
                below = lower + source + block + one
                xor_block(after, at + block, table, above, below, marks, mark + block)
            at += n
            mark += height
        for i in range(pad):
            after[at + i] = SENTINEL


@register_jitable
def _mex_by_marks(
    before: NDArray[np.uint16],
    start: Word,
    after: NDArray[np.uint16],
    run: Word,
    padded: Word,
    tail: Word,
    more: Word,
    marked: NDArray[np.uint8],
) -> Word:
    """Return the mex of a run and of the `more` options from `tail` on, with a byte for each value."""
    one = np.uint64(1)
    most = min(padded + more, np.uint64(SENTINEL))
    for x in range(most + one):
        marked[x] = 0
    for x in range(padded):
        marked[before[start + x] ^ after[run + x]] = 1
    for x in range(more):
        marked[before[tail + x]] = 1
    nimber = np.uint64(0)
    while nimber < most and marked[nimber]:
        nimber += one
    return nimber


@register_jitable
def _mex_by_windows(
    before: NDArray[np.uint16],
    start: Word,
    after: NDArray[np.uint16],
    run: Word,
    padded: Word,
    tail: Word,
    zeros: Word,
    more: Word,
) -> Word:
    """Return the mex of a run and of the `more` options from `tail` on, 64 candidates at a time."""
    none = np.uint64(0)
    full = ~none
    limit = np.uint64(SENTINEL)
    nimber = none
    seen = full
    while nimber < limit:
        seen = none
        p = start
        q = run
        stop = p + padded
        while p < stop and seen != full:
            step = stop - p
            if step >= np.uint64(2 * CHUNK):
                step = np.uint64(CHUNK)
            seen |= lanes(before, p, after, q, step, nimber)
            p += step
            q += step
            if p == stop and p < tail and more:
                p = tail
                q = zeros
                stop = p + more
        if seen != full:
            return nimber + first_zero(seen)
        nimber += np.uint64(64)
    return nimber


@Kernel
def fill_rows(
    rows: int,
    first: int,
    last: int,
    lines: bool,
    vectors: bool,
    table: NDArray[np.uint16],
    marks: NDArray[np.uint16],
    pick_right: NDArray[np.int32],
    pick_down: NDArray[np.int32],
    row_cell_right: NDArray[np.int32],
    column_cell_down: NDArray[np.int32],
    before: NDArray[np.uint16],
    after: NDArray[np.uint16],
    by_left: NDArray[np.uint16],
    by_right: NDArray[np.uint16],
    marked: NDArray[np.uint8],
) -> bool:
    """Fill in the rectangles of rows [top, top + rows) for each top in [first, last).

    `lines` says whether the board has row or column cells, `vectors` how the mex is found. The arrays are the table,
    the items of `CellArrays` and the items of `Scratch`. Returns False if a nimber would reach the sentinel. All
    indices are unsigned, so that Numba makes no code for negative indices.
    """
    # Named tuples as arguments would make a call some 6 µs longer: a tenth of the time of a board of 9 x 9.
    one = np.uint64(1)
    two = np.uint64(2)
    none = np.uint64(0)
    pad = np.uint64(PAD)
    limit = np.uint64(SENTINEL)
    width = np.uint64(len(by_left) - 1)
    height = np.uint64(len(pick_down) - 1)
    side = height + one
    plane = (width + one) * (width + two) // two * side
    n = np.uint64(rows)
    stride = width * n + pad
    # The options of row and column cells are collected here; `after` stays zero at `zeros`.
    tail = np.uint64(len(before)) - height - width - pad
    zeros = np.uint64(len(after)) - height - width - pad
    for top in range(np.uint64(first), np.uint64(last)):
        bottom = top + n
        upper = top * plane
        lower = bottom * plane
        _fill_before(before, table, marks, top, n, height, width)
        _fill_after(after, table, marks, top, n, height, width)
        # In this order, rectangles inside a rectangle come before it, and runs of `before` stay in the fast memory.
        for gap in range(width):
            left = width - one - gap
            first_pair = left * (two * width + one - left) // two + left
            start = first_pair * n
            empty = pick_down[top, left] >= bottom
            first_empty = np.uint64(pick_right[left, top])  # up to this column, the top row has no cell to pick
            last_empty = np.uint64(pick_right[left, bottom - one])
            here = first_pair * side
            run = left * n + stride * left
            length = none
            for right in range(left + one, width + one):
                here += side
                run += stride
                length += n
                if empty:
                    result = by_left[left + one, right]
                elif pick_down[top, right - one] >= bottom:
                    result = by_left[left, right - one]
                elif right <= first_empty:
                    result = table[lower + here + top + one]
                elif right <= last_empty:
                    result = table[upper + here + bottom - one]
                else:
                    more = none
                    if lines:
                        whole = (first_pair + right - left) * n  # `before` at j = right: rows cut out
                        for i in range(n):
                            cut = row_cell_right[left, top + i] < right
                            before[tail + i] = before[whole + i] if cut else SENTINEL
                        end = tail + n
                        for j in range(left, right):
                            cut = column_cell_down[top, j] < bottom
                            before[end] = by_left[left, j] ^ by_right[right, j + one] if cut else SENTINEL
                            end += one
                        more = (end - tail + pad - one) // pad * pad
                        for i in range(pad):
                            before[end + i] = SENTINEL
                    padded = (length + pad - one) // pad * pad
                    if vectors:
                        nimber = _mex_by_windows(before, start, after, run, padded, tail, zeros, more)
                    else:
                        nimber = _mex_by_marks(before, start, after, run, padded, tail, more, marked)
                    if nimber >= limit:
                        return False
                    result = np.uint16(nimber)
                table[upper + here + bottom] = result
                table[lower + here + top] = result
                by_left[left, right] = result
                by_right[right, left] = result
    return True
