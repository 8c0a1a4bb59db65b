"""Toppling Dominoes from its rules, on a row of `|` and `.`."""

from collections.abc import Iterator

from . import _grids


def _after(board: _grids.Board) -> Iterator[tuple[str, _grids.Board]]:
    letters = dict(board)
    for cell, letter in board:
        for side, step in (("left", -1), ("right", 1)):
            falling, place = dict[_grids.Cell, str](), cell[1]
            while letters.get((0, place)) == "|":
                falling[0, place] = "."
                place += step
            if letter == "|":
                yield f"{_grids.short_name(board, cell)} {side}", _grids.put(board, falling)


moves, nimber = _grids.played(_after)
