"""Node Kayles and Arc Kayles on any graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import Component, split
from grundy.core.nimbers import nim_sum
from grundy.errors import OverBudgetError
from grundy.games.families.graphs.graph_rules import Graph, GraphRules, bits
from grundy.runtime.messages import Message, Said
from grundy.theory.explain.reductions import Reduction, first_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option, Split
    from grundy.core.solution import Solution

_MOST_PARTS = 12  # of a graph that an explanation names
_MOST_NAMED = 12  # vertices of a part that an explanation names


class KaylesOnGraph(GraphRules):
    """Rules under which a graph is the sum of its connected parts."""

    kind: ClassVar[str] = ""  # of the reduction
    code: ClassVar[str] = ""  # of the heap game that is the same game on a path

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what the parts are worth, before and after a move.

        Parameters of ``reduction.node-kayles`` and ``reduction.arc-kayles``: ``summands``, each with its ``vertices``,
        its ``nimber``, and whether it is a ``path``; ``move``, the first winning move, with the ``parts`` that it
        leaves. ``move`` is null if no move wins, or if the values of its parts are beyond the budget.
        """
        parts = [self._part(part, solution) for part in self.components(state)]
        notes = list(first_of([self._note(part) for part in parts], _MOST_PARTS))
        if 1 < len(parts) <= _MOST_PARTS:
            notes.append(_xor(parts))
        alone = len(solution.component_values) == 1  # in a sum, other moves win
        option = next(iter(self.moves_worth(state, 0)), None) if alone else None
        move = None
        if option is not None:
            try:
                after = [self._part(part, solution) for part in self.components(option.components[0].state)]
            except OverBudgetError:
                after = []
            if 0 < len(after) <= _MOST_PARTS:
                move = {"move": str(option.move), "parts": after}
                said = Said(str(option.move), self.move_in_words(state, option))
                note = Message("reduction.note.kayles-move", {"move": said})
                notes += [note, *map(self._note, after), *([_xor(after)] if len(after) > 1 else [])]
        return Reduction(self.kind, {"summands": parts, "move": move}, tuple(notes))

    def _part(self, part: int, solution: Solution) -> dict[str, Any]:
        """Return the names of a connected part, its nimber, and whether it is a path."""
        degrees = [(self.graph.neighbours[vertex] & part).bit_count() for vertex in bits(part)]
        path = max(degrees) < 3 and sum(degrees) == 2 * len(degrees) - 2  # a tree without forks
        names = [self.graph.names[vertex] for vertex in bits(part)]
        return {"vertices": names, "nimber": solution.nimber_of(Component(self, part)), "path": path}

    def _note(self, part: dict[str, Any]) -> Message:
        """Return the sentence that says what a part is worth."""
        names = part["vertices"]
        about = {"size": len(names), "code": self.code, "nimber": part["nimber"]}
        shown = [*names[:_MOST_NAMED], *["..."] * (len(names) > _MOST_NAMED)]
        return Message(f"reduction.note.kayles-{'path' if part['path'] else 'part'}", {"vertices": shown, **about})


def _xor(parts: list[dict[str, Any]]) -> Message:
    """Return the nim-sum of the parts, as a sentence."""
    nimbers = [part["nimber"] for part in parts]
    return Message("reduction.note.xor", {"xor": " ⊕ ".join(map(str, nimbers)), "nimber": nim_sum(*nimbers)})


@dataclass(frozen=True)
class NodeKayles(KaylesOnGraph):
    """Take a vertex with all its neighbours. A state is the set of vertices that are left.

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
        """Say which vertices are taken."""
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
    """Take an edge with its two ends and all other edges there. A state is the set of vertices that are left.

    On a path it is the game of taking two neighbouring pins, octal 0.07; on a grid it is Cram. Source: Schaefer (1978).

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
        """Yield the connected parts of at least two vertices."""
        return (part for part in self.parts(state) if part & part - 1)
