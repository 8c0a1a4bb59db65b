"""Diagonal Game."""

from grundy.games.families.cutting.board import CutKind
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_boards import LetterBoards

_SOURCE = "Codeforces 138D, World of Darkraft; BOJ 16883"

TOKENS = (("L", "diag-l"), ("R", "diag-r"), ("X", "diag-x"), ("removed", "was"))

GAME = Game(
    name="diagonal",
    title="Diagonal Game",
    rules="Pick a cell: its unbroken run along a diagonal is removed, for L along /, for R along \\, for X along both.",
    source=_SOURCE,
    reader=LetterBoards(
        kinds=(("L", CutKind.ROW), ("R", CutKind.COLUMN), ("X", CutKind.CROSS)),
        removed=".",
        diagonal=True,
        tokens=TOKENS,
    ),
    sample="RLXLX\nLRRLL\nXLRXR",
    facts=(
        Fact("RL\nLR", f"{_SOURCE}, first sample", outcome="P"),
        Fact("RR\nRR", f"{_SOURCE}, second sample", outcome="N"),
        Fact("X", "one move, which ends the game", nimber=1),
    ),
)
