"""Closed forms of pieces on the quadrant: the rook is nim, and the queen's lost cells are Wythoff's.

The rook's cell (a, b) is worth a ^ b (Bouton 1901). The queen loses exactly at (m, m + d) and (m + d, m) where
m is the integer part of d times the golden ratio (Wythoff 1907); m = (d + isqrt(5 d^2)) // 2 in integers of any size.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.families.pieces.moves import Slide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.scenes import Place
    from grundy.families.pieces.piece_rules import Piece

_ALONG = {Slide(-1, 0), Slide(0, -1)}
_QUEEN = _ALONG | {Slide(-1, -1)}


def is_rook(piece: Piece) -> bool:
    """Say whether a piece on the quadrant moves along rows and columns, as far as it likes."""
    return piece.grid is None and not piece.steps and set(piece.slides) == _ALONG


def is_queen(piece: Piece) -> bool:
    """Say whether it moves along diagonals as well."""
    return piece.grid is None and not piece.steps and set(piece.slides) == _QUEEN


def queen_loses(row: int, column: int) -> bool:
    """Say whether the queen's cell is lost for whoever moves.

    >>> queen_loses(3, 5), queen_loses(10**18, 10**18 + 1)
    (True, False)
    """
    gap = abs(row - column)
    return min(row, column) == (gap + isqrt(5 * gap * gap)) // 2


def queen_outcome(state: Place) -> Outcome:
    """Return the outcome of the queen's cell."""
    return Outcome.P if queen_loses(*state) else Outcome.N


def rook_targets(state: Place, nimber: int) -> Iterator[Place]:
    """Yield the cells worth `nimber` that the rook can go to: at most one in its column, and one in its row."""
    row, column = state
    if column ^ nimber < row:
        yield column ^ nimber, column
    if row ^ nimber < column:
        yield row, row ^ nimber


def queen_targets(state: Place) -> Iterator[Place]:
    """Yield the lost cells that the queen can go to, in the order of her options: by column, row and diagonal."""
    row, column = state
    for other in partners(column):
        if other < row:
            yield other, column
    for other in partners(row):
        if other < column:
            yield row, other
    gap = abs(row - column)
    low = (gap + isqrt(5 * gap * gap)) // 2
    if low < min(row, column):
        yield (low, low + gap) if row <= column else (low + gap, low)


def partners(number: int) -> list[int]:
    """Return the number that is lost together with `number`: each number is in one pair, 0 in (0, 0).

    >>> [partners(number) for number in range(6)]
    [[0], [2], [1], [5], [7], [3]]
    """
    # number = floor(d phi) for d about number / phi, or floor(d phi) + d for d about number / phi^2
    for gap in _near((isqrt(5 * number * number) - number) // 2):
        if (gap + isqrt(5 * gap * gap)) // 2 == number:
            return [number + gap]
    for gap in _near((3 * number - isqrt(5 * number * number)) // 2):
        if (3 * gap + isqrt(5 * gap * gap)) // 2 == number:
            return [number - gap]
    return []


def _near(number: int) -> range:
    return range(max(0, number - 1), number + 3)
