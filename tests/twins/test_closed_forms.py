"""Closed forms: against the options at small states, and at states of any size."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.core.values import Outcome
from grundy.families.heaps.closed import closed_form
from grundy.families.heaps.take_and_break import Subtraction, TakeAndBreak
from grundy.families.pieces.rules import Grid, Piece, Slide
from grundy.nimbers import mex

if TYPE_CHECKING:
    from grundy.core.components import Option
    from grundy.families.heaps.rules import HeapRules
    from support.command import Command

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
    board = Piece((), ROOK.slides, Grid(2, 2, bytes(4)))
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


def test_the_command_answers_where_only_the_outcome_is_known(grundy_command: Command) -> None:
    result = grundy_command("solve", "wythoff", str(10**18), str(11 * 10**17), "--json")
    data = json.loads(result.out)
    assert (data["outcome"], data["nimber"], len(data["winning_moves"])) == ("N", None, 3)
    text = grundy_command("solve", "wythoff", str(10**18), str(11 * 10**17)).out
    assert "to 161803398874989484 261803398874989484" in text
    assert "nimber   not looked for" in text
    assert grundy_command("solve", "king", str(10**18), "5").code == 2
