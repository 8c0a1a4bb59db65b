"""Graphs as lists of edges: ``1-2 2-3 4``, with ``!`` before what is gone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations, compress, pairwise, product
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, SumTerm
from grundy.core.notation import PlainNotation
from grundy.games.families.graphs.graph_rules import Graph
from grundy.games.game import SampledReader, Side
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from random import Random

    from grundy.games.families.graphs.graph_rules import GraphRules
    from grundy.games.text import Scanner

_NAME = re.compile(r"[A-Za-z0-9_]{1,20}")
_RANDOM_VERTICES = 6  # of a random graph for tests


@dataclass(frozen=True)
class EdgeLists(SampledReader):
    """Reads the edges of a graph, vertices without an edge, and marked words; `rules` makes the ruleset of the graph.

    In Python it also takes a graph of networkx, edges as pairs of vertices, and a tree as the parents of its vertices
    1, 2, .... Vertices keep their names if these are short words. Else they are numbered from 1, or from 0 if `root` is
    the name of the first vertex.
    """

    rules: Callable[[Graph], GraphRules]
    root: str = ""
    form: str = ""
    several: bool = False  # edges between two vertices, and loops
    kind = "ruleset"
    inline = True
    density = True
    sides = (Side("vertices", 2, 20, 7),)

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a graph, to the end."""
        del game  # the ruleset has the same name
        words = [scan.take(Message("expected.graph-word"))]
        while scan.peek() is not None:
            words.append(scan.take(Message("expected.graph-word")))
        texts = [word.text for word in words]
        try:
            graph, marked = Graph.read(texts, self.root, several=self.several)
        except ValueError as error:
            raise scan.error(Message("expected.graph-word"), words[error.args[0]]) from None
        rules = self.rules(graph)
        if len(graph.names) > rules.most_vertices:
            about = {"most": rules.most_vertices}
            raise scan.error(Message("expected.vertices-most", about), words[0], str(len(graph.names)))
        try:
            state = rules.state_of(marked)
        except ValueError as error:
            raise scan.error(Message("expected.graph-word"), words[texts.index(str(error))]) from None
        return SumTerm(PlainNotation(rules), (Component(rules, state),))

    def written(self, given: Any) -> str:
        """Return the text of a graph of networkx, of edges as pairs, of a tree as parents, or of any other value."""
        if hasattr(given, "nodes") and hasattr(given, "edges"):
            return self._graph_text(given.nodes, given.edges())
        if isinstance(given, Sequence) and not isinstance(given, str):
            if given and all(isinstance(edge, tuple | list) and len(edge) == 2 for edge in given):
                return self._graph_text(dict.fromkeys(chain.from_iterable(given)), given)
            return " ".join(f"{parent}-{vertex}" for vertex, parent in enumerate(given, start=1))
        return str(given)

    def random_text(self, rng: Random, size: int) -> str:
        """Return a random connected graph of few vertices, with few more edges than a tree."""
        most = min(size, _RANDOM_VERTICES - self.several)  # several edges make many more states
        return self.text_of_size(rng, (rng.randint(2, most),), rng.random() / 2)

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a random tree of so many vertices, with a share of `density` of all other edges."""
        names = self._names(size[0])
        edges = [(rng.randrange(vertex), vertex) for vertex in range(1, size[0])]
        others = sorted(set(combinations(range(size[0]), 2)) - set(edges))
        edges += [edge for edge in others if rng.random() < density]
        if self.several:
            edges += [edge for edge in edges if rng.random() < density / 3]
            edges += [(vertex, vertex) for vertex in range(size[0]) if rng.random() < density / 4]
        return " ".join(f"{names[first]}-{names[second]}" for first, second in edges)

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield all graphs of `size` vertices."""
        names = self._names(size)
        edges = [f"{first}-{second}" for first, second in combinations(names, 2)]
        for chosen in product((True, False), repeat=len(edges)):
            yield " ".join((*compress(edges, chosen), *names))

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield a vertex, an edge, a path, a cycle, a star, a complete graph and two parts."""
        names = self._names(size)
        path = [f"{first}-{second}" for first, second in pairwise(names)]
        yield from (names[0], path[0], " ".join(path), " ".join([*path, f"{names[0]}-{names[-1]}"]))
        yield " ".join(f"{names[0]}-{name}" for name in names[1:])
        yield " ".join(f"{first}-{second}" for first, second in combinations(names, 2))
        yield f"{path[0]} a-b b-c"
        if self.several:
            yield from (f"{path[0]} {path[0]}", f"{path[0]} {names[-1]}-{names[-1]} {names[0]}-{names[0]}")
            yield f"{path[0]} {path[1]} {'-'.join(path[1].split('-')[::-1])} {path[1]} !{path[0]} {path[0]}"

    def _names(self, count: int) -> list[str]:
        first = 0 if self.root else 1
        return [str(number) for number in range(first, first + count)]

    def _graph_text(self, vertices: Iterable[Hashable], edges: Iterable[Sequence[Hashable]]) -> str:
        """Return the text of edges and vertices, which get numbers if their names are no short words."""
        names = {vertex: str(vertex) for vertex in vertices}
        if len(set(names.values())) < len(names) or not all(map(_NAME.fullmatch, names.values())):
            names = dict(zip(names, self._names(len(names)), strict=True))
        return " ".join([*(f"{names[first]}-{names[second]}" for first, second in edges), *names.values()])
