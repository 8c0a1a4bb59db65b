r"""The Diagonal Game, played on the set of cells that are still there.

Statement: Codeforces 138D "World of Darkraft" and BOJ 16883.
A move picks a cell that is still there and removes the unbroken run of remaining cells through it:
`L` along `/`, `R` along `\`, `X` along both. Whoever has no cell to pick loses.

Text: rows of `L`, `R`, `X` and `.` (removed).
"""

from . import _grids

LARGEST = 11

CLEARS = {"L": _grids.RISING, "R": _grids.FALLING, "X": _grids.BOTH}


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    return _grids.clearing_moves(text, CLEARS, ".")


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position."""
    return _grids.clearing_nimber(text, CLEARS, ".")
