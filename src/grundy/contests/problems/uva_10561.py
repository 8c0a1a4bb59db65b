"""Treblecross."""

from grundy import games
from grundy.contests import Each, Int, Move, Problem, Promise, Sample, Word
from grundy.runtime.messages import Message

PROBLEM = Problem(
    title="Treblecross",
    source="UVa 10561",
    game="treblecross",
    input=Each(Int("N", 1, 99), Word("row", ".X", 3, 200), Promise(Message("promise.three"), "'XXX' not in row")),
    position=lambda row: games.find("treblecross")(row),
    output=Move("WINNING\n{}", "LOSING\n", name=lambda choice: choice.local_move, which="all"),
    samples=(
        Sample(
            f"4\n.....\nX.....X..X.............X....X..X\n.X.X...X\n{'.' * 47}\n",
            "WINNING\n3\nLOSING\n\nWINNING\n3\nWINNING\n1 12 15 17 20 24 28 31 33 36 47\n",
        ),
    ),
)
