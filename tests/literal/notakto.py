"""Notakto from its rules: no three marks side by side, in a row, a column or a diagonal."""

from collections.abc import Iterator
from functools import cache

from . import _boards
from ._mex import mex

LARGEST = 9
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


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
    for cell, letter in board:
        after = _boards.put(board, {cell: "X"})
        if letter == "." and not _has_three(dict(after)):
            yield _boards.name(board, cell), after


def _has_three(letters: dict[_boards.Cell, str]) -> bool:
    lines = (
        ((row + i * down, column + i * right) for i in range(3)) for row, column in letters for down, right in WAYS
    )
    return any(all(letters.get(cell) == "X" for cell in line) for line in lines)
