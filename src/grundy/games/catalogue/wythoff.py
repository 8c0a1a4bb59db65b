"""Wythoff's game."""

from grundy.games.families.pieces.piece_rules import Slide
from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

GAME = Game(
    name="wythoff",
    title="Wythoff's game",
    rules="Move the queen towards the corner: along a row, a column or a diagonal, as far as you like.",
    source="Wythoff, A modification of the game of nim (1907)",
    reader=PieceBoards(steps=(), slides=(Slide(1, 0), Slide(0, 1), Slide(1, 1)), token="queen"),
    sample="@..#.#.\n.#.....\n...#...\n#......\n#......",
    facts=(
        Fact("1 2", "Wythoff (1907)", outcome="P"),
        Fact("4 7", "Wythoff (1907)", outcome="P"),
        Fact("2 3", "OEIS A004481", nimber=5),
        Fact("1 6", "OEIS A004481", nimber=7),
    ),
)
