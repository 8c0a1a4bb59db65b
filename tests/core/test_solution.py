"""One solution per position: how often values are asked for, the view of winning moves, and `WIN`."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import weakref
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import WIN, games
from grundy.core.choices import WinningMoves
from grundy.errors import OverBudgetError, RulesetError
from grundy.games import sampling
from grundy.theory.explain.coach import Coach, comment, hint
from support.asked import POSITIONS, Asked, once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.core.components import Component, Option


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


@pytest.mark.parametrize(("game", "text", "move"), POSITIONS)
def test_the_coach_asks_for_each_value_once(game: str, text: str, move: str, asked: Asked) -> None:
    position = games.find(game).parse(text)
    _ = position.value
    for _ in range(3):
        comment(position.choice(move))
        comment(Coach(seed=1).reply(position))
        hint(position)
        position.explain()
        position.scenes(values=True)
    assert once(asked, position)


def test_sums_of_sums_are_flat_and_take_linear_time() -> None:
    @grundy.ruleset
    def takes(n: int) -> Any:
        return [n - k for k in (1, 2, 3) if k <= n]

    many = [takes(n % 50) for n in range(20_000)]
    left = sum(many, games.nim(3, 5)) + games.nim(1)
    right = games.nim(1)
    for position in reversed(many):
        right = position + right  # nested to the other side
    right = games.nim(3, 5) + right
    assert left == right
    assert left.components == right.components
    assert [str(left)[:17], str(right)[-8:]] == ["nim 3 5 + takes(0", " + nim 1"]
    assert left.nimber == reduce(xor, (n % 50 % 4 for n in range(20_000)), 3 ^ 5 ^ 1)
    assert (games.nim(3) + games.nim(5)).terms == games.nim(3, 5).terms


def test_a_choice_keeps_the_position_after_it() -> None:
    position = grundy.games.nim(3, 5)
    choice = position.choice("2:5 -> 3")
    assert choice.after is choice.after
    assert position.solution is position.solution
    again = pickle.loads(pickle.dumps(choice))
    assert (again, again.after, again.move) == (choice, choice.after, choice.move)
    assert copy.deepcopy(choice) == choice
    assert pickle.loads(pickle.dumps(position)) == position


def solved(position: grundy.Position) -> weakref.ref[Any]:
    """Ask a position for everything, for the first moves only; return a reference to its solution."""
    for moves in (position.winning_moves(), position.drawing_moves()):
        assert bool(moves) == bool(moves.first(0)[0] or moves[:1])
    choice = position.choices()[0]
    _ = choice.after.value, position.value, position.outcome, position.remoteness
    _ = position.solution.value_after(choice)
    return weakref.ref(position.solution)


def test_a_solved_position_is_freed_at_once() -> None:
    """Nothing that is known of a position refers back to it, also while the search for further moves is suspended."""

    @grundy.ruleset
    def takes(n: int) -> Any:
        return [n - k for k in (1, 2, 3) if k <= n]

    @grundy.ruleset(loopy=True)
    def stairs(step: int) -> Any:
        return [step - 1, min(step + 1, 4)] if step else []

    gc.collect()
    gc.disable()
    try:
        solutions = [
            solved(takes(5) + takes(7)),
            solved(games.kayles(9, 7, 7)),
            solved(games.wall_making("X..\n...")),
            solved(stairs(2) + games.nim(3)),
        ]
        assert [solution() for solution in solutions] == [None] * 4
    finally:
        gc.enable()


def test_equal_components_are_counted_once(asked: Asked) -> None:
    """The rules are asked for the options of each different component once, whatever the number of its copies."""
    listed: Counter[int] = Counter()

    class Takes(grundy.Ruleset):
        def options(self, state: int) -> Iterator[int]:
            listed[state] += 1
            yield from range(max(0, state - 3), state)

    rules = Takes()
    heaps = [n % 10 for n in range(2000)] + [7]
    position = sum(map(rules, heaps), games.wall_making("X..\n..."))
    total = position.nimber
    listed.clear()
    assert len(position.choices()) == len(list(games.wall_making("X..\n...").choices())) + sum(min(n, 3) for n in heaps)
    assert set(listed.values()) == {1}
    listed.clear()
    wins = [sum(left % 4 == total ^ n % 4 for left in range(max(0, n - 3), n)) for n in range(10)]
    moves = position.winning_moves()
    board = [choice for choice in moves if choice.term == 0]
    assert len(moves) == sum(wins[n] for n in heaps) + len(board)
    assert [choice.term for choice in moves[len(board) :]] == [
        place for place, n in enumerate(heaps, start=1) for _ in range(wins[n])
    ]
    assert set(listed.values()) == {1}
    assert all(values == 1 for values, _ in asked.about(sum(map(rules, heaps), grundy.Position())))
    assert position.winning_moves()[-1] == moves[len(moves) - 1]


def test_a_lost_position_is_worth_nothing_without_a_second_search(asked: Asked) -> None:
    lost = grundy.games.wall_making("..\n..")
    assert lost.outcome is grundy.Outcome.P
    assert lost.nimber == 0
    assert asked.about(lost) == [(0, 1)]


@pytest.mark.parametrize("name", games.names())
def test_winning_moves_are_those_that_win(name: str) -> None:
    """Iterated, asked for one, and asked about each move, of positions of which nothing is known yet."""
    rng = random.Random(name)
    for _ in range(6):
        position = sampling.random_position(games.find(name), rng, rng.randint(1, 9))
        wins = {
            choice.move
            for choice in position.choices()
            if (choice.after.outcome is grundy.Outcome.N) is choice.option.again
        }
        views = [grundy.Position(position.terms).winning_moves() for _ in range(4)]
        assert {choice.move for choice in views[0]} == wins
        assert {choice.move for choice in position.choices() if choice in views[1]} == wins
        assert "no such move" not in views[1]
        assert views[3].first(2)[1] == (len(wins) <= 2)
        one = views[2].one()
        assert one is None if not wins else str(one) in wins


def test_winning_moves_of_a_board_come_row_by_row() -> None:
    board = grundy.games.diagonal("LRL\nXXX\nRLR")
    places = [tuple(map(int, choice.move[1:].split("c"))) for choice in board.winning_moves()]
    assert places == sorted(places)


@pytest.mark.slow
def test_winning_moves_after_an_error_are_complete_and_in_order() -> None:
    """A search that was stopped has seen only some moves, and not the first ones of the board."""
    board = grundy.games.wall_making("..\n..")
    choices = list(board.choices())
    refused = iter([True, False])

    def winning(_: int, component: Component) -> Iterator[Option]:
        options = list(component.ruleset.moves(component.state))
        if next(refused):
            yield options[2]
            yield options[0]
            raise OverBudgetError("over.nimbers", 2, 1, "options")
        yield from options

    moves = WinningMoves(board, lambda: winning, lambda _: True)
    assert moves.first(4) == ([choices[0], choices[2]], False)
    assert moves.first(4) == (choices, True)
    assert list(moves) == choices


@pytest.mark.slow
def test_winning_moves_of_heaps_beyond_all_lists() -> None:
    moves = grundy.games.kayles(10**30).winning_moves()
    assert moves
    assert moves[2].move in moves
    assert moves[0].move == f"{10**30} -> 1+{10**30 - 3}"
    assert "..." in repr(moves)
    found, complete = moves.first(20)
    assert (len(found), complete) == (20, False)
    with pytest.raises(OverBudgetError):
        len(moves)
    assert moves[:20] == found


def test_parts_have_numbers() -> None:
    table = games.parse("nim 3 5 + wythoff 3 4 + nim 5 + kayles 4", others={})
    assert [tuple(numbers) for numbers in table.parts] == [(1, 2), (3,), (4,), (5,)]
    assert {choice.move.split(":")[0] for choice in table.choices()} == {"1", "2", "3", "4", "5"}
    assert table.play("2:5 -> 1") == table.play(" 2 : 5->1 ")
    for named, numbered in (("3 -> 1", "1:3 -> 1"), ("to 3 2", "3:to 3 2"), ("4 -> 1+2", "5:4 -> 1+2")):
        assert table.choice(named).move == numbered
    assert grundy.games.nim(5, 5).choice("5 -> 4").move == "1:5 -> 4"  # equal heaps: either of them
    for wrong in ("5 -> 1", "0:3 -> 1", "6:3 -> 1", "1:5 -> 1", "2:3 -> 1"):  # the first is in two games
        with pytest.raises(grundy.GrundyError, match="expected a legal move"):
            table.choice(wrong)
    assert [choice.move for choice in grundy.games.nim(2).choices()] == ["2 -> 1", "2 -> 0"]


@dataclass(frozen=True)
class Checked(grundy.Ruleset):
    """Heaps of an even number of tokens, two or four of which are taken; anything else is no state."""

    def check(self, state: Any) -> Any:
        if state % 2:
            raise RulesetError(f"expected an even number, found {state}")
        return state

    def options(self, state: int) -> Iterator[Any]:
        assert state % 2 == 0
        yield from (left for left in (state - 2, state - 4) if left >= 0)


def test_states_are_checked_before_they_are_searched() -> None:
    assert Checked()(12).outcome is grundy.Outcome.P
    for question in (Checked().value, Checked().outcome, Checked().nimber):
        with pytest.raises(RulesetError, match="an even number"):
            question(3)


def test_win_is_no_integer() -> None:
    win: Any = WIN  # for a type checker refuses what follows
    impossible: list[Callable[[], object]] = [
        lambda: max(win, 0),
        lambda: [5, 7][win],
        lambda: int(win),
        lambda: sorted([1, win]),
    ]
    for question in impossible:
        with pytest.raises(TypeError):
            question()
    assert not isinstance(win, int)
    assert win not in {-1, 0, 1}
    assert bool(win) is True
    assert {win: 1}[WIN] == 1
    assert type(win)() is copy.deepcopy(win) is pickle.loads(pickle.dumps(win)) is WIN
    assert f"{win:>5}|{win!s}|{win!r}" == "  WIN|WIN|WIN"
