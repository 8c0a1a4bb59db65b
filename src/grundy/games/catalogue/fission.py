"""Fission."""

from grundy.games.families.grids.fission import Fission
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "CGSuite (Siegel), ruleset Fission, where one player has the columns and the other one the rows"

GAME = Game(
    name="fission",
    title="Fission",
    rules="Replace a stone by two on the free cells at both sides of it: left and right, or above and below.",
    source=_SOURCE,
    reader=LetterGrids(Fission(1, 1), "rows of o (a stone) and . (free); a move is a cell and a way", (5, 6)),
    sample="......\n.o....\n..o.o.",
    facts=(
        Fact(".o.", "by hand: one move is made", nimber=1),
        Fact("..o..", "by hand: two moves are made", nimber=0),
        Fact("...\n.o.\n...", "by hand: one move is made, either way", nimber=1),
    ),
)
