"""The game of JSOI 2009 (游戏)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grundy.contests import Int, Let, Line, Names, Problem, Rows, Sample
from grundy.games.families.graphs.geography import Geography
from grundy.games.families.graphs.graph_rules import Graph
from grundy.games.families.graphs.matching import sometimes_free

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.core.position import Position


class Maze(NamedTuple):
    """The open cells in reading order, as row and column from 1, and for each cell the numbers of its neighbours."""

    cells: list[tuple[int, int]]
    neighbours: list[list[int]]


def maze_of(board: tuple[str, ...]) -> Maze:
    """Return the maze of a board."""
    cells = [(row, column) for row, line in enumerate(board, 1) for column, cell in enumerate(line, 1) if cell == "."]
    numbers = {cell: number for number, cell in enumerate(cells)}
    beside = [[(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)] for row, column in cells]
    return Maze(cells, [[numbers[cell] for cell in some if cell in numbers] for some in beside])


def starts(maze: Maze) -> Iterator[Position]:
    """Yield a position for each cell on which the piece can be placed: undirected geography from there."""
    edges = [(one, two) for one, others in enumerate(maze.neighbours) for two in others if one < two]
    rules = Geography(Graph(tuple(f"r{row}c{column}" for row, column in maze.cells), tuple(edges)))
    for number in range(len(maze.cells)):
        yield rules((rules.full() ^ 1 << number, number))


def wins(asked: Sequence[Scope]) -> list[list[bool]]:
    """Say for each start whether the first player wins. One matching gives the answers for all starts."""
    mazes = [one["maze"] for one in asked]
    free = [frozenset(sometimes_free(maze.neighbours) or ()) for maze in mazes]
    return [[number not in some for number in range(len(maze.cells))] for maze, some in zip(mazes, free, strict=True)]


def cell(maze: Maze, place: int) -> str:
    """Return the line of the output for a start: row and column of the piece."""
    return "{} {}".format(*maze.cells[place])


PROBLEM = Problem(
    title="JSOI 2009: Game (游戏)",
    source="JSOI 2009; Luogu P4055, BZOJ 1443",
    game="geography",
    input=(Line(Int("N", 1, 100), Int("M", 1, 100)), Rows("board", "N", "M", ".#"), Let("maze", maze_of)),
    position=starts,
    values=wins,
    output=Names("WIN", "LOSE", name=cell),
    samples=(Sample("3 3\n.##\n...\n#.#\n", "WIN\n2 3\n3 2\n"),),
    aliases=("bzoj-1443",),
)
