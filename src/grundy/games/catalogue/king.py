"""King towards a corner."""

from grundy.games.game import Fact, Game
from grundy.games.notations.piece_boards import PieceBoards

GAME = Game(
    name="king",
    title="King towards a corner",
    rules="Move the king one step towards the corner: along a row, a column or a diagonal.",
    source="Winning Ways, chapter 3",
    reader=PieceBoards(steps=((1, 0), (0, 1), (1, 1)), token="king"),
    sample="@.....\n#.....\n......\n.#....\n......",
    facts=(
        Fact("2 4", "both distances even", outcome="P"),
        Fact("1 1", "by hand: options worth 1, 1 and 0", nimber=2),
    ),
)
