"""Berzerk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests import Indices, Int, Marks, Problem, Sample
from grundy.core.values import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.core.position import Position


def places(n: int, first: tuple[int, ...], second: tuple[int, ...]) -> Iterator[Position]:
    """Yield the positions of the first player on all places except the black hole, then of the second."""
    from grundy.games.families.graphs.circle import Circle

    rules = Circle(n, (first, second))
    yield from (rules((player, place)) for player in (0, 1) for place in range(1, n))


def outcomes(asked: Sequence[Scope]) -> list[list[Outcome]]:
    """Return the outcomes of all places in one call that makes no edges."""
    from grundy.games.families.graphs.circle import outcomes

    found = [outcomes(one["n"], (one["first"], one["second"])).tolist() for one in asked]
    return [[Outcome(outcome) for line in lines for outcome in line[1:]] for lines in found]


PROBLEM = Problem(
    title="Berzerk",
    source="Codeforces Round 406, problem C of division 2 and A of division 1",
    input=(
        Int("n", 2, 7000),
        Indices("first", Int("k1", 1, "n - 1"), "n - 1", distinct=True),
        Indices("second", Int("k2", 1, "n - 1"), "n - 1", distinct=True),
    ),
    position=places,
    values=outcomes,
    output=Marks("Win", "Lose", "Loop", between=" ", line=lambda n: n - 1),
    samples=(
        Sample("5\n2 3 2\n3 1 2 3\n", "Lose Win Win Loop\nLoop Win Win Win\n"),
        Sample("8\n4 6 2 3 4\n2 3 6\n", "Win Win Win Win Win Win Win\nLose Win Lose Lose Win Lose Lose\n"),
    ),
    aliases=("cf-786a",),
)
