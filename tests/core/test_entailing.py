"""Moves after which the same player moves again: values, texts, refusals, and whose turn it is."""

from __future__ import annotations

import pickle
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import LOONY, WIN, coach, compounds, split, win
from grundy.core.components import Option, Split
from grundy.core.values import as_data, value_of_sum
from grundy.errors import CycleError, NoNimber, OverBudgetError, RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.core.position import Position

RULES = """
import grundy

@grundy.ruleset
def coins(n):
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield grundy.split(n - 3, again=True)
"""


@grundy.ruleset
def coins(n: int) -> Iterator[object]:
    """Take one coin, or three and move again."""
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield split(n - 3, again=True)


@grundy.ruleset(loopy=True)
def wait(n: int) -> Iterator[int]:
    """Pass, or go down."""
    yield n
    if n:
        yield n - 1


def test_loony_is_no_number_and_beats_every_sum() -> None:
    assert (str(LOONY), f"{LOONY:>6}", as_data(LOONY)) == ("LOONY", " LOONY", {"nimber": None, "value": "LOONY"})
    assert pickle.loads(pickle.dumps([LOONY, WIN])) == [LOONY, WIN]
    assert value_of_sum([2, LOONY, 5]) is value_of_sum([LOONY, LOONY]) is LOONY
    assert value_of_sum([LOONY, WIN]) is value_of_sum([WIN, LOONY]) is WIN
    with pytest.raises(NoNimber, match="LOONY"):
        _ = LOONY ^ 1
    with pytest.raises(NoNimber, match=r"coins\(3\) is won in every sum"):
        _ = coins(3).nimber
    with pytest.raises(NoNimber, match=r"coins\(6\)"):
        coins.nimbers([5, 6])
    assert coins.table(7).values.tolist() == [0, 1, 0, -4, 1, 0, -4]
    assert (coins.table(7).told(3), coins.has_nimber(3, 0), coins.has_nimber(4, 1)) == ("LOONY", False, True)


def test_an_end_beside_a_move_again_is_worth_win_and_both_win() -> None:
    @grundy.ruleset
    def both(n: int) -> Iterator[object]:
        if n:
            yield win(move="end")
            yield split(0, again=True, move="on")

    two = both(1) + both(1)
    assert both(1).value is two.value is WIN
    assert [choice.move for choice in two.winning_moves()] == ["1:end", "1:on", "2:end", "2:on"]
    assert [choice.move for choice in both(1).winning_moves()] == ["end"]


def test_equal_loony_components_do_not_cancel() -> None:
    assert (coins(3) + coins(3)).value is LOONY

    @grundy.ruleset
    def pair(n: int) -> Iterator[object]:
        yield from [coins(3) + coins(3)] * n

    assert pair(1).value == 0  # its only option hands the opponent the game


def test_parts_and_canonical_forms_give_the_values_of_the_sum() -> None:
    """All heaps as one state, searched as one, in canonical form, and part by part."""

    def heaps(state: tuple[int, ...]) -> Iterator[object]:
        for place, heap in enumerate(state):
            for option in coins.options(heap):
                after = option.parts[0] if isinstance(option, Split) else option
                again = isinstance(option, Split)
                yield split((*state[:place], after, *state[place + 1 :]), again=again)

    def sort(state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(state))

    plain = grundy.ruleset(heaps)
    ordered = grundy.ruleset(heaps, canonical=sort)
    parted = grundy.ruleset(heaps, canonical=sort, components=lambda state: [(heap,) for heap in state])
    for state in product(range(5), range(7)):
        expected = (coins(state[0]) + coins(state[1])).value
        for rules in (plain, ordered, parted):
            assert rules.value(state) == expected, (rules, state)


def test_options_made_by_hand_and_cycles_are_found() -> None:
    class Hand(grundy.Ruleset):
        def options(self, state: int) -> Iterator[Option]:
            if state:
                yield Option("go on", (grundy.Component(self, state - 1),), again=True)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Hand)

        def __hash__(self) -> int:
            return 1

    assert [Hand()(state).value for state in range(3)] == [0, 0, 0]

    @grundy.ruleset
    def round_and_round(n: int) -> Iterator[object]:
        yield split((n + 1) % 3, again=True)

    with pytest.raises(CycleError):
        _ = round_and_round(0).value
    with pytest.raises(OverBudgetError), grundy.limited(search_options=50):
        _ = coins(3000).value
    assert coins(5000).value == 0  # the values have the period 3: 5000 = 3 * 1666 + 2


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda position: position.misere.outcome, "misère play"),
        (lambda position: position.remoteness, "remoteness"),
        (lambda position: position.suspense, "suspense"),
        (compounds.selective, "another sum"),
        (lambda position: (position + wait(0)).outcome, "loopy"),
        (lambda position: (wait(1) + position).value, "loopy"),
        (lambda position: (wait(1) + position + coins(3) + grundy.games.nim(2)).outcome, "loopy"),
        (lambda position: (wait(1) + position).remoteness, "loopy"),
    ],
)
def test_what_does_not_go_with_it_is_refused_with_the_reason(ask: Callable[[Position], Any], words: str) -> None:
    with pytest.raises(RulesetError, match=rf"{words}.* is not offered for coins: after some of its moves"):
        ask(coins(4))


def test_loopy_rules_with_such_moves_are_refused() -> None:
    @grundy.ruleset(loopy=True)
    def loop(n: int) -> Iterator[object]:
        yield split(n, again=True)

    with pytest.raises(RulesetError, match="found the move"):
        _ = loop(1).value


def test_a_perfect_coach_wins_every_won_position() -> None:
    """Against each reply, with the turn that stays after moves which entail."""

    def wins(position: Position) -> bool:
        """Say whether the coach wins, who moves."""
        choice = coach.Coach(seed=1).reply(position)
        return wins(choice.after) if choice.option.again else not survives(choice.after)

    def survives(position: Position) -> bool:
        """Say whether the opponent, who moves, has a way to win against the coach."""
        return any(
            survives(choice.after) if choice.option.again else not (bool(choice.after.choices()) and wins(choice.after))
            for choice in position.choices()
        )

    for first in range(7):
        for second in range(first + 1):
            position = coins(first) + coins(second)
            if position.outcome is grundy.Outcome.N:
                assert wins(position), position
