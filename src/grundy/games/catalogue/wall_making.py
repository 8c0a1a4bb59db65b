"""Wall Making Game."""

from grundy.games.families.cutting.board import CutKind
from grundy.games.game import Fact, Game
from grundy.games.notations.letter_boards import LetterBoards

_SOURCE = "JAG Spring Contest 2015, problem L; BOJ 11717"

GAME = Game(
    name="wall-making",
    title="Wall Making Game",
    rules="Pick a cell '.': walls run from it in four directions to a wall or the edge, over X as well.",
    source=_SOURCE,
    reader=LetterBoards(
        kinds=((".", CutKind.CROSS), ("X", CutKind.BLOCKED)),
        removed="#",
        tokens=(("blocked", "blocked"), ("removed", "wall")),
    ),
    sample=".....\n.....\n.X...\n.....\n.....",
    facts=(
        Fact("..\n..", f"{_SOURCE}, first sample", outcome="P"),
        Fact("X.\n..", f"{_SOURCE}, second sample", outcome="N"),
        Fact("X....\n...X.\n.....\n.....", f"{_SOURCE}, third sample", outcome="N"),
        Fact("X.\n..", "by hand: its options are worth 1, 1 and 0", nimber=2),
    ),
)
