"""Strings and Coins, the form of Dots and Boxes in which only the last move counts: nimstring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grundy.core.functions import ruleset
from grundy.families.graphs.rules import Graph, GraphRules, bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.functions import FunctionRuleset
    from grundy.core.scenes import Role


@dataclass(frozen=True)
class Others:
    """For each string the others at its two coins; at its only one twice, where it ends at the ground."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    is_data: ClassVar[bool] = True  # of machine code, which is the same for all graphs


@dataclass(frozen=True)
class Strings(GraphRules):
    """Cut strings until a cut frees no coin: after one that does, the same player must cut again.

    Vertices are coins but for ``0``, the ground. A state is the set of strings that are left, an option a whole turn,
    which ends with a cut that frees no coin; who cannot end a turn has lost. A graph of several parts is one state: the
    further cuts of a turn may be made in any of them. A sum would let them be made here alone, so a position has no
    other component beside (`Ruleset.turns`). Nor is misère play a matter of the last move: it is refused.
    Source: Winning Ways, chapter 16.

    >>> Strings(Graph.read("0-1 1-2 2-0".split(), "0")[0])(0b111).nimber
    2
    """

    graph: Graph
    name = "strings-and-coins"
    tokens: ClassVar[dict[str, str]] = {"cell": "coin", "blocked": "earth", "removed": "counter-gone"}
    root = "0"
    turns = True

    def full(self) -> int:
        """Return the set of all strings."""
        return (1 << len(self.graph.edges)) - 1

    def state_of(self, marked: frozenset[str]) -> int:
        """Return the strings without ``!``; raise `ValueError` for another word."""
        return self.edges_of(marked)

    def words(self, state: int) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(edges_left=state)

    def options(self, state: int) -> Iterator[Option]:
        """Yield a turn for each set of strings that one can cut; a move names them."""
        seen, waiting = {state}, [state]
        ends = dict[int, None]()
        while waiting:
            left = waiting.pop()
            for edge in bits(left):
                after = left ^ 1 << edge
                if not self._frees(after, edge):
                    ends[after] = None
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        for after in ends:
            yield self.option(after, "+".join(map(self.graph.edge_name, bits(state & ~after))))

    def twin(self) -> FunctionRuleset:
        """Return these rules as a compiled ruleset.

        A string that frees a coin still does when others are cut. So each set of such cuts is met once if they are
        taken in some order, each with and without the cut: the strings that are kept are noted.
        """
        others = self.others

        def frees(left: int, edge: int) -> bool:
            return left & others.first[edge] == 0 or left & others.second[edge] == 0

        def freeing(left: int, kept: int) -> int:
            """Return the first string that frees a coin and is not kept, 0 for none."""
            for edge in bits(left & ~kept):
                if frees(left, edge):
                    return 1 << edge
            return 0

        @ruleset(compiled=True)
        def strings(state: int) -> Iterator[int]:
            waiting = [(state, 0)]
            while waiting:
                left, kept = waiting.pop()
                cut = freeing(left, kept)
                if cut:
                    waiting.append((left, kept | cut))
                    waiting.append((left ^ cut, kept))
                else:
                    yield from (left ^ 1 << edge for edge in bits(left) if not frees(left, edge))

        return strings

    @cached_property
    def others(self) -> Others:
        """The other strings at the coins of each."""
        at = [0] * len(self.graph.names)
        for edge, ends in enumerate(self.graph.edges):
            for vertex in ends:
                at[vertex] |= 1 << edge
        coins = [[at[vertex] ^ 1 << edge for vertex in ends if vertex] for edge, ends in enumerate(self.graph.edges)]
        return Others(tuple(one[0] for one in coins), tuple(one[-1] for one in coins))

    def role(self, state: int, vertex: int) -> Role:
        """Return what a vertex is: the ground, a coin with a string, or one that is free."""
        if vertex == 0:
            return "blocked"
        return "cell" if any(vertex in self.graph.edges[edge] for edge in bits(state)) else "removed"

    def edges_shown(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the strings that are left."""
        return (self.graph.edges[edge] for edge in bits(state))

    def _frees(self, left: int, cut: int) -> bool:
        """Say whether an end of the string that was cut is a coin without another string."""
        held = {vertex for edge in bits(left) for vertex in self.graph.edges[edge]}
        return any(vertex and vertex not in held for vertex in self.graph.edges[cut])
