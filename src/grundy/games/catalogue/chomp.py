"""Chomp."""

from grundy.games.families.grids.chomp import Chomp
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Gale, A curious nim-type game (1974)"

GAME = Game(
    name="chomp",
    title="Chomp",
    rules="Take a square with all below and to the right of it, but never the first one, which is poisoned.",
    source=_SOURCE,
    reader=LetterGrids(Chomp(1, 1), "rows of . (there) and # (eaten); a move is a row and a column", (5, 6)),
    sample="..\n..\n+\n..\n..\n+\n....",
    facts=(
        Fact("...\n..#", f"{_SOURCE}: two rows are lost where the upper one has one square more", outcome="P"),
        Fact("....\n....\n....", f"{_SOURCE}: rectangles are won", outcome="N"),
        Fact("....", "by hand: a single row is a heap of nim", nimber=3),
        Fact("...\n.##\n.##", f"{_SOURCE}: two equal arms", nimber=0),
    ),
)
