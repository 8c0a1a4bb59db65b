"""Grid Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample
from grundy.core.position import Position
from grundy.games.notations.piece_boards import PieceBoards, grid_of
from grundy.messages import Message

if TYPE_CHECKING:
    from grundy.contests.inputs.reading import Input
    from grundy.contests.stress.inputs import Inputs
    from grundy.families.pieces.rules import Grid


def positions(scan: Input) -> list[Position]:
    """Ask every query from one board. Cells without a way to the goal count as they are."""
    height = scan.size("N", 2, 300)
    width = scan.size("M", 2, 300)
    limit = scan.size("K", 0, min(height, width) - 1)
    rows = scan.rows(height, width, ".#")
    grid = grid_of(rows)
    queries = [_query(scan, grid) for _ in range(scan.size("Q", 1, 300))]
    scan.end()
    reader = games.find("grid-game").reader
    if not isinstance(reader, PieceBoards):
        message = "grid-game is not played on a board"
        raise TypeError(message)
    return [Position([reader.term("grid-game", grid, place, limit)]) for place in queries]


def grid_inputs() -> Inputs[Any]:
    """Return what makes inputs to test programs with."""
    from grundy.contests.stress.grids import GridInputs

    return GridInputs(300)


def _query(scan: Input, grid: Grid) -> tuple[int, int]:
    row = scan.integer(Message("expected.x-row"), 1, grid.height)
    column = scan.take(Message("expected.y-column"))
    place = (row - 1, scan.as_integer(column, Message("expected.y-column"), 1, grid.width) - 1)
    if not grid.is_open(*place):
        found = Message("found.blocked", {"row": place[0] + 1, "column": place[1] + 1})
        raise scan.error(Message("expected.open-cell"), column, found)
    return place


PROBLEM = OldProblem(
    id="boj-28218",
    title="Grid Game (격자 게임)",
    source="KOI 2023",
    game="grid-game",
    limits="2 <= N, M <= 300; 0 <= K <= min(N, M) - 1; 1 <= Q <= 300",
    positions=positions,
    inputs=grid_inputs,
    outputs=("First", "Second"),
    samples=(
        Sample("2 2 1\n..\n..\n1\n1 1\n", "First\n"),
        Sample("2 2 0\n.#\n..\n2\n1 1\n2 1\n", "Second\nFirst\n"),
        Sample("3 4 0\n....\n.#..\n....\n1\n3 2\n", "Second\n"),
    ),
)
