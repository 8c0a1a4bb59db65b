"""Inputs that are trees: the number of vertices, and the edges."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy.contests.stress.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

_TINY = 4  # vertices


class Tree(NamedTuple):
    """A tree: the vertices are counted from 0, the root, and each other one has a parent before it.

    `order` is the seed of the names of vertices and the order of edges in the text; with 0 both are those of the case.
    """

    parents: tuple[int, ...]
    order: int = 0


@dataclass(frozen=True)
class TreeInputs(Inputs[Tree]):
    """Makes trees of two to `most` vertices, the root being vertex 1."""

    most: int

    def text(self, case: Tree) -> str:
        """Return the input text: the number of vertices, and the edges."""
        count = len(case.parents) + 1
        edges = [(parent, vertex) for vertex, parent in enumerate(case.parents, start=1)]
        names = list(range(1, count + 1))
        if case.order:
            rng = random.Random(case.order)
            names = [1, *rng.sample(names[1:], count - 1)]
            edges = [rng.choice((edge, edge[::-1])) for edge in rng.sample(edges, count - 1)]
        return "".join([f"{count}\n", *(f"{names[first]} {names[second]}\n" for first, second in edges)])

    def tiny(self) -> Iterator[Tree]:
        """Yield all trees of up to four vertices."""
        for count in range(2, _TINY + 1):
            yield from (Tree(parents) for parents in product(*map(range, range(1, count))))

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
            yield Tree(tuple(parents))
            yield Tree(tuple(parents), 1)

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
            yield Tree(tuple(parents), rng.randrange(1, 10**6))

    def size(self, case: Tree) -> tuple[int, ...]:
        """Return the number of vertices, whether they are in order, and the parents."""
        return len(case.parents), case.order, *case.parents

    def cuts(self, case: Tree) -> Iterator[Tree]:
        """Yield the tree in order, and trees without some vertices, whose children go to their parents."""
        if case.order:
            yield Tree(case.parents)
        count = len(case.parents)
        step = count // 2
        while step:
            for start in range(1, count - step + 2, step):
                yield _without(case, range(start, start + step))
            step //= 2

    def choices(self, case: Tree) -> Sequence[int]:
        """Return the parents, and the seed of the order."""
        return [*case.parents, case.order]

    def strategy(self, case: Tree) -> SearchStrategy[Tree]:
        """Return the trees of the same size."""
        from hypothesis import strategies as st

        @st.composite
        def trees(draw: DrawFn) -> Tree:
            parents = tuple(draw(st.integers(0, vertex)) for vertex in range(len(case.parents)))
            return Tree(parents, draw(st.integers(0, 10**6)))

        return trees()


def _worth(parents: Sequence[int]) -> int:
    """Return the nimber of the tree in green Hackenbush, by the colon principle."""
    worth = [0] * (len(parents) + 1)
    for vertex in range(len(parents), 0, -1):
        worth[parents[vertex - 1]] ^= worth[vertex] + 1
    return worth[0]


def _without(case: Tree, gone: range) -> Tree:
    """Return the tree without some vertices, none of which is the root."""
    numbers = [0]
    parents: list[int] = []
    for vertex, parent in enumerate(case.parents, start=1):
        if vertex in gone:
            numbers.append(numbers[parent])
        else:
            parents.append(numbers[parent])
            numbers.append(len(parents))
    return Tree(tuple(parents), case.order)
