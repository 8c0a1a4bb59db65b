"""The edges of trees and of other graphs."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.contests.inputs.expressions import Expression, Scope
from grundy.contests.inputs.numbers import Index
from grundy.contests.inputs.parts import GONE, InputPart, without_parts
from grundy.contests.inputs.sources import Unfit
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.sources import ValueSource

Ends: TypeAlias = "tuple[tuple[int, int], ...]"
"""Edges in the order of the input; each has its two ends in the order of the input."""

_FEW_ROUNDS = 20  # tries for each edge of a random graph


class _Graph(InputPart):
    """Edges on a line each, between vertices that are counted from `first` on."""

    vertices: Expression
    first = 1

    def counts(self) -> Iterator[str]:
        """Yield the name of the number of vertices."""
        if self.vertices.name:
            yield self.vertices.name

    def check(self, known: Sequence[str]) -> None:
        """Check the name of the number of vertices."""
        self.vertices.check(known, self.name)

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write the edges."""
        del scope
        return [f"{one} {two}" for one, two in value]

    def _read_edge(self, scan: Input, count: int) -> tuple[int, int]:
        last = count + self.first - 1
        return scan.integer("x", self.first, last), scan.integer("y", self.first, last)


class Tree(_Graph):
    """The ``vertices - 1`` edges of a tree, on a line each. The first vertex is the root.

    >>> from grundy.contests import Int
    >>> parts = Int("N", 2, 100_000), Tree("edges", "N")
    """

    def __init__(self, name: str, vertices: int | str, first: int = 1) -> None:
        self.name, self.vertices, self.first = name, Expression(vertices), first

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Say that it is a tree."""
        yield "x, y", f"{self.first} <= {{}} <= {self._last}"
        yield "", Message("limit.tree", {"name": self.name})

    @property
    def _last(self) -> str:
        return str(self.vertices) if self.first == 1 else f"{self.vertices} - 1"

    def read(self, scan: Input, scope: Scope) -> Ends:
        """Read the edges. Each joins two parts of the graph that were not joined before."""
        count = self.vertices.value(scope)
        edges = []
        joined: dict[int, int] = {}  # the parent of each vertex in a forest of joined parts
        for _ in range(count - 1):
            one, two = edge = self._read_edge(scan, count)
            if _part(joined, one) == _part(joined, two):
                raise scan.broken(Message("expected.tree-edge"), Message("found.edge", {"ends": f"{one} {two}"}))
            joined[_part(joined, one)] = _part(joined, two)
            edges.append(edge)
        return tuple(edges)

    def draw(self, source: ValueSource, scope: Scope) -> Ends:
        """Draw a path, a star, or a tree in which the parent of each vertex comes shortly before it."""
        rng = source.rng
        count = self.vertices.value(scope)
        near = rng.choice((1, 2, 10, count))
        parents = [rng.randrange(max(0, vertex - near), vertex) for vertex in range(1, count)]
        return self._moved(shuffled(in_order(parents), rng))

    def tiny(self, scope: Scope, cost: int) -> Iterator[Ends]:
        """Yield all trees, each in order, with the children first, and with the last vertices next to the root."""
        if cost:
            return
        count = self.vertices.value(scope)
        for parents in product(*map(range, range(1, count))):
            tree = in_order(parents)
            turned = tuple((two, one) for one, two in tree[::-1])
            renamed = tuple((one if one == 1 else count + 2 - one, count + 2 - two) for one, two in tree)
            yield from (self._moved(one) for one in dict.fromkeys((tree, turned, renamed)))

    def fit(self, value: Any, scope: Scope) -> Ends:
        """Return the tree. Raises `Unfit` where it has another number of vertices."""
        if len(value) != self.vertices.value(scope) - 1:
            raise Unfit
        return tuple(value)

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the tree without some vertices. A child of such a vertex becomes a child of its parent."""
        if self.vertices.name != name:
            return value
        if 0 not in kept:
            return GONE
        tree = self._moved(value, back=True)
        vertices, parents = _rooted(tree)
        gone = set(range(1, len(tree) + 2)) - {place + 1 for place in kept}
        return self._moved(_without(tree, vertices, parents, gone))

    def cuts(self, value: Any, scope: Scope) -> Iterator[Ends]:
        """Yield the tree in order."""
        del scope
        tree = self._moved(value, back=True)
        vertices, parents = _rooted(tree)
        places = {vertex: place for place, vertex in enumerate(vertices)}
        yield self._moved(in_order([places[parents[vertex]] for vertex in vertices[1:]]))

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the number of edges, how many have the larger end first, and the ends."""
        yield sum(one > two for one, two in value)
        for edge in value:
            yield from edge

    def _moved(self, tree: Ends, *, back: bool = False) -> Ends:
        """Return a tree whose vertices are counted from 1 with those of this part, or the other way round."""
        if self.first == 1:
            return tuple(tree)
        step = (1 - self.first) * (1 if back else -1)
        return tuple((one + step, two + step) for one, two in tree)


class Edges(_Graph):
    """Edges of a graph, on a line each: `count` of them between ``vertices`` vertices, counted from `first` on.

    With `directed`, an edge leads from its first end to the second one. With `acyclic`, edges are directed as well
    and have no cycle. No edge comes twice or joins a vertex to itself, unless `multiple` and `loops` say so.

    >>> from grundy.contests import Int, Line
    >>> parts = Line(Int("n", 1, 9), Int("m", 0, 20)), Edges("edges", "n", "m", first=0, acyclic=True)
    """

    def __init__(
        self, name: str, vertices: int | str, count: int | str, *,
        first: int = 1, directed: bool = False, acyclic: bool = False, multiple: bool = False, loops: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.vertices, self.first = name, Expression(vertices), first
        self.count = Expression(count)
        self.counted = self.count.name
        self.directed, self.acyclic, self.multiple, self.loops = directed or acyclic, acyclic, multiple, loops

    def counts(self) -> Iterator[str]:
        """Yield the names of both numbers."""
        yield from super().counts()
        if self.counted:
            yield self.counted

    def check(self, known: Sequence[str]) -> None:
        """Check the names of the numbers."""
        super().check(known)
        self.count.check(known, self.name)

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the bounds of the ends, and what is promised of the edges."""
        last = str(self.vertices) if self.first == 1 else f"{self.vertices} - 1"
        yield "x, y", f"{self.first} <= {{}} <= {last}"
        if not self.multiple:
            yield "", Message("limit.different", {"name": self.name})
        if self.directed:
            yield "", Message("limit.directed", {"name": self.name})
        if self.acyclic:
            yield "", Message("limit.acyclic", {"name": self.name})
        elif not self.loops:
            yield "", Message("limit.joined", {"name": self.name})

    def read(self, scan: Input, scope: Scope) -> Ends:
        """Take the edges."""
        count = self.vertices.value(scope)
        edges: list[tuple[int, int]] = []
        seen: set[tuple[int, int]] = set()
        for _ in range(self.count.value(scope)):
            edge = self._read_edge(scan, count)
            if (not self.loops and edge[0] == edge[1]) or (not self.multiple and self._key(edge) in seen):
                raise scan.broken(Message("expected.new-edge"), f"{edge[0]} {edge[1]}")
            seen.add(self._key(edge))
            edges.append(edge)
        if self.acyclic and edges and (cycle := cycle_of(edges)):
            raise scan.broken(Message("expected.no-cycle"), Message("found.cycle", {"cycle": shown_cycle(cycle)}))
        return tuple(edges)

    def draw(self, source: ValueSource, scope: Scope) -> Ends:
        """Draw edges. Edges without cycles lead from later to earlier vertices of a random order."""
        rng = source.rng
        count, wanted = self.vertices.value(scope), self.count.value(scope)
        names = list(range(self.first, self.first + count))
        rng.shuffle(names)
        near = rng.choice((2, 10, count))
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for number in range(wanted):
            for _ in range(_FEW_ROUNDS):
                two = rng.randrange(count)
                one = rng.randrange(max(0, two - near), two + (self.loops and not self.acyclic) or 1)
                edge = (names[two], names[one])
                if not self.acyclic and rng.random() < 0.5:
                    edge = edge[::-1]
                key = (number, 0) if self.multiple else self._key(edge)
                if key not in found and (one != two or (self.loops and not self.acyclic)):
                    found[key] = edge
                    break
            else:
                raise Unfit
        return tuple(found.values())

    def tiny(self, scope: Scope, cost: int) -> Iterator[Ends]:
        """Yield all sets of edges; those without cycles lead from later to earlier vertices."""
        if cost:
            return
        vertices = range(self.first, self.first + self.vertices.value(scope))
        pairs = [(two, one) for two in vertices for one in vertices if self._may_be(two, one)]
        yield from combinations(pairs, self.count.value(scope))

    def fit(self, value: Any, scope: Scope) -> Ends:
        """Return the edges between existing vertices. Raises `Unfit` where there are too few edges."""
        vertices, count = self.vertices.value(scope), self.count.value(scope)
        found = tuple(edge for edge in value if max(edge) < self.first + vertices)[:count]
        if len(found) < count:
            raise Unfit
        return found

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the remaining edges, with the new numbers of the vertices."""
        if self.counted == name:
            value = tuple(value[place] for place in kept)
        if self.vertices.name == name:
            numbers = {old + self.first: new + self.first for new, old in enumerate(kept)}
            value = tuple((numbers[one], numbers[two]) for one, two in value if one in numbers and two in numbers)
        return value

    def cuts(self, value: Any, scope: Scope) -> Iterator[Ends]:
        """Yield the sorted edges; where the ends can be exchanged, each has its smaller end first."""
        del scope
        if not self.directed:
            yield tuple(sorted((min(edge), max(edge)) for edge in value))
        yield tuple(sorted(value))

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the ends."""
        for edge in value:
            yield from edge

    def _key(self, edge: tuple[int, int]) -> tuple[int, int]:
        return edge if self.directed else (min(edge), max(edge))

    def _may_be(self, one: int, two: int) -> bool:
        if self.acyclic:
            return one > two
        if one == two:
            return self.loops
        return self.directed or one > two


