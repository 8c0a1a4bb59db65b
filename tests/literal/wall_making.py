"""Wall Making, played on the set of free cells.

Statement: JAG Spring Contest 2015, problem L "Wall Making Game".
A move picks a cell that is neither `X` nor wall. The cell becomes wall, and from it walls run up,
down, left and right, each until it meets wall or the edge; `X` cells on the way become wall too.
Whoever has no cell to pick loses.

Text: rows of `.`, `X` and `#` (wall). Any pattern of `#` is a legal text, whether or not play could
have led to it.
"""

from . import _grids

LARGEST = 16

CLEARS = {".": _grids.STRAIGHT}


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    return _grids.clearing_moves(text, CLEARS, "#", others="X")


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position; no part is ever looked at on its own."""
    return _grids.clearing_nimber(text, CLEARS, "#", others="X")
