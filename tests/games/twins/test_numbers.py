"""Formulas of games on numbers, against a search over their options, at every state of small numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

import pytest

from grundy import Outcome
from grundy.core.engines import at_once, known_outcome
from grundy.errors import OverBudgetError
from grundy.games.families.numbers.euclid import Euclid
from grundy.games.families.numbers.mem import Mem, MemPlus, _table_of_heaps
from grundy.games.families.numbers.moore import Moore
from grundy.games.families.numbers.staircase import Staircase
from grundy.games.families.numbers.take_away import FibonacciNim, TakeAway
from grundy.games.families.numbers.wythoff import GeneralWythoff
from grundy.runtime.table_cache import tables
from support.twins import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.games.families.numbers.number_rules import NumberRules

LIMITS = (TakeAway(1, 0), TakeAway(1, 1), TakeAway(2, -1), TakeAway(3, 0), TakeAway(3, 2))


@pytest.mark.parametrize(
    ("rules", "states"),
    [
        *((limit, product(range(30), range(9))) for limit in (*LIMITS, FibonacciNim())),
        *((GeneralWythoff(a), product(range(14), range(14))) for a in (1, 2, 3)),
        *((Moore(k), combinations_with_replacement(range(4), 4)) for k in (1, 2, 3)),
    ],
)
def test_outcomes(rules: NumberRules, states: Iterable[Any]) -> None:
    memo: dict[Any, int] = {}
    for state in states:
        lost = plain(rules, state, memo) == 0
        assert known_outcome(rules, state) is (Outcome.P if lost else Outcome.N), state


@pytest.mark.parametrize(
    ("rules", "states"),
    [
        (Euclid(), product(range(1, 40), range(1, 40))),
        (Staircase(), product(range(5), repeat=3)),
        (MemPlus(), product(range(30), range(1, 9))),
    ],
)
def test_nimbers(rules: NumberRules, states: Iterable[Any]) -> None:
    memo: dict[Any, int] = {}
    for state in states:
        assert at_once(rules, state) == plain(rules, state, memo), state


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        *((limit, (30, 9)) for limit in (*LIMITS, FibonacciNim())),
        *((GeneralWythoff(a), (14, 14)) for a in (1, 2, 3)),
        (Euclid(), (30, 30)),
        (Staircase(), (5, 5, 5)),
        *((Moore(k), (5, 6, 4, 3)) for k in (1, 2, 3, 4)),
    ],
)
def test_moves_to_lost_states_by_a_formula(rules: NumberRules, sizes: tuple[int, ...]) -> None:
    """They are options and lost, and there is one wherever the state is won."""
    for state in product(*(range(rules.least, size) for size in sizes)):
        found = set(rules.lost_after(state))
        lost = {left for left in rules.after(state) if rules.outcome(left) is Outcome.P}
        assert found <= lost, state
        assert bool(found) == bool(lost), state


def test_the_table_of_mem() -> None:
    memo: dict[Any, int] = {}
    for bound in (1, 60):
        largest, _ = _table_of_heaps(bound)
        for size, least in product(range(bound + 1), range(1, bound + 3)):
            assert (largest[size] >= least).sum() == plain(Mem(), (size, least), memo)


def test_mem_with_large_moves() -> None:
    """The formula holds as far as it says; one further there are other values."""
    memo: dict[Any, int] = {}
    tables.clear()
    for size, least in product(range(60), range(1, 12)):
        q = size // least
        assert Mem().known((size, least)) == (plain(Mem(), (size, least), memo) if q <= least + 1 else None)
    assert all(plain(Mem(), (m * (m + 2), m), memo) != m + 2 for m in range(1, 6))


def test_options_below_a_position_of_euclid() -> None:
    for state in product(range(1, 25), repeat=2):
        met = Euclid().followers(state)
        assert Euclid().options_below(state) == sum(len(list(rules.options(left))) for rules, left in met)


def test_play_with_too_many_tokens_is_refused() -> None:
    for position in (Staircase()(3, 10**12), GeneralWythoff(2)(10**12, 1), Mem()(10**12, 1), Euclid()(10**12, 1)):
        with pytest.raises(OverBudgetError, match="many options below it"):
            _ = position.suspense


def test_tables_of_states_that_are_completed() -> None:
    assert FibonacciNim().table(9).values.tolist() == [FibonacciNim()(size).nimber for size in range(9)]
    assert Mem().table((6, 3)).values.tolist() == [
        [Mem()(size, least).nimber for least in range(3)] for size in range(6)
    ]


def test_moves_of_large_heaps_of_moores_nim() -> None:
    position = Moore(2)(10**18, 10**18 - 1, 7)
    choice = next(iter(position.winning_moves()))
    assert choice.after.outcome is Outcome.P
