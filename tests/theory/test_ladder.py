"""The ladder of coaches: what each of its ways to move sees."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.core.values import Outcome
from grundy.errors import GameOverError
from grundy.theory.explain import ladder

if TYPE_CHECKING:
    from grundy.core.position import Position

STARTS = ("nim 1 1 1 3 3", "kayles 4 4 2", "euclid 29 12", "fibonacci-nim 17 4")


@pytest.fixture(autouse=True)
def ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a coach for each way to move, which uses this way alone."""
    for number, way in enumerate(ladder.WAYS):
        monkeypatch.setitem(ladder.COACHES, way, tuple(100 * (number == at) for at in range(len(ladder.WAYS))))


def moves(position: Position, coach: str, *, misere: bool = False) -> set[str]:
    return {ladder.reply(position, coach, seed, misere=misere).move for seed in range(20)}


def second_wins(position: Position, first: str, second: str, seed: int) -> bool:
    turn = 0
    while position.choices():
        position = position.play(ladder.reply(position, (first, second)[turn % 2], 100 * seed + turn))
        turn += 1
    return turn % 2 == 0


@pytest.mark.slow
def test_each_coach_beats_the_one_before_it() -> None:
    for weak, strong in pairwise(list(ladder.COACHES)[:5]):
        won = 0
        for start in map(grundy.games.parse, STARTS):
            for seed in range(10):
                won += second_wins(start, weak, strong, seed) + (not second_wins(start, strong, weak, seed))
        assert won > 44, (weak, strong)  # of 80 games


@pytest.mark.parametrize("way", ladder.WAYS)
def test_a_win_at_once_is_never_missed(way: str) -> None:
    assert moves(grundy.games.nim(5), way) == {"5 -> 0"}
    assert moves(grundy.games.parse("treblecross .XX..."), way) <= {"1", "4"}
    assert moves(grundy.games.nim(5), way, misere=True) <= {f"5 -> {left}" for left in (1, 2, 3, 4)}


def test_what_each_way_sees() -> None:
    heaps = grundy.games.nim(1, 4)
    assert moves(heaps, "any") == {choice.move for choice in heaps.choices()}
    assert moves(heaps, "greedy") == {"2:4 -> 0"}  # one move is left
    assert moves(heaps, "ahead") == {"2:4 -> 1", "2:4 -> 2", "2:4 -> 3"}  # after the others, a heap is taken
    assert moves(heaps, "few") == moves(heaps, "perfect") == {"2:4 -> 1"}
    assert len(moves(grundy.games.nim(1, 9), "few")) > 1
    assert ladder.reply(grundy.games.nim(3, 5), "perfect").after.outcome is Outcome.P
    with pytest.raises(GameOverError):
        ladder.reply(grundy.games.nim(0), "any")


def test_the_same_seed_gives_the_same_move() -> None:
    board = grundy.games.wall_making("....\n" * 4)
    assert len({ladder.reply(board, "novice", 7).move for _ in range(5)}) == 1
    assert len(moves(board, "novice")) > 5
