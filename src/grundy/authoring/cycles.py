"""Cycles in the graph of components that play reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Component


def connected_sets(graph: dict[Component, list[Component]]) -> Iterator[list[Component]]:
    """Yield the strongly connected sets of nodes that contain a cycle, in linear time (Tarjan, 1972)."""
    number: dict[Component, int] = {}
    lowest: dict[Component, int] = {}
    waiting: dict[Component, None] = {}
    for root, below in graph.items():
        stack = [] if root in number else [(root, iter(below))]
        while stack:
            node, children = stack[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                waiting[node] = None
            for child in children:
                if child in graph and child not in number:
                    stack.append((child, iter(graph[child])))
                    break
                if child in waiting:
                    lowest[node] = min(lowest[node], number[child])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    connected = _taken(waiting, node)
                    if len(connected) > 1 or node in graph[node]:
                        yield connected


def _taken(waiting: dict[Component, None], last: Component) -> list[Component]:
    """Remove the newest nodes down to `last` from `waiting`, and return them."""
    taken = []
    while last in waiting:
        taken.append(waiting.popitem()[0])
    return taken


def cycle_from(
    start: Component, graph: dict[Component, list[Component]], connected: set[Component]
) -> tuple[list[Component], int]:
    """Return a shortest cycle through `start`, and the number of steps of the search.

    The search is breadth first within the connected set of `start`.
    """
    back: dict[Component, Component] = {}
    queue, steps = [start], 0
    for node in queue:
        for child in graph[node]:
            steps += 1
            if child == start:
                cycle = [node]
                while cycle[-1] != start:
                    cycle.append(back[cycle[-1]])
                return cycle[::-1], steps
            if child in connected and child not in back:
                back[child] = node
                queue.append(child)
    return [], steps
