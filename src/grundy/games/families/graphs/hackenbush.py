"""Green Hackenbush on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.games.families.graphs.graph_rules import EdgeRules, Graph, bits
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.components import Option
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

_MOST_STEPS = 12  # of an explanation
# How far edges between the same two vertices are bent, as a share of the distance of the vertices.
_APART = 0.6  # between neighbouring edges
_WIDEST = 2.4  # between the two outermost edges
_NEXT_ARC = 0.6  # between neighbouring arcs of two vertices of the same height
_NEXT_LOOP = 0.9  # between a loop and the next larger loop, as a share of the size of the first loop

Ends = tuple[tuple[tuple[int, int], ...], ...]  # for each vertex, pairs of a neighbour and the number of the edge


@dataclass(frozen=True)
class Hackenbush(EdgeRules):
    """Cut an edge; all edges that are then not connected to the ground are removed. The ground is the vertex ``0``.

    A state is the set of edges that are left. Its value follows from two theorems. The colon principle: a branch is
    worth one more than what stands on its edge. The fusion principle: the vertices of a cycle may be fused into one,
    whose edges become loops, worth 1 each. So the value takes one walk over the graph, without recursion. There may
    be several edges between two vertices, and loops.
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
        ends: list[list[tuple[int, int]]] = [[] for _ in self.graph.names]
        for number, (first, second) in enumerate(self.graph.edges):
            ends[first].append((second, number))
            if first != second:
                ends[second].append((first, number))
        return tuple(map(tuple, ends))

    def state_of(self, marked: frozenset[str]) -> int:
        """Return the edges without ``!`` that are connected to the ground; raise `ValueError` for another word."""
        return self._standing(self._flags(super().state_of(marked)))

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each edge."""
        for edge in bits(state):
            yield self._cut(state, edge)

    def _cut(self, state: int, edge: int) -> Option:
        return self.option(self._standing(self._flags(state ^ 1 << edge)), self.graph.edge_name(edge))

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which edge is cut, and how many other edges are removed with it."""
        falls = (state & ~option.components[0].state).bit_count() - 1
        kind = "cut-falls" if falls else "cut"
        return Message(f"reduction.said.{kind}", {"edge": str(option.move), "falls": falls})

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what the branches and loops of each vertex are worth, from the top down.

        Parameter of ``reduction.hackenbush``: ``steps``, in the order of `steps`. Each step has the
        ``vertices`` that are fused, the edges that become ``loops``, the ``branches`` (each with its ``edge`` and what
        it is ``worth``), and what loops and branches are ``worth`` together.
        """
        del solution
        all_steps = steps(self.ends, self._flags(state))
        named = [self._named(step, all_steps) for step in all_steps if step.loops or step.branches]
        notes = [self._note(step) for step in named]
        if len(notes) > _MOST_STEPS:
            notes = [Message("reduction.note.more", {"number": len(notes) - _MOST_STEPS}), *notes[-_MOST_STEPS:]]
        return Reduction("reduction.hackenbush", {"steps": named}, tuple(notes))

    def _named(self, step: Step, all_steps: list[Step]) -> dict[str, Any]:
        """Return a step with the names of its vertices and edges."""
        branches = [
            {"edge": self.graph.edge_name(edge), "worth": all_steps[above].worth + 1} for edge, above in step.branches
        ]
        return {
            "vertices": [self.graph.names[vertex] for vertex in step.vertices],
            "loops": [self.graph.edge_name(edge) for edge in step.loops],
            "branches": branches,
            "worth": step.worth,
        }

    def _note(self, step: dict[str, Any]) -> Message:
        """Return the sentence about a step."""
        loops, branches = step["loops"], step["branches"]
        parts = [Message("reduction.note.branch", {**branch, "above": branch["worth"] - 1}) for branch in branches]
        if loops:
            kind = "loops" if len(step["vertices"]) == 1 else "fused"
            about = {"vertices": step["vertices"], "edges": loops, "count": len(loops), "worth": len(loops) % 2}
            parts.insert(0, Message(f"reduction.note.{kind}", about))
        worths = [len(loops) % 2] * bool(loops) + [branch["worth"] for branch in branches]
        total = " ⊕ ".join(map(str, worths)) + (f" = {step['worth']}" if len(worths) > 1 else "")
        kind = "ground" if step["vertices"][0] == "0" else "vertex"
        return Message(f"reduction.note.{kind}", {"vertex": step["vertices"][0], "parts": parts, "total": total})

    def known(self, state: int) -> int:
        """Return the nimber by one walk from the ground.

        All vertices of a step are one vertex, so what each edge on a cycle is worth, 1, may count at either end.
        """
        left = self._flags(state)
        order, low, came_by = _walk(self.ends, left)
        worth = dict.fromkeys(order, 0)
        for vertex in reversed(order):  # a vertex comes before the one that it was reached from
            for other, edge in self.ends[vertex]:
                if left[edge] and edge != came_by[vertex][1] and order[other] <= order[vertex]:
                    worth[vertex] ^= 1
            below = came_by[vertex][0]
            if vertex:
                on_no_cycle = low[vertex] == order[vertex]
                worth[below] ^= worth[vertex] + 1 if on_no_cycle else worth[vertex] ^ 1
        return worth[0]

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`. The options of a tree of any size take one walk.

        A vertex becomes worth n by a cut in one of its branches if that branch becomes worth n xor the other branches.
        If this is 0, the edge of the branch is cut; else the vertex above the edge has to become worth one less.
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
            yield self._cut(state, edge)

    def places(self) -> list[tuple[float, float]]:
        """Return the place of each vertex in a picture: above the ground, in the middle of the vertices on it.

        A vertex is as many rows above the ground as edges away from it, and each vertex without others on it has a
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
        walk, columns = [0], 0
        while walk:
            vertex = walk.pop()
            if not above[vertex]:
                column[vertex] = columns + 0.5
                columns += 1
            walk += reversed(above[vertex])
        for vertex in reversed(order):
            if above[vertex]:
                column[vertex] = (column[above[vertex][0]] + column[above[vertex][-1]]) / 2
        height = max(1, *row.values()) if len(row) > 1 else 1
        return [
            (round(column[vertex] / max(columns, 1), 4), round(0.95 - 0.85 * row[vertex] / height, 4))
            if vertex in row
            else (0.5, 0.95)
            for vertex in range(len(self.ends))
        ]

    def role(self, state: int, vertex: int) -> Role:
        """Return the role of a vertex: the ground, a vertex with an edge, or a vertex that is gone."""
        if vertex == 0:
            return "blocked"
        return "cell" if any(state >> edge & 1 for _, edge in self.ends[vertex]) else "removed"

    def token(self, state: int, vertex: int) -> str:
        """Return the token of a vertex: the ground, a bloom if it has one edge, else a joint."""
        if vertex == 0:
            return "ground"
        left = sum((state >> edge & 1) * (1 + (other == vertex)) for other, edge in self.ends[vertex])
        return "was-joint" if not left else "bloom" if left == 1 else "joint"

    def bows(self, state: int) -> tuple[float, ...]:
        """Return how far each edge is bent: edges between the same vertices differ, and so do loops at a vertex."""
        if not self.graph.several:
            return ()
        lanes: dict[tuple[int, ...], list[int]] = {}
        for edge, ends in enumerate(self.graph.edges):
            lanes.setdefault(tuple(sorted(ends)), []).append(edge)
        places, bow = self.places(), dict[int, float]()
        for (first, second), edges in lanes.items():
            step = min(_APART, _WIDEST / len(edges))
            level = places[first][1] == places[second][1]  # arcs, all above the line: a vertex may lie on it
            for lane, edge in enumerate(edges):
                bend = lane * _NEXT_ARC if level else (lane - (len(edges) - 1) / 2) * step
                bow[edge] = round(1 + lane * _NEXT_LOOP if first == second else bend, 3)
        return tuple(bow[edge] for edge in (*bits(state), *bits(self.full() & ~state)))

    def _flags(self, state: int) -> list[bool]:
        """Return for each edge whether it is left."""
        return [bit == "1" for bit in f"{state:0{len(self.graph.edges)}b}"[::-1]]

    def _tree(self, left: list[bool]) -> dict[int, list[tuple[int, int]]] | None:
        """Return the vertices from the ground on, each with its branches; None if the edges have a cycle.

        A branch is the vertex above and the edge to it.
        """
        above: dict[int, list[tuple[int, int]]] = {0: []}
        waiting = [(0, -1)]
        for vertex, came_by in waiting:
            for other, edge in self.ends[vertex]:
                if left[edge] and edge != came_by:
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


