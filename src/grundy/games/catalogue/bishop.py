"""Bishop towards a corner."""

from grundy.games.families.pieces.piece_rules import Slide
from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

GAME = Game(
    name="bishop",
    title="Bishop towards a corner",
    rules="Move the bishop diagonally towards the corner, as far as you like.",
    source="Winning Ways, chapter 3",
    reader=PieceBoards(steps=(), slides=(Slide(1, 1),), token="bishop"),
    sample="1 2 + 1 3 + 1 4 + 3 3 + 3 4",
    facts=(
        Fact("5 7", "nim with one heap of the smaller distance", nimber=5),
        Fact("0 9", "no move", nimber=0),
    ),
)
