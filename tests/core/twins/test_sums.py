"""Sums of random rules, with equal components, against the definition: a sum is lost if no move leads to a lost sum."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import grundy

if TYPE_CHECKING:
    from collections.abc import Callable

Parts = tuple[tuple[int, int], ...]  # a sum: pairs of a game and its state, sorted
WON = "won"  # a move that ends the game


def random_game(rng: random.Random, *, ends: bool) -> list[list[Any]]:
    """Return the moves of each state: a tuple of the smaller states that a move leaves, or `WON`."""
    game: list[list[Any]] = [[]]
    for state in range(1, 7):
        moves: list[Any] = [
            tuple(rng.randrange(state) for _ in range(rng.choice((0, 1, 1, 1, 2)))) for _ in range(rng.randrange(4))
        ]
        game.append(moves + [WON] * (ends and rng.random() < 0.1))
    return game


def rules_of(game: list[list[Any]]) -> Any:
    @grundy.ruleset
    def drawn(state: int) -> Any:
        for number, left in enumerate(game[state]):
            yield grundy.win(move=f"m{number}") if left == WON else grundy.split(*left, move=f"m{number}")

    return drawn


def after(parts: Parts, place: int, left: tuple[int, ...]) -> Parts:
    others = [*parts[:place], *parts[place + 1 :]]
    return tuple(sorted(others + [(parts[place][0], state) for state in left]))


@pytest.mark.parametrize("seed", range(40))
def test_moves_of_random_sums(seed: int) -> None:
    rng = random.Random(seed)
    tables = [random_game(rng, ends=seed % 3 == 0) for _ in range(2)]
    rules = list(map(rules_of, tables))

    @cache
    def lost(parts: Parts) -> bool:
        return not any(
            left == WON or lost(after(parts, place, left))
            for place, (game, state) in enumerate(parts)
            for left in tables[game][state]
        )

    for _ in range(6):
        some = [(rng.randrange(2), rng.randrange(7)) for _ in range(2)]
        parts = [rng.choice(some) for _ in range(rng.randint(1, 5))]
        position: grundy.Position = sum((rules[game](state) for game, state in parts), grundy.Position())
        names, wins = [], []
        for place, (game, state) in enumerate(parts):
            for number, left in enumerate(tables[game][state]):
                names.append(f"{place + 1}:m{number}" if len(parts) > 1 else f"m{number}")
                if left == WON or lost(after(tuple(parts), place, left)):
                    wins.append(names[-1])
        assert (str(position.outcome) == "P") is lost(tuple(sorted(parts)))
        assert (len(position.choices()), [str(choice) for choice in position.choices()]) == (len(names), names)
        check_winning_moves(position, names, wins, rng)


def check_winning_moves(position: grundy.Position, names: list[str], wins: list[str], rng: random.Random) -> None:
    """Ask for the winning moves in all ways and in any order: `wins`, among all moves, `names`."""
    moves = position.winning_moves()
    questions: list[Callable[[], bool]] = [
        lambda: bool(moves) == bool(wins),
        lambda: len(moves) == len(wins),
        lambda: list(map(str, moves)) == wins,
        lambda: [str(moves[place]) for place in range(-len(wins), len(wins))] == wins + wins,
        lambda: (list(map(str, moves[1:4])), list(map(str, moves[::-1]))) == (wins[1:4], wins[::-1]),
        lambda: [name for name in names if name in moves] == wins,
        lambda: (str(moves.one()) in wins) if wins else (moves.one() is None),
        lambda: [str(move) for move in moves.first(2)[0]] == wins[:2],
        lambda: all(move.option.ends or move.after.outcome is grundy.Outcome.P for move in position.winning_moves()),
    ]
    rng.shuffle(questions)
    assert all(ask() for ask in questions)
    with pytest.raises(IndexError):
        _ = moves[len(wins)]
