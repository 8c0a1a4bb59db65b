"""Values of Green Hackenbush step by step: cycles are fused, and values are computed from the top down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Ends = Sequence[Sequence[tuple[int, int]]]  # for each vertex, pairs of a neighbour and the number of the edge


@dataclass(frozen=True)
class Step:
    """Vertices that are fused into one, because no single edge separates them, and the edges on them."""

    vertices: tuple[int, ...]  # the vertex nearest to the ground first
    loops: tuple[int, ...]  # the edges between these vertices
    branches: tuple[tuple[int, int], ...]  # each edge that goes up, with the number of the step that stands on it
    worth: int  # the nim-sum of 1 for each loop, and of one more than the step above for each branch


def steps(ends: Ends, left: Sequence[bool]) -> list[Step]:
    """Return the steps of the graph that is connected to the ground, vertex 0; a step comes after those above it.

    Two vertices are fused if no edge is on all paths between them, so each cycle becomes loops on one vertex. Time:
    linear in the edges.
    """
    order, low, came_by = _walk(ends, left)
    heads = [vertex for vertex in order if low[vertex] == order[vertex]]
    head_of: dict[int, int] = {}
    for vertex in order:  # a vertex comes after the one that it was reached from
        head_of[vertex] = vertex if low[vertex] == order[vertex] else head_of[came_by[vertex][0]]
    members: dict[int, list[int]] = {head: [] for head in heads}
    for vertex, head in head_of.items():
        members[head].append(vertex)
    found: list[Step] = []
    number: dict[int, int] = {}
    for head in reversed(heads):
        inside = {edge for vertex in members[head] for other, edge in ends[vertex]
                  if left[edge] and head_of[other] == head}  # fmt: skip
        branches = [(edge, number[other]) for vertex in members[head] for other, edge in ends[vertex]
                    if left[edge] and head_of[other] == other != head and came_by[other][1] == edge]  # fmt: skip
        worth = len(inside) % 2
        for _, above in branches:
            worth ^= found[above].worth + 1
        number[head] = len(found)
        found.append(Step(tuple(members[head]), tuple(sorted(inside)), tuple(sorted(branches)), worth))
    return found


def _walk(ends: Ends, left: Sequence[bool]) -> tuple[dict[int, int], dict[int, int], dict[int, tuple[int, int]]]:
    """Walk over the graph from the ground, depth first (Tarjan).

    Return three values for each vertex: its number in the walk; the least number that an edge leads to from it or from
    the vertices beyond it; and the vertex and the edge by which it was reached.
    """
    order, low = {0: 0}, {0: 0}
    came_by = {0: (-1, -1)}
    walk = [(0, iter(ends[0]))]
    while walk:
        vertex, rest = walk[-1]
        for other, edge in rest:
            if not left[edge] or edge == came_by[vertex][1]:
                continue
            if other in order:
                low[vertex] = min(low[vertex], order[other])
                continue
            order[other] = low[other] = len(order)
            came_by[other] = vertex, edge
            walk.append((other, iter(ends[other])))
            break
        else:
            walk.pop()
            if walk:
                below = walk[-1][0]
                low[below] = min(low[below], low[vertex])
    return order, low, came_by
