"""Fission from its rules: a stone falls apart onto the two free cells at its sides."""

from collections.abc import Iterator

from . import _grids

WAYS = {"across": (0, 1), "down": (1, 0)}


def _after(board: _grids.Board) -> Iterator[tuple[str, _grids.Board]]:
    letters = dict(board)
    for (row, column), letter in board:
        for way, (down, right) in WAYS.items():
            sides = (row - down, column - right), (row + down, column + right)
            if letter == "o" and all(letters.get(side) == "." for side in sides):
                after = _grids.put(board, {(row, column): ".", sides[0]: "o", sides[1]: "o"})
                yield f"{_grids.short_name(board, (row, column))} {way}", after


moves, nimber = _grids.played(_after)
