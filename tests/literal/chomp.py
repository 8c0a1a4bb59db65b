"""Chomp from its rules, on the squares that are left; the first one is never taken."""

from collections.abc import Iterator

from . import _grids


def _after(board: _grids.Board) -> Iterator[tuple[str, _grids.Board]]:
    for (row, column), letter in board:
        if letter == "." and (row, column) != (0, 0):
            eaten = {cell: "#" for cell, _ in board if cell[0] >= row and cell[1] >= column}
            yield _grids.short_name(board, (row, column)), _grids.put(board, eaten)


moves, nimber = _grids.played(_after)
