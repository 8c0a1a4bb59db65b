"""Grid Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy import games
from grundy.contests import Each, Index, Int, Let, Line, Problem, Promise, Rows, Sample, Words
from grundy.core.position import Position
from grundy.games.notations.piece_boards import PieceBoards, grid_of

if TYPE_CHECKING:
    from grundy.games.families.pieces.piece_rules import PieceBoard


def piece(grid: PieceBoard, K: int, x: int, y: int) -> Position:
    """Return the position of a query. All queries share the board."""
    reader = games.find("grid-game").reader
    if not isinstance(reader, PieceBoards):
        message = "grid-game is not played on a board"
        raise TypeError(message)
    return Position([reader.term("grid-game", grid, (x - 1, y - 1), K)])


def all_reach(board: tuple[str, ...], K: int) -> bool:
    """Return whether the last cell is open, and can be reached from each open cell."""
    height, width = len(board), len(board[0])
    if board[-1][-1] != ".":
        return False
    reaching = {(height - 1, width - 1)}
    nearest = {height - width: height - 1}  # for each diagonal the highest row with a cell that reaches the last one
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            diagonal = nearest.get(row - column, height + K) - row <= K
            beside = (row + 1, column) in reaching or (row, column + 1) in reaching
            if board[row][column] == "." and (diagonal or beside):
                reaching.add((row, column))
            if (row, column) in reaching:
                nearest[row - column] = row
    return len(reaching) == sum(row.count(".") for row in board)


PROBLEM = Problem(
    title="Grid Game (격자 게임)",
    source="KOI 2023",
    game="grid-game",
    input=(
        Line(Int("N", 2, 300), Int("M", 2, 300), Int("K", 0, "min(N, M) - 1")),
        Rows("board", "N", "M", ".#"),
        Promise("the last cell is open, and can be reached from each open cell", all_reach, checked=False),
        Let("grid", lambda board: grid_of(board)),
        Each(
            Int("Q", 1, 300),
            Line(Index("x", "N"), Index("y", "M")),
            Promise("the cell of a query is open", "board[x - 1][y - 1] == '.'"),
            Promise("no query is about the last cell", "(x, y) != (N, M)", checked=False),
        ),
    ),
    position=piece,
    output=Words("First", "Second"),
    samples=(
        Sample("2 2 1\n..\n..\n1\n1 1\n", "First\n"),
        Sample("2 2 0\n.#\n..\n2\n1 1\n2 1\n", "Second\nFirst\n"),
        Sample("3 4 0\n....\n.#..\n....\n1\n3 2\n", "Second\n"),
    ),
)
