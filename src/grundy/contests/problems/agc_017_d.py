"""Game on Tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample
from grundy.families.graphs.hackenbush import Hackenbush
from grundy.families.graphs.rules import Graph
from grundy.messages import Message

if TYPE_CHECKING:
    from grundy.contests.inputs.reading import Input
    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position

_EXPECTED = Message("expected.tree-edge")


def positions(scan: Input) -> list[Position]:
    """Read the tree as green Hackenbush, whose ground is vertex 1: it is called 0 there."""
    count = scan.size("N", 2, 100_000)
    edges = []
    joined: dict[int, int] = {}  # the way to a vertex that stands for the part of each one; only what edges have named

    def part(vertex: int) -> int:
        while (above := joined.get(vertex, vertex)) != vertex:
            joined[vertex] = vertex = joined.get(above, above)
        return vertex

    for _ in range(count - 1):
        first = scan.integer("x", 1, count) - 1
        word = scan.take("y")
        second = scan.as_integer(word, "y", 1, count) - 1
        if part(first) == part(second):
            raise scan.error(_EXPECTED, word, Message("found.edge", {"ends": f"{first + 1} {second + 1}"}))
        joined[part(first)] = part(second)
        edges.append((first, second))
    scan.end()
    rules = Hackenbush(Graph(("0", *map(str, range(2, count + 1))), tuple(edges)))
    return [rules(rules.full())]


def inputs() -> Inputs[Any]:
    """Return what makes inputs to test programs with."""
    from grundy.contests.stress.trees import TreeInputs

    return TreeInputs(100_000)


PROBLEM = OldProblem(
    id="agc-017-d",
    title="Game on Tree",
    source="AtCoder Grand Contest 017, problem D",
    game="green-hackenbush",
    limits="2 <= N <= 100000; 1 <= x, y <= N; the edges are a tree",
    positions=positions,
    inputs=inputs,
    outputs=("Alice", "Bob"),
    samples=(
        Sample("5\n1 2\n2 3\n2 4\n4 5\n", "Alice\n"),
        Sample("5\n1 2\n2 3\n1 4\n4 5\n", "Bob\n"),
        Sample("6\n1 2\n2 4\n5 1\n6 3\n3 2\n", "Alice\n"),
        Sample("7\n1 2\n3 7\n4 6\n2 3\n2 4\n1 5\n", "Bob\n"),
    ),
    aliases=("agc017_d",),
)
