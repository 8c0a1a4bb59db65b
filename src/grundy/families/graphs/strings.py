"""Strings and Coins, the form of Dots and Boxes in which only the last move counts: nimstring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.core.ruleset import Ruleset
from grundy.core.values import LOONY, Loony
from grundy.families.graphs.graph_rules import Graph, GraphRules, bits, connected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Split
    from grundy.core.scenes import Role

LOONY_BOARD = -1  # stands for all boards that are won in every sum


@dataclass(frozen=True)
class StringGraph:
    """The two ends of each string, those at its coins, and the strings at each vertex; vertex 0 is the ground."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    near: tuple[int, ...]
    strings: tuple[int, ...]
    is_data: ClassVar[bool] = True  # of machine code, which is the same for all graphs

    def loose(self, left: int) -> int:
        """Return the number of the first coin that hangs on one string, 0 for none."""
        for coin in range(1, len(self.strings)):
            own = self.strings[coin] & left
            if own and own & (own - 1) == 0:
                return coin
        return 0

    def beyond(self, string: int, vertex: int) -> int:
        """Return the other end of a string."""
        return self.first[string] if self.second[string] == vertex else self.second[string]

    def reduced(self, left: int) -> int:
        """Return strings that are worth the same, without a coin that hangs on one; `LOONY_BOARD` if that is it.

        Let u hang on one string e, to v. (1) Where v is the ground, or has two strings and more beside e, the board is
        worth what it is without e. For cutting e leads to that, worth x, and the same player cuts again. Each other cut
        keeps u hanging on e, so that by induction its result is worth what it is without e, too; and in the board
        without e the same cut, which frees the same coins there, leads to that result. So no plain cut leads to x, and
        all values after which the same player cuts again are x, or x is LOONY. (2) Where v has no other string, nothing
        but e is left there: it is worth 0. (3) Where v has one more string f, to a coin w that has no other: of both
        cuts the same player cuts again, and 0 is left each time: it is worth 0. (4) Else cutting f frees nothing, and
        leaves u and v, worth 0, beside the board without e and f, worth y. Cutting e leads to a board in which v hangs
        on f; the cut of f there leads to the same y. So that board is LOONY, or worth y as well: either way the whole
        board is LOONY. (Winning Ways, chapter 16: loony moves.)
        """
        coin = self.loose(left)
        while coin:
            own = self.strings[coin] & left
            other = self.beyond(own.bit_length() - 1, coin)
            more = (self.strings[other] & left) ^ own if other else 0
            if more and more & (more - 1) == 0:
                end = self.beyond(more.bit_length() - 1, other)
                if end == 0 or (self.strings[end] & left) ^ more:
                    return LOONY_BOARD
                left ^= more
            left ^= own
            coin = self.loose(left)
        return left


@dataclass(frozen=True)
class Strings(GraphRules):
    """Cut strings; who frees a coin cuts again, in whatever component, and loses where no string is left.

    Vertices are coins but for ``0``, the ground. A state is the set of strings that are left. A board that is won in
    every sum is `LOONY`, so most boards with a coin on a single string have no nimber. Misère play, remoteness and sums
    with loopy games are refused. Source: Winning Ways, chapter 16.

    >>> rules = Strings(Graph.read("0-1 1-2 2-0".split(), "0")[0])
    >>> rules(0b111).nimber, rules(0b011).value
    (1, LOONY)
    """

    graph: Graph
    name = "strings-and-coins"
    tokens: ClassVar[dict[str, str]] = {"cell": "coin", "blocked": "earth", "removed": "counter-gone"}
    root = "0"
    most_compiled = 64
    entailing = True

    def full(self) -> int:
        """Return the set of all strings."""
        return (1 << len(self.graph.edges)) - 1

    def state_of(self, marked: frozenset[str]) -> int:
        """Return the strings without ``!``; raise `ValueError` for another word."""
        return self.edges_of(marked)

    def words(self, state: int) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(edges_left=state)

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each string; who frees a coin moves again."""
        for edge in bits(state):
            after = state ^ 1 << edge
            frees = any(vertex and not self.coins.strings[vertex] & after for vertex in self.graph.edges[edge])
            yield split(after, move=self.graph.edge_name(edge), again=frees)

    def components(self, state: int) -> Iterator[int]:
        """Yield the parts that are connected by coins."""
        return connected(state, self.coins.near)

    def known(self, state: int) -> Loony | None:
        """Return `LOONY` for boards that are, as far as a coin on a single string says so."""
        return LOONY if self.coins.reduced(state) == LOONY_BOARD else None

    def compiled_form(self, state: int) -> tuple[Ruleset, int] | None:
        """Return the rules of boards without a coin on a single string, and such a board; None for what is `LOONY`."""
        found = self.coins.reduced(state)
        return (TiedCoins(self.coins), found) if self.compiled and found != LOONY_BOARD else None

    @cached_property
    def coins(self) -> StringGraph:
        """The strings at each vertex, and the ends of each."""
        strings = [0] * len(self.graph.names)
        for edge, ends in enumerate(self.graph.edges):
            for vertex in ends:
                strings[vertex] |= 1 << edge
        first, second = ([ends[side] for ends in self.graph.edges] for side in range(2))
        near = [strings[one] * bool(one) | strings[other] * bool(other) for one, other in self.graph.edges]
        return StringGraph(tuple(first), tuple(second), tuple(near), tuple(strings))

    def role(self, state: int, vertex: int) -> Role:
        """Return what a vertex is: the ground, a coin with a string, or one that is free."""
        if vertex == 0:
            return "blocked"
        return "cell" if self.coins.strings[vertex] & state else "removed"

    def edges_shown(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the strings that are left."""
        return (self.graph.edges[edge] for edge in bits(state))


@dataclass(frozen=True)
class TiedCoins(Ruleset):
    """Strings and Coins on boards without a coin on a single string, by the theorem of `StringGraph.reduced`.

    No cut frees a coin there, so that all moves are plain ones, which machine code can prune; cuts that leave a `LOONY`
    board lose at once, and are left out.
    """

    coins: StringGraph
    compiled = True

    def options(self, state: int) -> Iterator[int]:
        """Yield what is left after a cut of each string, without coins on a single one."""
        for edge in bits(state):
            after = self.coins.reduced(state ^ 1 << edge)
            if after != LOONY_BOARD:
                yield after

    def components(self, state: int) -> Iterator[int]:
        """Yield the parts that are connected by coins."""
        return connected(state, self.coins.near)
