"""Closed forms: against the options at small states, and at states of any size."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.core.nimbers import mex
from grundy.core.values import Outcome
from grundy.games.families.heaps.closed import ClosedForm, closed_form
from grundy.games.families.heaps.take_and_break import Subtraction, TakeAndBreak
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.games.families.heaps.heap_rules import HeapRules

QUEEN = Piece((), (Slide(-1, 0), Slide(0, -1), Slide(-1, -1)))
ROOK = Piece((), (Slide(0, -1), Slide(-1, 0)))


def by_options(rules: HeapRules, length: int) -> list[int]:
    """Return the first nimbers from nothing but the options."""
    values: list[int] = []
    for heap in range(length):
        found = []
        for option in rules.options(heap):
            total = 0
            for _, part in option.components:
                total ^= values[part]
            found.append(total)
        values.append(mex(found))
    return values


def check_form(rules: HeapRules, length: int) -> None:
    assert isinstance(rules, TakeAndBreak)
    closed, values = closed_form(rules), by_options(rules, length)
    assert closed is not None
    assert [closed.value(heap) for heap in range(length)] == values
    assert closed.first(length).tolist() == values == rules.nimbers(length).tolist()
    period = rules.period()
    assert period.status == "proved"
    start, step, saltus = period.preperiod or 0, period.period or 1, period.saltus or 0
    assert all(values[heap + step] == values[heap] + saltus for heap in range(start, length - step))
    if start:
        assert values[start - 1 + step] != values[start - 1] + saltus
    if not isinstance(closed, ClosedForm):
        return
    for nimber in range(4) if saltus else ():
        assert [heap for heap in closed.heaps_worth(nimber) if heap < length] == [
            heap for heap in range(length) if values[heap] == nimber
        ]


@given(st.text("0123", max_size=6), st.sampled_from(["[2]", "[3]"]))
@settings(max_examples=40, deadline=None)
def test_codes_that_may_take_any_large_number(digits: str, cycle: str) -> None:
    rules = grundy.heaps(f"0.{digits}{cycle}")
    if isinstance(rules, TakeAndBreak) and rules.cycle:
        check_form(rules, 80)


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
@settings(max_examples=20, deadline=None)
def test_all_but_sets(takes: set[int]) -> None:
    check_form(Subtraction(tuple(sorted(takes)), all_but=True), 90)


@pytest.mark.parametrize(("least", "most"), [(1, 1), (1, 2), (2, 2), (3, 4), (3, 11), (5, 5), (2, 9), (4, 1)])
def test_takes_in_an_interval(least: int, most: int) -> None:
    """Each value and each winning move is that of the options, also where neighbours are written as a run."""
    text = f"{{{least}..{most}}}" if most >= least else f"{{{least}..}}"
    rules, length = grundy.heaps(text), 70
    values: list[int] = []
    for heap in range(length):
        takes = range(least, min(heap, most if most >= least else heap) + 1)
        values.append(mex(values[heap - take] for take in takes))
    assert rules.nimbers(length).tolist() == values
    assert rules.nimbers(length, direct=True).tolist() == values
    assert [rules.known(heap) for heap in range(length)] == values
    for heap, nimber in product(range(40), range(6)):
        moves = [option.move for option in rules.moves_worth(heap, nimber)]
        wanted = [option.move for option in rules.options(heap) if values[(*option.move, 0)[1]] == nimber]
        assert moves == wanted, (heap, nimber)
    shown = grundy.heaps(set(range(least, most + 1))) if most >= least else grundy.heaps(f"all-but{{1..{least - 1}}}")
    assert shown == rules == grundy.heaps(str(rules))


def test_a_wide_interval_is_answered_at_once() -> None:
    rules = grundy.heaps("{30000..60000}")
    assert [rules(heap).nimber for heap in (29_999, 30_000, 89_999, 90_000, 10**18 + 40_000)] == [0, 1, 2, 0, 1]
    assert grundy.heaps(range(30_000, 60_001)) == rules
    position = rules(10**18 + 40_000, 70_000)
    move = position.winning_moves()[0]
    assert move.after.nimber == 0
    assert rules.allows(60_001, (1,))
    assert not rules.allows(60_002, (1,))
    assert grundy.heaps("{1..1000000000}")(10**30).nimber == 10**30 % (10**9 + 1)
    assert grundy.heaps("{1000000000..}")(10**18).nimber == 10**9


def test_all_but_sets_of_large_numbers() -> None:
    check_form(Subtraction((17, 40, 66), all_but=True), 250)


def test_laskers_nim() -> None:
    check_form(grundy.heaps("4.[3]"), 60)
    heaps = grundy.games.laskers_nim(10**30 + 3, 5)
    assert grundy.games.laskers_nim(10**30 + 3).nimber == 10**30 + 4
    assert heaps.nimber == (10**30 + 4) ^ 5
    assert [choice.move for choice in heaps.winning_moves().first(1)[0]] == [f"1:{10**30 + 3} -> 5"]
    assert grundy.heaps("4.1[3]").known(5) is None
    rules = grundy.heaps("all-but{1,3}")
    assert rules(10**30, 7).winning_moves()[0].after.nimber == 0


@pytest.mark.parametrize("parts", range(2, 7))
def test_equal_parts(parts: int) -> None:
    rules = grundy.heaps(f"equal-{parts}")
    assert [rules.known(heap) for heap in range(150)] == by_options(rules, 150)
    assert rules(parts**40).nimber == (1 if parts % 2 == 0 else 0)
    if parts % 2 == 0:
        found = rules.period()
        assert (found.status, found.preperiod, found.period, found.saltus) == ("proved", 1, parts, 0)
        reduced = [found.reduce(heap)[0] for heap in (0, 1, parts, parts + 1, parts**40 + 1)]
        assert reduced == [0, 1, parts, 1, 1]


def test_the_rook_is_nim() -> None:
    for row, column in product(range(9), repeat=2):
        assert ROOK.known((row, column)) == row ^ column
        for nimber in range(16):
            found = {_cell(option) for option in ROOK.moves_worth((row, column), nimber)}
            cells = map(_cell, ROOK.options((row, column)))
            assert found == {cell for cell in cells if cell[0] ^ cell[1] == nimber}
    board = Piece((), ROOK.slides, PieceBoard(2, 2, bytes(4)))
    assert board.known_outcome((0, 0)) is None
    assert ROOK(10**18, 5).nimber == 10**18 ^ 5


def _cell(option: Option) -> tuple[int, int]:
    row, column = option.components[0].state
    return row, column


def test_wythoffs_pairs() -> None:
    size = 45
    values = QUEEN.table((size, size)).values
    for row, column in product(range(size), repeat=2):
        state = (row, column)
        assert (QUEEN.known_outcome(state) is Outcome.P) == (values[state] == 0)
        found = [*map(_cell, QUEEN.moves_worth(state, 0))]
        assert len(found) == len(set(found))
        assert set(found) == {
            option.components[0].state for option in QUEEN.options(state) if values[option.components[0].state] == 0
        }
    far = QUEEN(10**18, 10**18 + 10**17)
    assert far.outcome is Outcome.N
    moves = far.winning_moves()
    assert len(moves) == 3
    assert all(choice.after.outcome is Outcome.P for choice in moves)
    assert QUEEN(161803398874989484, 261803398874989484).outcome is Outcome.P


@pytest.mark.parametrize("code", ["{3..7}", "{4..}", "all-but{2,5}", "nim", "4.[3]", "0.77", "unequal-2", "{2,5}"])
def test_many_heaps_at_once_are_worth_what_each_is(code: str) -> None:
    rules = grundy.heaps(code)
    heaps = [(7 * n * n + 3 * n) % 211 for n in range(1200)]
    each = [rules.nimber(heap) for heap in heaps]
    assert rules.nimbers(heaps).tolist() == rules.nimbers(np.array(heaps)).tolist() == each
    total = 0
    for value in each:
        total ^= value
    assert rules(*heaps).nimber == total
    assert rules(*heaps).outcome is (Outcome.N if total else Outcome.P)
    assert (rules(*heaps) + grundy.games.nim(total)).outcome is Outcome.P
    far = np.array([10**15 + 17, 3, 10**15], np.int64)
    if code not in ("0.77", "unequal-2"):
        assert rules.nimbers(far).tolist() == [rules.nimber(int(heap)) for heap in far]


def test_equal_states_of_a_long_array_are_looked_at_once() -> None:
    calls = []

    @grundy.ruleset
    def wythoff(a: int, b: int) -> Iterator[tuple[int, int]]:
        calls.append((a, b))
        for k in range(1, max(a, b) + 1):
            yield from [(a - k, b)] * (k <= a) + [(a, b - k)] * (k <= b) + [(a - k, b - k)] * (k <= min(a, b))

    states = np.array([(n % 7, n % 5) for n in range(5000)])
    found = wythoff.nimbers(states)
    assert found.tolist() == [wythoff(*state).nimber for state in states.tolist()]
    assert wythoff.outcomes(states).tolist() == [value != 0 for value in found.tolist()]
    assert len(calls) <= 2 * 35
