"""The bases of all rulesets on an undirected graph, from which moves take vertices or edges away."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.games.families.base_rules import SetRules
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from grundy.core.components import Option
    from grundy.core.scenes import GraphScene, Role

_WORD = re.compile(r"([!@]?)([A-Za-z0-9_]{1,20})(?:-([A-Za-z0-9_]{1,20})(?:\.([0-9]{1,6}))?)?")
_MOST_VERTICES = 60  # of a picture
_MOST_EDGES = 20_000_000  # of all options of one state together


@dataclass(frozen=True)
class Graph:
    """An undirected graph: the names of its vertices, and its edges as pairs of vertices, which are counted from 0.

    The ends of an edge are in the order in which the edge was written. With `several`, there may be several edges
    between two vertices, and loops, which are edges from a vertex to itself.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    several: bool = False
    is_data: ClassVar[bool] = True  # so that one machine code serves all graphs

    @classmethod
    def read(cls, words: Sequence[str], root: str = "", *, several: bool = False) -> tuple[Graph, frozenset[str]]:
        """Return the graph of words ``1-2`` and ``3``, and the words with a mark: ``!1-2``, ``!3``, ``@3``.

        With `several`, the word of an edge may be repeated. The repeated edges are then named ``1-2.2``, ``1-2.3`` and
        so on. They may be written in this form too, and marked words have these names.

        Vertices are counted in the order in which edges name them, then the others; `root` is always the first vertex.
        Raises `ValueError` with the place, from 0, of a word that is wrong, or that names something a second time. The
        vertex with the token may be named without the mark as well.
        """
        numbers = {root: 0} if root else {}
        edges: list[tuple[int, int]] = []
        seen: set[Hashable] = set()
        lone_vertices, marked = [], set()
        times: dict[str, int] = {}  # how often each edge was written
        for place, word in enumerate(words):
            found = _WORD.fullmatch(word)
            if found is None or (found[1] == "@" and found[3]) or (not several and (found[4] or found[2] == found[3])):
                raise ValueError(place)
            mark, *names = found.groups()[:3]
            key = frozenset(names) if names[1] else (names[0], mark == "@")
            if names[1] and several:
                edge = f"{names[0]}-{names[1]}"
                times[edge] = times.get(edge, 0) + 1
                if found[4] and int(found[4]) != times[edge]:
                    raise ValueError(place)
                full_word = mark + _numbered(edge, times[edge])
            elif key in seen:
                raise ValueError(place)
            else:
                full_word = word
            seen.add(key)
            if mark:
                marked.add(full_word)
            if names[1]:
                first, second = (numbers.setdefault(name, len(numbers)) for name in names)
                edges.append((first, second))
            else:
                lone_vertices.append(names[0])
        for name in lone_vertices:
            numbers.setdefault(name, len(numbers))
        return cls(tuple(numbers), tuple(edges), several), frozenset(marked)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The set of neighbours of each vertex, as bits."""
        found = [0] * len(self.names)
        for first, second in self.edges:
            found[first] |= 1 << second
            found[second] |= 1 << first
        return tuple(found)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The set of the two ends of each edge, as bits."""
        return tuple(1 << first | 1 << second for first, second in self.edges)

    def vertex_name(self, vertex: int) -> str:
        """Name a vertex."""
        return self.names[vertex]

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """The names of the edges: ``1-2``, and ``1-2.2``, ``1-2.3`` where an edge of the same word comes before."""
        times: dict[str, int] = {}
        found = []
        for edge in range(len(self.edges)):
            word = self.edge_word(edge)
            times[word] = times.get(word, 0) + 1
            found.append(_numbered(word, times[word]))
        return tuple(found)

    def edge_name(self, edge: int) -> str:
        """Return the name of an edge, which no other edge has."""
        return self.edge_names[edge]

    def edge_word(self, edge: int) -> str:
        """Write an edge by its ends: ``1-2``. Edges between the same vertices may have the same word."""
        first, second = self.edges[edge]
        return f"{self.names[first]}-{self.names[second]}"

    def words(self, *, edges_left: int = -1, vertices_left: int = -1) -> Iterator[str]:
        """Yield the words that `read` takes: all edges, then the other vertices; ``!`` marks what is removed."""
        for edge in range(len(self.edges)):
            yield "!" * (not edges_left >> edge & 1) + self.edge_word(edge)
        ends = {vertex for edge in self.edges for vertex in edge}
        for vertex, name in enumerate(self.names):
            gone = not vertices_left >> vertex & 1
            if gone or vertex not in ends:
                yield "!" * gone + name


