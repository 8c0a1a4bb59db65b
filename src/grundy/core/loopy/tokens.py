"""Rulesets of a token on a digraph: for sums, and for misère play if play ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset
from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


@dataclass(frozen=True)
class LoopyTokens(Ruleset):
    """A move takes the token along an edge; a player who cannot move has lost. A state is the vertex, counted from 0.

    `targets` lists for each vertex the vertices to which its edges lead. `names` are the texts of the vertices, by
    default their numbers. Play may never end.

    >>> rules = LoopyTokens(((), (0, 1), (1, 3), (2,)))
    >>> [rules(vertex).outcome.value for vertex in range(4)]
    ['P', 'N', 'D', 'D']
    """

    targets: tuple[tuple[int, ...], ...]
    names: tuple[Hashable, ...] | None = None
    name = "token"
    loopy = True

    def __hash__(self) -> int:
        return self._hash

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each edge."""
        for target in self.targets[state]:
            yield Option(self.format(target), (Component(self, target),))

    def check(self, state: Any) -> int:
        """Return the state; raise `RulesetError` for a value that is not a vertex."""
        if type(state) is not int or not 0 <= state < len(self.targets):
            raise RulesetError("error.digraph-vertex", example="0", found=repr(state))
        return state

    def format(self, state: int) -> str:
        """Return the name of a vertex as text."""
        return str(state if self.names is None else self.names[state])

    def parse(self, text: str) -> int:
        """Return the vertex with this name; raise `ValueError` if there is none."""
        for state in range(len(self.targets)):
            if self.format(state) == text:
                return state
        raise ValueError(text)

    @cached_property
    def _hash(self) -> int:
        return hash((self.targets, self.names))


@dataclass(frozen=True)
class Tokens(LoopyTokens):
    """The same rules for vertices from which play ends.

    If play reaches a cycle, this is an error. The nimbers of all vertices are found at once, in time linear in the
    edges.

    >>> rules = Tokens(((), (0,), (0, 1)))
    >>> rules(2).nimber, (rules(1) + rules(2)).outcome.value, rules(1).misere.outcome.value
    (2, 'N', 'P')
    """

    loopy = False

    def __hash__(self) -> int:
        return self._hash

    def known(self, state: int) -> int | None:
        """Return the nimber of a vertex from which no cycle can be reached."""
        return self.nimbers_without_cycles.get(state)

    @cached_property
    def nimbers_without_cycles(self) -> dict[int, int]:
        """The nimbers of the vertices from which no cycle can be reached, each after those of its options."""
        open_options = list(map(len, self.targets))  # for each vertex: its options without a nimber
        sources: list[list[int]] = [[] for _ in self.targets]
        for vertex, targets in enumerate(self.targets):
            for target in targets:
                sources[target].append(vertex)
        found: dict[int, int] = {}
        waiting = [vertex for vertex, count in enumerate(open_options) if not count]
        for vertex in waiting:
            found[vertex] = mex({found[target] for target in self.targets[vertex]})
            for source in sources[vertex]:
                open_options[source] -= 1
                if not open_options[source]:
                    waiting.append(source)
        return found

    @cached_property
    def cycle(self) -> tuple[int, ...]:
        """The vertices of some cycle in the order of play; empty if there is no cycle."""
        ending = self.nimbers_without_cycles
        walk: dict[int, None] = {}
        vertex = next((vertex for vertex in range(len(self.targets)) if vertex not in ending), None)
        while vertex is not None and vertex not in walk:  # if play from it may never end, so may play from an option
            walk[vertex] = None
            vertex = next(target for target in self.targets[vertex] if target not in ending)
        visited = list(walk)
        return tuple(visited[visited.index(vertex) :]) if vertex is not None else ()
