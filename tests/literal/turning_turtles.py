"""Turning Turtles from its rules: one or two coins."""

from . import _coins

TURNS = _coins.row_of(_coins.up_to(1, 2))
LARGEST = 8


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _coins.moves(text, TURNS)


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _coins.nimber(text, TURNS)
