"""Impartial Clobber."""

from grundy.games.families.grids.clobber import Clobber
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005), where each player has a colour"

GAME = Game(
    name="clobber",
    title="Impartial Clobber",
    rules="Move any piece onto a neighbouring one of the other colour, which is taken.",
    source=_SOURCE,
    reader=LetterGrids(
        Clobber(1, 1), "rows of x, o and . (empty); a move is a cell and a direction", (3, 6), largest=8
    ),
    sample="xxoxox\noooxoo",
    facts=(
        Fact("xo", "by hand: one move is made", nimber=1),
        Fact("xxo", "by hand: the moves leave x.o, xo and x.x", nimber=2),
        Fact("xo\nox", "by hand", nimber=0),
    ),
)
