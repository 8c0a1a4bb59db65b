"""Chess pieces on their way to a corner; whoever cannot move loses.

Steps (Winning Ways; the queen is Wythoff's game), as changes of the two distances to the corner:
the rook any distance along one axis; the bishop any distance along the diagonal; the queen as
either; the king one step along an axis or along the diagonal, all of them towards the corner; the
white knight (-2,-1) (-1,-2) (-2,+1) (+1,-2). No distance may become negative. Every step lowers
the sum of the distances, so play ends.

Without a board the piece stands in a quadrant that has no far edge. On a board the corner is the
last cell (distances are counted from the last row and the last column), so the steps of the rook
lead down or right. There a rook, bishop or queen stops before a blocked cell, a king or knight
needs only an open target, and no step leaves the board: a knight near the first row or column can
have fewer moves than in the quadrant.

Board text: rows of `.`, `#` (blocked) and one `@` (the piece).
"""

from functools import lru_cache

from ._grids import move_piece, name, read_piece, run
from ._mex import mex

AXES = ((-1, 0), (0, -1))
DIAGONAL = ((-1, -1),)

SLIDES = {"rook": AXES, "bishop": DIAGONAL, "queen": AXES + DIAGONAL, "wythoff": AXES + DIAGONAL}
STEPS = {"king": AXES + DIAGONAL, "knight": ((-2, -1), (-1, -2), (-2, 1), (1, -2))}


def moves(piece: str, row_distance: int, column_distance: int) -> set[tuple[int, int]]:
    """Return the pairs of distances that one move of the piece leads to."""
    targets = set()
    if piece in SLIDES:
        for rows, columns in SLIDES[piece]:
            a, b = row_distance + rows, column_distance + columns
            while a >= 0 and b >= 0:
                targets.add((a, b))
                a, b = a + rows, b + columns
    else:
        for rows, columns in STEPS[piece]:
            a, b = row_distance + rows, column_distance + columns
            if a >= 0 and b >= 0:
                targets.add((a, b))
    return targets


@lru_cache(maxsize=100_000)
def nimber(piece: str, a: int, b: int) -> int:
    """Return the Grundy value of a piece at row distance a and column distance b."""
    return mex(nimber(piece, *target) for target in moves(piece, a, b))


def board_moves(piece: str, text: str) -> dict[str, str]:
    """Map each legal target, such as `r4c6` (row 4, column 6, from 1), to the text after it."""
    start, free = read_piece(text)
    targets: list[tuple[int, int]] = []
    if piece in SLIDES:
        for rows, columns in SLIDES[piece]:
            targets += run(start, (-rows, -columns), free)
    else:
        for rows, columns in STEPS[piece]:
            target = start[0] - rows, start[1] - columns
            if target in free:
                targets.append(target)
    return {name(target): move_piece(text, target) for target in targets}


@lru_cache(maxsize=100_000)
def board_nimber(piece: str, text: str) -> int:
    """Return the Grundy value of the piece on the board."""
    return mex(board_nimber(piece, after) for after in board_moves(piece, text).values())


def text_moves(piece: str, text: str) -> dict[str, str]:
    """Map each legal move to the text after it: on a board, or of distances such as `rook 3 5`."""
    if "@" in text:
        return board_moves(piece, text)
    targets = moves(piece, *map(int, text.split()[1:]))
    return {f"to {row} {column}": f"{piece} {row} {column}" for row, column in targets}


def text_nimber(piece: str, text: str) -> int:
    """Return the Grundy value of the piece on a board, or at distances such as `rook 3 5`."""
    return board_nimber(piece, text) if "@" in text else nimber(piece, *map(int, text.split()[1:]))
