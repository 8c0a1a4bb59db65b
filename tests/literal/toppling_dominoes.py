"""Toppling Dominoes from its rules, on a row of `|` and `.`."""

from collections.abc import Iterator
from functools import cache

from . import _boards
from ._mex import mex


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
    for cell, letter in board:
        for side, step in (("left", -1), ("right", 1)):
            falling, place = dict[_boards.Cell, str](), cell[1]
            while letters.get((0, place)) == "|":
                falling[0, place] = "."
                place += step
            if letter == "|":
                yield f"{_boards.name(board, cell)} {side}", _boards.put(board, falling)
