"""Green Hackenbush on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.explain.reasons import Reduction
from grundy.families.graphs.fusing import Step, steps
from grundy.families.graphs.graph_rules import Graph, GraphRules, bits
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

_MOST_STEPS = 12  # of an explanation
_APART = 0.6  # bow of an edge beside a straight one, of its length
_WIDEST = 2.4  # bows of the outermost of many edges together
_NEXT_ARC = 0.6  # by how much the next arc between equal heights is higher
_NEXT_LOOP = 0.9  # by how much the next loop is larger

Ends = tuple[tuple[tuple[int, int], ...], ...]  # of each vertex: its neighbours, and the numbers of the edges there


@dataclass(frozen=True)
class Hackenbush(GraphRules):
    """Cut an edge; whatever is no longer connected to the ground goes with it. The ground is the vertex ``0``.

    A state is the set of edges that are left. Its value follows from two theorems: a branch on an edge is worth one
    more than what stands on it (the colon principle), and the vertices of a cycle may be fused into one, whose edges
    are loops, worth 1 each (the fusion principle). So it takes one walk over the graph, without recursion. There may be
    several edges between two vertices, and loops.
    Source: Winning Ways, chapter 7; Conway, On Numbers and Games, chapter 13.

    >>> Hackenbush(Graph.read("0-1 1-2 1-3 3-0".split(), "0")[0])(0b1111).nimber
    0
    """

    graph: Graph
    name = "green-hackenbush"
    root = "0"
    paint = "leaf"
    most_vertices = 2**20

    @cached_property
    def ends(self) -> Ends:
        """The neighbours of each vertex, with the numbers of the edges."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.graph.names]
        for number, (first, second) in enumerate(self.graph.edges):
            found[first].append((second, number))
            if first != second:
                found[second].append((first, number))
        return tuple(map(tuple, found))

    def full(self) -> int:
        """Return the set of all edges."""
        return (1 << len(self.graph.edges)) - 1

    def state_of(self, marked: frozenset[str]) -> int:
        """Return the edges without ``!`` that are connected to the ground; raise `ValueError` for another word."""
        return self._standing(self._flags(self.edges_of(marked)))

    def words(self, state: int) -> Iterator[str]:
        """Yield the words of a state."""
        return self.graph.words(edges_left=state)

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each edge."""
        for edge in bits(state):
            yield self.option(self._standing(self._flags(state ^ 1 << edge)), self.graph.edge_name(edge))

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which edge is cut, and how many fall with it."""
        falls = (state & ~option.components[0].state).bit_count() - 1
        kind = "cut-falls" if falls else "cut"
        return Message(f"reduction.said.{kind}", {"edge": str(option.move), "falls": falls})

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what stands on each vertex is worth, from the top down.

        Parameter of ``reduction.hackenbush``: ``steps``, in the order of `fusing.steps`, each with the ``vertices``
        that are fused, the edges that become ``loops``, the ``branches`` (the ``edge``, and what the branch is
        ``worth`` with it) and what all this is ``worth``.
        """
        del solution
        found = [step for step in steps(self.ends, self._flags(state)) if step.loops or step.branches]
        every = steps(self.ends, self._flags(state))
        told = [self._told(step, every) for step in found]
        notes = [self._note(one) for one in told]
        if len(notes) > _MOST_STEPS:
            notes = [Message("reduction.note.more", {"number": len(notes) - _MOST_STEPS}), *notes[-_MOST_STEPS:]]
        return Reduction("reduction.hackenbush", {"steps": told}, tuple(notes))

    def _told(self, step: Step, every: list[Step]) -> dict[str, Any]:
        """Return a step by the names of its vertices and edges."""
        branches = [
            {"edge": self.graph.edge_name(edge), "worth": every[above].worth + 1} for edge, above in step.branches
        ]
        return {
            "vertices": [self.graph.names[vertex] for vertex in step.vertices],
            "loops": [self.graph.edge_name(edge) for edge in step.loops],
            "branches": branches,
            "worth": step.worth,
        }

    def _note(self, step: dict[str, Any]) -> Message:
        """Say a step in words."""
        loops, branches = step["loops"], step["branches"]
        parts = [Message("reduction.note.branch", {**branch, "above": branch["worth"] - 1}) for branch in branches]
        if loops:
            kind = "loops" if len(step["vertices"]) == 1 else "fused"
            about = {"vertices": step["vertices"], "edges": loops, "count": len(loops), "worth": len(loops) % 2}
            parts.insert(0, Message(f"reduction.note.{kind}", about))
        worths = [len(loops) % 2] * bool(loops) + [branch["worth"] for branch in branches]
        total = " xor ".join(map(str, worths)) + (f" = {step['worth']}" if len(worths) > 1 else "")
        kind = "ground" if step["vertices"][0] == "0" else "vertex"
        return Message(f"reduction.note.{kind}", {"vertex": step["vertices"][0], "parts": parts, "total": total})

    def known(self, state: int) -> int:
        """Walk from the ground; edges on no cycle are those from which no earlier vertex is reached another way."""
        left = self._flags(state)
        first, low, worth = {0: 0}, {0: 0}, {0: 0}
        walk: list[tuple[int, int, int]] = [(0, -1, 0)]  # a vertex, the edge that led there, the next end to look at
        while walk:
            vertex, by, place = walk[-1]
            if place < len(self.ends[vertex]):
                walk[-1] = vertex, by, place + 1
                other, edge = self.ends[vertex][place]
                if not left[edge] or edge == by:
                    continue
                if other not in first:
                    first[other] = low[other] = len(first)
                    worth[other] = 0
                    walk.append((other, edge, 0))
                elif other == vertex:
                    worth[vertex] ^= 1
                elif first[other] < first[vertex]:  # an edge that closes a cycle: a loop
                    low[vertex] = min(low[vertex], first[other])
                    worth[vertex] ^= 1
                continue
            walk.pop()
            if walk:
                below = walk[-1][0]
                low[below] = min(low[below], low[vertex])
                on_no_cycle = low[vertex] == first[vertex]
                worth[below] ^= worth[vertex] + 1 if on_no_cycle else worth[vertex] ^ 1
        return worth[0]

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`; those of a tree, however large, in one walk.

        Where a vertex is to be worth n, each branch on it has to be worth what the others leave of n: if that is 0,
        its edge is cut, else one less is what the vertex above is to be worth.
        """
        above = self._tree(self._flags(state))
        if above is None:
            yield from super().moves_worth(state, nimber)
            return
        worth = dict.fromkeys(above, 0)
        for vertex in reversed(above):
            for other, _ in above[vertex]:
                worth[vertex] ^= worth[other] + 1
        wanted, cuts = {0: nimber}, []
        for vertex, branches in above.items():
            for other, edge in branches:
                branch = wanted[vertex] ^ worth[vertex] ^ worth[other] + 1
                wanted[other] = branch - 1
                if branch == 0:
                    cuts.append(edge)
        for edge in sorted(cuts):
            yield self.option(self._standing(self._flags(state ^ 1 << edge)), self.graph.edge_name(edge))

    def places(self) -> list[tuple[float, float]]:
        """Return where each vertex stands in a picture: above the ground, in the middle of what stands on it.

        A vertex is as many rows above the ground as edges away from it, and what hangs on no other vertex has a
        column of its own.
        """
        above: list[list[int]] = [[] for _ in self.ends]
        row, order = {0: 0}, [0]
        for vertex in order:
            for other, _ in self.ends[vertex]:
                if other not in row:
                    row[other] = row[vertex] + 1
                    above[vertex].append(other)
                    order.append(other)
        column: dict[int, float] = {}
        walk, tips = [0], 0
        while walk:
            vertex = walk.pop()
            if not above[vertex]:
                column[vertex] = tips + 0.5
                tips += 1
            walk += reversed(above[vertex])
        for vertex in reversed(order):
            if above[vertex]:
                column[vertex] = (column[above[vertex][0]] + column[above[vertex][-1]]) / 2
        height = max(1, *row.values()) if len(row) > 1 else 1
        return [
            (round(column[vertex] / max(tips, 1), 4), round(0.95 - 0.85 * row[vertex] / height, 4))
            if vertex in row
            else (0.5, 0.95)
            for vertex in range(len(self.ends))
        ]

    def role(self, state: int, vertex: int) -> Role:
        """Return what a vertex is: the ground, a vertex that stands, or one that is gone."""
        if vertex == 0:
            return "blocked"
        return "cell" if any(state >> edge & 1 for _, edge in self.ends[vertex]) else "removed"

    def token(self, state: int, vertex: int) -> str:
        """Return what is drawn at a vertex: the ground, a bloom where nothing is above it, else a joint."""
        if vertex == 0:
            return "ground"
        left = sum((state >> edge & 1) * (1 + (other == vertex)) for other, edge in self.ends[vertex])
        return "was-joint" if not left else "bloom" if left == 1 else "joint"

    def edges_shown(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the edges that are left."""
        return (self.graph.edges[edge] for edge in bits(state))

    def edges_gone(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the others."""
        return (self.graph.edges[edge] for edge in bits(self.full() & ~state))

    def bows(self, state: int) -> tuple[float, ...]:
        """Bend edges between the same two vertices apart, and make each further loop at a vertex larger."""
        if not self.graph.several:
            return ()
        lanes: dict[tuple[int, ...], list[int]] = {}
        for edge, ends in enumerate(self.graph.edges):
            lanes.setdefault(tuple(sorted(ends)), []).append(edge)
        places, bow = self.places(), dict[int, float]()
        for (first, second), edges in lanes.items():
            step = min(_APART, _WIDEST / len(edges))
            level = places[first][1] == places[second][1]
            for lane, edge in enumerate(edges):
                off = lane * _NEXT_ARC if level else (lane - (len(edges) - 1) / 2) * step
                bow[edge] = round(1 + lane * _NEXT_LOOP if first == second else off, 3)
        return tuple(bow[edge] for edge in (*bits(state), *bits(self.full() & ~state)))

    def _flags(self, state: int) -> list[bool]:
        """Return for each edge whether it is left."""
        return [bit == "1" for bit in f"{state:0{len(self.graph.edges)}b}"[::-1]]

    def _tree(self, left: list[bool]) -> dict[int, list[tuple[int, int]]] | None:
        """Return the vertices from the ground on, each with those above it and the edges there; None for a cycle."""
        above: dict[int, list[tuple[int, int]]] = {0: []}
        waiting = [(0, -1)]
        for vertex, by in waiting:
            for other, edge in self.ends[vertex]:
                if left[edge] and edge != by:
                    if other in above:
                        return None
                    above[vertex].append((other, edge))
                    above[other] = []
                    waiting.append((other, edge))
        return above

    def _standing(self, left: list[bool]) -> int:
        """Return the edges that are connected to the ground."""
        kept = ["0"] * len(left)
        reached, waiting = {0}, [0]
        while waiting:
            for other, edge in self.ends[waiting.pop()]:
                if left[edge]:
                    kept[edge] = "1"
                    if other not in reached:
                        reached.add(other)
                        waiting.append(other)
        return int("".join(reversed(kept)) or "0", 2)