class GraphRules(SetRules):
    """Rulesets on a graph, whose states are the sets of vertices that are left, as bits."""

    graph: Graph
    root: ClassVar[str] = ""  # the name of the first vertex, where the rules need that vertex
    tokens: ClassVar[dict[str, str]] = {"cell": "vertex", "removed": "vertex-gone"}  # of the roles of vertices
    paint: ClassVar[str] = "line"  # of edges in a picture
    most_vertices: ClassVar[int] = 4096  # of a text: each vertex has a set of neighbours
    expected_state = "expected.graph-state"

    def state_of(self, marked: frozenset[str]) -> Any:
        """Return the state in which vertices marked with ``!`` are gone; raise `ValueError` for another word."""
        left = 0
        for vertex, name in enumerate(self.graph.names):
            left |= (f"!{name}" not in marked) << vertex
        wrong = marked - {f"!{name}" for name in self.graph.names}
        if wrong:
            raise ValueError(min(wrong))
        return left

    def words(self, state: Any) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(vertices_left=state)

    def full(self) -> int:
        """Return the set of all vertices."""
        return (1 << len(self.graph.names)) - 1

    def format(self, state: Any) -> str:
        """Write the whole graph, with marks on removed vertices and edges."""
        return " ".join(self.words(state))

    def limited_moves(self, state: Any) -> Iterator[Option]:
        """Yield moves; raise `OverBudgetError` after fewer of larger graphs: each takes time linear in the edges."""
        edges = len(self.graph.edges)
        what = Message("over.moves-of-graph", {"edges": edges, "name": self.name})
        return limits.at_most(super().limited_moves(state), _MOST_EDGES // (edges + 1) + 1, what)

    def parts(self, left: int) -> Iterator[int]:
        """Yield the connected parts of a set of vertices."""
        return connected(left, self.graph.neighbours)

    def places(self) -> list[tuple[float, float]]:
        """Return the place of each vertex in a picture, (x, y) from 0 to 1: all lie on a circle."""
        count = len(self.graph.names)
        turns = (2 * math.pi * vertex / count for vertex in range(count))
        return [(round(0.5 + 0.45 * math.sin(turn), 4), round(0.5 - 0.45 * math.cos(turn), 4)) for turn in turns]

    def label_of(self, state: Any, vertex: int) -> str:
        """Return the text of a picture at a vertex."""
        del state
        return self.graph.names[vertex]

    def role(self, state: Any, vertex: int) -> Role:
        """Return the role of a vertex in a picture."""
        return "cell" if state >> vertex & 1 else "removed"

    def token(self, state: Any, vertex: int) -> str:
        """Return the token that a picture shows for a vertex."""
        return self.tokens[self.role(state, vertex)]

    def edges_shown(self, state: Any) -> Iterator[tuple[int, int]]:
        """Yield the edges that a picture shows: those between vertices that are left."""
        return (edge for edge in self.graph.edges if all(state >> vertex & 1 for vertex in edge))

    def edges_gone(self, state: Any) -> Iterator[tuple[int, int]]:
        """Yield the edges that are gone."""
        shown = set(self.edges_shown(state))
        return (edge for edge in self.graph.edges if edge not in shown)

    def bows(self, state: Any) -> tuple[float, ...]:
        """Return how far each edge is bent: first the edges shown, then those gone. Empty if all edges are straight."""
        del state
        return ()

    def places_of(self, move: str) -> tuple[int, ...]:
        """Return the vertices on which a picture shows a move: the vertex of its name, or the ends of its edges."""
        names = (name.partition(".")[0] for name in re.split("[-+]", move))
        return tuple(dict.fromkeys(self.graph.names.index(name) for name in names))

    def scene(self, state: Any, winning: Sequence[str]) -> GraphScene | None:
        """Describe the graph; a move sits on its vertex, or on both ends of its edge."""
        from grundy.core.scenes import GraphScene, Spread, Vertex

        if len(self.graph.names) > _MOST_VERTICES:
            return None
        moves = [str(option.move) for option in self.moves(state)]
        by_vertex = {self.places_of(move)[0]: move for move in moves if "-" not in move}
        vertices = tuple(
            Vertex(
                *place,
                self.label_of(state, vertex),
                self.role(state, vertex),
                by_vertex.get(vertex),
                wins=by_vertex.get(vertex) in winning,
                token=self.token(state, vertex),
            )
            for vertex, place in enumerate(self.places())
        )
        spreads = tuple(Spread(move, self.places_of(move), move in winning) for move in moves if "-" in move)
        shown, gone = tuple(self.edges_shown(state)), tuple(self.edges_gone(state))
        return GraphScene(vertices, shown, spreads, gone, self.paint, self.bows(state))


class EdgeRules(GraphRules):
    """Rulesets on a graph, whose states are the sets of edges that are left, as bits."""

    def full(self) -> int:
        """Return the set of all edges."""
        return (1 << len(self.graph.edges)) - 1

    def state_of(self, marked: frozenset[str]) -> int:
        """Return the set of edges that are not marked with ``!``; raise `ValueError` for another word."""
        names = [f"!{self.graph.edge_name(edge)}" for edge in range(len(self.graph.edges))]
        wrong = marked.difference(names)
        if wrong:
            raise ValueError(min(wrong))
        return int("".join("01"[name not in marked] for name in reversed(names)) or "0", 2)

    def words(self, state: int) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(edges_left=state)

    def edges_shown(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the edges that are left."""
        return (self.graph.edges[edge] for edge in bits(state))

    def edges_gone(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the other edges."""
        return (self.graph.edges[edge] for edge in bits(self.full() & ~state))


def _numbered(word: str, time: int) -> str:
    """Return the name of an edge whose word is written for the n-th time."""
    return word if time == 1 else f"{word}.{time}"


def connected(left: int, near: tuple[int, ...]) -> Iterator[int]:
    """Yield the connected parts of a set; `near` has the neighbours of each member."""
    while left:
        part, frontier = 0, left & -left
        while frontier:
            part |= frontier
            reached = 0
            for member in bits(frontier):
                reached |= near[member]
            frontier = reached & left & ~part
        yield part
        left ^= part


def bits(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1
