"""Tables of nimbers, and values of many states at once: against single values, and against the limits."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import games
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.games.spaces import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset
def race(steps: int) -> Iterator[Any]:
    """Take one or two; whoever gets home wins the whole game."""
    yield from range(max(0, steps - 2), steps)
    if steps <= 2:
        yield grundy.win()


@grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)), components=lambda a, b: [(0, a), (0, b)])
def two_heaps(a: int, b: int) -> Iterator[Any]:
    """Take from one of two heaps, up to three."""
    yield from ((k, b) for k in range(max(0, a - 3), a))
    yield from ((a, k) for k in range(max(0, b - 3), b))


@grundy.ruleset
def letters(word: str) -> Iterator[Any]:
    """Cut off the end of a word."""
    yield from (word[:end] for end in range(len(word)))


@given(st.sets(st.integers(1, 6), min_size=1), st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4))
@settings(max_examples=20, deadline=None)
def test_a_table_holds_the_values_of_its_states(takes: set[int], steps: set[tuple[int, int]]) -> None:
    @grundy.ruleset
    def one(n: int) -> Iterator[Any]:
        yield from (grundy.split((n - take) // 2, (n - take + 1) // 2) for take in takes if take <= n)

    @grundy.ruleset
    def two(a: int, b: int) -> Iterator[Any]:
        yield from ((a - x, b - y) for x, y in steps if x + y and x <= a and y <= b)

    table = one.table(range(3, 20))
    assert table.values.tolist() == [one(n).nimber for n in range(3, 20)]
    assert one.nimbers(range(3, 20)).tolist() == table.values.tolist()
    assert one.outcomes(np.arange(3, 20)).tolist() == table.outcomes.tolist()
    table = two.table((5, range(1, 7)))
    assert [two(*table.state(place)).nimber for place in product(range(5), range(6))] == table.values.ravel().tolist()


def test_values_of_rulesets_of_ours_and_of_any_kind_of_state() -> None:
    for name, size in (("wythoff", (7, 9)), ("rook", (4, 5)), ("knight", (6, 6)), ("kayles", 30), ("nim", range(3, 9))):
        rules = ruleset_of(games.find(name))
        table = rules.table(size)
        states = [table.state(place) for place in np.ndindex(table.shape)]
        assert table.values.ravel().tolist() == [rules.nimber(state) for state in states]
        assert rules.outcomes(np.array(states)).tolist() == table.outcomes.ravel().tolist()
    assert grundy.heaps("0.77").nimbers([10**30, 5, 5]).tolist() == [1, 4, 4]
    assert grundy.heaps("nim").nimbers([10**30]).dtype == object
    assert letters.nimbers(["", "ab"]).tolist() == [0, 2]
    assert two_heaps.nimbers(np.array([[1, 2], [5, 7]])).tolist() == [3, 2]
    for wrong in (5, "12", np.zeros((2, 2, 2), int)):
        with pytest.raises(RulesetError, match="a list of states"):
            two_heaps.nimbers(wrong)
    assert ruleset_of(games.find("euclid")).table((3, range(1, 5))).values.tolist() == [
        [-2] * 4,
        [0, 1, 2, 3],
        [1, 0, 0, 1],
    ]
    with pytest.raises(RulesetError, match="found general-wythoff, whose positions"):
        ruleset_of(games.find("general-wythoff"))
    board = games.find("grid-game").parse("K=1\n@.\n#.\n").components[0].ruleset
    assert board.table((2, 2)).values.tolist() == [[2, 1], [-2, 0]]


def test_a_state_worth_win_has_no_nimber() -> None:
    table = race.table(6)
    assert table.values.tolist() == [-1, -1, -1, 0, 1, 2]
    assert race.outcomes([2, 3]).tolist() == [True, False]
    with pytest.raises(NoNimber, match=r"race\(1\)"):
        race.nimbers([4, 1])


def test_the_cost_is_known_beforehand_and_limits_are_kept() -> None:
    looked = []

    @grundy.ruleset
    def counted(a: int, b: int) -> Iterator[Any]:
        looked.append((a, b))
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))

    cost = counted.table_cost((300, 300))
    assert 20_000_000 < cost.options < 35_000_000
    assert cost.bytes == 8 * 300 * 300
    looked.clear()
    with grundy.limited(search_options=10**6), pytest.raises(OverBudgetError, match="needs much work"):
        counted.table((300, 300))
    with grundy.limited(table_bytes=10**5), pytest.raises(OverBudgetError, match="bytes"):
        counted.table((300, 300))
    assert len(looked) < 60
    with grundy.limited(search_options=50), pytest.raises(OverBudgetError):
        counted.nimbers([(5, 5), (9, 9)])
    for bounds in (0, True, "3", (3,), (), range(3, 0), (2,) * 9):
        with pytest.raises(RulesetError):
            counted.table(bounds)


def test_a_table_of_large_nimbers() -> None:
    @grundy.ruleset(known=lambda n: 10**30 + n)
    def large(n: int) -> Iterator[int]:
        yield from range(n)

    assert large.table(2).values.tolist() == [10**30, 10**30 + 1]
