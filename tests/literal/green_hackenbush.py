"""Green Hackenbush from its rules, on the set of edges. Text: the vertex 0 is the ground, edges may come again.

Loops are edges, too. An edge that is written a second time has the name ``1-2.2``, a third time ``1-2.3``.
"""

from __future__ import annotations

from functools import cache

from ._mex import mex

Edges = frozenset[str]


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    names, _ = _read(text)
    return {edge: _write(text, _standing(left - {edge})) for left in [standing(text)] for edge in names & left}


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _value(standing(text))


def _read(text: str) -> tuple[Edges, Edges]:
    """Return the names of all edges, and of those that are marked as gone."""
    named = list(_named(text))
    return frozenset(name for name, _ in named), frozenset(name for name, gone in named if gone)


def _named(text: str) -> list[tuple[str, bool]]:
    """Return the name of each edge, and whether it is gone, in the order of the text."""
    times: dict[str, int] = {}
    found = []
    for word in text.split():
        edge = word.lstrip("!").partition(".")[0]
        if "-" in edge:
            times[edge] = times.get(edge, 0) + 1
            found.append((edge if times[edge] == 1 else f"{edge}.{times[edge]}", word[0] == "!"))
    return found


def standing(text: str) -> Edges:
    """Return the names of the edges that are there, and connected to the ground."""
    names, gone = _read(text)
    return _standing(names - gone)


def _write(text: str, standing: Edges) -> str:
    """Write the edges, and the vertices that are on none."""
    words = ["!" * (name not in standing) + name.partition(".")[0] for name, _ in _named(text)]
    ends = {vertex for name, _ in _named(text) for vertex in name.partition(".")[0].split("-")}
    return " ".join([*words, *dict.fromkeys(word for word in text.split() if "-" not in word and word not in ends)])


@cache
def _value(edges: Edges) -> int:
    return mex(_value(_standing(edges - {edge})) for edge in edges)


def _standing(edges: Edges) -> Edges:
    """Return the edges that are connected to the ground."""
    reached, before = {"0"}, 0
    while len(reached) > before:
        before = len(reached)
        for edge in edges:
            ends = set(edge.partition(".")[0].split("-"))
            if ends & reached:
                reached |= ends
    return frozenset(edge for edge in edges if edge.partition(".")[0].split("-")[0] in reached)
