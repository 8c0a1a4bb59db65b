"""Inputs that are graphs without cycles, each with queries about tokens on its vertices."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy.contests.stress.inputs import Inputs, without_parts
from grundy.families.graphs.tokens import Tokens
from grundy.nimbers import nim_sum

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

_TINY = 3  # vertices
_MOST_EDGES, _MOST_QUERIES = 20_000, 200  # of a random graph


class Graph(NamedTuple):
    """A graph whose edges lead to smaller vertices, and the vertices with tokens of each query.

    `order` is the seed of the names of the vertices in the text; with 0 they are those of the case.
    """

    targets: tuple[tuple[int, ...], ...]
    queries: tuple[tuple[int, ...], ...]
    order: int = 0


Case = tuple[Graph, ...]


@dataclass(frozen=True)
class TokenInputs(Inputs[Case]):
    """Makes graphs of up to `most` vertices, with queries of up to `tokens` tokens."""

    most: int
    tokens: int

    def text(self, case: Case) -> str:
        """Return the input text: the graphs one after the other."""
        return "".join(map(_text, case))

    def tiny(self) -> Iterator[Case]:
        """Yield all graphs of up to three vertices, with a query for each vertex and each pair."""
        for count in range(1, _TINY + 1):
            queries: list[tuple[int, ...]] = [(one,) for one in range(count)]
            queries += [(one, two) for two in range(count) for one in range(two)]
            below = [[tuple(u for u in range(v) if chosen >> u & 1) for chosen in range(1 << v)] for v in range(count)]
            yield from ((Graph(targets, tuple(queries)),) for targets in product(*below))

    def edges(self) -> Iterator[Case]:
        """Yield graphs without edges, with all edges, and paths, as large as may be; and many graphs of one vertex."""
        most = self.most
        queries = tuple((vertex,) * self.tokens for vertex in range(0, most, max(1, most // 20)))
        last = ((most - 1,), (most - 1, most // 2), tuple(range(most))[-self.tokens :])
        for targets in (
            ((),) * most,
            tuple(tuple(range(vertex)) for vertex in range(most)),
            tuple((vertex - 1,) if vertex else () for vertex in range(most)),
        ):
            yield (Graph(targets, queries + last),)
            yield (Graph(targets, queries + last, 1),)
        yield (Graph(((),), ((0,),)),) * 1000

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random graphs; half of the queries are lost where that can be."""
        while True:
            yield tuple(self._graph(rng) for _ in range(rng.choice((1, 1, 2, 5))))

    def size(self, case: Case) -> tuple[int, ...]:
        """Return how many vertices, queries, edges and tokens there are, and whether names are in order."""
        return (
            len(case),
            sum(len(graph.targets) for graph in case),
            sum(len(graph.queries) for graph in case),
            sum(map(len, (one for graph in case for one in graph.targets))),
            sum(map(len, (one for graph in case for one in graph.queries))),
            sum(graph.order for graph in case),
        )

    def cuts(self, case: Case) -> Iterator[Case]:
        """Yield fewer graphs; of each one fewer queries, vertices and edges, and its names in order."""
        yield from without_parts(case)
        for number, graph in enumerate(case):
            yield from ((*case[:number], smaller, *case[number + 1 :]) for smaller in _cuts(graph))

    def choices(self, case: Case) -> Sequence[int]:
        """Return the seeds of the orders, 1 for each edge and 0 for each pair without one, and the tokens."""
        found: list[int] = []
        for graph in case:
            found.append(graph.order)
            found += [u in targets for v, targets in enumerate(map(set, graph.targets)) for u in range(v)]
            found += [vertex for query in graph.queries for vertex in query]
        return found

    def strategy(self, case: Case) -> SearchStrategy[Case]:
        """Return as many graphs and queries of the same sizes."""
        from hypothesis import strategies as st

        @st.composite
        def graphs(draw: DrawFn) -> Case:
            found = []
            for graph in case:
                count = len(graph.targets)
                order = draw(st.integers(0, 10**6))
                targets = tuple([tuple([u for u in range(v) if draw(st.integers(0, 1))]) for v in range(count)])
                queries = tuple([tuple([draw(st.integers(0, count - 1)) for _ in query]) for query in graph.queries])
                found.append(Graph(targets, queries, order))
            return tuple(found)

        return graphs()

    def _graph(self, rng: Random) -> Graph:
        count = rng.randint(1, min(self.most, rng.choice((4, 10, 50, self.most))))
        degree = min(rng.choice((1, 2, 5, count)), max(1, _MOST_EDGES // count))
        near = rng.choice((2, 10, count))
        targets = []
        for vertex in range(count):
            below = range(max(0, vertex - near), vertex)
            targets.append(tuple(rng.sample(below, rng.randint(0, min(degree, len(below))))))
        graph = Graph(tuple(targets), (), rng.randrange(1, 10**6))
        nimbers = Tokens(graph.targets).nimbers_without_cycles
        worth: dict[int, list[int]] = {}
        for vertex in range(count):
            worth.setdefault(nimbers[vertex], []).append(vertex)
        queries = tuple(self._query(rng, nimbers, worth) for _ in range(rng.randint(1, rng.choice((3, _MOST_QUERIES)))))
        return graph._replace(queries=queries)

    def _query(self, rng: Random, nimbers: dict[int, int], worth: dict[int, list[int]]) -> tuple[int, ...]:
        """Return some vertices; half of the time with one more that makes the sum lost, if there is such a vertex."""
        query = [rng.randrange(len(nimbers)) for _ in range(rng.randint(1, self.tokens - 1))]
        fitting = worth.get(nim_sum(*(nimbers[vertex] for vertex in query)))
        return (*query, rng.choice(fitting)) if fitting and rng.random() < 0.5 else tuple(query)


def _text(graph: Graph) -> str:
    names = list(range(len(graph.targets)))
    if graph.order:
        random.Random(graph.order).shuffle(names)
    rows = dict(zip(names, graph.targets, strict=True))
    lines = [names[:0], *((len(rows[name]), *(names[one] for one in rows[name])) for name in sorted(names))]
    lines[0] = [len(names)]
    lines += [(len(query), *(names[one] for one in query)) for query in graph.queries]
    return "".join(f"{' '.join(map(str, line))}\n" for line in [*lines, (0,)])


def _cuts(graph: Graph) -> Iterator[Graph]:
    """Yield the graph with its names in order, with fewer queries, vertices or edges."""
    if graph.order:
        yield graph._replace(order=0)
    yield from (graph._replace(queries=fewer) for fewer in without_parts(graph.queries))
    for number, query in enumerate(graph.queries):
        for fewer in without_parts(query):
            yield graph._replace(queries=(*graph.queries[:number], fewer, *graph.queries[number + 1 :]))
    for kept in without_parts(tuple(range(len(graph.targets)))):
        smaller = _on(graph, kept)
        if smaller.queries:
            yield smaller
    for vertex, targets in enumerate(graph.targets):
        for fewer in (*without_parts(targets), ()) if targets else ():
            yield graph._replace(targets=(*graph.targets[:vertex], fewer, *graph.targets[vertex + 1 :]))


def _on(graph: Graph, kept: tuple[int, ...]) -> Graph:
    """Return the graph on some of its vertices, with the tokens on them."""
    numbers = {vertex: number for number, vertex in enumerate(kept)}
    targets = tuple(tuple(numbers[one] for one in graph.targets[vertex] if one in numbers) for vertex in kept)
    queries = (tuple(numbers[one] for one in query if one in numbers) for query in graph.queries)
    return Graph(targets, tuple(filter(None, queries)), graph.order)
