"""The Grid Game: one piece walks to the last cell of a board with blocked cells.

Statement: KOI 2023 (BOJ 28218). A move is one step down, or one step right, or 1 to K steps
diagonally, down and right at once. Only the cell where the piece lands has to be open: a diagonal
move may pass over blocked cells. Whoever cannot move loses, be it at the goal or in a dead end.

Text: `K=3`, then rows of `.`, `#` (blocked) and one `@` (the piece, on an open cell).
"""

from functools import lru_cache

from ._grids import move_piece, name, read_piece
from ._mex import mex

LARGEST = 30


def moves(text: str) -> dict[str, str]:
    """Map each legal target, such as `r4c6` (row 4, column 6, from 1), to the text after it."""
    first, _, board = text.partition("\n")
    if not first.startswith("K="):
        raise ValueError(f"the first line is not 'K=' and a number: {first!r}")
    (row, column), free = read_piece(board)
    diagonal = [(row + far, column + far) for far in range(1, int(first[2:]) + 1)]
    return {
        name(target): f"{first}\n{move_piece(board, target)}"
        for target in [(row + 1, column), (row, column + 1), *diagonal]
        if target in free
    }


@lru_cache(maxsize=100_000)
def nimber(text: str) -> int:
    """Return the Grundy value of the position."""
    return mex(nimber(after) for after in moves(text).values())
