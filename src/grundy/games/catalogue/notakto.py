"""Notakto."""

from grundy.games.families.grids.notakto import Notakto
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Plambeck and Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe (2013)"

GAME = Game(
    name="notakto",
    title="Notakto",
    rules="Mark a free cell, but never complete three marks in a row; whoever cannot mark loses.",
    source=_SOURCE,
    reader=LetterGrids(Notakto(1, 1), "rows of . (free) and X (marked); a move is a row and a column", (4, 4)),
    sample="X...\n....\n....\n...X",
    facts=(
        Fact("...\n...\n...", f"{_SOURCE}: the first player wins, in the middle", outcome="N"),
        Fact("...\n.X.\n...", _SOURCE, outcome="P"),
        Fact("..\n..", "by hand: all four cells are marked", nimber=0),
    ),
)
