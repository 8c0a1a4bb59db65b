r"""The common part of the Diagonal Game and the Card Game: a pick clears diagonal runs of cells.

Each letter names the diagonals that a pick of its cell clears. Along such a diagonal the picked
cell goes, and with it every cell on either side up to the first removed cell or the edge. What
stands on the same diagonal beyond a removed cell stays.
"""

from collections.abc import Mapping
from functools import cache

from ._mex import mex

Cell = tuple[int, int]
Steps = tuple[tuple[int, int], ...]

RISING: Steps = ((-1, 1), (1, -1))  # the diagonal /, where row + column is constant
FALLING: Steps = ((-1, -1), (1, 1))  # the diagonal \, where row - column is constant
BOTH: Steps = RISING + FALLING


def moves(text: str, clears: Mapping[str, Steps]) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    board = _letters(text, clears)
    there = _there(board)
    return {
        f"r{cell[0] + 1}c{cell[1] + 1}": _text(board, _after(there, cell, clears[letter]))
        for cell, letter in board.items()
        if letter != "."
    }


def nimber(text: str, clears: Mapping[str, Steps]) -> int:
    """Return the Grundy value of the whole position; no part is ever looked at on its own."""
    board = _letters(text, clears)

    @cache
    def value(there: frozenset[Cell]) -> int:
        return mex(value(_after(there, cell, clears[board[cell]])) for cell in there)

    return value(_there(board))


def _letters(text: str, clears: Mapping[str, Steps]) -> dict[Cell, str]:
    board = {(row, column): letter for row, line in enumerate(text.splitlines()) for column, letter in enumerate(line)}
    if not set(board.values()) <= {".", *clears}:
        raise ValueError(f"letters other than {''.join(clears)} and '.': {text!r}")
    return board


def _there(board: dict[Cell, str]) -> frozenset[Cell]:
    return frozenset(cell for cell, letter in board.items() if letter != ".")


def _after(there: frozenset[Cell], picked: Cell, steps: Steps) -> frozenset[Cell]:
    cleared = {picked}
    for down, right in steps:
        row, column = picked[0] + down, picked[1] + right
        while (row, column) in there:
            cleared.add((row, column))
            row, column = row + down, column + right
    return there - cleared


def _text(board: dict[Cell, str], there: frozenset[Cell]) -> str:
    height, width = (1 + max(place) for place in zip(*board, strict=True))
    return "\n".join(
        "".join(board[row, column] if (row, column) in there else "." for column in range(width))
        for row in range(height)
    )
