"""Node Kayles and Arc Kayles on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.families.graphs.rules import Graph, GraphRules, bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Split


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
    most_compiled = 64

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each vertex."""
        for vertex in bits(state):
            left = state & ~(self.graph.neighbours[vertex] | 1 << vertex)
            yield split(left, move=self.graph.vertex_name(vertex))

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts."""
        return self.parts(state)


@dataclass(frozen=True)
class ArcKayles(GraphRules):
    """Take an edge, with both of its ends and all other edges there. A state is the set of vertices that are left.

    On a path it is Kayles with two pins at a time, octal 0.07; on a grid, Cram. Source: Schaefer (1978).

    >>> ArcKayles(Graph.read("1-2 2-3 3-4 4-5".split())[0])(0b11111).nimber
    0
    """

    graph: Graph
    name = "arc-kayles"
    most_compiled = 64
    tokens: ClassVar[dict[str, str]] = {"cell": "dot", "removed": "vertex-gone"}

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each edge."""
        for number, ends in enumerate(self.graph.ends):
            if state & ends == ends:
                yield split(state ^ ends, move=self.graph.edge_name(number))

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts of two vertices and more."""
        return (part for part in self.parts(state) if part & part - 1)
