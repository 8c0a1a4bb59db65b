"""Largest matchings of bipartite graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FREE = -1


def sometimes_free(neighbours: Sequence[Sequence[int]]) -> set[int] | None:
    """Return the vertices that some largest matching leaves out; None for a graph that is not bipartite.

    Take any one largest matching. The vertices are those that it leaves out, and those to which an alternating path of
    even length leads from such a vertex: along an edge outside of the matching, then along an edge in it, and so on.
    `neighbours` is symmetric. Time: edges times the square root of the vertices (Hopcroft and Karp, 1973).

    >>> sorted(sometimes_free([[1], [0, 2], [1]])), sometimes_free([[1, 2], [0, 2], [0, 1]])
    ([0, 2], None)
    """
    sides = _sides(neighbours)
    if sides is None:
        return None
    partner = _matching(neighbours, [vertex for vertex, side in enumerate(sides) if side])
    found = {vertex for vertex, other in enumerate(partner) if other == _FREE}
    waiting = list(found)
    for vertex in waiting:
        for other in neighbours[vertex]:
            reached = partner[other]  # exists: otherwise this path would make the matching larger
            if reached not in found:
                found.add(reached)
                waiting.append(reached)
    return found


def largest(neighbours: Sequence[Sequence[int]]) -> list[int] | None:
    """Return the partner of each vertex in a largest matching, -1 for none; None for a graph that is not bipartite.

    >>> largest([[1], [0, 2], [1]]), largest([[1, 2], [0, 2], [0, 1]])
    ([1, 0, -1], None)
    """
    sides = _sides(neighbours)
    return None if sides is None else _matching(neighbours, [vertex for vertex, side in enumerate(sides) if side])


def _sides(neighbours: Sequence[Sequence[int]]) -> list[int] | None:
    """Return 0 or 1 for each vertex, so that neighbours differ; None for a graph that is not bipartite."""
    sides = [-1] * len(neighbours)
    for start in range(len(neighbours)):
        if sides[start] >= 0:
            continue
        sides[start] = 0
        waiting = [start]
        for vertex in waiting:
            for other in neighbours[vertex]:
                if sides[other] < 0:
                    sides[other] = 1 - sides[vertex]
                    waiting.append(other)
                elif sides[other] == sides[vertex]:
                    return None
    return sides


def _matching(neighbours: Sequence[Sequence[int]], left: list[int]) -> list[int]:
    """Return the partner of each vertex in a largest matching, -1 for none; `left` is one side of the graph."""
    partner = [_FREE] * len(neighbours)
    while True:
        layers = dict.fromkeys((vertex for vertex in left if partner[vertex] == _FREE), 0)
        ends = False
        waiting = list(layers)
        for vertex in waiting:
            for other in neighbours[vertex]:
                after = partner[other]
                if after == _FREE:
                    ends = True
                elif after not in layers:
                    layers[after] = layers[vertex] + 1
                    waiting.append(after)
        if not ends:
            return partner
        untried = [iter(own) for own in neighbours]
        for vertex in waiting:
            if layers[vertex]:
                break
            _augment(vertex, partner, layers, untried)


def _augment(start: int, partner: list[int], layers: dict[int, int], untried: list[Iterator[int]]) -> None:
    """Go from layer to layer to a free vertex, and change the partners along this path; try no edge twice."""
    path = [start]
    ends: list[int] = []  # the other ends of the edges that become pairs, for all vertices of the path but the last
    while path:
        vertex = path[-1]
        for other in untried[vertex]:
            after = partner[other]
            if after == _FREE:
                for first, second in zip(path, [*ends, other], strict=True):
                    partner[first], partner[second] = second, first
                return
            if layers.get(after) == layers[vertex] + 1:
                path.append(after)
                ends.append(other)
                break
        else:
            path.pop()
            if ends:
                ends.pop()
