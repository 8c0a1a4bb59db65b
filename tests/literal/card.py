r"""The Card Game, played on the set of cards that are still there.

Statement: ICPC Korea Regional 2022, problem A "Card Game" (BOJ 26102).
A move picks a card that is still there and removes the unbroken run of remaining cards through it:
`R` along `/`, `B` along `\`, `G` along both. Whoever has no card to pick loses.

Text: rows of `R`, `B`, `G` and `.` (removed).
"""

from . import _grids

LARGEST = 11

CLEARS = {"R": _grids.RISING, "B": _grids.FALLING, "G": _grids.BOTH}


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    return _grids.clearing_moves(text, CLEARS, ".")


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position."""
    return _grids.clearing_nimber(text, CLEARS, ".")