@dataclass(frozen=True)
class Step:
    """Vertices that are fused into one, because no single edge separates them, and the edges on them."""

    vertices: tuple[int, ...]  # the vertex nearest to the ground first
    loops: tuple[int, ...]  # the edges between these vertices
    branches: tuple[tuple[int, int], ...]  # each edge that goes up, with the number of the step that stands on it
    worth: int  # the nim-sum of 1 for each loop, and of one more than the step above for each branch


def steps(ends: Ends, left: Sequence[bool]) -> list[Step]:
    """Return the steps of the graph that is connected to the ground, vertex 0; a step comes after those above it.

    Two vertices are fused if no edge is on all paths between them, so each cycle becomes loops on one vertex. Time:
    linear in the edges.
    """
    order, low, came_by = _walk(ends, left)
    heads = [vertex for vertex in order if low[vertex] == order[vertex]]
    head_of: dict[int, int] = {}
    for vertex in order:  # a vertex comes after the one that it was reached from
        head_of[vertex] = vertex if low[vertex] == order[vertex] else head_of[came_by[vertex][0]]
    members: dict[int, list[int]] = {head: [] for head in heads}
    for vertex, head in head_of.items():
        members[head].append(vertex)
    found: list[Step] = []
    number: dict[int, int] = {}
    for head in reversed(heads):
        inside = {edge for vertex in members[head] for other, edge in ends[vertex]
                  if left[edge] and head_of[other] == head}  # fmt: skip
        branches = [(edge, number[other]) for vertex in members[head] for other, edge in ends[vertex]
                    if left[edge] and head_of[other] == other != head and came_by[other][1] == edge]  # fmt: skip
        worth = len(inside) % 2
        for _, above in branches:
            worth ^= found[above].worth + 1
        number[head] = len(found)
        found.append(Step(tuple(members[head]), tuple(sorted(inside)), tuple(sorted(branches)), worth))
    return found


def _walk(ends: Ends, left: Sequence[bool]) -> tuple[dict[int, int], dict[int, int], dict[int, tuple[int, int]]]:
    """Walk over the graph from the ground, depth first (Tarjan).

    Return three values for each vertex: its number in the walk; the least number that an edge leads to from it or from
    the vertices beyond it; and the vertex and the edge by which it was reached.
    """
    order, low = {0: 0}, {0: 0}
    came_by = {0: (-1, -1)}
    walk = [(0, iter(ends[0]))]
    while walk:
        vertex, rest = walk[-1]
        for other, edge in rest:
            if not left[edge] or edge == came_by[vertex][1]:
                continue
            if other in order:
                low[vertex] = min(low[vertex], order[other])
                continue
            order[other] = low[other] = len(order)
            came_by[other] = vertex, edge
            walk.append((other, iter(ends[other])))
            break
        else:
            walk.pop()
            if walk:
                below = walk[-1][0]
                low[below] = min(low[below], low[vertex])
    return order, low, came_by
