"""Cram: dominoes on the free cells of a board, played on the set of cells; whoever cannot place one loses.

Text: rows of `.` (free) and `#`.
"""

from functools import cache

from . import _grids
from ._mex import mex

Cells = frozenset[_grids.Cell]


def read(text: str) -> Cells:
    """Return the free cells of a text."""
    return frozenset(cell for cell, letter in _grids.read(text).items() if letter == ".")


def moves(free: Cells) -> dict[str, Cells]:
    """Map each legal move, such as `r1c2 down` (its upper or left cell, from 1), to the cells that stay free."""
    found = {}
    for row, column in free:
        for way, other in (("across", (row, column + 1)), ("down", (row + 1, column))):
            if other in free:
                found[f"{_grids.name((row, column))} {way}"] = free - {(row, column), other}
    return found


@cache
def nimber(free: Cells) -> int:
    """Return the Grundy value; no part is ever looked at on its own."""
    return mex(nimber(after) for after in moves(free).values())