class Targets(_Graph):
    """The moves from each of ``vertices`` vertices, a line each: how many, at most `most`, and where they lead.

    Vertices are counted from `first` on. The moves have no cycle.

    >>> from grundy.contests import Int
    >>> parts = Int("N", 1, 1000), Targets("moves", "N", "X", 1000, first=0)
    """

    def __init__(self, name: str, vertices: int | str, count: str, most: int, first: int = 1) -> None:
        self.name, self.vertices, self.first = name, Expression(vertices), first
        self.count, self.most = count, most
        self._target = Index(f"{name}-target", vertices, first)

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Say that there are no cycles."""
        yield self.count, f"0 <= {{}} <= {self.most}"
        yield "", Message("limit.acyclic", {"name": self.name})

    def read(self, scan: Input, scope: Scope) -> tuple[tuple[int, ...], ...]:
        """Take the moves."""
        vertices = self.vertices.value(scope)
        last = vertices + self.first - 1
        found = []
        begins = []
        for _ in range(vertices):
            begins.append(scan.taken)
            count = scan.size(self.count, 0, self.most)
            found.append(
                tuple(scan.integer(Message("expected.graph-position"), self.first, last) for _ in range(count))
            )
        edges = [(one, two) for one, targets in enumerate(found, self.first) for two in targets]
        if cycle := cycle_of(edges):
            found_cycle = Message("found.cycle", {"cycle": shown_cycle(cycle)})
            raise scan.broken(Message("expected.no-cycle"), found_cycle, scan.taken - begins[cycle[0] - self.first])
        return tuple(found)

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write the moves from each vertex."""
        del scope
        return [" ".join(map(str, (len(targets), *targets))) for targets in value]

    def draw(self, source: ValueSource, scope: Scope) -> tuple[tuple[int, ...], ...]:
        """Draw moves to earlier vertices of a random order: few or many, to near or to far vertices."""
        rng = source.rng
        count = self.vertices.value(scope)
        names = list(range(self.first, self.first + count))
        if rng.random() < 0.8:
            rng.shuffle(names)
        degree = min(rng.choice((1, 2, 5, count)), self.most, max(1, source.room // max(1, count)))
        near = rng.choice((2, 10, count))
        found: dict[int, tuple[int, ...]] = {}
        for place in range(count):
            below = range(max(0, place - near), place)
            chosen = rng.sample(below, rng.randint(0, min(degree, len(below))))
            found[names[place]] = tuple(names[one] for one in chosen)
        return tuple(found[name] for name in sorted(found))

    def tiny(self, scope: Scope, cost: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield all graphs whose moves lead to earlier vertices. A move costs nothing."""
        if cost:
            return
        first = self.first
        below = []
        for vertex in range(self.vertices.value(scope)):
            sets = range(1 << vertex)
            below.append([tuple(one + first for one in range(vertex) if chosen >> one & 1) for chosen in sets])
        yield from product(*below)

    def fit(self, value: Any, scope: Scope) -> tuple[tuple[int, ...], ...]:
        """Return the moves. Raises `Unfit` where there is another number of vertices."""
        if len(value) != self.vertices.value(scope):
            raise Unfit
        return tuple(value)

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the moves between the remaining vertices."""
        if self.vertices.name != name:
            return value
        numbers = {old + self.first: new + self.first for new, old in enumerate(kept)}
        return tuple(tuple(numbers[one] for one in value[vertex] if one in numbers) for vertex in kept)

    def cuts(self, value: Any, scope: Scope) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield fewer moves from a vertex, and moves in order."""
        del scope
        for vertex, targets in enumerate(value):
            for fewer in (*without_parts(targets), ()) if targets else ():
                yield (*value[:vertex], fewer, *value[vertex + 1 :])
        yield tuple(tuple(sorted(targets)) for targets in value)

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the counts and the moves."""
        for targets in value:
            yield len(targets)
            yield from targets


def cycle_of(edges: Sequence[tuple[int, int]]) -> list[int]:
    """Return the vertices of a cycle of directed edges, in order; none where there is no cycle."""
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for one, two in edges:
        sorter.add(two, one)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle: list[int] = error.args[1][:-1]
        least = cycle.index(min(cycle))
        return cycle[least:] + cycle[:least]
    return []


def shown_cycle(cycle: Sequence[int]) -> str:
    """Return a cycle as text for errors; of a long cycle only the beginning."""
    return " ".join(map(str, (*cycle[:20], cycle[0] if len(cycle) <= 20 else "...")))


def _part(joined: dict[int, int], vertex: int) -> int:
    while (above := joined.get(vertex, vertex)) != vertex:
        joined[vertex] = vertex = joined.get(above, above)
    return vertex


def in_order(parents: Sequence[int]) -> Ends:
    """Return the tree whose vertices after the root have these parents, in this order; vertices count from 0."""
    return tuple((parent + 1, vertex) for vertex, parent in enumerate(parents, start=2))


def shuffled(tree: Ends, rng: Random) -> Ends:
    """Return the tree with other names, its edges and their ends in another order; the root keeps its name."""
    names = [0, 1, *rng.sample(range(2, len(tree) + 2), len(tree))]
    named = [(names[one], names[two]) for one, two in rng.sample(tree, len(tree))]
    return tuple(rng.choice((edge, edge[::-1])) for edge in named)


def _rooted(tree: Ends) -> tuple[list[int], list[int]]:
    """Return the vertices, each after its parent, and the parent of each vertex (0 for the root)."""
    near: list[list[int]] = [[] for _ in range(len(tree) + 2)]
    for one, two in tree:
        near[one].append(two)
        near[two].append(one)
    parents = [0] * len(near)
    vertices = [1]
    for vertex in vertices:
        for other in near[vertex]:
            if other != parents[vertex]:
                parents[other] = vertex
                vertices.append(other)
    return vertices, parents


def _without(tree: Ends, vertices: Sequence[int], parents: Sequence[int], gone: set[int]) -> Ends:
    """Return the tree without some vertices, none of which is the root."""
    stands = list(range(len(parents)))  # for each vertex the nearest remaining one towards the root
    for vertex in vertices:
        if vertex in gone:
            stands[vertex] = stands[parents[vertex]]
    names = {vertex: name for name, vertex in enumerate(sorted(set(vertices) - gone), start=1)}
    return tuple(
        (names[stands[first]], names[stands[second]])
        for first, second in tree
        if (second if parents[second] == first else first) not in gone
    )
