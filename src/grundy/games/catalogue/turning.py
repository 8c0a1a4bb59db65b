"""Coin turning by a code."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Winning Ways, chapter 14"

GAME = Game(
    name="turning",
    title="Coin turning by a code",
    rules="Turn the coins of a row that a code allows; the last of them goes from heads to tails.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, across=TurnRule("1-5"), game="turning"),
        "a code (1-5, run or /0/0.1.2), then a row of H (heads) and T (tails); a move is the coins that it turns",
        (1, 24),
        single=True,
    ),
    sample="/0/0.1 THHHHHH",
    facts=(
        Fact("1-5 TTTTTH", f"{_SOURCE}: Moebius", nimber=31),
        Fact("1-3 TTTH", f"{_SOURCE}: Mock Turtles", nimber=7),
        Fact("3 TTTTTH", f"{_SOURCE}: Triplets, Mock Turtles two coins later", nimber=7),
        Fact(
            "/0/0.1/0.2/0.3 TTTTH", "Turn one coin, and perhaps one near it: subtraction of 1 to 3, by hand", nimber=1
        ),
    ),
)
