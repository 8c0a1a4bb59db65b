"""The product of two coin games, from its rules. Text: the codes, such as `1-2x1-3`, then rows of coins."""

from functools import cache

from . import _coins

LARGEST = 8


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    codes, board = text.split(maxsplit=1)
    return _coins.moves(board, _turns(codes), f"{codes}\n")


def nimber(text: str) -> int:
    """Return the Grundy value."""
    codes, board = text.split(maxsplit=1)
    return _coins.nimber(board, _turns(codes))


@cache
def _turns(codes: str) -> _coins.Moves:
    down, across = codes.split("x")
    return _coins.product_of(_coins.sets_of(down), _coins.sets_of(across))
