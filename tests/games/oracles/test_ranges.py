"""Numbers whose options are ranges, and compounds played one after the other: against the options one by one."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import isqrt
from random import Random

import pytest

import grundy
from grundy.core.values import Outcome
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families import ranges as module
from grundy.runtime import limits

Ends = list[tuple[int, int]]


def least_absent(found: set[int]) -> int:
    number = 0
    while number in found:
        number += 1
    return number


def one_by_one(ends: list[Ends]) -> list[int]:
    values: list[int] = []
    for pairs in ends:
        values.append(least_absent({values[number] for low, high in pairs for number in range(low, high + 1)}))
    return values


def random_ends(rng: Random, length: int) -> list[Ends]:
    """Return ranges whose ends grow by leaps, some of them empty here and there."""
    columns = []
    for _ in range(rng.randint(1, 3)):
        often, low, high = rng.choice((0.05, 0.2, 0.6)), 0, -1
        column = [(low, high)]
        for number in range(1, length):
            low = min(number, low + rng.randint(0, 3) * (rng.random() < often))
            high = min(number - 1, high + rng.randint(0, 3) * (rng.random() < often))
            column.append((low, high))
        columns.append(column)
    return [list(pairs) for pairs in zip(*columns, strict=True)]


@pytest.mark.parametrize("seed", range(40))
def test_runs_are_what_the_options_say(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SINGLE_NUMBERS", 3)
    rng = Random(seed)
    ends = random_ends(rng, rng.choice((30, 200)))
    wanted = one_by_one(ends)
    numbers = [*range(len(ends))]
    rules = grundy.ranges(lambda n: ends[n])
    asked = numbers if seed % 2 else [numbers[-1], *numbers]
    assert [rules.nimber(number) for number in asked] == [wanted[number] for number in asked]
    runs = rules.runs(numbers[-1])
    assert [value for first, last, value in runs for _ in range(first, last + 1)] == wanted
    assert all(one[2] != two[2] for one, two in pairwise(runs))
    for number in rng.sample(numbers, 8):
        after = dict.fromkeys(str(one) for low, high in ends[number] for one in range(low, high + 1))
        assert [option.move for option in rules.options(number)] == list(after)
        for nimber in range(3):
            worth = [move for move in after if wanted[int(move)] == nimber]
            assert [option.move for option in rules.moves_worth(number, nimber)] == worth


def roots(number: int) -> Ends:
    fourth = isqrt(isqrt(number))
    return [(fourth + (fourth**4 < number), min(isqrt(number), number - 1))]


def test_from_the_fourth_root_to_the_square_root() -> None:
    game = grundy.ranges(roots)
    assert game.nimbers(range(3000)).tolist() == one_by_one([roots(number) for number in range(3000)])
    firsts = [first for first, _, _ in game.runs(777777777777)]
    assert firsts == [0, 4, 16, 82, 6724, 50626, 2562991876]
    position = game(777777777777) + game(16)
    assert position.nimber == 2 ^ 2
    assert position.outcome is Outcome.P
    assert (game(777777777777) + game(82)).winning_moves()[0].after.nimber == 0


def test_wrong_ranges() -> None:
    for wrong, message in (
        (lambda n: [(0, n)], r"must have numbers from 0 to below 0, found \[\(0, 0\)\]"),
        (lambda n: [(5 - n, 0)] if n < 5 else [(0, 0)], "must not fall"),
        (lambda n: [(0, n - 1)] * (n % 2 + 1), "as many for each number"),
        (lambda _: 3, "expected pairs"),
        (lambda _: [(1, 2, 3)], "expected pairs"),
        (lambda n: [(0, min(n - 1, 2000 - n // 2))], "must not fall"),
    ):
        with pytest.raises(RulesetError, match=message):
            grundy.ranges(wrong).nimber(10_000)  # type: ignore[arg-type]
    with pytest.raises(RulesetError, match="expected a function"):
        grundy.ranges(3)  # type: ignore[arg-type]
    with limits.limited(search_states=100), pytest.raises(OverBudgetError):
        grundy.ranges(lambda n: [(0, n - 1)]).nimber(5000)


@cache
def in_turn(row: tuple[int, ...]) -> int:
    """Return what a row of numbers is worth, of which a move makes the first that is not 0 smaller."""
    place = next((place for place, number in enumerate(row) if number), None)
    if place is None:
        return 0
    return least_absent({in_turn((*row[:place], less, *row[place + 1 :])) for less in range(row[place])})


@cache
def kayles_then(rows: tuple[int, ...], behind: int) -> int:
    """Return what rows of pins are worth, after which play goes on with what is worth `behind`."""
    rows = tuple(sorted(filter(None, rows)))
    after = set()
    for place, pins in enumerate(rows):
        others = rows[:place] + rows[place + 1 :]
        for take in (1, 2):
            after |= {kayles_then((*others, left, pins - take - left), behind) for left in range(pins - take + 1)}
    return least_absent(after) if rows else behind


@pytest.mark.slow
def test_one_after_the_other() -> None:
    nim, kayles, sequential = grundy.games.nim, grundy.games.kayles, grundy.compounds.sequential
    rng = Random(50)
    for _ in range(150):
        row = tuple(rng.randint(0, 5) for _ in range(rng.randint(0, 4)))
        assert sequential(*map(nim, row)) == in_turn(row), row
    for pins in range(7):
        for behind in range(4):
            assert sequential(kayles(pins), nim(behind)) == kayles_then((pins,), behind)
            assert sequential(kayles(pins, 2), nim(2), nim(behind)) == kayles_then((pins, 2), in_turn((2, behind)))
    assert sequential() == 0
    assert sequential(*(nim(10**9 + step) for step in range(2000))) == 10**9 - 1
    with pytest.raises(RulesetError):
        sequential(3)  # type: ignore[arg-type]
