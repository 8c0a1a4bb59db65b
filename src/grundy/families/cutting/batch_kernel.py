"""Solves many boards of one size in one call, each by its table of rectangles.

The table and the scratch of `kernel` are used again for each board. No value of an earlier board is read, because each
value is written before it is read.

Numba's cache on disk does not notice changes of `kernel`: after a change, remove ``__pycache__/*.nb?`` beside it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from grundy.families.cutting.cells import BLOCKED, COLUMN, CROSS, ROW, SENTINEL
from grundy.families.cutting.kernel import CellArrays, Scratch, fill_rows
from grundy.runtime.jit import Kernel

_fill_rows = register_jitable(fill_rows.plain)


class TableArrays(NamedTuple):
    """Values of `count` boards."""

    nimbers: NDArray[np.uint16]  # shape (count,)
    afters: NDArray[np.uint16]  # the value after each pick, shape (count, cells); picks are in any order
    options: NDArray[np.int64]  # shape (count,)


@register_jitable
def _set_cells(kinds: NDArray[np.uint8], cells: CellArrays) -> int:
    """Set the arrays of `fill_rows` for a board; return the options of all its rectangles."""
    marks, pick_right, pick_down, row_cell_right, column_cell_down = cells
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
    """Set the value of the board after the pick of each cell."""
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
    table: NDArray[np.uint16],
    cells: CellArrays,
    scratch: Scratch,
    lines: bool,
    scan: int,
    solved: TableArrays,
) -> bool:
    """Set `solved` for boards of kinds of cells, shape (count, height, width).

    The table and the other arrays are those of `fill_rows` for a board of this size. ``afters[number, place]`` is the
    sentinel where the cell is blocked. Returns False if a nimber would reach the sentinel.
    """
    marks, pick_right, pick_down, row_cell_right, column_cell_down = cells
    before, after, by_left, by_right, marked = scratch
    nimbers, afters, options = solved
    height, width = boards.shape[1], boards.shape[2]
    for number in range(boards.shape[0]):
        kinds = boards[number]
        options[number] = _set_cells(kinds, cells)
        for rows in range(1, height + 1):
            if not _fill_rows(
                rows,
                0,
                height - rows + 1,
                lines,
                scan,
                table,
                marks,
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
