"""Inputs that are trees: the number of vertices, and the edges."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

from grundy.contests.stress.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

_TINY = 4  # vertices
_PAIRS = 30  # edges of a tree of which any two vertices are left out
_ORDERS = 4  # in which a tiny tree is written

Tree = tuple[tuple[int, int], ...]
"""The edges as they are written: vertices are counted from 1, the root, and either end of an edge may come first."""


@dataclass(frozen=True)
class TreeInputs(Inputs[Tree]):
    """Makes trees of two to `most` vertices, the root being vertex 1."""

    most: int

    def text(self, case: Tree) -> str:
        """Return the input text: the number of vertices, and the edges."""
        return "".join([f"{len(case) + 1}\n", *(f"{first} {second}\n" for first, second in case)])

    def tiny(self) -> Iterator[Tree]:
        """Yield all trees of up to four vertices, each in order, with children first, and in other orders."""
        for count in range(2, _TINY + 1):
            for parents in product(*map(range, range(1, count))):
                tree = _in_order(parents)
                orders = [tree, _turned(tree), *(_shuffled(tree, Random(seed)) for seed in range(2, _ORDERS))]
                yield from dict.fromkeys(orders)

    def edges(self) -> Iterator[Tree]:
        """Yield paths, stars, brooms, and a path with a leaf at each vertex, as large as may be."""
        edges = self.most - 1
        half = edges // 2
        for parents in (
            range(edges),
            (0,) * edges,
            (*range(half), *(half for _ in range(edges - half))),
            (0, *(place & ~1 for place in range(edges - 1))),
            (0, 0, *range(1, edges - 1)),  # two paths, the next vertex in turn
        ):
            tree = _in_order(parents)
            yield tree
            yield _shuffled(tree, Random(1))

    def random(self, rng: Random) -> Iterator[Tree]:
        """Yield random trees, high and low ones; half of them get a stalk at the root that makes them lost."""
        while True:
            most = min(self.most, rng.choice((4, 8, 8, 30, 30, 100, 1000, self.most)))
            near = rng.choice((1, 2, 10, most))
            count = rng.randint(2, most)
            parents = [rng.randrange(max(0, vertex - near), vertex) for vertex in range(1, count)]
            worth = _worth(parents)
            if rng.random() < 0.5 and count + worth <= self.most:
                parents += [0, *range(count, count + worth - 1)] if worth else []
            yield _shuffled(_in_order(parents), rng)

    def size(self, case: Tree) -> tuple[int, ...]:
        """Return the number of edges, of those whose larger end comes first, and the edges."""
        turned = sum(first > second for first, second in case)
        return len(case), turned, *(end for edge in case for end in edge)

    def cuts(self, case: Tree) -> Iterator[Tree]:
        """Yield the tree in order, and trees without some vertices, whose children go to their parents.

        The edges that are left keep their order and their ends.
        """
        vertices, parents = _rooted(case)
        places = {vertex: place for place, vertex in enumerate(vertices)}
        ordered = _in_order([places[parents[vertex]] for vertex in vertices[1:]])
        if ordered != case:
            yield ordered
        step = len(case) // 2
        while step:
            for end in range(len(vertices), step, -step):  # those that are far from the root first
                yield _without(case, vertices, parents, set(vertices[end - step : end]))
            step //= 2
        if len(case) <= _PAIRS:  # two equal parts are worth nothing together: a sum often stays wrong without both
            for pair in combinations(vertices[:0:-1], 2):
                yield _without(case, vertices, parents, set(pair))

    def smaller(self, rng: Random, case: Tree) -> Iterator[Tree]:
        """Yield the tree with one edge turned, or with two edges exchanged."""
        del rng
        for place, (first, second) in enumerate(case):
            if first > second:
                yield (*case[:place], (second, first), *case[place + 1 :])
        for place in range(len(case) - 1):
            if case[place] > case[place + 1]:
                yield (*case[:place], case[place + 1], case[place], *case[place + 2 :])

    def choices(self, case: Tree) -> Sequence[int]:
        """Return where the parents, the names and the edges stand, and which edges have the child first."""
        vertices, parents = _rooted(case)
        places = {vertex: place for place, vertex in enumerate(vertices)}
        above = [places[parents[vertex]] for vertex in vertices[1:]]
        children = [second if parents[second] == first else first for first, second in case]
        names = _ranks(vertices[1:], sorted(vertices[1:]))
        written = _ranks([places[child] for child in children], list(range(1, len(vertices))))
        return [*above, *names, *written, *(child == first for child, (first, _) in zip(children, case, strict=True))]

    def strategy(self, case: Tree) -> SearchStrategy[Tree]:
        """Return the trees of the same size."""
        from hypothesis import strategies as st

        count = len(case)

        @st.composite
        def trees(draw: DrawFn) -> Tree:
            above = [draw(st.integers(0, place)) for place in range(count)]
            names, written = ([draw(st.integers(0, count - 1 - place)) for place in range(count)] for _ in range(2))
            left = list(range(2, count + 2))
            vertices = [1, *(left.pop(rank) for rank in names)]
            edges = [(vertices[place], vertex) for place, vertex in zip(above, vertices[1:], strict=True)]
            ordered = [edges.pop(rank) for rank in written]
            return tuple([(two, one) if draw(st.integers(0, 1)) else (one, two) for one, two in ordered])

        return trees()


def _in_order(parents: Sequence[int]) -> Tree:
    """Return the tree whose vertices after the root have these parents, counted from 0, in their order."""
    return tuple((parent + 1, vertex) for vertex, parent in enumerate(parents, start=2))


def _turned(tree: Tree) -> Tree:
    """Return the tree with the edges from the last to the first, and the child first in each."""
    return tuple(edge[::-1] for edge in tree[::-1])


def _shuffled(tree: Tree, rng: Random) -> Tree:
    """Return the tree with other names, its edges and their ends in another order; the root keeps its name."""
    names = [0, 1, *rng.sample(range(2, len(tree) + 2), len(tree))]
    named = [(names[first], names[second]) for first, second in rng.sample(tree, len(tree))]
    return tuple(rng.choice((edge, edge[::-1])) for edge in named)


def _rooted(tree: Tree) -> tuple[list[int], list[int]]:
    """Return the vertices, each behind its parent, and the parent of each vertex (0 of the root)."""
    near: list[list[int]] = [[] for _ in range(len(tree) + 2)]
    for first, second in tree:
        near[first].append(second)
        near[second].append(first)
    parents = [0] * len(near)
    vertices = [1]
    for vertex in vertices:
        for other in near[vertex]:
            if other != parents[vertex]:
                parents[other] = vertex
                vertices.append(other)
    return vertices, parents


def _worth(parents: Sequence[int]) -> int:
    """Return the nimber of the tree in green Hackenbush, by the colon principle."""
    worth = [0] * (len(parents) + 1)
    for vertex in range(len(parents), 0, -1):
        worth[parents[vertex - 1]] ^= worth[vertex] + 1
    return worth[0]


def _without(tree: Tree, vertices: Sequence[int], parents: Sequence[int], gone: set[int]) -> Tree:
    """Return the tree without some vertices, none of which is the root."""
    stands = list(range(len(parents)))  # the vertex that is left in the place of each one
    for vertex in vertices:
        if vertex in gone:
            stands[vertex] = stands[parents[vertex]]
    names = {vertex: name for name, vertex in enumerate(sorted(set(vertices) - gone), start=1)}
    return tuple(
        (names[stands[first]], names[stands[second]])
        for first, second in tree
        if (second if parents[second] == first else first) not in gone
    )


def _ranks(values: Sequence[int], left: list[int]) -> list[int]:
    """Return the place of each value among those of `left` that are still there; each is taken out."""
    found = []
    for value in values:
        found.append(left.index(value))
        del left[found[-1]]
    return found
