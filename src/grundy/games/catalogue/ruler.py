"""Ruler."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Winning Ways, chapter 14: the largest power of 2 that divides n, OEIS A006519"

GAME = Game(
    name="ruler",
    title="Ruler",
    rules="Turn any number of neighbouring coins of a row; the last of them goes from heads to tails.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, across=TurnRule("run"), game="ruler"),
        "a row of H (heads) and T (tails); a move is the coins that it turns, the last one first",
        (1, 60),
        single=True,
    ),
    sample="HTH + HTH + HTH + H",
    facts=(
        Fact("TTTH", _SOURCE, nimber=4),
        Fact("TTTTTH", _SOURCE, nimber=2),
        Fact("HHH", _SOURCE, nimber=2),
    ),
)
