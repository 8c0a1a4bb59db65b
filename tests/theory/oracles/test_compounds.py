"""Other sums than the usual one: against play by their rules, position by position."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.core.values import Outcome
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.theory.compounds import conjunctive, continued_conjunctive, ordinal_sum, selective
from support.loopy_games import stairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.core.position import Position

    Sum = tuple[Position, ...]

PARTS = [
    *(grundy.games.kayles(n) for n in range(6)),
    grundy.games.nim(2, 1),
    grundy.games.nim(2, 2),
    grundy.games.wythoff(1, 2),
    grundy.games.wall_making("..\n.X"),
]


@grundy.ruleset
def race(steps: int) -> Iterator[Any]:
    """One or two steps; whoever arrives has won the whole game."""
    yield from range(max(1, steps - 2), steps)
    if steps <= 2:
        yield grundy.win(move="arrive")


def after(position: Position) -> list[Position]:
    return [choice.after for choice in position.choices()]


def in_all(sum_: Sum) -> Iterator[Sum]:
    """Yield moves in every component; none if one has no move."""
    return product(*map(after, sum_))


def in_those_left(sum_: Sum) -> Iterator[Sum]:
    """Yield moves in every component that has one; none if none has."""
    options = [after(position) for position in sum_]
    if any(options):
        yield from product(*(own or [position] for own, position in zip(options, sum_, strict=True)))


def in_some(sum_: Sum) -> Iterator[Sum]:
    """Yield moves in one or more components."""
    for size in range(1, len(sum_) + 1):
        for which in combinations(range(len(sum_)), size):
            for moved in product(*(after(sum_[place]) for place in which)):
                new = list(sum_)
                for place, position in zip(which, moved, strict=True):
                    new[place] = position
                yield tuple(new)


def won(sum_: Sum, moves: Callable[[Sum], Iterator[Sum]], memo: dict[Any, bool]) -> bool:
    """Say whether the player who moves wins, if who cannot move has lost."""
    key = tuple(position.components for position in sum_)
    if key not in memo:
        memo[key] = any(not won(option, moves, memo) for option in moves(sum_))
    return memo[key]


@pytest.mark.parametrize(
    ("compound", "moves"), [(conjunctive, in_all), (continued_conjunctive, in_those_left), (selective, in_some)]
)
def test_outcomes_are_those_of_play(compound: Callable[..., Outcome], moves: Callable[[Sum], Iterator[Sum]]) -> None:
    memo: dict[Any, bool] = {}
    sums = [*product(PARTS, repeat=2), *combinations(PARTS[1:7], 3)]
    found = [compound(*sum_) for sum_ in sums]
    assert [outcome is Outcome.N for outcome in found] == [won(sum_, moves, memo) for sum_ in sums]
    assert set(found) == {Outcome.N, Outcome.P}
    assert compound() is Outcome.P


def colon(first: Position, second: Position, memo: dict[Any, int]) -> int:
    """Return the nimber of the ordinal sum by its options."""
    key = (first.components, second.components)
    if key not in memo:
        below = [colon(first, option, memo) for option in after(second)]
        memo[key] = grundy.mex([*(option.nimber for option in after(first)), *below])
    return memo[key]


def test_ordinal_sums_are_those_of_play() -> None:
    memo: dict[Any, int] = {}
    for first, second in product([*PARTS, grundy.games.kayles(9)], PARTS):
        assert ordinal_sum(first, second) == colon(first, second, memo)
    values = {first.nimber: ordinal_sum(first, grundy.games.nim(1)) for first in PARTS}
    assert any(value != own + 1 for own, value in values.items())  # it is no function of the values alone


def test_moves_that_end_the_whole_game() -> None:
    assert conjunctive(race(1), grundy.games.kayles(5)) is Outcome.N
    assert conjunctive(race(3), race(6)) is Outcome.P
    assert selective(race(3), race(6)) is Outcome.P
    assert selective(race(3), race(4)) is Outcome.N
    for position in (race(1), race(6)):
        with pytest.raises(NoNimber, match="a move from race"):
            continued_conjunctive(grundy.games.nim(1), position)
    with pytest.raises(NoNimber):
        ordinal_sum(race(2), grundy.games.nim(1))


def test_what_is_much_work() -> None:
    nim = grundy.games.nim
    assert ordinal_sum(nim(3), nim(10**30)) == 10**30 + 3
    with grundy.limited(search_options=100), pytest.raises(OverBudgetError):
        ordinal_sum(nim(1000), nim(1))
    with pytest.raises(OverBudgetError):
        continued_conjunctive(nim(10**30))


@pytest.mark.parametrize("compound", [conjunctive, continued_conjunctive, selective, ordinal_sum])
def test_what_is_no_position_and_what_is_loopy(compound: Callable[..., Any]) -> None:
    nim = grundy.games.nim(2, 2)
    with pytest.raises(RulesetError, match="expected a position, found 'nim 3'"):
        compound(nim, "nim 3")
    for pair in ((nim, stairs(0)), (stairs(0), nim)):
        with pytest.raises(RulesetError, match="other sums are not decided for stairs"):
            compound(*pair)
