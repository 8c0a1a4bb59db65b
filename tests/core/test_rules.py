"""Declared rulesets and the positions that they give."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import IllegalMoveError, OverBudgetError, RulesetError
from grundy.games.families.chords import Chords
from grundy.games.families.cutting.board import cutting_board
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset
def my_kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for take in (1, 2):
        for left in range(pins - take + 1):
            yield grundy.split(left, pins - take - left, move=f"take {take} after {left}")


@grundy.ruleset
def my_wythoff(a: int, b: int) -> Iterator[Any]:
    """Move the queen."""
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
        if k <= min(a, b):
            yield a - k, b - k


@grundy.ruleset
def change_to_nim(n: int) -> Iterator[Any]:
    """Turn a heap into two nim heaps, or take one token."""
    nim = grundy.games.nim
    if n:
        yield grundy.split(nim(n), nim(n // 2), move="change")
        yield n - 1


@dataclass(frozen=True)
class TakeUpTo(grundy.Ruleset):
    """Take at least one and at most so many tokens."""

    most: int

    def options(self, state: int) -> range:
        return range(max(0, state - self.most), state)


def step_or_wait(n: int) -> Iterator[int]:
    """Wait, or go one step."""
    yield n
    if n:
        yield n - 1


def test_a_function_may_come_with_all_that_the_decorator_takes() -> None:
    given: dict[str, Any] = {
        "loopy": True,
        "sample": "2",
        "format": lambda n: f"at {n}",
        "parse": lambda text: int(text[3:]),
    }
    called = grundy.ruleset(step_or_wait, **given)
    assert called == grundy.ruleset(**given)(step_or_wait)
    assert (called.loopy, called.sample, str(called(2)), str(called.read("at 1").outcome)) == (True, "2", "at 2", "D")
    assert grundy.ruleset(step_or_wait, bounds=9).compiled
    wrong: Any = {"loopi": True}
    function: Any
    for function in ((step_or_wait,), ()):
        with pytest.raises(TypeError, match=r"scene, sample, compiled, bounds, mask or loopy, found loopi$"):
            grundy.ruleset(*function, **wrong)
        with pytest.raises(RulesetError, match=r"loopy=True with .*, found known"):
            grundy.ruleset(*function, **{**given, "known": lambda n: n})


def test_several_parameters_are_a_tuple() -> None:
    assert str(my_wythoff(3, 5)) == "my_wythoff(3, 5)"
    assert str(my_wythoff(3, 5).play("my_wythoff(2, 5)")) == "my_wythoff(2, 5)"


def test_options_may_lead_into_other_rulesets() -> None:
    by_hand = [0]
    for n in range(1, 12):
        by_hand.append(grundy.mex([n ^ (n // 2), by_hand[-1]]))
    assert [change_to_nim(n).nimber for n in range(12)] == by_hand
    after = change_to_nim(5).play("change")
    assert str(after) == "nim 5 2"
    assert str((change_to_nim(5) + change_to_nim(1)).play("1:change")) == "nim 5 2 + change_to_nim(1)"


def test_boards_inside_other_rulesets_stay_boards() -> None:
    @grundy.ruleset
    def unwrap(n: int) -> Iterator[Any]:
        board = grundy.games.wall_making("X.\n..")
        if n:
            yield grundy.split(n - 1, board, move="unwrap")
            yield board
            yield unwrap(n - 1)  # its own position, in other words a state

    position = unwrap(1)
    assert [choice.move for choice in position.choices()] == ["unwrap", "X.\n..", "unwrap(0)"]
    assert str(position.play("unwrap")) == "unwrap(0)\n+\nwall-making\nX.\n.."
    assert str(position.play("unwrap").play("2:r2c2")) == "unwrap(0)\n+\nwall-making\nX#\n##"
    assert str(position.play("unwrap(0)")) == "unwrap(0)"
    assert position.nimber == grundy.mex([0 ^ 2, 2, 0])


def test_play_by_text_and_by_choice() -> None:
    position = my_kayles(12)
    for choice in position.winning_moves():
        assert choice.after.nimber == 0
        assert position.play(choice) == position.play(choice.move) == choice.after
    assert str(position.play("take 2 after 5")) == "my_kayles(5) + my_kayles(5)"
    with pytest.raises(IllegalMoveError, match=r"expected a legal move, such as take 1 after 0, .* found 'take 3'"):
        position.play("take 3")
    with pytest.raises(IllegalMoveError):
        my_kayles(3).play(position.winning_moves()[0])
    with pytest.raises(IllegalMoveError, match="the game is over"):
        my_kayles(0).play("take 1 after 0")


def test_text_reads_back() -> None:
    position = my_kayles(12).play("take 1 after 3") + my_kayles(4)
    assert my_kayles.read(str(position)) == position
    assert my_wythoff.read("my_wythoff(3, 5) + my_wythoff(1,2)").nimber == my_wythoff(3, 5).nimber
    for wrong in ("your_kayles(3)", "my_kayles(", "my_kayles(3) - my_kayles(3)", "", "__import__('os')"):
        with pytest.raises(RulesetError, match="expected my_kayles"):
            my_kayles.read(wrong)


def test_the_empty_sum() -> None:
    end = my_kayles(1).play("take 1 after 0")
    assert end.nimber == 0
    assert end.outcome is grundy.Outcome.P
    assert not my_kayles.read("0").choices()
    assert str(grundy.Position()) == "0"


def test_a_state_without_splits_keeps_its_zero() -> None:
    assert str(TakeUpTo(3)(3).play("TakeUpTo(3)(0)")) == "TakeUpTo(3)(0)"


def test_subclasses_are_equal_by_content_and_pickle_without_tables() -> None:
    assert TakeUpTo(3) == TakeUpTo(3) != TakeUpTo(4)
    assert [TakeUpTo(3)(n).nimber for n in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    rules = TakeUpTo(3)
    before = len(pickle.dumps(rules))
    assert rules(500).nimber == 0
    assert len(pickle.dumps(rules)) == before
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert pickle.loads(pickle.dumps(my_kayles)) is my_kayles
    assert pickle.loads(pickle.dumps(my_kayles(7))) == my_kayles(7)


def test_values_are_used_again() -> None:
    with progress.tallied() as first:
        assert my_kayles(40).nimber == 1
    with progress.tallied() as second:
        assert my_kayles(40).nimber == 1
        assert my_kayles(12).nimber == 4
    assert first.options > 0
    assert second.options == 0


def test_wrong_calls() -> None:
    with pytest.raises(RulesetError, match="my_wythoff expects 2 values for a state, found 1"):
        my_wythoff(3)

    def nothing() -> list[Any]:
        return []

    with pytest.raises(RulesetError, match="nothing takes no argument"):
        grundy.ruleset(nothing)
    with pytest.raises(RulesetError, match="expected a function written in Python, found <class 'range'>"):
        grundy.ruleset(range)


def test_faults_of_rulesets_are_reported() -> None:
    @grundy.ruleset
    def forgets(n: int) -> Any:
        del n

    @grundy.ruleset
    def mutable(n: int) -> Iterator[Any]:
        yield [n - 1]

    with pytest.raises(RulesetError, match=r"expected forgets\(3\) to yield or return its options, found None"):
        _ = forgets(3).nimber
    with pytest.raises(RulesetError, match=r"of mutable\(3\), found \[2\]: .* list cannot be hashed; use tuple"):
        _ = mutable(3).nimber


def test_an_endless_descent_is_stopped() -> None:
    @grundy.ruleset
    def climb(n: int) -> Iterator[Any]:
        yield n + 1

    with limits.limited(search_states=1000), pytest.raises(OverBudgetError, match="1,001 states, the budget is 1,000"):
        _ = climb(0).nimber


def test_states_of_tuples_and_of_families_read_back() -> None:
    @grundy.ruleset
    def first_only(row: tuple[int, ...]) -> Iterator[Any]:
        yield from (row[:-1] for _ in row[:1])

    board = cutting_board([[1, 2], [3, 0]])
    chords = Chords()
    queen = grundy.games.wythoff(3, 4).components[0].ruleset
    for rules, position in (
        (first_only, first_only((1, 2, 3))),
        (board, board(0, 2, 0, 1) + board({(0, 0), (0, 1), (1, 0)})),
        (chords, chords([1, 2, 5]) + chords([3])),
        (queen, queen(3, 4)),
    ):
        assert rules.read(str(position)) == position


def test_a_state_may_be_a_string() -> None:
    @grundy.ruleset
    def erase(word: str) -> Iterator[Any]:
        for index in range(len(word)):
            yield word[:index] + word[index + 1 :]

    assert erase("abc").nimber == 1
    assert erase.read(str(erase("it's"))) == erase("it's")
