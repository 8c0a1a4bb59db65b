"""Boards of a census, solved many at a time."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.cutting.board import CutKind
from grundy.games.families.cutting.cells import fits_words
from grundy.research.census.listed import ListedPart, solve_listed
from grundy.research.census.parts import outcomes, texts_of
from grundy.research.census.sets import board_reader, cut_upright
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.cutting.batches import SolvedBoards
    from grundy.games.notations.letter_boards import LetterBoards
    from grundy.research.census.sets import AllBoards, RandomBoards

_MOST_CELLS = 2**24  # random cells that are drawn at a time


def solve_all(boards: AllBoards, start: int, stop: int) -> Any:
    """Return the rows of the boards start to stop - 1, except those that a symmetry turns into a lesser board."""
    from grundy.games.families.cutting import batches, diagonals

    rows, columns = boards.rows, boards.columns
    reader = board_reader(boards.game)
    if reader.diagonal:
        kinds, weights = diagonals.least(rows, columns, start, stop - start)
        return _table(reader, kinds, diagonals.solve(kinds), weights)
    fast = available("numba") and fits_words(rows, columns)
    table = batches.words_of_size(rows, columns) if fast else batches.Enumeration(rows, columns)
    words, weights = table.least(start, stop - start, boards.marks)
    kinds = batches.kinds_of(words, rows, columns)
    found = table.solve(words)
    if fits_words(rows, columns):  # the same with and without machine code
        found = found._replace(options=(kinds != CutKind.BLOCKED).sum(axis=(1, 2)))
    return _table(reader, kinds, found, weights)


def solve_random(boards: RandomBoards, start: int, stop: int) -> Any:
    """Return the rows of the random boards start to stop - 1. Board n depends only on the description and on n."""
    reader = board_reader(boards.game)
    if not cut_upright(reader):
        size = (boards.rows, boards.columns)
        draws = (Random(f"{boards.seed} {number}") for number in range(start, stop))
        texts = tuple(" ".join(reader.text_of_size(rng, size, boards.density).split()) for rng in draws)
        return solve_listed(ListedPart(boards.game, texts))
    from grundy.games.families.cutting import batches

    kinds = random_kinds(boards, start, stop)
    return _table(reader, kinds, batches.solve_many(kinds), np.ones(stop - start, np.uint8))


def random_kinds(boards: RandomBoards, start: int, stop: int) -> NDArray[np.uint8]:
    """Return the kinds of the cells of random boards, shape (stop - start, rows, columns).

    A counter-based generator gives each board its own range of bits, so the boards do not depend on the parts.
    """
    cells = boards.rows * boards.columns
    blocks = -(-cells // 4)  # of the generator: four words, so four cells, each
    generator = np.random.Philox(key=boards.seed, counter=start * blocks)
    limit = round(boards.density * 2**64)
    kinds = np.empty((stop - start, cells), np.uint8)
    each = max(1, _MOST_CELLS // (4 * blocks))
    for first in range(0, stop - start, each):
        count = min(each, stop - start - first)
        draws = generator.random_raw(count * blocks * 4).reshape(count, 4 * blocks)[:, :cells]
        blocked = draws < np.uint64(limit) if limit < 2**64 else np.ones(draws.shape, np.bool_)
        kinds[first : first + count] = np.where(blocked, CutKind.BLOCKED, CutKind.CROSS)
    return kinds.reshape(stop - start, boards.rows, boards.columns)


def _table(reader: LetterBoards, kinds: NDArray[np.uint8], found: SolvedBoards, weights: NDArray[np.uint8]) -> Any:
    """Return a table with the text of each board, which can be parsed again, and what was found about it."""
    import pyarrow as pa

    count, rows, columns = kinds.shape
    letters = np.zeros(256, np.uint8)
    for letter, kind in reader.kinds:
        letters[kind] = ord(letter)
    text = np.full((count, rows, columns + 1), ord(" "), np.uint8)
    text[:, :, :-1] = letters[kinds]
    return pa.table(
        {
            "position": texts_of(text.reshape(count, rows * (columns + 1))[:, :-1]),
            "marks": (kinds == CutKind.BLOCKED).sum(axis=(1, 2), dtype=np.uint32),
            "weight": weights,
            "outcome": outcomes(found.nimbers != 0),
            "nimber": found.nimbers,
            "winning_moves": found.wins,
            "options": found.options,
        }
    )
