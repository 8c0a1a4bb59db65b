"""Grid Game."""

from grundy.games.families.pieces.piece_rules import Slide
from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

_SOURCE = "Grid Game (KOI 2023); BOJ 28218"

GAME = Game(
    name="grid-game",
    title="Grid Game",
    rules="Move the piece a step down or right, or 1 to K steps diagonally down-right, over blocked cells too.",
    source=_SOURCE,
    reader=PieceBoards(steps=((1, 0), (0, 1)), slides=(Slide(1, 1, jumps=True),), limited=True),
    sample="K=2\n@#....\n....#.\n..#...\n......\n......",
    facts=(
        Fact("K=1\n@.\n..", f"{_SOURCE}, a sample", outcome="N"),
        Fact("K=0\n@#\n..", f"{_SOURCE}, a sample", outcome="P"),
        Fact("K=0\n....\n.#..\n.@..", f"{_SOURCE}, a sample", outcome="P"),
        Fact("K=1\n@.\n..", "by hand: two cells worth 1 and the goal", nimber=2),
    ),
)
