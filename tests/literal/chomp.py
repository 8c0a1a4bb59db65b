"""Chomp from its rules, on the squares that are left; the first one is never taken."""

from collections.abc import Iterator
from functools import cache

from . import _boards
from ._mex import mex


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return {move: _boards.write(after) for move, after in _after(_boards.read(text))}


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _value(_boards.read(text))


@cache
def _value(board: _boards.Board) -> int:
    return mex(_value(after) for _, after in _after(board))


def _after(board: _boards.Board) -> Iterator[tuple[str, _boards.Board]]:
    for (row, column), letter in board:
        if letter == "." and (row, column) != (0, 0):
            eaten = {cell: "#" for cell, _ in board if cell[0] >= row and cell[1] >= column}
            yield _boards.name(board, (row, column)), _boards.put(board, eaten)
