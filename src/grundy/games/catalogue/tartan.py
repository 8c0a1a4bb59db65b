"""Tartan games."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "the Tartan theorem; Winning Ways, chapter 14"

GAME = Game(
    name="tartan",
    title="Tartan games",
    rules="Turn the coins in the rows of a move of one game and the columns of one of another; the last was heads.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, TurnRule("1-2"), TurnRule("1-3"), "tartan"),
        "two codes, such as 1-2x1-3, then rows of H (heads) and T (tails); a move is rows and columns",
        (6, 6),
    ),
    sample="/0/0.1x/0/0.1\nTHTH\nHTTT\nTHTH",
    facts=(
        Fact("1-2x1-2\nTT\nTH", f"{_SOURCE}: 2 times 2", nimber=3),
        Fact("2x2\nTTT\nTTT\nTTH", f"{_SOURCE}: Turning Corners", nimber=3),
        Fact("1-2xrun\nTTTT\nTTTT\nTTTH", f"{_SOURCE}: 3 times 4", nimber=12),
    ),
)
