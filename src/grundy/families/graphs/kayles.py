"""Node Kayles and Arc Kayles on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.functions import ruleset
from grundy.families.graphs.rules import Graph, GraphRules, bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.functions import FunctionRuleset


@dataclass(frozen=True)
class NodeKayles(GraphRules):
    """Take a vertex, and all its neighbours go with it. A state is the set of vertices that are left.

    On a path it is Dawson's Kayles. Source: Schaefer, On the complexity of some two-person perfect-information
    games (1978).

    >>> NodeKayles(Graph.read("1-2 2-3 3-4".split())[0])(0b1111).nimber
    0
    """

    graph: Graph
    name = "node-kayles"

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each vertex."""
        for vertex in bits(state):
            yield self.option(state & ~(self.graph.neighbours[vertex] | 1 << vertex), self.graph.names[vertex])

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts."""
        return self.parts(state)

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset."""
        graph = self.graph

        @ruleset(compiled=True, components=self.components)
        def vertices(left: int) -> Iterator[int]:
            for vertex in bits(left):
                yield left & ~(graph.neighbours[vertex] | 1 << vertex)

        return vertices


@dataclass(frozen=True)
class ArcKayles(GraphRules):
    """Take an edge, with both of its ends and all other edges there. A state is the set of vertices that are left.

    On a path it is Kayles with two pins at a time, octal 0.07; on a grid, Cram. Source: Schaefer (1978).

    >>> ArcKayles(Graph.read("1-2 2-3 3-4 4-5".split())[0])(0b11111).nimber
    0
    """

    graph: Graph
    name = "arc-kayles"
    tokens: ClassVar[dict[str, str]] = {"cell": "dot", "removed": "vertex-gone"}

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each edge."""
        for number, ends in enumerate(self.graph.ends):
            if state & ends == ends:
                yield self.option(state ^ ends, self.graph.edge_name(number))

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts of two vertices and more."""
        return (part for part in self.parts(state) if part & part - 1)

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset."""
        graph = self.graph

        @ruleset(compiled=True, components=self.components)
        def edges(left: int) -> Iterator[int]:
            for ends in graph.ends:
                if left & ends == ends:
                    yield left ^ ends

        return edges
