"""Toppling Dominoes."""

from grundy.games.families.grids.toppling import Toppling
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Fink, Nowakowski, Siegel and Wolfe, Toppling Conjectures (2015), after Lessons in Play; here both topple all"

GAME = Game(
    name="toppling-dominoes",
    title="Toppling Dominoes",
    rules="Topple a domino of a row to one side, and with it all up to the next gap.",
    source=_SOURCE,
    reader=LetterGrids(
        Toppling(1, 1),
        "a row of | (a domino) and . (a gap); a move is the number of a domino and a side",
        (1, 60),
        single=True,
        largest=12,
    ),
    sample="|.|||.|.|||.|",
    facts=(
        Fact("|||||", "by hand: n dominoes in a row are a heap of n", nimber=5),
        Fact("|||.|||||", "by hand: 3 and 5", nimber=6),
    ),
)
