"""Pieces on boards with blocked cells, which move down and right: the Grid Game, and five pieces of chess.

=============  ==========================  ====================
game           lines                       far along a line
=============  ==========================  ====================
king           down, right, down + right   one cell
rook           down, right                 to a blocked cell
bishop         down + right                to a blocked cell
wythoff        down, right, down + right   to a blocked cell
knight         four jumps down or right    one jump
grid-game      down, right                 one cell
grid-game      down + right                K cells, over blocked ones
=============  ==========================  ====================

The value of each open cell in the table is compared with the mex of the cells that the piece can move to from it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.verify.board_rules import MOST_SIDE, read_rows
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Jump(NamedTuple):
    """One to `most` jumps of (`down`, `right`), over blocked cells too if it `passes` them."""

    down: int
    right: int
    most: int = MOST_SIDE
    passes: bool = False


PIECES = {
    "king": (Jump(1, 0, 1), Jump(0, 1, 1), Jump(1, 1, 1)),
    "rook": (Jump(1, 0), Jump(0, 1)),
    "bishop": (Jump(1, 1),),
    "wythoff": (Jump(1, 0), Jump(0, 1), Jump(1, 1)),
    "knight": (Jump(2, 1, 1), Jump(1, 2, 1), Jump(2, -1, 1), Jump(-1, 2, 1)),
    "grid-game": (Jump(1, 0, 1), Jump(0, 1, 1), Jump(1, 1, passes=True)),  # its text gives the most diagonal steps, K
}
_FIRST_LINE = re.compile(r"K=([0-9]{1,4})")


def check_piece(
    game: str, position: str, table: NDArray[np.integer[Any]], report: VerifyReport
) -> tuple[int, dict[tuple[int, int], int]]:
    """Check the values of all cells. Return the value of the piece's cell, and the value after each of its moves."""
    lines, board = PIECES[game], position
    if game == "grid-game":
        first, _, board = position.partition("\n")
        steps = _FIRST_LINE.fullmatch(first)
        if steps is None or int(steps[1]) > MOST_SIDE:
            message = f"position: expected a first line such as K=3, at most {MOST_SIDE}, found {shown(first)}"
            raise Unreadable(message)
        lines = (*lines[:2], lines[2]._replace(most=int(steps[1])))
    rows = read_rows(board, ".#@")
    if board.count("@") != 1:
        message = f"position: expected one piece @, found {board.count('@')}"
        raise Unreadable(message)
    height, width = len(rows), len(rows[0])
    if len(table) != height * width:
        raise Refused("size of the table", f"the board has {height * width:,} cells, the table {len(table):,} values")
    values = table.reshape(height, width).tolist()
    is_open = [[letter != "#" for letter in row] for row in rows]
    for row, column in np.ndindex(height, width):
        if not is_open[row][column]:
            if values[row][column]:
                raise Refused("table", "expected 0 for blocked cells, found another number")
            continue
        found = {values[down][right] for down, right in _targets(row, column, is_open, lines)}
        least = next(number for number in range(len(found) + 1) if number not in found)
        if least != values[row][column]:
            message = f"cell r{row + 1}c{column + 1} is worth {least} by the cells that it leads to, "
            raise Refused("table", f"{message}the table says {values[row][column]}")
    report.checked.append(f"all {sum(map(sum, is_open)):,} open cells, each from the definition: all its moves")
    place = next((row, line.index("@")) for row, line in enumerate(rows) if "@" in line)
    moves = {(row, column): values[row][column] for row, column in _targets(*place, is_open, lines)}
    return values[place[0]][place[1]], moves


def _targets(row: int, column: int, is_open: list[list[bool]], lines: tuple[Jump, ...]) -> list[tuple[int, int]]:
    """Return the cells that a piece can move to."""
    height, width = len(is_open), len(is_open[0])
    targets = []
    for line in lines:
        down, right = row, column
        for _ in range(line.most):
            down, right = down + line.down, right + line.right
            if not (0 <= down < height and 0 <= right < width):
                break
            if is_open[down][right]:
                targets.append((down, right))
            elif not line.passes:
                break
    return targets
