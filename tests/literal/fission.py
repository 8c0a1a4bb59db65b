"""Fission from its rules: a stone falls apart onto the two free cells at its sides."""

from collections.abc import Iterator
from functools import cache

from . import _boards
from ._mex import mex

WAYS = {"across": (0, 1), "down": (1, 0)}


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return {move: _boards.write(after) for move, after in _after(_boards.read(text))}


def nimber(text: str) -> int:
    """Return the Grundy value of the whole board."""
    return _value(_boards.read(text))


@cache
def _value(board: _boards.Board) -> int:
    return mex(_value(after) for _, after in _after(board))


def _after(board: _boards.Board) -> Iterator[tuple[str, _boards.Board]]:
    letters = dict(board)
    for (row, column), letter in board:
        for way, (down, right) in WAYS.items():
            sides = (row - down, column - right), (row + down, column + right)
            if letter == "o" and all(letters.get(side) == "." for side in sides):
                after = _boards.put(board, {(row, column): ".", sides[0]: "o", sides[1]: "o"})
                yield f"{_boards.name(board, (row, column))} {way}", after
