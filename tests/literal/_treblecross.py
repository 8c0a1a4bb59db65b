"""Treblecross as the statements tell it: an X into any empty cell, three that touch win."""

from collections.abc import Iterator

from ._play import first_wins


def winning_cells(row: str) -> list[int] | None:
    """Return the cells, from 1, that win for the player to move; None for a long row."""
    cells = [cell for cell, letter in enumerate(row) if letter == "."]
    if len(cells) > 10:
        return None
    found = {cell: first_wins(_marked(row, cell), _marks) for cell in cells}
    return None if None in found.values() else [cell + 1 for cell, other in found.items() if not other]


def _marked(row: str, cell: int) -> str:
    """Mark a cell; after three in a row nothing is left to mark: who made them has won."""
    after = f"{row[:cell]}X{row[cell + 1 :]}"
    return "" if "XXX" in after else after


def _marks(row: str) -> Iterator[str]:
    return (_marked(row, cell) for cell, letter in enumerate(row) if letter == ".")
