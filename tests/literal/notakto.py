"""Notakto from its rules: no three marks side by side, in a row, a column or a diagonal."""

from collections.abc import Iterator

from . import _grids

LARGEST = 9
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _after(board: _grids.Board) -> Iterator[tuple[str, _grids.Board]]:
    for cell, letter in board:
        after = _grids.put(board, {cell: "X"})
        if letter == "." and not _has_three(dict(after)):
            yield _grids.short_name(board, cell), after


def _has_three(letters: dict[_grids.Cell, str]) -> bool:
    lines = (
        ((row + i * down, column + i * right) for i in range(3)) for row, column in letters for down, right in WAYS
    )
    return any(all(letters.get(cell) == "X" for cell in line) for line in lines)


moves, nimber = _grids.played(_after)
