r"""Boards whose picks cut along diagonals, many of one size: all of them up to symmetry, and their values.

Cells of even and of odd row + column never meet. Each half is a board that is turned by 45 degrees, so that ``/`` is a
row and ``\`` a column, with blocked cells where the turned board has none; the board is the sum of its halves. A half
occurs on many boards, and is solved once.

A board whose cells all cut something is a number of base 3: its digits are the cells, row by row, the first being the
lowest. Its symmetries are those of the rectangle; a reflection in a middle line exchanges ``/`` and ``\``.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grundy.families.cutting import cells
from grundy.families.cutting.batches import SolvedBoards, Tables, tables_of, winning

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KINDS = np.array([cells.ROW, cells.COLUMN, cells.CROSS], np.uint8)  # of the digits 0, 1 and 2
_EXCHANGED = np.array([1, 0, 2], np.uint8)
_AT_ONCE = 2**16  # boards


def least(height: int, width: int, start: int, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the boards that no symmetry makes a lesser number, and how many boards each stands for.

    They are looked for among `count` numbers from `start` on; kinds of cells have the shape (found, height, width).
    """
    found = [_least(height, width, range(first, min(first + _AT_ONCE, start + count)))
             for first in range(start, start + count, _AT_ONCE)]  # fmt: skip
    kinds = np.concatenate([digits for digits, _ in found]) if found else np.zeros((0, height * width), np.uint8)
    weights = np.concatenate([weights for _, weights in found]) if found else np.zeros(0, np.uint8)
    return _KINDS[kinds].reshape(-1, height, width), weights


def _least(height: int, width: int, numbers: range) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    powers = 3 ** np.arange(height * width, dtype=np.int64)
    here = np.arange(numbers.start, numbers.stop)
    digits = (here[:, None] // powers % 3).astype(np.uint8)
    symmetries = list(product((False, True), (False, True), (False, True) if height == width else (False,)))
    smallest = np.ones(len(here), np.bool_)
    fixed = np.zeros(len(here), np.int64)  # symmetries that leave the board as it is
    for down, across, over in symmetries:
        places = np.arange(height * width).reshape(height, width)
        places = places[:: -1 if down else 1, :: -1 if across else 1]
        image = digits[:, (places.T if over else places).ravel()]
        number = (_EXCHANGED[image] if down != across else image) @ powers.astype(np.float64)
        smallest &= number >= here
        fixed += number == here
    return digits[smallest], (len(symmetries) // fixed[smallest]).astype(np.uint8)


def solve(boards: NDArray[np.uint8]) -> SolvedBoards:
    """Return the values of boards whose cells have these kinds, shape (count, height, width), of up to 33 cells.

    The options are those of both halves, as in `batches.solve_many`, and the errors.
    """
    one, other = (_solved_once(half) for half in halves(boards))
    wins = winning(one, other.nimbers) + winning(other, one.nimbers)
    return SolvedBoards(one.nimbers ^ other.nimbers, wins, one.options + other.options)


def halves(boards: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return the turned boards of the cells of even and of odd row + column, each of shape (count, rows, columns)."""
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


def _solved_once(boards: NDArray[np.uint8]) -> Tables:
    """Return what `batches.tables_of` does, for boards of which many are equal."""
    cells = boards.reshape(len(boards), boards.shape[1] * boards.shape[2])
    used = cells[:, cells.any(axis=0)].astype(np.int64)
    numbers = used @ 4 ** np.arange(used.shape[1], dtype=np.int64)
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    found = tables_of(boards[first])
    return Tables(found.nimbers[which], found.afters[which], found.options[which])
