"""The game graph of a small position: all positions that play can reach, and the moves between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import progress
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from grundy.core.choices import Choice
    from grundy.core.position import Position

__all__ = ["Edge", "GameGraph", "game_graph"]

_STYLES = {"P": ", style=filled", "D": ", style=dashed"}
OVER = -1  # the number for the end of the whole game, after a move that ends it at once


class Edge(NamedTuple):
    """The moves from one position to another, both as numbers; `after` is -1 if the moves end the whole game."""

    before: int
    after: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class GameGraph:
    """All positions that play from a start reaches, without duplicates, and the moves between them.

    Positions are numbered in breadth-first order; the start is 0. Sums of the same components in another order are the
    same position.
    """

    positions: tuple[Position, ...]
    edges: tuple[Edge, ...]

    def networkx(self) -> Any:
        """Return a ``networkx.DiGraph``: nodes with ``position``, ``outcome`` and ``value``, edges with ``moves``.

        Raises `MissingPackageError` without networkx.
        """
        require("networkx", Message("what.game-graph"))
        import networkx as nx

        graph = nx.DiGraph()
        for number, position in enumerate(self.positions):
            graph.add_node(number, position=str(position), outcome=str(position.outcome), value=str(position.value))
        for before, after, moves in self.edges:
            graph.add_edge(before, after, moves=list(moves))
        return graph

    def dot(self) -> str:
        r"""Return the graph in the language DOT, for Graphviz: P-positions are filled, D-positions dashed.

        Edges carry their moves.

        >>> import grundy
        >>> print(grundy.games.nim(1).graph().dot())
        digraph {
          node [shape=box, fontname=monospace];
          0 [label="nim 1\nN 1"];
          1 [label="nim 0\nP 0", style=filled];
          0 -> 1 [label="1 -> 0"];
        }
        """
        return "\n".join(["digraph {", "  node [shape=box, fontname=monospace];", *self._nodes(), *self._arrows(), "}"])

    def data(self) -> dict[str, Any]:
        """Return the graph as data for JSON."""
        return {
            "positions": [
                {"position": str(position), "outcome": str(position.outcome), "value": str(position.value)}
                for position in self.positions
            ],
            "edges": [edge._asdict() for edge in self.edges],
        }

    def _nodes(self) -> Iterator[str]:
        for number, position in enumerate(self.positions):
            text = _quoted(f"{position}\n{position.outcome} {position.value}")
            yield f"  {number} [label={text}{_STYLES.get(str(position.outcome), '')}];"
        if any(edge.after == OVER for edge in self.edges):
            yield f"  {OVER} [label={_quoted('the game is over')}, shape=plain];"

    def _arrows(self) -> Iterator[str]:
        for before, after, moves in self.edges:
            yield f"  {before} -> {after} [label={_quoted(', '.join(moves))}];"


def game_graph(position: Position, most: int) -> GameGraph:
    """Return the game graph of a position; see `Position.graph`."""
    if type(most) is not int or most < 1:
        raise RulesetError("error.limit", least=1, name="most", found=repr(most))
    numbers = {_identity(position): 0}
    positions = [position]
    edges: dict[tuple[int, int], list[str]] = {}
    moves_seen = 0
    for before, here in enumerate(positions):
        for choice in here.choices():
            progress.check_cancelled()
            if choice.option.again:
                raise RulesetError("error.again", name=choice.component.ruleset.name, what=Message("again.graph"))
            after = OVER if choice.option.ends else _numbered(choice, numbers, positions)
            edges.setdefault((before, after), []).append(choice.move)
            if len(positions) > most:
                raise OverBudgetError(Message("what.game-graph"), len(positions), most, "positions")
            moves_seen += 1
        progress.report(moves_seen, None)
    return GameGraph(tuple(positions), tuple(Edge(*ends, tuple(moves)) for ends, moves in edges.items()))


def _numbered(choice: Choice, numbers: dict[Hashable, int], positions: list[Position]) -> int:
    """Return the number of the position after a choice; a new position is added to `positions`."""
    number = numbers.setdefault(_identity(choice.after), len(positions))
    if number == len(positions):
        positions.append(choice.after)
    return number


def _identity(position: Position) -> Hashable:
    return frozenset(Counter(position.components).items())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
