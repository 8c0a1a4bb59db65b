"""Formulas for the pieces of the chess board on the quadrant, for explanations.

The rook is nim (Bouton 1901), the queen Wythoff's game (1907); for the king and the knight see Winning Ways, chapter
3. The knight's P-cells are those whose row and column are 0 or 1 modulo 4. From such a cell a move makes one of them 2
or 3. From another cell one side is 2 or 3 modulo 4: two less make it 0 or 1, and the other side, one less or one more,
can be made 0 or 1.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from grundy.families.pieces import closed
from grundy.families.pieces.moves import Slide
from grundy.messages import Message

if TYPE_CHECKING:
    from grundy.core.scenes import Place
    from grundy.families.pieces.piece_rules import Piece

_KING = {(-1, 0), (0, -1), (-1, -1)}
_KNIGHT = {(-2, -1), (-1, -2), (-2, 1), (1, -2)}
_BISHOP = {Slide(-1, -1)}
_PAIRS = 6  # of Wythoff's, in an explanation


def piece_form(piece: Piece, cell: Place) -> Message | None:
    """Return the formula for a piece on the quadrant, with its steps for a cell; None for other pieces.

    The parameter ``nimber`` is what the formula says, None where it says only who wins.
    """
    row, column = cell
    about = {"row": row, "column": column}
    if closed.is_rook(piece):
        return Message("reduction.note.form-rook", {**about, "nimber": row ^ column})
    if closed.is_queen(piece):
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


def _lower(gap: int) -> int:
    """Return the smaller number of Wythoff's pair with this difference."""
    return (gap + isqrt(5 * gap * gap)) // 2
