"""Remoteness and suspense against plain minimax over sums as they are written."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.errors import OverBudgetError
from grundy.games.sampling import random_position
from grundy.runtime import limits
from support.oracles import AGAIN, REDUCED
from support.trees import WINS, afters, heap, key, random_tree, total, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.trees import Tree


@cache
def won(parts: tuple[Tree, ...]) -> bool:
    return any(after is None or not won(after) for after in afters(parts))


@cache
def length(parts: tuple[Tree, ...], winner: str) -> int:
    """Play out all lines: the winner, who "hurries" or "delays", keeps the win; the loser does the opposite."""
    hurries = winner == "hurries"
    if won(parts):
        kept = [0 if after is None else length(after, winner) for after in afters(parts) if not after or not won(after)]
        return 1 + (min(kept) if hurries else max(kept))
    lines = [length(after, winner) for after in afters(parts) if after is not None]
    return 1 + (max(lines) if hurries else min(lines)) if lines else 0


@pytest.mark.slow
@pytest.mark.parametrize("wins", [False, True])
def test_random_sums(wins: bool) -> None:  # noqa: FBT001
    rng = random.Random(11)
    seen = set()
    for _ in range(250):
        parts = tuple(random_tree(rng, rng.randint(1, 3), wins=wins) for _ in range(rng.randint(1, 3)))
        position = total(*parts)
        assert position.remoteness == length(key(parts), "hurries"), parts
        assert position.suspense == length(key(parts), "delays"), parts
        assert position.remoteness % 2 == position.suspense % 2 == (str(position.outcome) == "N")
        seen.add((position.remoteness, position.suspense))
    assert any(remoteness < suspense for remoteness, suspense in seen)
    assert any(remoteness > suspense for remoteness, suspense in seen)


def test_nim() -> None:
    """Equal heaps do not cancel: they take time."""
    for heaps in combinations_with_replacement(range(5), 3):
        trees = key(tuple(map(heap, heaps)))
        assert games.nim(*heaps).remoteness == length(trees, "hurries")
        assert games.nim(*heaps).suspense == length(trees, "delays")
    assert [games.nim(n).remoteness for n in (0, 1, 2, 9)] == [0, 1, 1, 1]
    assert [games.nim(n, n).remoteness for n in (0, 1, 2, 9)] == [0, 2, 4, 18]
    assert [games.nim(n, n).suspense for n in (0, 1, 2, 9)] == [0, 2, 2, 2]


def plain(position: grundy.Position, pick: Callable[[list[int], bool], int], memo: dict[Any, tuple[bool, int]]) -> int:
    """Return a length by minimax over positions, with no nimbers."""

    def look(position: grundy.Position) -> tuple[bool, int]:
        state = tuple(sorted(map(repr, position.components)))
        if state not in memo:
            found = [look(choice.after) for choice in position.choices()]
            lost = [length for is_won, length in found if not is_won]
            lengths = lost or [length for _, length in found]
            memo[state] = (bool(lost), 1 + pick(lengths, bool(lost)) if lengths else 0)
        return memo[state]

    return look(position)[1]


def remoteness(lengths: list[int], is_won: bool) -> int:  # noqa: FBT001
    return min(lengths) if is_won else max(lengths)


def suspense(lengths: list[int], is_won: bool) -> int:  # noqa: FBT001
    return max(lengths) if is_won else min(lengths)


@pytest.mark.parametrize("name", [name for name in games.names() if name not in {*REDUCED, AGAIN}])
def test_samples_of_games(name: str) -> None:
    rng = random.Random(name)
    for _ in range(4):
        position = random_position(games.find(name), rng, 6)
        assert position.remoteness == plain(position, remoteness, {}), str(position)
        assert position.suspense == plain(position, suspense, {}), str(position)


@pytest.mark.slow
def test_sums_of_unlike_games() -> None:
    rng = random.Random(2)
    for _ in range(12):
        position = games.kayles(rng.randint(0, 4), rng.randint(0, 4)) + games.nim(rng.randint(0, 3))
        position += games.wythoff(rng.randint(0, 2), rng.randint(0, 2))
        assert position.remoteness == plain(position, remoteness, {}), str(position)
        assert position.suspense == plain(position, suspense, {}), str(position)


def test_moves_that_end_the_game() -> None:
    threat: Tree = (WINS, ((WINS,),))
    assert tree(threat).remoteness == tree(threat).suspense == 1
    assert (tree(threat) + games.nim(7, 7)).remoteness == 1


@pytest.mark.slow
def test_long_games_need_no_recursion() -> None:
    @grundy.ruleset
    def ladder(steps: int) -> Iterator[Any]:
        if steps:
            yield steps - 1

    assert ladder(5_000).remoteness == ladder(5_000).suspense == 5_000


def test_too_much_work_is_refused() -> None:
    with pytest.raises(OverBudgetError, match="the component has many options below it"):
        _ = games.nim(10**18).remoteness
    with limits.limited(search_options=3000), pytest.raises(OverBudgetError, match="3,000 options"):
        _ = games.kayles(12, 13, 14).remoteness
