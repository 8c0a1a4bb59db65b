"""The pictures of the documents: writes docs/pictures/*.svg anew. A test keeps the two in step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import grundy
from grundy import games
from grundy.core.scenes import table
from grundy.drawing import game_graphs
from grundy.drawing.svg import draw, draw_position
from grundy.games.families.cutting import board as cutting
from grundy.games.notations.piece_boards import PieceBoards
from grundy.runtime.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position
    from grundy.games import Game

FOLDER = Path(__file__).parent / "pictures"

README_BOARD = """
X....
...X.
.....
.....
"""
BOARD = """
.......X..X....
..X...X....XX.X
.X........X..XX
.....X.....XX..
X..........X...
.X..X.......X..
...X..X........
.X.....X......X
........X...XX.
..X............
..........X...X
"""
DIAGONAL = """
LXRXRLXRXX
XXLXRLXRLR
LRXXLXRRLL
LXLXXLRXXL
XRXLXRXRLR
XRRRXRLRLX
LRXXRXLRLX
"""
GRID_GAME = """
K=6
@.....#...
.#....#...
..#......#
....#.....
.#......#.
...#......
.....#....
"""
SUM = """
wall-making
X..
...
+
kayles 5 7
+
wythoff 3 4
"""
HACKENBUSH = "0-1 1-2 1-3 3-4 0-5 0-5 5-6 6-6"
_NUMBERS = (
    ("wythoff", games.find("wythoff"), (12, 18)),
    ("kayles", games.find("kayles"), (10, 8)),
    ("twenty-nim", games.find("nim"), (3, 4, 5)),
    ("twenty-wythoff", games.find("wythoff"), (6, 8)),
)


def positions() -> dict[str, tuple[Game, Position]]:
    """Return the positions that are drawn, by the names of their pictures; in the built documents each is played."""
    wall = games.find("wall-making")
    drawn = [
        ("front", wall, wall("X..X.\nX....\n.....")),
        ("wall-making", wall, wall(README_BOARD)),
        ("wall-making-play", wall, wall(BOARD).play("r4c5").play("r7c11")),
        ("twenty-wall", wall, wall("X..\n...")),
        ("sum", wall, games.parse(SUM)),
        *((name, game, game(*sizes)) for name, game, sizes in _NUMBERS),
        ("diagonal", games.find("diagonal"), games.find("diagonal")(DIAGONAL).play("r4c4").play("r3c8")),
        ("grid-game", games.find("grid-game"), games.find("grid-game")(GRID_GAME)),
        ("polygon", games.find("polygon"), games.find("polygon")("16 1-5 9-12")),
        ("cram", games.find("cram"), games.find("cram")("....\n....\n....")),
        ("hackenbush", games.find("green-hackenbush"), games.find("green-hackenbush")(HACKENBUSH)),
    ]
    return {name: (game, position) for name, game, position in drawn}


def pictures() -> dict[str, str]:
    """Return the text of each picture by its name."""
    return {
        **{name: draw_position(position) for name, (_, position) in positions().items()},
        "wythoff-table": wythoff_table(100),
        "empty-boards": empty_boards(20),
        "empty-boards-100": empty_boards(100),
        "nim-addition": nim_addition(8),
        "nim-product": nim_product(16),
        "stairs": game_graphs.picture(stairs(2).graph()),
        "graph": game_graphs.picture(games.find("kayles")(6).graph()),
    }


def empty_boards(side: int) -> str:
    """Draw the nimbers of all boards of Wall Making without a mark, up to side x side."""
    shows = "the nimber of an empty board of so many rows and columns"
    return draw(table(cutting.empty_boards(side, side), shows=shows), title="Wall Making on empty boards")


def nim_addition(size: int) -> str:
    """Draw the sums of two heaps of nim of less than `size` tokens."""
    values = [[row ^ column for column in range(size)] for row in range(size)]
    return draw(
        table(values, shows="the nimber of two heaps of nim, of so many tokens"), title="Adding without carrying"
    )


def nim_product(size: int) -> str:
    """Draw the nim-products of the numbers below `size`."""
    values = [[grundy.nim_product(row, column) for column in range(size)] for row in range(size)]
    return draw(table(values, shows="the nim-product of two numbers"), title="Multiplying nimbers")


@grundy.ruleset(loopy=True, sample="2")
def stairs(step: int) -> Iterator[int]:
    """One step down to the street, or up to the landing."""
    if step:
        yield step - 1
        yield min(step + 1, 4)


def wythoff_table(side: int) -> str:
    """Draw the nimbers of Wythoff's game up to distances side and side."""
    reader = games.find("wythoff").reader
    if not isinstance(reader, PieceBoards):
        raise TypeError(reader)
    queen = reader.quadrant()
    queen.nimber((side, side))
    values = [[queen.nimber((row, column)) for column in range(side + 1)] for row in range(side + 1)]
    return draw(table(values, shows="the nimber of a queen so far from the corner"), title="Wythoff's game")


def main() -> None:
    """Write the files."""
    for name, text in pictures().items():
        write_atomic(FOLDER / f"{name}.svg", text.encode())


if __name__ == "__main__":
    main()
