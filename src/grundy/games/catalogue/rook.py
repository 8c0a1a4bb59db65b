"""Rook towards a corner."""

from grundy.games.families.pieces.piece_rules import Slide
from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

GAME = Game(
    name="rook",
    title="Rook towards a corner",
    rules="Move the rook towards the corner: along a row or a column, as far as you like.",
    source="Winning Ways, chapter 3",
    reader=PieceBoards(steps=(), slides=(Slide(1, 0), Slide(0, 1)), token="rook"),
    sample="@..#...\n#......\n.#.#...\n.......\n.......",
    facts=(
        Fact("5 7", "nim with heaps of 5 and 7", nimber=2),
        Fact("6 6", "nim with equal heaps", outcome="P"),
    ),
)
