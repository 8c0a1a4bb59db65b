"""Node Kayles and Arc Kayles on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import Component, split
from grundy.errors import OverBudgetError
from grundy.explain.reasons import Reduction, first_of
from grundy.families.graphs.graph_rules import Graph, GraphRules, bits
from grundy.messages import Message
from grundy.nimbers import nim_sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.solution import Solution

_MOST_PARTS = 12  # of an explanation
_MOST_NAMED = 12  # vertices of a part


class KaylesOnGraph(GraphRules):
    """Rules under which the parts of a graph that are not connected are a sum."""

    kind: ClassVar[str] = ""  # of the reduction
    code: ClassVar[str] = ""  # of the heap game that is played on a path

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what the parts are worth, before and after a move.

        Parameters of ``reduction.node-kayles`` and ``reduction.arc-kayles``: ``summands``, each with its ``vertices``,
        its ``nimber``, and whether it is a ``path``; ``move``, the first winning one, with the ``parts`` that it
        leaves, null where there is none, or where it takes much work.
        """
        parts = [self._part(part, solution) for part in self.components(state)]
        notes = list(first_of([self._note(part) for part in parts], _MOST_PARTS))
        if 1 < len(parts) <= _MOST_PARTS:
            notes.append(_xor(parts))
        option = next(iter(self.moves_worth(state, 0)), None)
        move = None
        if option is not None:
            try:
                after = [self._part(part, solution) for part in self.components(option.components[0].state)]
            except OverBudgetError:
                after = []
            if 0 < len(after) <= _MOST_PARTS:
                move = {"move": str(option.move), "parts": after}
                told = Message("reduction.note.kayles-move", {"move": str(option.move)})
                notes += [told, *map(self._note, after), *([_xor(after)] if len(after) > 1 else [])]
        return Reduction(self.kind, {"summands": parts, "move": move}, tuple(notes))

    def _part(self, part: int, solution: Solution) -> dict[str, Any]:
        """Say what a connected part is, and what it is worth."""
        degrees = [(self.graph.neighbours[vertex] & part).bit_count() for vertex in bits(part)]
        path = max(degrees) < 3 and sum(degrees) == 2 * len(degrees) - 2  # a tree without forks
        names = [self.graph.names[vertex] for vertex in bits(part)]
        return {"vertices": names, "nimber": solution.nimber_of(Component(self, part)), "path": path}

    def _note(self, part: dict[str, Any]) -> Message:
        """Say what a part is worth."""
        names = part["vertices"]
        about = {"size": len(names), "code": self.code, "nimber": part["nimber"]}
        shown = [*names[:_MOST_NAMED], *["..."] * (len(names) > _MOST_NAMED)]
        return Message(f"reduction.note.kayles-{'path' if part['path'] else 'part'}", {"vertices": shown, **about})


def _xor(parts: list[dict[str, Any]]) -> Message:
    """Add up the parts."""
    nimbers = [part["nimber"] for part in parts]
    return Message("reduction.note.xor", {"xor": " xor ".join(map(str, nimbers)), "nimber": nim_sum(*nimbers)})


@dataclass(frozen=True)
class NodeKayles(KaylesOnGraph):
    """Take a vertex, and all its neighbours go with it. A state is the set of vertices that are left.

    On a path it is Dawson's Kayles. Source: Schaefer, On the complexity of some two-person perfect-information
    games (1978).

    >>> NodeKayles(Graph.read("1-2 2-3 3-4".split())[0])(0b1111).nimber
    0
    """

    graph: Graph
    name = "node-kayles"
    most_compiled = 64
    kind = "reduction.node-kayles"
    code = "0.137"

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which vertices go."""
        taken = state & ~option.components[0].state
        names = [self.graph.names[vertex] for vertex in bits(taken) if self.graph.names[vertex] != str(option.move)]
        kind = "take-near" if names else "take-vertex"
        return Message(f"reduction.said.{kind}", {"vertex": str(option.move), "near": names})

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each vertex."""
        for vertex in bits(state):
            left = state & ~(self.graph.neighbours[vertex] | 1 << vertex)
            yield split(left, move=self.graph.vertex_name(vertex))

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts."""
        return self.parts(state)


@dataclass(frozen=True)
class ArcKayles(KaylesOnGraph):
    """Take an edge, with both of its ends and all other edges there. A state is the set of vertices that are left.

    On a path it is Kayles with two pins at a time, octal 0.07; on a grid, Cram. Source: Schaefer (1978).

    >>> ArcKayles(Graph.read("1-2 2-3 3-4 4-5".split())[0])(0b11111).nimber
    0
    """

    graph: Graph
    name = "arc-kayles"
    most_compiled = 64
    kind = "reduction.arc-kayles"
    code = "0.07"
    tokens: ClassVar[dict[str, str]] = {"cell": "dot", "removed": "vertex-gone"}

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each edge."""
        for number, ends in enumerate(self.graph.ends):
            if state & ends == ends:
                yield split(state ^ ends, move=self.graph.edge_name(number))

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which edge is taken."""
        del state
        return Message("reduction.said.take-edge", {"edge": str(option.move)})

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts of two vertices and more."""
        return (part for part in self.parts(state) if part & part - 1)
