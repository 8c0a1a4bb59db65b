"""Puzzles: what each goal asks for, read from its definition and counted by a plain search of the options."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from grundy import games
from grundy.core.nimbers import nim_sum
from grundy.core.values import Outcome
from grundy.lab import call
from grundy.lab.goals import GOALS
from support.lessons import LESSONS
from support.twins import plain

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

SEEDS = range(20)
FIRST_DAYS = [("clobber", "xxo\nxox\nx.x", "only"), ("dawsons-chess", "dawsons-chess 3 4 4", "zero")]
Part = tuple[Any, Any]  # a ruleset and a state
KNOWN: defaultdict[Any, dict[Any, int]] = defaultdict(dict)  # by ruleset


def nimber(part: Part) -> int:
    """Return the nimber of a component, by its options alone."""
    return plain(*part, KNOWN[part[0]])


def parts(position: Position) -> tuple[Part, ...]:
    return tuple(sorted((tuple(component) for component in position.components), key=repr))


def total(of: tuple[Part, ...]) -> int:
    return nim_sum(*map(nimber, of))


def options(of: tuple[Part, ...]) -> list[tuple[Part, ...]]:
    return [
        tuple(sorted((*of[:i], *map(tuple, option.components), *of[i + 1 :]), key=repr))
        for i, (rules, state) in enumerate(of)
        for option in rules.moves(state)
    ]


@cache
def length(of: tuple[Part, ...]) -> int:
    """Return how many moves are made where the winner hurries and the loser delays."""
    after = options(of)
    won = [length(one) for one in after if total(one) == 0]
    return 1 + (min(won) if won else max(map(length, after))) if after else 0


def does(goal: str, position: Position, choice: Choice) -> bool:
    """Say whether a first move begins a solution, as the goal is defined."""
    after = parts(choice.after)
    if goal == "zero":
        return all(nimber(part) == 0 for part in after)
    return total(after) == 0 and (goal != "win" or length(after) == length(parts(position)) - 1)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.slow
def test_puzzles_have_what_they_promise(goal: str) -> None:
    drawn = [call("challenges", {"goal": goal, "seed": seed}) for seed in SEEDS]
    assert len({(one["game"], one["position"]) for one in drawn}) > len(SEEDS) // 2
    for one in drawn:
        position = games.find(one["game"]).parse(one["position"])
        choices = list(position.choices())
        solving = {choice.move for choice in choices if does(goal, position, choice)}
        assert (one["moves"], one["solutions"]) == (len(choices), len(solving)), one
        assert (len(solving) == 1) or goal != "only"
        if goal == "win":
            assert one["number"] == (length(parts(position)) + 1) // 2
        for choice in choices:
            verdict = attempt(one, [choice.move])
            first = "open" if goal == "win" else "solved"
            assert verdict["state"] == (first if choice.move in solving else "failed"), (one, choice.move)


def attempt(task: dict[str, Any], moves: list[str], **more: Any) -> Any:
    return call("attempts", {**{name: task[name] for name in ("game", "position", "goal")}, "moves": moves, **more})


@pytest.mark.slow
def test_wins_are_carried_through_and_wrong_moves_are_refuted() -> None:
    for seed in SEEDS:
        one = call("challenges", {"goal": "win", "seed": seed})
        position = games.find(one["game"]).parse(one["position"])
        moves: list[str] = []
        for number in range(one["number"], 0, -1):
            right: list[Choice] = []
            wrong: list[Choice] = []
            for choice in position.choices():
                fits = total(parts(choice.after)) == 0 and length(parts(choice.after)) <= 2 * (number - 1)
                (right if fits else wrong).append(choice)
            for choice in wrong[:2]:
                failed = attempt(one, [*moves, choice.move])
                assert failed["state"] == "failed"
                if failed["reason"] == "gives-away":  # the reply wins
                    assert total(parts(choice.after.play(failed["reply"]))) == 0
                else:
                    assert failed["reason"] == "slow"
                    assert total(parts(choice.after)) == 0
            moves.append(right[0].move)
            verdict = attempt(one, moves)
            position = right[0].after
            if number > 1:
                assert verdict["state"] == "open"
                moves.append(verdict["reply"])
                position = position.play(verdict["reply"])
        assert verdict["state"] == "solved"
        assert not list(position.choices())


def test_a_win_takes_moves_that_the_board_offers() -> None:
    position = games.find("treblecross").parse("...X.......")
    assert position.remoteness == length(parts(position)) + 2  # a mark near to another, and the third of a row
    one = {"game": "treblecross", "position": "...X.......", "goal": "win"}
    assert attempt(one, [])["task"]["number"] == (length(parts(position)) + 1) // 2
    error = call("attempts", {**one, "position": ".X......"})["error"]
    assert "winning takes 1 move" in error["message"]


@pytest.mark.slow
def test_that_a_position_is_lost_is_proved_by_two_replies() -> None:
    drawn = [call("challenges", {"goal": "prove", "seed": seed}) for seed in SEEDS]
    assert {one["solutions"] == 0 for one in drawn} == {True, False}
    for one in drawn:
        verdict = attempt(one, [], lost=True)
        position = games.find(one["game"]).parse(one["position"])
        if one["solutions"]:
            assert (verdict["state"], verdict["reason"]) == ("failed", "is-won")
            assert total(parts(position.play(verdict["reply"]))) == 0
            continue
        moves: list[str] = []
        for _ in range(2):
            assert verdict["state"] == "open"
            moves.append(verdict["reply"])
            position = position.play(verdict["reply"])
            answer = next(choice for choice in position.choices() if total(parts(choice.after)) == 0)
            moves.append(answer.move)
            position = answer.after
            verdict = attempt(one, moves, lost=True)
            if not position.choices():
                break
        assert verdict["state"] == "solved"
        assert verdict["own"] == 2 or not position.choices()


def test_a_day_has_one_puzzle() -> None:
    days = [call("challenges", {"day": f"2026-11-{day:02}", "seed": day}) for day in range(1, 15)]
    assert days[0] == call("challenges", {"day": "2026-11-01"})
    assert len({one["position"] for one in days}) > len(days) // 2
    # What other machines answer as well.
    assert [(one["game"], one["position"], one["goal"]) for one in days[:2]] == FIRST_DAYS


def test_the_puzzle_of_a_day_asks_beginners_for_a_winning_move_among_few() -> None:
    for level in (1, 2):
        one = call("challenges", {"day": "2026-11-27", "level": level})
        assert one["goal"] == "only"
        assert one["moves"] <= 11


@pytest.mark.slow
def test_a_hundred_days_have_no_puzzle_twice() -> None:
    """What a reader sees who stays at a level: the puzzle of each day is of the level, and was not shown before."""
    shown: list[str] = []
    for number in range(100):
        one = call("challenges", {"day": str(date(2026, 11, 23) + timedelta(number)), "level": 3, "but": shown})
        assert one["level"] == 3
        shown.append(one["position"])
    assert len(set(shown)) == 100


def test_levels_are_what_was_asked_for() -> None:
    for level in range(1, 6):
        assert call("challenges", {"level": level, "goal": "only", "seed": level})["level"] == level


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"goal": "only", "position": "1 1"}, "no move wins"),
        ({"goal": "only", "position": "1 1 1"}, "3 moves win"),
        ({"goal": "prove", "position": "1"}, "no choice"),
        ({"goal": "prove", "position": "201"}, "more than 200 moves"),
        ({"goal": "only", "position": "3 5", "lost": True}, "only the goal to prove"),
        ({"goal": "win", "position": "5"}, "winning takes 1 move of one's own; expected 2 to 6"),
        ({"goal": "win", "position": "5 5"}, "no move wins"),
        ({"goal": "zero", "position": "1 2"}, "no move makes each nimber 0"),
    ],
)
def test_goals_that_do_not_fit_are_refused_with_the_reason(data: dict[str, Any], reason: str) -> None:
    error = call("attempts", {"game": "nim", **data})["error"]
    assert error["kind"] == "error.goal"
    assert reason in error["message"]


def test_moves_that_are_none_are_refused() -> None:
    error = call("attempts", {"game": "nim", "goal": "only", "position": "3 5", "moves": ["2:5 -> 9"]})["error"]
    assert error["kind"] == "error.move"


def test_days_that_are_none_are_refused() -> None:
    assert call("challenges", {"day": "2026-02-30"})["error"]["kind"] == "error.input"


def test_the_thumbnails_are_those_of_the_games() -> None:
    pytest.importorskip("fastapi", reason="needs the extra 'web'")
    from grundy.lab.web import thumbnails

    present = thumbnails.FILE.read_text(encoding="utf-8") == thumbnails.drawn()
    present &= thumbnails.BOARD_FILE.read_text(encoding="utf-8") == thumbnails.board()
    assert present, "run: python -m grundy.lab.web.thumbnails"


def test_each_step_that_is_played_can_be_done() -> None:
    for step in (one for steps in LESSONS.values() for one in steps if "goal" in one):
        game, text, goal = step["game"], step["text"], step["goal"]
        position = games.find(game).parse(text) if "+" not in text else games.parse(text, games.find(game))
        if goal != "beat":
            assert "task" in call("attempts", {"game": game, "position": text, "goal": goal})
            continue
        outcome = position.misere.outcome if "rules" in step else position.outcome
        assert outcome is (Outcome.P if "side" in step else Outcome.N), (game, text)
