"""The Grid Game: a piece moves one cell down or right, or 1 to K cells diagonally down-right, over blocked cells too.

The value of each open cell in the table is compared with the mex of the cells that the piece can move to from it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.board_rules import MOST_SIDE, read_rows
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FIRST_LINE = re.compile(r"K=([0-9]{1,4})")


def check_grid_game(
    position: str, table: NDArray[np.integer[Any]], report: VerifyReport
) -> tuple[int, dict[tuple[int, int], int]]:
    """Check the values of all cells. Return the value of the piece's cell, and the value after each of its moves."""
    first, _, board = position.partition("\n")
    steps = _FIRST_LINE.fullmatch(first)
    if steps is None or int(steps[1]) > MOST_SIDE:
        message = f"position: expected a first line such as K=3, at most {MOST_SIDE}, found {shown(first)}"
        raise Unreadable(message)
    rows = read_rows(board, ".#@")
    if board.count("@") != 1:
        message = f"position: expected one piece @, found {board.count('@')}"
        raise Unreadable(message)
    height, width = len(rows), len(rows[0])
    if len(table) != height * width:
        raise Refused("size of the table", f"the board has {height * width:,} cells, the table {len(table):,} values")
    values = table.reshape(height, width)
    is_open = np.array([[letter != "#" for letter in row] for row in rows])
    for row, column in np.argwhere(is_open):
        reached = _targets(int(row), int(column), is_open, int(steps[1]))
        found = set(values[tuple(np.transpose(reached))].tolist()) if reached else set()
        least = next(number for number in range(len(found) + 1) if number not in found)
        if least != values[row, column]:
            message = f"cell r{row + 1}c{column + 1} is worth {least} by the cells that it leads to, "
            raise Refused("table", f"{message}the table says {values[row, column]}")
    if values[~is_open].any():
        raise Refused("table", "expected 0 for blocked cells, found another number")
    report.checked.append(f"all {int(is_open.sum()):,} open cells, each from the definition: all its moves")
    piece = next((row, line.index("@")) for row, line in enumerate(rows) if "@" in line)
    moves = {target: int(values[target]) for target in _targets(*piece, is_open, int(steps[1]))}
    return int(values[piece]), moves


def _targets(row: int, column: int, is_open: NDArray[np.bool_], steps: int) -> list[tuple[int, int]]:
    """Return the cells that a piece can move to."""
    height, width = is_open.shape
    far = min(steps, height - 1 - row, width - 1 - column)
    targets = [(row + 1, column), (row, column + 1), *((row + k, column + k) for k in range(1, far + 1))]
    return [place for place in targets if place[0] < height and place[1] < width and is_open[place]]
