"""Boundaries of the families' engines that other tests pass by: found by mutation testing (`docs/mutation.md`)."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

import grundy
from grundy.errors import RulesetError
from grundy.games.families.cutting.board import Rectangle, cutting_board
from grundy.games.families.cutting.rectangle_tables import chunks
from grundy.games.families.heaps.engines import SetEngine
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.games.families.heaps.take_and_break import Subtraction
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard
from grundy.runtime import arrays, limits, progress
from grundy.runtime.table_cache import tables
from support.twins import plain


def heap_rules(code: str) -> HeapRules:
    """Return the ruleset of a code."""
    rules = grundy.heaps(code)
    assert isinstance(rules, HeapRules)
    return rules


@pytest.mark.parametrize("code", ["0.[8]", "0.[c]", "0.3[28]", "4.[08]"])
def test_three_heaps_by_digits_that_repeat(code: str) -> None:
    """With the digit 8 among those that repeat, and 4 beside it or not."""
    rules = heap_rules(code)
    memo: dict[int, int] = {}
    expected = [plain(rules, heap, memo) for heap in range(30)]
    with limits.limited(kernel_above=-1):
        assert list(rules.nimbers(30)) == expected


def test_all_but_nothing_takes_any_number() -> None:
    assert [grundy.heaps("all-but{}")(heap).nimber for heap in range(5)] == [0, 1, 2, 3, 4]
    assert [Subtraction((), all_but=True).value(heap) for heap in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(RulesetError):
        Subtraction(())


def test_moves_that_leave_nothing_still_leave_a_heap_in_the_theorem() -> None:
    """A code of digits 1 alone: the bound of its period counts one heap."""
    theorem = heap_rules("0.11").theorem
    assert theorem is not None
    assert (theorem.heaps, theorem.places) == (1, 2)


def test_the_cost_of_nim_counts_its_options() -> None:
    assert heap_rules("nim").options_below(10) == sum(range(11))


@pytest.mark.parametrize("steps", [((2, -1), (-1, 0)), ((-1, 2), (0, -1)), ((3, -1), (-1, 0)), ((-3, 2), (1, -1))])
def test_steps_that_lead_away_in_one_direction(steps: tuple[tuple[int, int], ...]) -> None:
    """Cells are filled in waves whose weights differ: on a grid, and on the quadrant, where a step can lead far out."""
    grid = Piece(steps, (), PieceBoard(5, 7, bytes(35)))
    memo: dict[tuple[int, int], int] = {}
    with limits.limited(kernel_above=-1):
        for cell in ((row, column) for row in range(5) for column in range(7)):
            assert grid.value(cell) == plain(grid, cell, memo)
    quadrant = Piece(steps, ())
    memo = {}
    with limits.limited(kernel_above=-1):
        for cell in ((row, column) for row in range(5) for column in range(5)):
            tables.clear()
            assert quadrant.value(cell) == plain(quadrant, cell, memo)


def test_a_piece_far_out_on_the_quadrant() -> None:
    """From row 60 it comes to column 120, and the table has to reach there."""
    piece = Piece(((-1, 2), (0, -1)), ())
    memo: dict[tuple[int, int], int] = {}
    with limits.limited(kernel_above=-1):
        assert piece.value((60, 0)) == plain(piece, (60, 0), memo)


def test_tables_of_other_boards_are_refused() -> None:
    piece = Piece(((1, 0),), (), PieceBoard(2, 3, bytes(6)))
    with limits.limited(kernel_above=-1):
        piece.value((0, 0))
    solved = piece.solved()
    assert solved
    with pytest.raises(RulesetError):
        Piece(((1, 0),), (), PieceBoard(3, 2, bytes(6))).adopt(solved)
    with pytest.raises(RulesetError):
        PieceBoard(1, 1, "\0")  # type: ignore[arg-type] # no bytes


def test_a_table_of_a_part_of_a_board() -> None:
    """It is taken up where it was solved: rows and columns do not begin at 0."""
    board = cutting_board([[1] * 4] * 4)
    part = Rectangle(1, 3, 1, 4)
    with limits.limited(kernel_above=-1):
        value = board.value(part)
        solved = board.solved()
        assert [*solved] == ["1 3 1 4"]
        tables.clear()
        board.adopt(solved)
        assert board.known(part) == value


def test_progress_of_a_table_ends_at_its_cost() -> None:
    board = cutting_board([[1] * 3] * 5)
    told = []
    with limits.limited(kernel_above=-1, threads=1), progress.reporting(lambda *figures: told.append(figures)):
        board.value(board.whole().state)
    cost = board.cost().options
    assert told[-1] == (cost, cost)
    assert all(done <= total for done, total in told)


def testchunks_of_huge_boards_hold_one_row() -> None:
    """Where one number takes more options than a chunk may have."""
    assert chunks(0, 30, 10**15, 1) == [range(row, row + 1) for row in range(30)]


@pytest.mark.parametrize("most", [63, 127])
def test_nimber_0_beside_a_word_of_all_others(most: int) -> None:
    """A heap of `most` + 1 has options of each nimber from 1 to `most`, and none of nimber 0."""
    table = SetEngine(dict.fromkeys(range(1, most + 1), 3), most + 2, arrays.zeros(0, 16))
    assert table.fill(most + 2)
    assert arrays.listed(table.values) == [*range(most + 1), 0]
