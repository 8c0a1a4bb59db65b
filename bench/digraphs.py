"""Outcomes and Smith's values of a digraph with cycles beside plain Python.

    python bench/digraphs.py [VERTICES EDGES]

A random graph in which edges lead to smaller vertices, but from one vertex of twenty anywhere, and the first hundredth
of the vertices has none: so all outcomes occur. The plain program is retrograde analysis with lists, on a graph of a
tenth of the size. Medians of three rounds, after one round for the machine code.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

import numpy as np

import grundy

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

ROUNDS = 3


def random_edges(vertices: int, edges: int) -> NDArray[np.int32]:
    """Return edges, of shape (edges, 2)."""
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(vertices // 100, vertices, (2, edges))
    down = sources % 20 != 0
    targets[down] = (sources[down] * rng.random(int(down.sum()))).astype(np.int64)
    return np.stack([sources, targets], 1).astype(np.int32)


def by_hand(edges: list[list[int]], vertices: int) -> list[str]:
    """Return the outcomes by retrograde analysis with lists."""
    back: list[list[int]] = [[] for _ in range(vertices)]
    left = [0] * vertices
    for source, target in edges:
        back[target].append(source)
        left[source] += 1
    found = ["D"] * vertices
    queue = deque(vertex for vertex in range(vertices) if not left[vertex])
    for vertex in queue:
        found[vertex] = "P"
    while queue:
        vertex = queue.popleft()
        for before in back[vertex]:
            left[before] -= 1
            if found[before] == "D" and (found[vertex] == "P" or not left[before]):
                found[before] = "N" if found[vertex] == "P" else "P"
                queue.append(before)
    return found


def seconds(function: Callable[[], Any]) -> float:
    """Return the median time of a call."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Print times, and the ratio to the plain program by edges."""
    vertices, edges = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (10**6, 10**7)
    few = random_edges(vertices // 10, edges // 10)
    expected = by_hand(few.tolist(), vertices // 10)
    assert grundy.digraph(few, vertices // 10).outcomes().tolist() == expected
    grundy.digraph(few).nimbers()  # the machine code
    given = random_edges(vertices, edges)
    game = grundy.digraph(given, vertices)
    print(f"{game}: {dict(Counter(game.outcomes().tolist()))}, largest nimber {game.nimbers().max()}")
    read = seconds(lambda: grundy.digraph(given, vertices))
    all_in = seconds(lambda: grundy.digraph(given, vertices).outcomes())
    values = seconds(lambda: grundy.digraph(given, vertices).nimbers())
    pairs = few.tolist()
    plain = seconds(lambda: by_hand(pairs, vertices // 10))
    print(f"read {read:.2f} s, read and outcomes {all_in:.2f} s, read and values {values:.2f} s")
    print(f"plain Python, a tenth of the graph: {plain:.2f} s, {10 * plain / all_in:.0f} times as long by edges")


if __name__ == "__main__":
    main()
