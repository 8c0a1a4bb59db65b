"""Luogu P4055 (JSOI 2009, 游戏), from the statement: all ways to move the piece."""

from __future__ import annotations

from functools import cache

from ._grids import Cell, read

LARGEST = 14  # open cells


def answer(text: str) -> str | None:
    """Answer WIN with all cells to begin on, or LOSE; None for a large maze."""
    board = read("\n".join(text.split()[2:]))
    free = frozenset(cell for cell, letter in board.items() if letter == ".")
    if len(free) > LARGEST:
        return None
    starts = [cell for cell in sorted(free) if not _moves_last(cell, free - {cell})]
    return "".join(["WIN\n", *(f"{row + 1} {column + 1}\n" for row, column in starts)]) if starts else "LOSE\n"


@cache
def _moves_last(piece: Cell, free: frozenset[Cell]) -> bool:
    row, column = piece
    beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return any(not _moves_last(cell, free - {cell}) for cell in beside & free)
