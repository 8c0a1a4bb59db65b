"""The game of JSOI 2009 (游戏)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.contests.inputs.reading import Input
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample
from grundy.families.graphs.geography import Geography
from grundy.families.graphs.matching import sometimes_free
from grundy.families.graphs.rules import Graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position


class _Maze(NamedTuple):
    """The open cells in reading order, as row and column from 1, and the numbers of each one's neighbours."""

    cells: list[tuple[int, int]]
    neighbours: list[list[int]]


@dataclass(frozen=True, slots=True)
class _Starts(OldProblem):
    """Asks for all cells on which the piece can be placed so that the other player, who moves first, loses."""

    def answer(self, text: str, *, limits: bool = True, source: str = "input") -> str:
        """Return the word, and the cells in reading order; one matching tells about all of them."""
        maze = _read(Input(text, source, limits=limits))
        free = sometimes_free(maze.neighbours) or ()
        cells = [maze.cells[number] for number in sorted(free)]
        return "\n".join([self.outputs[0], *(f"{row} {column}" for row, column in cells), ""]) if cells else "LOSE\n"


def positions(scan: Input) -> Iterator[Position]:
    """Yield a position for each cell on which the piece can be placed: undirected geography from there."""
    maze = _read(scan)
    edges = [(one, two) for one, others in enumerate(maze.neighbours) for two in others if one < two]
    rules = Geography(Graph(tuple(f"r{row}c{column}" for row, column in maze.cells), tuple(edges)))
    for number in range(len(maze.cells)):
        yield rules((rules.full() ^ 1 << number, number))


def _cell(position: Position) -> str:
    """Return the line of the output about a position: row and column of the piece."""
    rules, (_, token) = position.components[0]
    assert isinstance(rules, Geography)
    row, column = rules.graph.names[token][1:].split("c")
    return f"{row} {column}"


def _read(scan: Input) -> _Maze:
    height, width = scan.size("N", 1, 100), scan.size("M", 1, 100)
    rows = scan.rows(height, width, ".#")
    scan.end()
    cells = [(row, column) for row, line in enumerate(rows, 1) for column, cell in enumerate(line, 1) if cell == "."]
    numbers = {cell: number for number, cell in enumerate(cells)}
    beside = [[(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)] for row, column in cells]
    return _Maze(cells, [[numbers[cell] for cell in some if cell in numbers] for some in beside])


def inputs() -> Inputs[Any]:
    """Return what makes inputs to test programs with."""
    from grundy.contests.stress.mazes import MazeInputs

    return MazeInputs(".#", 100)


PROBLEM = _Starts(
    id="luogu-p4055",
    title="JSOI 2009: Game (游戏)",
    source="JSOI 2009; Luogu P4055, BZOJ 1443",
    game="geography",
    limits="1 <= N, M <= 100",
    positions=positions,
    inputs=inputs,
    outputs=("WIN", "LOSE"),
    samples=(Sample("3 3\n.##\n...\n#.#\n", "WIN\n2 3\n3 2\n"),),
    aliases=("bzoj-1443",),
    named=_cell,
)
