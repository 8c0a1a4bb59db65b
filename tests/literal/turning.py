"""Coin turning by a code, from its rules. Text: the code, then a row of coins."""

from functools import cache

from . import _coins

LARGEST = 8


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    code, row = text.split()
    return _coins.moves(row, _turns(code), f"{code}\n")


def nimber(text: str) -> int:
    """Return the Grundy value."""
    code, row = text.split()
    return _coins.nimber(row, _turns(code))


@cache
def _turns(code: str) -> _coins.Moves:
    return _coins.row_of(_coins.sets_of(code))
