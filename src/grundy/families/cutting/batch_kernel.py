"""Solves many boards of one size in one call, each by its table of rectangles.

The table and its scratch are those of `kernel`, used again for each board: nothing of one board is read for another,
as a value is written before it is read.

Numba's cache on disk does not see changes of `kernel`: after one, remove ``__pycache__/*.nb?`` beside it.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from grundy.families.cutting.cells import BLOCKED, COLUMN, CROSS, ROW, SENTINEL
from grundy.families.cutting.kernel import fill_rows
from grundy.runtime.jit import Kernel

_fill_rows = register_jitable(fill_rows.plain)


@register_jitable
def _mark(
    kinds: NDArray[np.uint8],
    marks: NDArray[np.uint16],
    pick_right: NDArray[np.int32],
    pick_down: NDArray[np.int32],
    row_cell_right: NDArray[np.int32],
    column_cell_down: NDArray[np.int32],
) -> int:
    """Set what `fill_rows` needs to know of a board; return its options, those of all rectangles."""
    height, width = kinds.shape
    options = 0
    for j in range(width):
        pick_down[height, j] = height
        column_cell_down[height, j] = height
        for back in range(height):
            i = height - 1 - back
            kind = kinds[i, j]
            marks[j * height + i] = 0 if kind == CROSS else SENTINEL
            pick_down[i, j] = i if kind != BLOCKED else pick_down[i + 1, j]
            column_cell_down[i, j] = i if kind == COLUMN else column_cell_down[i + 1, j]
            if kind != BLOCKED:
                options += (i + 1) * (height - i) * (j + 1) * (width - j)
    for i in range(height):
        pick_right[width, i] = width
        row_cell_right[width, i] = width
        for back in range(width):
            j = width - 1 - back
            pick_right[j, i] = j if kinds[i, j] != BLOCKED else pick_right[j + 1, i]
            row_cell_right[j, i] = j if kinds[i, j] == ROW else row_cell_right[j + 1, i]
    return options


@register_jitable
def _value(table: NDArray[np.uint16], height: int, width: int, top: int, bottom: int, left: int, right: int) -> int:
    pair = left * (2 * width + 1 - left) // 2 + right
    return int(table[(top * ((width + 1) * (width + 2) // 2) + pair) * (height + 1) + bottom])


@register_jitable
def _set_afters(kinds: NDArray[np.uint8], table: NDArray[np.uint16], afters: NDArray[np.uint16]) -> None:
    """Set what is left worth after the pick of each cell."""
    height, width = kinds.shape
    for i in range(height):
        for j in range(width):
            kind = kinds[i, j]
            if kind == BLOCKED:
                afters[i * width + j] = SENTINEL
                continue
            value = 0
            if kind == CROSS:
                value ^= _value(table, height, width, 0, i, 0, j)
                value ^= _value(table, height, width, 0, i, j + 1, width)
                value ^= _value(table, height, width, i + 1, height, 0, j)
                value ^= _value(table, height, width, i + 1, height, j + 1, width)
            elif kind == ROW:
                value ^= _value(table, height, width, 0, i, 0, width)
                value ^= _value(table, height, width, i + 1, height, 0, width)
            else:
                value ^= _value(table, height, width, 0, height, 0, j)
                value ^= _value(table, height, width, 0, height, j + 1, width)
            afters[i * width + j] = value


@Kernel
def solve_boards(
    boards: NDArray[np.uint8],
    lines: bool,
    scan: int,
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
    nimbers: NDArray[np.uint16],
    afters: NDArray[np.uint16],
    options: NDArray[np.int64],
) -> bool:
    """Set nimbers and options of boards of kinds, shape (count, height, width), and the value after each pick.

    ``afters[number, place]`` is the sentinel where the cell is blocked. Returns False if a nimber would reach the
    sentinel.
    """
    height, width = boards.shape[1], boards.shape[2]
    for number in range(boards.shape[0]):
        kinds = boards[number]
        options[number] = _mark(kinds, marks, pick_right, pick_down, row_cell_right, column_cell_down)
        for rows in range(1, height + 1):
            if not _fill_rows(
                table,
                marks,
                rows,
                0,
                height - rows + 1,
                lines,
                scan,
                pick_right,
                pick_down,
                row_cell_right,
                column_cell_down,
                before,
                after,
                by_left,
                by_right,
                marked,
            ):
                return False
        nimbers[number] = _value(table, height, width, 0, height, 0, width)
        _set_afters(kinds, table, afters[number])
    return True
