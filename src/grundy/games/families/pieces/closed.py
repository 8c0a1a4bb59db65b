"""Closed forms of pieces on the quadrant: the rook is nim, and the queen's lost cells are Wythoff's.

The rook's cell (a, b) is worth a ^ b (Bouton 1901). The queen loses exactly at (m, m + d) and (m + d, m), where m is
the integer part of d times the golden ratio (Wythoff 1907). In integers of any size, m = (d + isqrt(5 d^2)) // 2.

For the king and the knight see Winning Ways, chapter 3. The knight's lost cells are those whose row and column are 0 or
1 modulo 4. From such a cell each move makes one side 2 or 3 modulo 4. From another cell one side is 2 or 3 modulo 4: a
move makes it two less, so 0 or 1, and the other side, one less or one more, can be made 0 or 1.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.games.families.pieces.moves import Slide
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.scenes import Place
    from grundy.games.families.pieces.piece_rules import Piece

_ALONG = {Slide(-1, 0), Slide(0, -1)}
_QUEEN = _ALONG | {Slide(-1, -1)}
_BISHOP = {Slide(-1, -1)}
_KING = {(-1, 0), (0, -1), (-1, -1)}
_KNIGHT = {(-2, -1), (-1, -2), (-2, 1), (1, -2)}
_PAIRS = 6  # of Wythoff, in an explanation


def is_rook(piece: Piece) -> bool:
    """Return whether a piece on the quadrant makes any number of steps along its row or column."""
    return piece.grid is None and not piece.steps and set(piece.slides) == _ALONG


def is_queen(piece: Piece) -> bool:
    """Return whether a piece on the quadrant moves as a rook or along its diagonal."""
    return piece.grid is None and not piece.steps and set(piece.slides) == _QUEEN


def formula_in_words(piece: Piece, cell: Place) -> Message | None:
    """Return the formula of a piece on the quadrant, with its steps for a cell; None for other pieces.

    The parameter ``nimber`` is the nimber of the cell, or None if the formula says only who wins.
    """
    row, column = cell
    about = {"row": row, "column": column}
    if is_rook(piece):
        return Message("reduction.note.form-rook", {**about, "nimber": row ^ column})
    if is_queen(piece):
        gap = abs(row - column)
        low = _lower(gap)
        pairs = [f"({_lower(number)}, {_lower(number) + number})" for number in range(_PAIRS)]
        pair = {"pairs": pairs, "gap": gap, "low": low, "high": low + gap, "nimber": None}
        return Message("reduction.note.form-queen", {**about, **pair})
    if piece.grid is None and set(piece.slides) == _BISHOP and not piece.steps:
        return Message("reduction.note.form-bishop", {**about, "nimber": min(row, column)})
    steps = set() if piece.slides or piece.grid is not None else set(piece.steps)
    if steps == _KING:
        low = min(row, column)
        nimber = (0 if low % 2 == 0 else 2) if (row - column) % 2 == 0 else (1 if low % 2 == 0 else 3)
        return Message("reduction.note.form-king", {**about, "nimber": nimber})
    if steps == _KNIGHT:
        rests = {"down": row % 4, "across": column % 4}
        return Message("reduction.note.form-knight", {**about, **rests, "nimber": None})
    return None


def queen_loses(row: int, column: int) -> bool:
    """Return whether the player who moves the queen from this cell loses.

    >>> queen_loses(3, 5), queen_loses(10**18, 10**18 + 1)
    (True, False)
    """
    return min(row, column) == _lower(abs(row - column))


def queen_outcome(state: Place) -> Outcome:
    """Return the outcome of a cell for the queen."""
    return Outcome.P if queen_loses(*state) else Outcome.N


def rook_targets(state: Place, nimber: int) -> Iterator[Place]:
    """Yield the cells worth `nimber` that the rook can go to: at most one in its column, and at most one in its row."""
    row, column = state
    if column ^ nimber < row:
        yield column ^ nimber, column
    if row ^ nimber < column:
        yield row, row ^ nimber


def queen_targets(state: Place) -> Iterator[Place]:
    """Yield the lost cells that the queen can go to, in the order of its options: by column, row and diagonal."""
    row, column = state
    for other in partners(column):
        if other < row:
            yield other, column
    for other in partners(row):
        if other < column:
            yield row, other
    gap = abs(row - column)
    low = _lower(gap)
    if low < min(row, column):
        yield (low, low + gap) if row <= column else (low + gap, low)


def partners(number: int) -> list[int]:
    """Return the number whose cell with `number` is lost, in a list. Each number is in one such pair, 0 in (0, 0).

    >>> [partners(number) for number in range(6)]
    [[0], [2], [1], [5], [7], [3]]
    """
    # number = floor(d phi) for d about number / phi, or floor(d phi) + d for d about number / phi^2
    for gap in _near((isqrt(5 * number * number) - number) // 2):
        if _lower(gap) == number:
            return [number + gap]
    for gap in _near((3 * number - isqrt(5 * number * number)) // 2):
        if (3 * gap + isqrt(5 * gap * gap)) // 2 == number:
            return [number - gap]
    return []


def _lower(gap: int) -> int:
    """Return the smaller number of Wythoff's pair with this difference."""
    return (gap + isqrt(5 * gap * gap)) // 2


def _near(number: int) -> range:
    return range(max(0, number - 1), number + 3)
