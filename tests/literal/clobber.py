"""Impartial Clobber from its rules: onto a neighbouring piece of the other colour."""

from collections.abc import Iterator
from functools import cache

from . import _boards
from ._mex import mex

EVERY = 4
LARGEST = 8
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


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
        for way, other in WAYS.items():
            target = row + other[0], column + other[1]
            if {letter, letters.get(target)} == {"x", "o"}:
                after = _boards.put(board, {(row, column): ".", target: letter})
                yield f"{_boards.name(board, (row, column))} {way}", after
