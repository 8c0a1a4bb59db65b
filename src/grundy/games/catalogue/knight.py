"""Knight towards a corner."""

from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

GAME = Game(
    name="knight",
    title="Knight towards a corner",
    rules="Move the white knight two steps towards one side, and one step in either direction along that side.",
    source="Winning Ways, chapter 3, the white knight",
    reader=PieceBoards(steps=((2, 1), (1, 2), (2, -1), (-1, 2)), token="knight"),
    sample="7 7",
    facts=(
        Fact("1 1", "no move", nimber=0),
        Fact("0 2", "by hand: the only move leads to 1 0, which has none", nimber=1),
    ),
)
