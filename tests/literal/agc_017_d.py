"""AGC 017 D, Game on Tree, from the statement: all ways to play."""

from __future__ import annotations

from functools import cache

LARGEST = 8  # vertices


def answer(text: str) -> str | None:
    """Answer Alice or Bob; None for a large tree."""
    numbers = list(map(int, text.split()))
    if numbers[0] > LARGEST:
        return None
    edges = frozenset(zip(numbers[1::2], numbers[2::2], strict=True))
    return "Alice\n" if _wins(edges) else "Bob\n"


@cache
def _wins(edges: frozenset[tuple[int, int]]) -> bool:
    return any(not _wins(_with_vertex_1(edges - {edge})) for edge in edges)


def _with_vertex_1(edges: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    there = {1}
    while more := {vertex for edge in edges if there & set(edge) for vertex in edge} - there:
        there |= more
    return frozenset(edge for edge in edges if edge[0] in there)
