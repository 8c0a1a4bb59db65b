r"""Boards of cutting games: the checker's own reader of their text, and their parts that do not affect each other.

=============  ===================  ==========  ==========  =========
game           both lines           one line    other line  no pick
=============  ===================  ==========  ==========  =========
wall-making    ``.`` row + column                           ``X``
diagonal       ``X`` both           ``L`` /     ``R`` \
card           ``G`` both           ``R`` /     ``B`` \
=============  ===================  ==========  ==========  =========

A removed cell is ``#`` in wall-making, ``.`` in diagonal and card. In diagonal and card, cells with even and with odd
row + column do not affect each other. Each of these two halves is turned by 45 degrees: its rows are the lines / (row +
column is constant), its columns the lines \.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.verify.report import Unreadable, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3
MOST_SIDE = 400  # rows, and columns
CUTTING = {  # for each game: its letters, and the letter of removed cells
    "wall-making": ({".": CROSS, "X": BLOCKED}, "#"),
    "diagonal": ({"L": ROW, "R": COLUMN, "X": CROSS}, "."),
    "card": ({"R": ROW, "B": COLUMN, "G": CROSS}, "."),
}


class BoardPart(NamedTuple):
    """A connected part of a board in its bounding rectangle; cells outside the part count as blocked."""

    kinds: NDArray[Any]  # height x width
    cells: dict[tuple[int, int], tuple[int, int]]  # row and column in the part -> row and column in the text, from 0


def read_rows(text: str, letters: str) -> list[str]:
    """Return the rows of a board. Raises `Unreadable` for rows of unequal lengths, other letters, too many cells."""
    rows = text.split("\n")
    if not 0 < len(rows) <= MOST_SIDE or not 0 < len(rows[0]) <= MOST_SIDE:
        message = f"position: expected 1 to {MOST_SIDE} rows of 1 to {MOST_SIDE} cells, found {shown(text)}"
        raise Unreadable(message)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]) or set(row) - set(letters):
            message = f"position, row {number}: expected {len(rows[0])} of the letters {letters}, found {shown(row)}"
            raise Unreadable(message)
    return rows


def cut_into_parts(game: str, text: str) -> list[BoardPart]:
    """Return the connected parts of a board: those of the even half first, then by their first cell, row by row."""
    letters, removed = CUTTING[game]
    rows = read_rows(text, "".join(letters) + removed)
    places = [(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != removed]
    if game == "wall-making":
        halves = [{place: place for place in places}]
    else:
        turned = [((row + column) // 2, (row - column) // 2, (row + column) % 2) for row, column in places]
        halves = [
            {(up, over): place for (up, over, odd), place in zip(turned, places, strict=True) if odd == half}
            for half in (0, 1)
        ]
    parts = []
    for half in halves:
        rest = set(half)
        for start in sorted(half):
            if start in rest:
                region = _connected(start, rest)
                rest -= region
                parts.append(_part({cell: half[cell] for cell in region}, rows, letters))
    return parts


def _connected(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    region = {start}
    front = [start]
    while front:
        row, column = front.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in cells and near not in region:
                region.add(near)
                front.append(near)
    return region


def _part(region: dict[tuple[int, int], tuple[int, int]], rows: list[str], letters: dict[str, int]) -> BoardPart:
    """Return a part. Its rows and columns must have no gaps, so that a cut removes a whole line of a rectangle."""
    top, left = (min(side) for side in zip(*region, strict=True))
    height, width = (max(side) - low + 1 for side, low in zip(zip(*region, strict=True), (top, left), strict=True))
    kinds = np.zeros((height, width), np.uint8)
    is_cell = np.zeros((height, width), np.bool_)
    cells = {}
    for (row, column), place in region.items():
        is_cell[row - top, column - left] = True
        kinds[row - top, column - left] = letters[rows[place[0]][place[1]]]
        cells[row - top, column - left] = place
    for lines in (is_cell, is_cell.T):
        edges = np.diff(np.pad(lines.astype(np.int8), ((0, 0), (1, 1))), axis=1)
        if ((edges == 1).sum(axis=1) > 1).any():
            message = "position: expected parts whose rows and columns are unbroken, found a gap in one"
            raise Unreadable(message)
    return BoardPart(kinds, cells)
