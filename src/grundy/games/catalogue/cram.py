"""Cram."""

from grundy.games.families.grids.cram import Cram
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_grids import LetterGrids

_SOURCE = "Gardner, Mathematical Games, Scientific American (February 1974); Winning Ways, chapter 15"

GAME = Game(
    name="cram",
    title="Cram",
    rules="Place a domino on two free cells that share a side.",
    source=_SOURCE,
    reader=LetterGrids(Cram(1, 1), "rows of . (free) and # (covered); a move is a cell and a way", (6, 7), largest=12),
    sample="......\n.....#\n......",
    facts=(
        Fact("..\n..", "by symmetry: even by even is lost", nimber=0),
        Fact("...\n...\n...", "by search, against the oracle", nimber=0),
        Fact("....\n....\n....", "by search, against the oracle", nimber=1),
        Fact("....\n....\n....\n....\n....", "Beling, github.com/beling/impartial-games: 4 x 5", nimber=2),
        Fact(".......", "Dawson's Kayles, octal 0.07, heap 7", nimber=1),
    ),
)
