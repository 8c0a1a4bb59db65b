"""Arrays of cells in questions about many cells: they are checked before a table is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from grundy.games.families.pieces.moves import PieceBoard

_PAIR = 2


def open_cells(cells: ArrayLike, grid: PieceBoard | None) -> NDArray[np.integer]:
    """Return `cells` as an array of shape (n, 2), each an open cell of the grid or of the quadrant.

    Raises `RulesetError` if the shape differs, if they are no integers, or with the first cell that is not open.
    """
    try:
        places = np.asarray(cells)
    except ValueError as error:  # rows of unequal length
        raise RulesetError("error.cell-array", error=str(error)) from None
    if places.size == 0:
        return np.zeros((0, _PAIR), np.int64)
    if places.ndim != _PAIR or places.shape[1] != _PAIR or places.dtype.kind not in "iu":
        raise RulesetError("error.cell-array-shape", dtype=str(places.dtype), shape=str(places.shape))
    rows, columns = places[:, 0], places[:, 1]
    wrong = (rows < 0) | (columns < 0)
    if grid is not None:
        wrong |= (rows >= grid.height) | (columns >= grid.width)
        inside = ~wrong
        numbers = rows[inside].astype(np.int64) * grid.width + columns[inside].astype(np.int64)
        wrong[inside] = np.frombuffer(grid.blocked, np.bool_)[numbers]
    if wrong.any():
        first = int(wrong.argmax())
        raise RulesetError("error.cell-array-open", cell=str(tuple(places[first].tolist())), number=first)
    return places
