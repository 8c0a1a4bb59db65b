r"""Many boards of one size whose picks cut along diagonals: their enumeration up to symmetry, and their values.

No diagonal joins cells of even and of odd row + column. So the board is the sum of two halves. Each half, turned by 45
degrees, is a cutting board on which ``/`` is a row and ``\`` a column; the cells that the turned board lacks are
blocked. A half occurs on many boards, and is solved once.

A board without blocked cells is a number of base 3. Its digits are the cells, row by row; the first cell is the lowest
digit. The symmetries are those of the rectangle; a reflection in a middle line exchanges ``/`` and ``\``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.games.families.cutting import cells
from grundy.games.families.cutting.batches import SolvedBoards, TableArrays, least_by_symmetry, tables_of, winning

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KINDS = np.array([cells.ROW, cells.COLUMN, cells.CROSS], np.uint8)  # of the digits 0, 1 and 2
_EXCHANGED = np.array([1, 0, 2], np.uint8)
_BOARDS_AT_ONCE = 2**16


def least(height: int, width: int, start: int, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the board with the least number of each class equal by symmetry, and the size of each class.

    Only `count` numbers from `start` on are checked. Boards are kinds of cells, shape (boards, height, width).
    """
    found = [_least(height, width, range(first, min(first + _BOARDS_AT_ONCE, start + count)))
             for first in range(start, start + count, _BOARDS_AT_ONCE)]  # fmt: skip
    kinds = np.concatenate([digits for digits, _ in found]) if found else np.zeros((0, height * width), np.uint8)
    weights = np.concatenate([weights for _, weights in found]) if found else np.zeros(0, np.uint8)
    return _KINDS[kinds].reshape(-1, height, width), weights


def _least(height: int, width: int, numbers: range) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    own = np.arange(numbers.start, numbers.stop)
    digits = own[:, None] // 3 ** np.arange(height * width) % 3
    smallest, weights = least_by_symmetry(digits, own, 3, (height, width), _EXCHANGED)
    return digits[smallest].astype(np.uint8), weights


def solve(boards: NDArray[np.uint8]) -> SolvedBoards:
    """Return the values of boards whose cells have these kinds, shape (count, height, width), of up to 33 cells.

    The options are those of both halves, counted as in `batches.solve_many`. It raises the same errors.
    """
    even, odd = (_solved_once(half) for half in halves(boards))
    wins = winning(even, odd.nimbers) + winning(odd, even.nimbers)
    return SolvedBoards(even.nimbers ^ odd.nimbers, wins, even.options + odd.options)


def halves(boards: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return the turned boards of the cells of even and of odd row + column, both of shape (count, rows, columns)."""
    count, height, width = boards.shape
    rows, columns = np.indices((height, width))
    found = []
    for parity in (0, 1):
        there = (rows + columns) % 2 == parity
        if not there.any():
            found.append(np.full((count, 1, 1), cells.BLOCKED, np.uint8))
            continue
        down, across = (rows + columns)[there] // 2, (rows - columns)[there]
        across = (across - across.min()) // 2
        turned = np.full((count, down.max() + 1, across.max() + 1), cells.BLOCKED, np.uint8)
        turned[:, down, across] = boards[:, there]
        found.append(turned)
    return found


def _solved_once(boards: NDArray[np.uint8]) -> TableArrays:
    """Return the same as `batches.tables_of`; equal boards are solved once."""
    cells = boards.reshape(len(boards), boards.shape[1] * boards.shape[2])
    used = cells[:, cells.any(axis=0)].astype(np.int64)
    numbers = used @ 4 ** np.arange(used.shape[1], dtype=np.int64)
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    found = tables_of(boards[first])
    return TableArrays(found.nimbers[which], found.afters[which], found.options[which])
