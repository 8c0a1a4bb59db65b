"""Green Hackenbush from its rules, on the set of edges. Text: the vertex 0 is the ground."""

from functools import cache

from . import _graphs
from ._mex import mex


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    words = _graphs.read(text)
    every = {f"{a}-{b}" for a, b in words.edges}
    standing = frozenset(every - words.gone)
    return {edge: _graphs.write(words, frozenset(every - _standing(standing - {edge}))) for edge in standing}


def nimber(text: str) -> int:
    """Return the Grundy value."""
    words = _graphs.read(text)
    return _value(_standing(frozenset(f"{a}-{b}" for a, b in words.edges) - words.gone))


@cache
def _value(edges: frozenset[str]) -> int:
    return mex(_value(_standing(edges - {edge})) for edge in edges)


def _standing(edges: frozenset[str]) -> frozenset[str]:
    """Return the edges that are connected to the ground."""
    reached, before = {"0"}, 0
    while len(reached) > before:
        before = len(reached)
        for edge in edges:
            ends = set(edge.split("-"))
            if ends & reached:
                reached |= ends
    return frozenset(edge for edge in edges if edge.split("-")[0] in reached)
