"""Impartial Clobber from its rules: onto a neighbouring piece of the other colour."""

from collections.abc import Iterator

from . import _grids

EVERY = 4
LARGEST = 8
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _after(board: _grids.Board) -> Iterator[tuple[str, _grids.Board]]:
    letters = dict(board)
    for (row, column), letter in board:
        for way, other in WAYS.items():
            target = row + other[0], column + other[1]
            if {letter, letters.get(target)} == {"x", "o"}:
                after = _grids.put(board, {(row, column): ".", target: letter})
                yield f"{_grids.short_name(board, (row, column))} {way}", after


moves, nimber = _grids.played(_after)
