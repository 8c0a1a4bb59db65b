"""Card Game."""

from grundy.games.families.cutting.board import CutKind
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_boards import LetterBoards

TOKENS = (("R", "card-r"), ("B", "card-b"), ("G", "card-g"), ("removed", "card-gone"))

GAME = Game(
    name="card",
    title="Card Game",
    rules="Pick a card: its unbroken run along a diagonal is removed, for R along /, for B along \\, for G along both.",
    source="ICPC Korea Regional 2022, problem A; BOJ 26102",
    reader=LetterBoards(
        kinds=(("R", CutKind.ROW), ("B", CutKind.COLUMN), ("G", CutKind.CROSS)),
        removed=".",
        diagonal=True,
        tokens=TOKENS,
    ),
    sample="GRGBR\nGBBRB\nRGRBB",
    facts=(
        Fact("BR\nRB", "Codeforces 138D, first sample, in the letters of this game", outcome="P"),
        Fact("BB\nBB", "Codeforces 138D, second sample, in the letters of this game", outcome="N"),
        Fact("G", "one move, which ends the game", nimber=1),
    ),
)
