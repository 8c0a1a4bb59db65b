"""Turning Corners."""

from grundy.games.families.grids.coins import CoinProduct, TurnRule
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Winning Ways, chapter 14: the nim-product (ONAG, chapter 6) of row and column, from 0"

GAME = Game(
    name="turning-corners",
    title="Turning Corners",
    rules="Turn the coins at the four corners of a rectangle; the one below and to the right goes from heads to tails.",
    source=_SOURCE,
    reader=LetterGrids(
        CoinProduct(1, 1, TurnRule("2"), TurnRule("2"), "turning-corners"),
        "rows of H (heads) and T (tails); a move is the rows and the columns that it turns",
        (8, 8),
    ),
    sample="TTT\nTTT\nTTH\n+\nTTT\nTHT\nTTH",
    facts=(
        Fact("TTT\nTTT\nTTH", _SOURCE, nimber=3),
        Fact("TTTT\nTTTT\nTTTH", _SOURCE, nimber=1),
        Fact("HHH", "by hand: a rectangle needs two rows", nimber=0),
    ),
)
