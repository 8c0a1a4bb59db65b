"""Mock Turtles."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Winning Ways, chapter 14: the odious numbers, OEIS A000069"

GAME = Game(
    name="mock-turtles",
    title="Mock Turtles",
    rules="Turn up to three coins of a row; the last of them goes from heads to tails.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, across=TurnRule("1-3"), game="mock-turtles"),
        "a row of H (heads) and T (tails); a move is the coins that it turns, the last one first",
        (1, 60),
        single=True,
    ),
    sample="HH + HH + H + H + H",
    facts=(
        Fact("H", _SOURCE, nimber=1),
        Fact("TTTTTTH", _SOURCE, nimber=13),
        Fact("HHTTTTTTH", _SOURCE, nimber=1 ^ 2 ^ 16),
    ),
)
