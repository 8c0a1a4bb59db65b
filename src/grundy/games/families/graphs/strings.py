"""Strings and Coins, the form of Dots and Boxes in which only the last move counts: nimstring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grundy.core.components import split
from grundy.core.ruleset import Ruleset
from grundy.core.search.engines import PLAIN, compiled_engines
from grundy.core.values import LOONY, Loony
from grundy.games.families.graphs.graph_rules import EdgeRules, Graph, bits, connected
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.engines import Engine
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

LOONY_BOARD = -1  # instead of a set of strings: a board that is won in every sum


@dataclass(frozen=True)
class StringGraph:
    """The strings of a board by their numbers. Vertices are coins, except vertex 0, which is the ground."""

    first: tuple[int, ...]  # an end of each string
    second: tuple[int, ...]  # the other end of each string
    near: tuple[int, ...]  # the set of the strings that share a coin with each string
    strings: tuple[int, ...]  # the set of the strings at each vertex
    is_data: ClassVar[bool] = True  # so that one machine code serves all graphs

    def loose(self, left: int) -> int:
        """Return the first coin that hangs on one string, 0 if no coin does."""
        for coin in range(1, len(self.strings)):
            own = self.strings[coin] & left
            if own and own & (own - 1) == 0:
                return coin
        return 0

    def beyond(self, string: int, vertex: int) -> int:
        """Return the other end of a string."""
        return self.first[string] if self.second[string] == vertex else self.second[string]

    def reduced(self, left: int) -> int:
        """Return strings of the same value in which no coin hangs on one string, or `LOONY_BOARD`.

        Let the coin u hang on one string e, whose other end is v. There are four cases.

        (1) v is the ground, or has at least two strings beside e. Then the board is worth what the board without e is
        worth, say x. Cutting e leads to that board, and the same player cuts again. Each other cut keeps u hanging on
        e, so by induction its result has the value of the result without e. The same cut of the board without e, which
        frees the same coins, leads to that result. So no plain cut leads to x; and where the same player cuts again,
        the values are x, or x is LOONY.

        (2) v has no other string. Then e is a part of its own, which is worth 0.

        (3) v has one more string f, to a coin w that has no other string. After either cut the same player cuts again,
        and 0 is left. So this part is worth 0.

        (4) v has one more string f, and case (3) does not hold. Cutting f frees no coin. It leaves the part of u and
        v, worth 0, and the board without e and f, worth y. Cutting e leads to a board in which v hangs on f, and there
        the cut of f leads to the same y. So that board is LOONY or worth y, and in both cases the whole board is LOONY.
        (Winning Ways, chapter 16: loony moves.)
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
class Strings(EdgeRules):
    """Cut strings. A player who frees a coin cuts again, in any component, and loses if no string is left.

    Vertices are coins, except ``0``, which is the ground. A state is the set of strings that are left. A board that is
    won in every sum is `LOONY`, so most boards with a coin on a single string have no nimber. Misère play, remoteness
    and sums with loopy games are refused. Source: Winning Ways, chapter 16.

    >>> rules = Strings(Graph.read("0-1 1-2 2-0".split(), "0")[0])
    >>> rules(0b111).nimber, rules(0b011).value
    (1, LOONY)
    """

    graph: Graph
    name = "strings-and-coins"
    tokens: ClassVar[dict[str, str]] = {"cell": "coin", "blocked": "earth", "removed": "counter-gone"}
    root = "0"
    most_compiled = 64
    entailing = "turn.again-coin"

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each string; a player who frees a coin moves again."""
        for edge in bits(state):
            after = state ^ 1 << edge
            yield split(after, move=self.graph.edge_name(edge), again=bool(self._freed(edge, after)))

    def _freed(self, edge: int, after: int) -> list[str]:
        """Return the coins at an edge that have no string left."""
        ends = dict.fromkeys(self.graph.edges[edge])
        return [self.graph.names[end] for end in ends if end and not self.coins.strings[end] & after]

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which string is cut, and which coins that frees."""
        after = option.components[0].state
        freed = self._freed((state ^ after).bit_length() - 1, after)
        return Message(f"reduction.said.cut{'-frees' if freed else ''}", {"edge": str(option.move), "coins": freed})

    def components(self, state: int) -> Iterator[int]:
        """Yield the parts that are connected by coins."""
        return connected(state, self.coins.near)

    def known(self, state: int) -> Loony | None:
        """Return `LOONY` for a board that is `LOONY` by the theorem of `StringGraph.reduced`."""
        return LOONY if self.coins.reduced(state) == LOONY_BOARD else None

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines; machine code is made of `TiedCoins`."""
        return self.own_engines + (_COMPILED if self.compiled else PLAIN)

    @cached_property
    def coins(self) -> StringGraph:
        """The strings at each vertex, and the ends of each."""
        strings = [0] * len(self.graph.names)
        for edge, ends in enumerate(self.graph.edges):
            for vertex in ends:
                strings[vertex] |= 1 << edge
        first, second = ([ends[side] for ends in self.graph.edges] for side in range(2))
        near = [strings[end] * bool(end) | strings[other] * bool(other) for end, other in self.graph.edges]
        return StringGraph(tuple(first), tuple(second), tuple(near), tuple(strings))

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say which boards with a coin on a single string need no search: see `StringGraph.reduced`."""
        del state, solution
        notes = ("free", "chain", "searched")
        return Reduction("reduction.strings", notes=tuple(Message(f"reduction.note.strings-{note}") for note in notes))

    def role(self, state: int, vertex: int) -> Role:
        """Return the role of a vertex: the ground, a coin with a string, or a free coin."""
        if vertex == 0:
            return "blocked"
        return "cell" if self.coins.strings[vertex] & state else "removed"


@dataclass(frozen=True)
class TiedCoins(Ruleset):
    """Strings and Coins on boards without a coin on a single string, by the theorem of `StringGraph.reduced`.

    No cut frees a coin on these boards, so all moves are plain moves, which machine code can prune. Cuts that leave a
    `LOONY` board lose at once, and are left out.
    """

    coins: StringGraph
    compiled = True

    def options(self, state: int) -> Iterator[int]:
        """Yield the reduced board after a cut of each string."""
        for edge in bits(state):
            after = self.coins.reduced(state ^ 1 << edge)
            if after != LOONY_BOARD:
                yield after

    def components(self, state: int) -> Iterator[int]:
        """Yield the parts that are connected by coins."""
        return connected(state, self.coins.near)


def _tied(rules: Strings, state: int) -> tuple[TiedCoins, int] | None:
    """Return the rules and the board to compile: those without a coin on a single string; None for a `LOONY` board."""
    reduced = rules.coins.reduced(state)
    return (TiedCoins(rules.coins), reduced) if reduced != LOONY_BOARD else None


_COMPILED = compiled_engines(_tied)
