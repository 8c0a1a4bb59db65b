"""Wall Making, played on the set of free cells.

Statement: JAG Spring Contest 2015, problem L "Wall Making Game".
A move picks a cell that is neither `X` nor wall. The cell becomes wall, and from it walls run up,
down, left and right, each until it meets wall or the edge; `X` cells on the way become wall too.
Whoever has no cell to pick loses.

Text: rows of `.`, `X` and `#` (wall). Any pattern of `#` is a legal text, whether or not play could
have led to it.
"""

from functools import cache

from ._mex import mex

Cell = tuple[int, int]

LARGEST = 16

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def moves(text: str) -> dict[str, str]:
    """Map each legal move, such as `r2c5` (row 2, column 5, from 1), to the text after it."""
    board = _letters(text)
    free = _free(board)
    return {
        f"r{cell[0] + 1}c{cell[1] + 1}": _text(board, _after(free, cell))
        for cell, letter in board.items()
        if letter == "."
    }


def nimber(text: str) -> int:
    """Return the Grundy value of the whole position; no part is ever looked at on its own."""
    board = _letters(text)

    @cache
    def value(free: frozenset[Cell]) -> int:
        return mex(value(_after(free, cell)) for cell in free if board[cell] != "X")

    return value(_free(board))


def _letters(text: str) -> dict[Cell, str]:
    board = {(row, column): letter for row, line in enumerate(text.splitlines()) for column, letter in enumerate(line)}
    if not set(board.values()) <= set(".X#"):
        raise ValueError(f"not a Wall Making text: {text!r}")
    return board


def _free(board: dict[Cell, str]) -> frozenset[Cell]:
    """Return the cells that are not wall, `X` cells among them."""
    return frozenset(cell for cell, letter in board.items() if letter != "#")


def _after(free: frozenset[Cell], picked: Cell) -> frozenset[Cell]:
    walls = {picked}
    for down, right in STEPS:
        row, column = picked[0] + down, picked[1] + right
        while (row, column) in free:
            walls.add((row, column))
            row, column = row + down, column + right
    return free - walls


def _text(board: dict[Cell, str], free: frozenset[Cell]) -> str:
    height, width = (1 + max(place) for place in zip(*board, strict=True))
    return "\n".join(
        "".join(board[row, column] if (row, column) in free else "#" for column in range(width))
        for row in range(height)
    )
