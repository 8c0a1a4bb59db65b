"""The coach: replies, words and hints compared with brute force, and how often it errs."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.core.choices import Choice
from grundy.core.values import WIN, Outcome
from grundy.errors import GameOverError
from grundy.games import sampling
from grundy.theory.explain.coach import MOST_CHOICES, Coach, comment, hint
from support.oracles import AGAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.core.position import Position

SIZE = 8
MOST = 40  # choices of a position
SUMS = (
    "wall-making X.\n..\n+\nkayles 3 2",
    "wall-making .X.\n+\nnim 2\n+\nwythoff 1 2",
    "polygon 5\n+\nguiles 4\n+\ntreblecross .....",
)


@grundy.ruleset
def race(steps: int) -> Any:
    """Go one or two steps back; who arrives has won, whatever else stands on the table."""
    yield from range(max(1, steps - 2), steps)
    if 0 < steps <= 2:
        yield grundy.win(move="arrive")


TAKING_TURNS = [name for name in games.names() if name != AGAIN]


def brute_force() -> Callable[[Position], bool]:
    """Return a function that says whether who moves wins, from play alone."""

    @cache
    def wins(position: Position) -> bool:
        return any(choice.option.ends or not wins(choice.after) for choice in position.choices())

    return wins


def positions() -> list[tuple[str, Position]]:
    rng = random.Random(6)
    found = [("sum", games.parse(text)) for text in SUMS]
    found += [("race", race(one) + race(two) + grundy.games.nim(1)) for one in range(1, 5) for two in range(3, 6)]
    for game in map(games.find, TAKING_TURNS):
        drawn = (sampling.played_position(game, rng, SIZE, rng.randint(0, 2)) for _ in range(1000))
        fine = (position for position in drawn if 0 < len(position.choices()) <= MOST)
        found += [(game.name, position) for position in islice(fine, 4)]
    return found


POSITIONS = positions()


def test_each_game_is_among_the_positions() -> None:
    assert {name for name, _ in POSITIONS} >= set(TAKING_TURNS)


@pytest.mark.parametrize(("name", "position"), POSITIONS, ids=[name for name, _ in POSITIONS])
def test_replies_against_brute_force(name: str, position: Position) -> None:
    """What is said of moves is compared in `test_sentences.py`."""
    del name
    wins = brute_force()

    def kept(choice: Choice) -> bool:
        return choice.option.ends or not wins(choice.after)

    winning = wins(position)
    for choice in position.choices():
        said = comment(choice)
        assert (said.outcome_before, said.outcome_after) == (position.outcome, choice.after.outcome)
        assert said.nimber_after == (None if not kept(choice) and choice.after.value == WIN else choice.after.nimber)
        assert json.loads(json.dumps(said.data()))["verdict"] == said.verdict
    for seed in range(3):
        assert kept(Coach(seed=seed).reply(position)) == winning
        could_err = winning and not all(map(kept, position.choices()))
        assert (winning and not kept(Coach(errors=1, seed=seed).reply(position))) == could_err
    given = hint(position)
    chosen = position.choice(given.move)
    assert (given.wins, kept(chosen)) == (winning, winning)
    assert (given.term - 1, given.component) == (chosen.term, chosen.index)
    assert json.loads(json.dumps(given.data()))["move"] == given.move


@pytest.mark.parametrize("text", ["..\n..", "...\n...\n..X", "X.X\n.X.\nX.X"])
def test_the_most_stubborn_move_leaves_the_fewest_winning_replies(text: str) -> None:
    position = grundy.games.wall_making(text)
    while position.outcome is Outcome.N:
        position = position.winning_moves()[0].after
    if not position.choices():
        pytest.skip("the first move won")
    counts = {choice.move: len(choice.after.winning_moves()) for choice in position.choices()}
    least = min(counts.values())
    stubborn = {move for move, count in counts.items() if count == least}
    assert hint(position).replies == least
    assert hint(position).move in stubborn
    assert {Coach(seed=seed).reply(position).move for seed in range(60)} == stubborn


def test_the_coach_errs_at_its_rate() -> None:
    position = grundy.games.nim(3, 4, 6)  # one of thirteen moves wins
    coach = Coach(errors=0.3, seed=1)
    verdicts = [comment(coach.reply(position)).verdict for _ in range(2000)]
    assert set(verdicts) == {"kept", "gave-away"}
    # 600 are expected; five standard deviations are 102.
    assert 498 < verdicts.count("gave-away") < 702


def test_errors_are_made_with_equal_probability() -> None:
    position = grundy.games.kayles(3, 1)
    errors = {choice.move for choice in position.choices() if comment(choice).verdict == "gave-away"}
    coach = Coach(errors=1, seed=2)
    made = [coach.reply(position).move for _ in range(600)]
    assert set(made) == errors
    assert min(map(made.count, errors)) > 600 / len(errors) / 2


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        coach, position, moves = Coach(errors=0.5, seed=seed), grundy.games.wall_making("....\n" * 4), []
        while position.choices():
            choice = coach.reply(position)
            moves.append(choice.move)
            position = choice.after
        return moves

    assert game(3) == game(3)
    assert len({tuple(game(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    "text", [f"nim {10**18} {10**18}", f"nim {10**18} 5", f"kayles {10**30}", f"kayles {10**30} {10**30}"]
)
def test_positions_with_too_many_moves_to_list(text: str) -> None:
    position = games.parse(text)
    winning = position.outcome is Outcome.N
    assert (comment(Coach(seed=1).reply(position)).verdict == "kept") == winning
    assert (comment(Coach(errors=1, seed=1).reply(position)).verdict == "gave-away") == winning
    assert hint(position).wins == winning


def test_at_most_so_many_moves_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    init = Choice.__init__

    def counted(self: Choice, *arguments: Any) -> None:
        nonlocal made
        made += 1
        init(self, *arguments)

    position = grundy.games.nim(10**18, 10**17)
    monkeypatch.setattr(Choice, "__init__", counted)
    Coach(errors=1, seed=1).reply(position)
    assert made < 2 * MOST_CHOICES


def test_each_component_has_its_turn() -> None:
    position = grundy.games.nim(10**18, 10**17)
    made = {Coach(errors=1, seed=seed).reply(position).move.split(" ")[0] for seed in range(20)}
    assert made == {f"1:{10**18}", f"2:{10**17}"}


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
def test_wrong_rates_of_errors(rate: float) -> None:
    with pytest.raises(ValueError, match="expected a rate of errors from 0 to 1"):
        Coach(rate)


def test_no_move_is_left() -> None:
    for asked in (Coach().reply, hint):
        with pytest.raises(GameOverError, match="found nim 0, in which the game is over"):
            asked(grundy.games.nim(0))


def test_sentences() -> None:
    """What is said of each kind of move; the figures are worked out by hand."""
    three = grundy.games.nim(1, 2, 4)
    by_move = {choice.move: choice for choice in three.choices()}
    said = str(comment(by_move["3:4 -> 3"]))
    assert said.startswith("“take 1 from the heap of 4” (3:4 -> 3) keeps the win. It leaves nimber 0:")
    assert str(comment(by_move["3:4 -> 2"])) == (
        "“take 2 from the heap of 4” (3:4 -> 2) gives the win away. It leaves nimber 1, which the opponent can make 0; "
        "“take 1 from the heap of 4” (3:4 -> 3) would have left 0."
    )
    lost = grundy.games.nim(1, 1)
    assert str(comment(lost.choices()[0])) == (
        "There was no winning move: the nimber was 0, and every move leads away from 0. “take the heap of 1” "
        "(1:1 -> 0) leaves nimber 1, which the opponent can make 0."
    )
    assert str(comment(grundy.games.nim(1).choices()[0])) == "“take the heap of 1” (1 -> 0) wins: it is the last move."
    assert str(hint(grundy.games.nim(1))) == "“take the heap of 1” (1 -> 0) wins: it is the last move."
    assert str(hint(lost)) == (
        "There is no winning move: the nimber is 0, and every move leads away from 0. The best defence is "
        "“take the heap of 1” (1:1 -> 0), which leaves the opponent one winning reply, “take the heap of 1” (1 -> 0)."
    )
    ending = race(2) + race(3)
    assert str(hint(ending)) == "1:arrive wins: it ends the game."
    assert (
        str(comment(next(choice for choice in ending.choices() if choice.option.ends)))
        == "1:arrive wins: it ends the game."
    )
    assert str(comment(ending.choices()[0])) == (
        "“part 1: to 1” (1:race(1)) gives the win away. It leaves the opponent a move that ends the game; "
        "1:arrive would have won at once."
    )


def test_values_after_choices_are_those_of_the_positions() -> None:
    kinds = set()
    for text in SUMS:
        for start in (games.parse(text), games.parse(text) + race(1), race(2) + race(4), race(3) + race(6)):
            after = start.solution.value_after
            for choice in start.choices():
                assert after(choice) == (WIN if choice.option.ends else choice.after.value), (str(start), choice)
                kinds.add((choice.option.ends, after(choice) == WIN, after(choice) == 0))
    assert len(kinds) == 4
