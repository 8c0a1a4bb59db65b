"""Undirected vertex geography."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.values import Outcome
from grundy.games.families.base_rules import is_pair_of_integers
from grundy.games.families.graphs.graph_rules import Graph, GraphRules, bits
from grundy.games.families.graphs.matching import largest, sometimes_free
from grundy.runtime.messages import Message
from grundy.runtime.packages import available
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

State = tuple[int, int]
_MOST_EDGES = 24  # of a matching that an explanation names


@dataclass(frozen=True)
class Geography(GraphRules):
    """Move the token along an edge to a vertex where it has not been. It begins on the first vertex.

    A state is the set of vertices where the token has not been, and the vertex of the token, counted from 0. It is won
    exactly if every largest matching of these vertices and the token's has an edge at the token. If the graph is not
    bipartite, networkx finds the matchings; without networkx outcomes are searched for.
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
        """Return the state; raise `RulesetError` if it is no set of vertices and a vertex outside of the set."""
        is_pair = is_pair_of_integers(state)
        if not is_pair or not 0 <= state[1] < len(self.graph.names) or state[0] >> state[1] & 1:
            raise self.not_a_state(state)
        return super().check(state[0]), state[1]

    def options(self, state: State) -> Iterator[Option]:
        """Yield an option for each neighbour."""
        left, token = state
        for vertex in bits(left & self.graph.neighbours[token]):
            yield self.option((left ^ 1 << vertex, vertex), self.graph.names[vertex])

    def known_outcome(self, state: State) -> Outcome | None:
        """Return the outcome from largest matchings: it is P if one of them leaves out the token."""
        left, token = state
        numbers, neighbours = self._renumbered(left | 1 << token)
        free = sometimes_free(neighbours)
        if free is not None:
            return Outcome.P if numbers[token] in free else Outcome.N
        if not available("networkx"):
            return None
        with_token, without_token = self._networkx_matching(left | 1 << token), self._networkx_matching(left)
        return Outcome.N if len(with_token) > len(without_token) else Outcome.P

    def move_in_words(self, state: State, option: Option) -> Message:
        """Say where the token goes."""
        return Message("reduction.said.go", {"place": self.graph.names[state[1]], "to": str(option.move)})

    def reduction(self, state: State, solution: Solution) -> Reduction | None:
        """Show a largest matching: one without the token if there is one, else one with the token.

        Parameters of ``reduction.geography``: ``token``, its vertex; ``matching``, the edges of a largest matching of
        the token's vertex and the vertices where the token has not been, as pairs of names; ``partner``, the vertex
        that is matched with the token, null if the position is lost. None if networkx is missing and the graph is not
        bipartite.
        """
        del solution
        left, token = state
        without_token = self._matching(left)
        if without_token is None:
            return None
        with_token = self._matching(left | 1 << token) or []
        lost = len(with_token) == len(without_token)
        pairs = without_token if lost else with_token
        partner = next((self.graph.names[sum(pair) - token] for pair in pairs if token in pair), None)
        names = [[self.graph.names[vertex] for vertex in pair] for pair in pairs]
        shown: list[Any] = ["-".join(pair) for pair in names[:_MOST_EDGES]] + ["..."] * (len(names) > _MOST_EDGES)
        about = {"matching": shown or [Message("explain.nothing")], "count": len(names)}
        about |= {"token": self.graph.names[token], "partner": partner}
        note = Message("reduction.note.matching-lost" if lost else "reduction.note.matching-won", about)
        return Reduction("reduction.geography", {**about, "matching": names}, (note,))

    def _matching(self, vertices: int) -> list[tuple[int, int]] | None:
        """Return the edges of a largest matching; None if the graph is not bipartite and networkx is missing."""
        numbers, neighbours = self._renumbered(vertices)
        partners = largest(neighbours)
        if partners is not None:
            own = list(numbers)
            return [(own[first], own[second]) for first, second in enumerate(partners) if first < second]
        return sorted(self._networkx_matching(vertices)) if available("networkx") else None

    def _renumbered(self, vertices: int) -> tuple[dict[int, int], list[list[int]]]:
        """Return numbers from 0 on for these vertices, and the neighbours of each by their numbers."""
        numbers = {vertex: number for number, vertex in enumerate(bits(vertices))}
        own = (bits(self.graph.neighbours[vertex] & vertices) for vertex in numbers)
        return numbers, [[numbers[neighbour] for neighbour in neighbours] for neighbours in own]

    def _networkx_matching(self, vertices: int) -> set[tuple[int, int]]:
        """Return the edges of a largest matching of these vertices, each with the lower vertex first."""
        import networkx as nx

        graph = nx.Graph(super().edges_shown(vertices))
        return {(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)}

    def role(self, state: State, vertex: int) -> Role:
        """Return the role of a vertex: not yet visited, with the token, or visited."""
        return "cell" if state[0] >> vertex & 1 else "blocked" if vertex == state[1] else "removed"

    def label_of(self, state: State, vertex: int) -> str:
        """Return the name of a vertex, with ``@`` before the name if the token is there."""
        return "@" * (vertex == state[1]) + self.graph.names[vertex]

    def edges_shown(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the edges between the token and the vertices that are not yet visited."""
        return super().edges_shown(state[0] | 1 << state[1])
