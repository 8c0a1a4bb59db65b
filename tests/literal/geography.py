"""Undirected geography from its rules. Text: `!` where the token has been, `@` where it is."""

from functools import cache

from . import _graphs
from ._mex import mex

Edges = tuple[tuple[str, str], ...]


def moves(text: str) -> dict[str, str]:
    """Map each move, the vertex that the token goes to, to the text after it."""
    words = _graphs.read(text)
    token = words.token
    targets = _targets(_graphs.vertices(words), token, words.edges)
    return {name: _graphs.write(words, words.gone | {token}, name) for name in targets}


def nimber(text: str) -> int:
    """Return the Grundy value."""
    words = _graphs.read(text)
    return _value(_graphs.vertices(words), words.token, words.edges)


@cache
def _value(there: frozenset[str], token: str, edges: Edges) -> int:
    return mex(_value(there - {token}, name, edges) for name in _targets(there, token, edges))


def _targets(there: frozenset[str], token: str, edges: Edges) -> set[str]:
    return {b if a == token else a for a, b in edges if token in (a, b) and {a, b} <= there}
