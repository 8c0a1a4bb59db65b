"""Grid Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy import games
from grundy.contests import Each, Index, Int, Let, Line, Problem, Promise, Rows, Sample, Words
from grundy.core.position import Position
from grundy.games.notations.piece_boards import PieceBoards, grid_of
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.games.families.pieces.piece_rules import PieceBoard


def piece(grid: PieceBoard, K: int, x: int, y: int) -> Position:
    """Return the position of a query. All queries share the board."""
    reader = games.find("grid-game").reader
    if not isinstance(reader, PieceBoards):
        message = "grid-game is not played on a board"
        raise TypeError(message)
    return Position([reader.term("grid-game", grid, (x - 1, y - 1), K)])


def all_reach(board: tuple[str, ...], K: int) -> bool | Message:
    """Return whether the last cell is open, and can be reached from each open cell; else what breaks that.

    It can where no other open cell is a dead end, because each move leads closer to it.
    """
    height, width = len(board), len(board[0])
    if board[-1][-1] != ".":
        return Message("found.blocked-cell", {"row": height, "column": width})
    nearest = [height + K] * (height + width)  # for each diagonal the highest row with an open cell, from below
    nearest[height] = height - 1  # the last cell
    below = "#" * width
    for row in reversed(range(height)):
        cells = board[row]
        for column in reversed(range(width)):
            if cells[column] == ".":
                diagonal = row - column + width
                if below[column] != "." and cells[column + 1 : column + 2] != "." and nearest[diagonal] - row > K:
                    return Message("found.cell-without-way", {"row": row + 1, "column": column + 1})
                nearest[diagonal] = row
        below = cells
    return True


def is_open(board: tuple[str, ...], x: int, y: int) -> bool | Message:
    """Return whether the cell of a query is open; else what breaks that."""
    return board[x - 1][y - 1] == "." or Message("found.blocked-query", {"row": x, "column": y})


def is_before(N: int, M: int, x: int, y: int) -> bool | Message:
    """Return whether the cell of a query is not the last one; else what breaks that."""
    return (x, y) != (N, M) or Message("found.last-query", {"row": x, "column": y})


PROBLEM = Problem(
    title="Grid Game (격자 게임)",
    source="KOI 2023",
    game="grid-game",
    input=(
        Line(Int("N", 2, 300), Int("M", 2, 300), Int("K", 0, "min(N, M) - 1")),
        Rows("board", "N", "M", ".#"),
        Promise(Message("promise.goal"), all_reach),
        Let("grid", lambda board: grid_of(board)),
        Each(
            Int("Q", 1, 300),
            Line(Index("x", "N"), Index("y", "M")),
            Promise(Message("promise.open"), is_open),
            Promise(Message("promise.before"), is_before),
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
