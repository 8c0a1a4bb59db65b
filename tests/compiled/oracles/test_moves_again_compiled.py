"""Moves after which the same player moves again, against brute force of whole sums, written from the definition."""

from __future__ import annotations

import linecache
import os
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.compiled.engine import why_not
from grundy.runtime import limits
from support import compiled_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Of each state its moves: the states it turns into, whether the same player moves again, whether the game is over.
Table = list[list[tuple[tuple[int, ...], bool, bool]]]
Sum = tuple[tuple[int, int], ...]  # the numbers of tables, and states

NIM: Table = [[((left,), False, False) for left in range(heap)] for heap in range(8)]
SUMS = 5  # of each pair of games
SEEDS = range(int(os.environ.get("GRUNDY_SUMS", "500")) // SUMS)
COINS = 4
MOST_VALUED = int(os.environ.get("GRUNDY_STRINGS", "6"))  # strings of a board whose value is compared


def table_of(seed: int, size: int = 7) -> Table:
    """Return a random game on the states below `size`."""
    random = Random(seed)
    moves: Table = [[] for _ in range(size)]
    for state in range(1, size):
        for _ in range(random.randint(0, 4)):
            parts = tuple(random.randrange(state) for _ in range(random.choice([0, 1, 1, 1, 2])))
            moves[state].append((parts, random.random() < 0.35, False))
        if random.random() < 0.05:
            moves[state].append(((), False, True))
    return moves


def rules_of(table: Table) -> grundy.Ruleset:
    """Return the ruleset of a table."""

    @grundy.ruleset
    def game(state: int) -> Iterator[object]:
        for number, (parts, again, ends) in enumerate(table[state]):
            if ends:
                yield grundy.win(move=f"{number}")
            else:
                yield grundy.split(*parts, again=again, move=f"{number}")

    return game


def compiled_rules_of(table: Table) -> grundy.Ruleset:
    """Return the ruleset of a table as a function with a line for each move, which is compiled."""
    lines = ["def game(state):"]
    for state, moves in enumerate(table):
        lines.append(f"    if state == {state}:")
        for number, (parts, again, ends) in enumerate(moves):
            words = "".join(f"{part}, " for part in parts) + (f"again={again}, " if again else "")
            lines.append("        yield " + (f"win(move='{number}')" if ends else f"split({words}move='{number}')"))
        lines.append("        return")
    lines += ["    if state < 0:", "        yield state"]  # a function without `yield` would return None
    text = "\n".join(lines) + "\n"
    file = f"<game {len(linecache.cache)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names: dict[str, Any] = {"split": grundy.split, "win": grundy.win}
    exec(compile(text, file, "exec"), names)  # noqa: S102 - a program of this test
    rules = grundy.ruleset(compiled=True)(names["game"])
    assert why_not(rules, 1) is None
    return rules


def wins_of(tables: list[Table]) -> Callable[[Sum], bool]:
    """Return the function that says whether the player to move wins a sum."""

    @cache
    def wins(state: Sum) -> bool:
        return any(moves_that_win(state))

    def moves_that_win(state: Sum) -> Iterator[bool]:
        for place, (kind, own) in enumerate(state):
            for parts, again, ends in tables[kind][own]:
                after = (*state[:place], *state[place + 1 :], *((kind, part) for part in parts))
                yield ends or wins(tuple(sorted(after))) == again

    return wins


@pytest.mark.parametrize("seed", SEEDS)
def test_random_sums_are_won_as_brute_force_says(seed: int) -> None:
    sums_are_won_as_brute_force_says(seed, rules_of)


@pytest.mark.needs_jit
@pytest.mark.parametrize("seed", SEEDS[: len(SEEDS) // 4 or 1])
def test_random_sums_of_compiled_rules_are_won_as_brute_force_says(seed: int) -> None:
    with compiled_games.as_python(), limits.limited(kernel_above=-1):
        sums_are_won_as_brute_force_says(seed, compiled_rules_of)


def sums_are_won_as_brute_force_says(seed: int, made: Callable[[Table], grundy.Ruleset]) -> None:
    tables = [table_of(2 * seed), table_of(2 * seed + 1), NIM]
    rules = [made(tables[0]), made(tables[1]), grundy.heaps("nim")]
    wins, random = wins_of(tables), Random(seed)
    for _ in range(SUMS):
        kinds = random.choices(range(3), k=random.choice([1, 2, 2, 3]))
        state = tuple(sorted((kind, random.randrange(len(tables[kind]))) for kind in kinds))
        position = grundy.Position.of([grundy.Component(rules[kind], own) for kind, own in state])
        assert (position.outcome is grundy.Outcome.N) is wins(state), state
        moves = {choice.move for choice in position.winning_moves()}
        for choice in position.choices():
            after = choice.after.outcome is grundy.Outcome.N
            won = choice.option.ends or after == choice.option.again
            assert (choice.move in moves) is won, (state, choice)
        assert bool(moves) is wins(state)


def strings(edges: tuple[tuple[int, int], ...]) -> grundy.Ruleset:
    """Return Strings and Coins on a graph with the ground 0, one cut a move; a state is the set of strings left."""

    @grundy.ruleset
    def board(left: frozenset[int]) -> Iterator[object]:
        for cut in sorted(left):
            after = left - {cut}
            held = {0} | {coin for string in after for coin in edges[string]}
            yield grundy.split(after, again=not held.issuperset(edges[cut]), move=f"{cut}")

    return board


def boards_of(count: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the boards of so many strings on four coins and the ground, one of those that differ by names."""

    def named(edges: tuple[tuple[int, int], ...], names: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        new = (0, *names)
        return tuple(sorted((min(new[a], new[b]), max(new[a], new[b])) for a, b in edges))

    orders = list(permutations(range(1, COINS + 1)))
    every = combinations(combinations(range(COINS + 1), 2), count)
    return sorted({min(named(edges, names) for names in orders) for edges in every})


def test_the_catalogue_values_strings_as_the_single_cuts_do() -> None:
    """The catalogue leaves out coins on single strings, and knows boards that are LOONY: `Coins.reduced`."""
    boards = [edges for count in range(MOST_VALUED + 1) for edges in boards_of(count)]
    rng = Random(16)
    every = list(combinations(range(7), 2))
    boards += [tuple(sorted(rng.sample(every, rng.randint(5, 8)))) for _ in range(40)]
    kinds = set()
    for edges in boards:
        board = grundy.games.strings_and_coins(" ".join(f"{a}-{b}" for a, b in edges) or "0")
        cut = strings(edges)(frozenset(range(len(edges))))
        assert board.value == cut.value, edges
        kinds.add(str(board.value))
    assert kinds >= {"0", "1", "2", "LOONY"}
