"""The base of all rulesets on an undirected graph, from which moves take vertices or edges away."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import Component, Option
from grundy.core.ruleset import Ruleset
from grundy.core.scenes import GraphScene, Spread, Vertex
from grundy.errors import RulesetError
from grundy.explain.reasons import Reduction
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

_WORD = re.compile(r"([!@]?)([A-Za-z0-9_]{1,20})(?:-([A-Za-z0-9_]{1,20})(?:\.([0-9]{1,6}))?)?")
_MOST_VERTICES = 60  # of a picture
_MOST_EDGES = 20_000_000  # edges of all options of one state


@dataclass(frozen=True)
class Graph:
    """An undirected graph: the names of its vertices, and its edges by their numbers, counted from 0.

    The ends of an edge are in the order in which it was written. With `several`, there may be several edges between
    two vertices, and loops, edges from a vertex to itself.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    several: bool = False
    is_data: ClassVar[bool] = True  # of machine code, which is the same for all graphs

    @classmethod
    def read(cls, words: Sequence[str], root: str = "", *, several: bool = False) -> tuple[Graph, frozenset[str]]:
        """Return the graph of words ``1-2`` and ``3``, and the words with a mark: ``!1-2``, ``!3``, ``@3``.

        With `several`, a word of an edge may come again, and is named ``1-2.2`` then, ``1-2.3`` and so on; it may be
        written so as well, and a marked word has that name.

        Vertices are counted as the edges name them, then the others; `root` is always the first one. Raises
        `ValueError` with the place, from 0, of the word that is none, or that names something a second time; the
        token's vertex may be named without it as well.
        """
        numbers = {root: 0} if root else {}
        edges: list[tuple[int, int]] = []
        met: set[Hashable] = set()
        alone, marked = [], set()
        times: dict[str, int] = {}
        for place, word in enumerate(words):
            found = _WORD.fullmatch(word)
            if found is None or (found[1] == "@" and found[3]) or (not several and (found[4] or found[2] == found[3])):
                raise ValueError(place)
            mark, *names = found.groups()[:3]
            named = frozenset(names) if names[1] else (names[0], mark == "@")
            if names[1] and several:
                edge = f"{names[0]}-{names[1]}"
                times[edge] = times.get(edge, 0) + 1
                if found[4] and int(found[4]) != times[edge]:
                    raise ValueError(place)
                own = mark + _numbered(edge, times[edge])
            elif named in met:
                raise ValueError(place)
            else:
                own = word
            met.add(named)
            if mark:
                marked.add(own)
            if names[1]:
                first, second = (numbers.setdefault(name, len(numbers)) for name in names)
                edges.append((first, second))
            else:
                alone.append(names[0])
        for name in alone:
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
        """The names of the edges: ``1-2``, and of others that are written the same ``1-2.2``, ``1-2.3``."""
        times: dict[str, int] = {}
        found = []
        for edge in range(len(self.edges)):
            word = self.edge_word(edge)
            times[word] = times.get(word, 0) + 1
            found.append(_numbered(word, times[word]))
        return tuple(found)

    def edge_name(self, edge: int) -> str:
        """Name an edge, so that no other one has its name."""
        return self.edge_names[edge]

    def edge_word(self, edge: int) -> str:
        """Write an edge: ``1-2``."""
        first, second = self.edges[edge]
        return f"{self.names[first]}-{self.names[second]}"

    def words(self, *, edges_left: int = -1, vertices_left: int = -1) -> Iterator[str]:
        """Yield the words that `read` takes: all edges, vertices without one, and ``!`` before what is gone."""
        for edge in range(len(self.edges)):
            yield "!" * (not edges_left >> edge & 1) + self.edge_word(edge)
        met = {vertex for edge in self.edges for vertex in edge}
        for vertex, name in enumerate(self.names):
            gone = not vertices_left >> vertex & 1
            if gone or vertex not in met:
                yield "!" * gone + name


