"""Many boards in one call: against the values of each board by itself, and against the literal rules."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.errors import OverBudgetError
from grundy.games.families.cutting import batches, diagonals
from grundy.games.families.cutting.board import Cutting
from grundy.games.families.cutting.cells import fits_words
from grundy.runtime import limits
from literal import diagonal, wall_making
from support.conditions import JIT
from support.twins import plain

_SIDE = 5 if JIT else 3
_MOST_INNER = 16 if JIT else 6  # cells of the boards of a table


@settings(max_examples=30, deadline=None)
@given(st.integers(1, _SIDE), st.integers(1, _SIDE), st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=1))
@pytest.mark.slow
def test_boards_of_all_kinds_of_cells(height: int, width: int, seed: int, kinds: list[int]) -> None:
    """One call for boards of different cells, so that nothing of a board is read for another."""
    boards = np.random.default_rng(seed).choice(np.array(kinds, np.uint8), (3, height, width))
    found = batches.solve_many(boards)
    for board, nimber, wins, options in zip(boards, *found, strict=True):
        rules = Cutting(height, width, board.tobytes())
        whole = rules.whole().state
        assert nimber == plain(rules, whole, {})
        assert options == rules.cost().options
        with limits.limited(kernel_above=10**9):
            assert wins == len(rules(whole).winning_moves())


@pytest.mark.slow
@pytest.mark.needs_jit
@settings(max_examples=30, deadline=None)
@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_words_are_worth_what_their_boards_are(height: int, width: int, data: st.DataObject) -> None:
    if not fits_words(height, width) or (height - 1) * (width - 1) > _MOST_INNER:
        return
    words = np.array(data.draw(st.lists(st.integers(0, 2 ** (height * width) - 1), min_size=1)), np.uint64)
    found = batches.words_of_size(height, width).solve(words)
    tables = batches.solve_many(batches.kinds_of(words, height, width))
    assert found.nimbers.tolist() == tables.nimbers.tolist()
    assert found.wins.tolist() == tables.wins.tolist()
    assert found.options.tolist() == [height * width - int(word).bit_count() for word in words]


@pytest.mark.parametrize("missing", ["numba", pytest.param("", marks=pytest.mark.needs_jit)])
@pytest.mark.parametrize(("height", "width"), [(3, 3), (2, 3), (1, 4), (4, 1), (3, 4)])
def test_each_board_is_one_of_those_up_to_symmetry(
    height: int, width: int, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orbits are found here by turning sets of cells, and by nothing of the kernel."""
    monkeypatch.setattr(batches, "available", missing.__ne__)
    table = batches.Enumeration(height, width)
    places = [(row, column) for row in range(height) for column in range(width)]

    def turned(cell: tuple[int, int], turn: tuple[int, int, int]) -> tuple[int, int]:
        row, column = cell[::-1] if turn[2] else cell
        return (height - 1 - row if turn[0] else row, width - 1 - column if turn[1] else column)

    def orbit(word: int) -> set[int]:
        cells = [place for number, place in enumerate(places) if word >> number & 1]
        turns = product((0, 1), (0, 1), (0, 1) if height == width else (0,))
        return {sum(1 << places.index(turned(cell, turn)) for cell in cells) for turn in turns}

    words, weights = table.least(0, 2 ** len(places))
    assert {word: len(orbit(word)) for word in range(2 ** len(places)) if word == min(orbit(word))} == dict(
        zip(words.tolist(), weights.tolist(), strict=True)
    )
    for marks in range(len(places) + 1):
        count = sum(1 for _ in combinations(places, marks))
        parts = [table.least(start, min(5, count - start), marks)[0].tolist() for start in range(0, count, 5)]
        assert [word for part in parts for word in part] == [w for w in words.tolist() if w.bit_count() == marks]


@pytest.mark.needs_jit
def test_all_boards_of_3_by_4_against_the_literal_rules() -> None:
    words, weights = batches.Enumeration(3, 4).least(0, 2**12)
    assert weights.sum() == 2**12
    found = batches.words_of_size(3, 4).solve(words)
    value: dict[str, int] = {}
    for word, nimber, wins in zip(words.tolist(), found.nimbers, found.wins, strict=True):
        cells = ["X" if word >> number & 1 else "." for number in range(12)]
        text = "\n".join("".join(cells[row * 4 : row * 4 + 4]) for row in range(3))
        assert nimber == wall_making.nimber(text)
        if word % 16 == 0:  # the moves one by one take longer
            after = wall_making.moves(text).values()
            value.update((one, wall_making.nimber(one)) for one in after if one not in value)
            assert wins == sum(value[one] == 0 for one in after)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (3, 1), (2, 2), (2, 3), (3, 3)])
def test_all_boards_that_cut_along_diagonals_against_the_literal_rules(height: int, width: int) -> None:
    """Orbits are found by turning texts; that equal boards are worth the same is seen, not assumed."""
    kinds, weights = diagonals.least(height, width, 0, 3 ** (height * width))
    found = diagonals.solve(kinds)
    texts = ["\n".join("".join(" XLR"[kind] for kind in row) for row in board) for board in kinds.tolist()]
    orbits = [orbit(text) for text in texts]
    assert weights.tolist() == [len(images) for images in orbits]
    assert sum(map(len, orbits)) == len(set().union(*orbits)) == 3 ** (height * width)
    rng = random.Random(height)
    for number in rng.sample(range(len(texts)), min(len(texts), 12 if height * width > 6 else 60)):
        text = texts[number]
        assert found.nimbers[number] == diagonal.nimber(text) == diagonal.nimber(rng.choice(sorted(orbits[number])))
        assert found.wins[number] == sum(diagonal.nimber(after) == 0 for after in diagonal.moves(text).values())


def orbit(text: str) -> set[str]:
    """Return the boards that a board may be turned and reflected to; a mirror exchanges the diagonals."""
    exchanged = str.maketrans("LR", "RL")
    upside = [text, "\n".join(reversed(text.split("\n"))).translate(exchanged)]
    mirrored = ["\n".join(row[::-1] for row in one.split("\n")).translate(exchanged) for one in upside]
    rows = text.split("\n")
    over = ["\n".join(map("".join, zip(*one.split("\n"), strict=True))) for one in upside + mirrored]
    return {*upside, *mirrored, *(over if len(rows) == len(rows[0]) else ())}


def test_parts_of_all_boards() -> None:
    whole, weights = diagonals.least(2, 4, 0, 3**8)
    parts = [diagonals.least(2, 4, first, 1000) for first in range(0, 3**8 - 1000, 1000)]
    parts.append(diagonals.least(2, 4, 6000, 3**8 - 6000))
    assert np.array_equal(np.concatenate([kinds for kinds, _ in parts]), whole)
    assert np.array_equal(np.concatenate([counts for _, counts in parts]), weights)
    none, _ = diagonals.least(3, 3, 3**9 - 9, 8)  # crosses but for one or two: each has a lesser image
    assert len(none) == len(diagonals.solve(none).nimbers) == 0


def test_words_by_their_numbers() -> None:
    for cells, marks in product(range(1, 8), range(8)):
        words = [word for word in range(2**cells) if word.bit_count() == marks]
        assert batches.words_with(np.arange(len(words)), marks).tolist() == words


@pytest.mark.needs_jit
def test_boards_beyond_the_budget_are_refused() -> None:
    with limits.limited(table_bytes=10**4), pytest.raises(OverBudgetError):
        batches.solve_many(np.ones((1, 30, 30), np.uint8))
    with limits.limited(table_bytes=10**4), pytest.raises(OverBudgetError):
        batches.WordBoards(5, 5)
