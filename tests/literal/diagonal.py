r"""The Diagonal Game, played on the set of cells that are still there.

Statement: Codeforces 138D "World of Darkraft", with other words for the answer BOJ 16883.
A move picks a cell that is still there and removes the unbroken run of remaining cells through it:
`L` along `/`, `R` along `\`, `X` along both. Whoever has no cell to pick loses.

Text: rows of `L`, `R`, `X` and `.` (removed).
"""

from . import _diagonals

CLEARS = {"L": _diagonals.RISING, "R": _diagonals.FALLING, "X": _diagonals.BOTH}


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    return _diagonals.moves(text, CLEARS)


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position."""
    return _diagonals.nimber(text, CLEARS)


def answer(text: str) -> str:
    """Answer the input of BOJ 16883: `N M` and the rows give `koosaga` or `cubelover`."""
    return "koosaga\n" if _first_wins(text) else "cubelover\n"


def answer_codeforces(text: str) -> str:
    """Answer the same input in the words of Codeforces 138D: `WIN` or `LOSE`."""
    return "WIN\n" if _first_wins(text) else "LOSE\n"


def _first_wins(text: str) -> bool:
    _height, _width, *rows = text.split()
    return nimber("\n".join(rows)) != 0
