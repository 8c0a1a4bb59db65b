"""Undirected vertex geography."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.explain.reasons import Reduction
from grundy.families.graphs.graph_rules import Graph, GraphRules, bits
from grundy.families.graphs.matching import largest, sometimes_free
from grundy.messages import Message
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

State = tuple[int, int]
_MOST_EDGES = 24  # of a matching in an explanation


@dataclass(frozen=True)
class Geography(GraphRules):
    """Move the token along an edge to a vertex where it has not been. It begins on the first vertex.

    A state is the set of vertices where it has not been, and the vertex with the token, counted from 0. It is won
    exactly where every largest matching of these vertices has an edge at the token. Where the graph is not bipartite,
    networkx finds the matchings; without it outcomes are searched for.
    Source: Fraenkel, Scheinerman and Ullman, Undirected edge geography (1993).

    >>> Geography(Graph.read("1-2 2-3".split())[0])((0b110, 0)).outcome.value
    'P'
    """

    graph: Graph
    name = "geography"
    tokens: ClassVar[dict[str, str]] = {"cell": "vertex", "blocked": "token", "removed": "vertex-gone"}

    def state_of(self, marked: frozenset[str]) -> State:
        """Return the state with the token on the vertex marked with ``@``, by default the first one."""
        tokens = {word for word in marked if word.startswith("@")}
        left: int = super().state_of(marked - tokens)
        if len(tokens) > 1:
            raise ValueError(max(tokens))
        token = self.graph.names.index(tokens.pop()[1:]) if tokens else 0
        return left & ~(1 << token), token

    def words(self, state: State) -> Iterator[str]:
        """Yield the words of a state."""
        left, token = state
        yield from super().words(left | 1 << token)
        yield f"@{self.graph.names[token]}"

    def check(self, state: Any) -> State:
        """Return the state; raise `RulesetError` for what is none."""
        right = isinstance(state, tuple) and len(state) == 2 and all(type(one) is int for one in state)
        if not right or not 0 <= state[1] < len(self.graph.names) or state[0] >> state[1] & 1:
            raise RulesetError("error.expected", expected=Message("expected.graph-state"), found=repr(state))
        return super().check(state[0]), state[1]

    def options(self, state: State) -> Iterator[Option]:
        """Yield an option for each neighbour."""
        left, token = state
        for vertex in bits(left & self.graph.neighbours[token]):
            yield self.option((left ^ 1 << vertex, vertex), self.graph.names[vertex])

    def known_outcome(self, state: State) -> Outcome | None:
        """Ask whether some largest matching leaves out the token."""
        left, token = state
        numbers = {vertex: number for number, vertex in enumerate(bits(left | 1 << token))}
        there = self.graph.neighbours
        free = sometimes_free([[numbers[one] for one in bits(there[v] & (left | 1 << token))] for v in numbers])
        if free is not None:
            return Outcome.P if numbers[token] in free else Outcome.N
        if not available("networkx"):
            return None
        return Outcome.N if self._matched(left | 1 << token) > self._matched(left) else Outcome.P

    def move_in_words(self, state: State, option: Option) -> Message:
        """Say where the token goes."""
        return Message("reduction.said.go", {"place": self.graph.names[state[1]], "to": str(option.move)})

    def reduction(self, state: State, solution: Solution) -> Reduction | None:
        """Show a largest matching: with the token, where all have it, else one without it.

        Parameters of ``reduction.geography``: ``token``, its vertex; ``matching``, the edges of a largest matching of
        the vertices where it has not been and its own, as pairs of names; ``partner``, the vertex that is matched with
        the token, null where the position is lost. None where networkx is missing and the graph is not bipartite.
        """
        del solution
        left, token = state
        pairs = self._matching(left)
        if pairs is None:
            return None
        whole = self._matching(left | 1 << token) or []
        lost = len(whole) == len(pairs)
        if not lost:
            pairs = whole
        partner = next((self.graph.names[sum(pair) - token] for pair in pairs if token in pair), None)
        names = [[self.graph.names[vertex] for vertex in pair] for pair in pairs]
        shown: list[Any] = ["-".join(pair) for pair in names[:_MOST_EDGES]] + ["..."] * (len(names) > _MOST_EDGES)
        about = {"matching": shown or [Message("explain.nothing")], "count": len(names)}
        about |= {"token": self.graph.names[token], "partner": partner}
        note = Message("reduction.note.matching-lost" if lost else "reduction.note.matching-won", about)
        return Reduction("reduction.geography", {**about, "matching": names}, (note,))

    def _matching(self, vertices: int) -> list[tuple[int, int]] | None:
        """Return the edges of a largest matching; None where nothing finds one."""
        numbers = {vertex: number for number, vertex in enumerate(bits(vertices))}
        there = self.graph.neighbours
        found = largest([[numbers[one] for one in bits(there[vertex] & vertices)] for vertex in numbers])
        if found is not None:
            own = list(numbers)
            return [(own[one], own[other]) for one, other in enumerate(found) if one < other]
        if not available("networkx"):
            return None
        import networkx as nx

        graph = nx.Graph(super().edges_shown(vertices))
        return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))

    def role(self, state: State, vertex: int) -> Role:
        """Return what a vertex is: one to go to, the one with the token, or one where it has been."""
        return "cell" if state[0] >> vertex & 1 else "blocked" if vertex == state[1] else "removed"

    def label_of(self, state: State, vertex: int) -> str:
        """Return the name, with ``@`` where the token is."""
        return "@" * (vertex == state[1]) + self.graph.names[vertex]

    def edges_shown(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the edges between vertices to go to and the token."""
        return super().edges_shown(state[0] | 1 << state[1])

    def _matched(self, vertices: int) -> int:
        """Return the number of edges of a largest matching."""
        import networkx as nx

        graph = nx.Graph(super().edges_shown(vertices))
        return len(nx.max_weight_matching(graph, maxcardinality=True))
