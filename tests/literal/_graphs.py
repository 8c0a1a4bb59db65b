"""What the games on graphs share: a graph is its words, of which those with `!` are gone; nothing is an integer."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The words of a text: edges as (name, name), vertices without an edge, what is gone, and the token."""

    edges: tuple[tuple[str, str], ...]
    alone: tuple[str, ...]
    gone: frozenset[str]
    token: str


def read(text: str) -> Words:
    """Take a text apart."""
    words = text.split()
    plain = [word.lstrip("!@") for word in words]
    edges = [tuple(word.split("-")) for word in plain if "-" in word]
    met = {name for edge in edges for name in edge}
    alone = dict.fromkeys(word for word in plain if "-" not in word and word not in met)
    gone = frozenset(word[1:] for word in words if word[0] == "!")
    token = "".join(word[1:] for word in words if word[0] == "@")
    return Words(tuple((a, b) for a, b in edges), tuple(alone), gone, token)


def write(words: Words, gone: frozenset[str], token: str = "") -> str:
    """Write the graph with other things gone: all edges, then vertices that are alone or gone."""
    names = dict.fromkeys([name for edge in words.edges for name in edge])
    found = ["!" * (f"{a}-{b}" in gone) + f"{a}-{b}" for a, b in words.edges]
    found += ["!" * (name in gone) + name for name in (*names, *words.alone) if name in gone or name in words.alone]
    return " ".join(found + [f"@{token}"] * bool(token))


def vertices(words: Words) -> frozenset[str]:
    """Return the vertices that are not gone."""
    return frozenset([name for edge in words.edges for name in edge] + list(words.alone)) - words.gone
