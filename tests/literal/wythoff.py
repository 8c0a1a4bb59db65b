"""Wythoff's game, the queen of chess, on its way to the corner of a board, or of a quadrant without far edges."""

from . import pieces

LARGEST = 30


def moves(text: str) -> dict[str, str]:
    """Map each legal target to the text after it."""
    return pieces.text_moves("wythoff", text)


def nimber(text: str) -> int:
    """Return the Grundy value of the position."""
    return pieces.text_nimber("wythoff", text)
