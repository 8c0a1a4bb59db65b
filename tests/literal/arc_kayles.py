"""Arc Kayles from its rules, on the set of vertices."""

from functools import cache

from . import _graphs
from ._mex import mex

Edges = tuple[tuple[str, str], ...]


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    words = _graphs.read(text)
    there = _graphs.vertices(words)
    return {move: _graphs.write(words, words.gone | (there - left)) for move, left in _left(there, words.edges).items()}


def nimber(text: str) -> int:
    """Return the Grundy value; no part is looked at on its own."""
    words = _graphs.read(text)
    return _value(_graphs.vertices(words), words.edges)


@cache
def _value(there: frozenset[str], edges: Edges) -> int:
    return mex(_value(left, edges) for left in _left(there, edges).values())


def _left(there: frozenset[str], edges: Edges) -> dict[str, frozenset[str]]:
    """Return the vertices that are left after each edge is taken."""
    return {f"{a}-{b}": there - {a, b} for a, b in edges if {a, b} <= there}