class GraphRules(Ruleset):
    """Rulesets on a graph, whose states are sets of vertices that are left, as bits."""

    graph: Graph
    root: ClassVar[str] = ""  # the name of the first vertex, where there is always one
    tokens: ClassVar[dict[str, str]] = {"cell": "vertex", "removed": "vertex-gone"}  # of the roles of vertices
    paint: ClassVar[str] = "line"  # of edges in a picture
    most_compiled: ClassVar[int] = 0  # vertices or edges of a state whose rules can be machine code
    most_vertices: ClassVar[int] = 4096  # of a text: each has a set of neighbours

    def state_of(self, marked: frozenset[str]) -> Any:
        """Return the state in which vertices marked with ``!`` are gone; raise `ValueError` for another word."""
        left = 0
        for vertex, name in enumerate(self.graph.names):
            left |= (f"!{name}" not in marked) << vertex
        wrong = marked - {f"!{name}" for name in self.graph.names}
        if wrong:
            raise ValueError(min(wrong))
        return left

    def edges_of(self, marked: frozenset[str]) -> int:
        """Return the set of edges that are not marked with ``!``; raise `ValueError` for another word."""
        names = [f"!{self.graph.edge_name(edge)}" for edge in range(len(self.graph.edges))]
        wrong = marked.difference(names)
        if wrong:
            raise ValueError(min(wrong))
        return int("".join("01"[name not in marked] for name in reversed(names)) or "0", 2)

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Say that there is no formula, where a ruleset does not say what there is."""
        del state, solution
        return Reduction("reduction.searched")

    def words(self, state: Any) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(vertices_left=state)

    def full(self) -> int:
        """Return the set of all that can be in a state."""
        return (1 << len(self.graph.names)) - 1

    @property
    def compiled(self) -> bool:  # type: ignore[override] # a constant elsewhere
        """Whether searches that take long go on as machine code."""
        return self.full().bit_length() <= self.most_compiled

    def check(self, state: Any) -> Any:
        """Return the state; raise `RulesetError` for what is none."""
        if type(state) is not int or not 0 <= state <= self.full():
            raise RulesetError("error.expected", expected=Message("expected.graph-state"), found=repr(state))
        return state

    def format(self, state: Any) -> str:
        """Write the whole graph, and what of it is gone."""
        return " ".join(self.words(state))

    def option(self, left: Any, move: str, *, again: bool = False) -> Option:
        """Return the option that leaves the state `left`."""
        return Option(move, (Component(self, left),), again=again)

    def limit_of_moves(self, state: Any) -> tuple[int, Message]:
        """Return fewer moves for larger graphs: each takes time linear in the edges."""
        del state
        edges = len(self.graph.edges)
        what = Message("over.moves-of-graph", {"edges": edges, "name": self.name})
        return _MOST_EDGES // (edges + 1) + 1, what

    def parts(self, left: int) -> Iterator[int]:
        """Yield the connected parts of a set of vertices."""
        return connected(left, self.graph.neighbours)

    def places(self) -> list[tuple[float, float]]:
        """Return where each vertex stands in a picture: on a circle."""
        count = len(self.graph.names)
        turns = (2 * math.pi * vertex / count for vertex in range(count))
        return [(round(0.5 + 0.45 * math.sin(turn), 4), round(0.5 - 0.45 * math.cos(turn), 4)) for turn in turns]

    def label_of(self, state: Any, vertex: int) -> str:
        """Return what a picture writes at a vertex."""
        del state
        return self.graph.names[vertex]

    def role(self, state: Any, vertex: int) -> Role:
        """Return what a vertex is in a picture."""
        return "cell" if state >> vertex & 1 else "removed"

    def token(self, state: Any, vertex: int) -> str:
        """Return what a picture shows for a vertex."""
        return self.tokens[self.role(state, vertex)]

    def edges_shown(self, state: Any) -> Iterator[tuple[int, int]]:
        """Yield the edges of a picture: those between vertices that are left."""
        return (edge for edge in self.graph.edges if all(state >> vertex & 1 for vertex in edge))

    def edges_gone(self, state: Any) -> Iterator[tuple[int, int]]:
        """Yield the edges that are not shown any more."""
        shown = set(self.edges_shown(state))
        return (edge for edge in self.graph.edges if edge not in shown)

    def bows(self, state: Any) -> tuple[float, ...]:
        """Return how far edges are bent, first those that are shown, then those that are gone; nothing for no bows."""
        del state
        return ()

    def places_of(self, move: str) -> tuple[int, ...]:
        """Return the vertices that a move sits on: that of its name, or the ends of its edges."""
        names = (name.partition(".")[0] for name in re.split("[-+]", move))
        return tuple(dict.fromkeys(self.graph.names.index(name) for name in names))

    def scene(self, state: Any, winning: Sequence[str]) -> GraphScene | None:
        """Describe the graph; a move sits on its vertex, or on both ends of its edge."""
        if len(self.graph.names) > _MOST_VERTICES:
            return None
        moves = [str(option.move) for option in self.moves(state)]
        own = {self.places_of(move)[0]: move for move in moves if "-" not in move}
        vertices = tuple(
            Vertex(
                *place,
                self.label_of(state, vertex),
                self.role(state, vertex),
                own.get(vertex),
                wins=own.get(vertex) in winning,
                token=self.token(state, vertex),
            )
            for vertex, place in enumerate(self.places())
        )
        spreads = tuple(Spread(move, self.places_of(move), move in winning) for move in moves if "-" in move)
        shown, gone = tuple(self.edges_shown(state)), tuple(self.edges_gone(state))
        return GraphScene(vertices, shown, spreads, gone, self.paint, self.bows(state))


def _numbered(word: str, time: int) -> str:
    """Name an edge that is written so for the n-th time."""
    return word if time == 1 else f"{word}.{time}"


def connected(left: int, near: tuple[int, ...]) -> Iterator[int]:
    """Yield the parts of a set that are connected; `near` has the neighbours of each of its members."""
    while left:
        part, frontier = 0, left & -left
        while frontier:
            part |= frontier
            reached = 0
            for one in bits(frontier):
                reached |= near[one]
            frontier = reached & left & ~part
        yield part
        left ^= part


def bits(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1
