"""Game on Tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests import Int, Problem, Sample, Tree, Words
from grundy.games.families.graphs.graph_rules import Graph
from grundy.games.families.graphs.hackenbush import Hackenbush

if TYPE_CHECKING:
    from grundy.core.position import Position


def hackenbush(N: int, edges: tuple[tuple[int, int], ...]) -> Position:
    """Return the tree as green Hackenbush. Its ground is vertex 1, which has the name 0 there."""
    names = ("0", *map(str, range(2, N + 1)))
    rules = Hackenbush(Graph(names, tuple((one - 1, two - 1) for one, two in edges)))
    return rules(rules.full())


PROBLEM = Problem(
    title="Game on Tree",
    source="AtCoder Grand Contest 017, problem D",
    game="green-hackenbush",
    input=(Int("N", 2, 100_000), Tree("edges", "N")),
    position=hackenbush,
    output=Words("Alice", "Bob"),
    samples=(
        Sample("5\n1 2\n2 3\n2 4\n4 5\n", "Alice\n"),
        Sample("5\n1 2\n2 3\n1 4\n4 5\n", "Bob\n"),
        Sample("6\n1 2\n2 4\n5 1\n6 3\n3 2\n", "Alice\n"),
        Sample("7\n1 2\n3 7\n4 6\n2 3\n2 4\n1 5\n", "Bob\n"),
    ),
    aliases=("agc017_d",),
)
