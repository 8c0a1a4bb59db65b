"""BOJ 28218, the Grid Game."""

from ._grids import move_piece
from .grid_game import nimber


def answer(text: str) -> str:
    """Answer each query `x y`, row x, column y, from 1, with a line `First` or `Second`."""
    tokens = iter(text.split())
    height, _width, k = (int(next(tokens)) for _ in range(3))
    board = "\n".join(next(tokens) for _ in range(height))
    lines = []
    for _ in range(int(next(tokens))):
        start = int(next(tokens)) - 1, int(next(tokens)) - 1
        value = nimber(f"K={k}\n{move_piece(board, start)}")
        lines.append("First\n" if value else "Second\n")
    return "".join(lines)
