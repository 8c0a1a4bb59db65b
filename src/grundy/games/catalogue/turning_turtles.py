"""Turning Turtles."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Winning Ways, chapter 14: head n is worth n"

GAME = Game(
    name="turning-turtles",
    title="Turning Turtles",
    rules="Turn one or two coins of a row; the last of them goes from heads to tails.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, across=TurnRule("1-2"), game="turning-turtles"),
        "a row of H (heads) and T (tails); a move is the coins that it turns, the last one first",
        (1, 60),
        single=True,
    ),
    sample="HTH + HTH + H",
    facts=(
        Fact("HHH", _SOURCE, nimber=0),
        Fact("TTTTTTTH", _SOURCE, nimber=8),
    ),
)
