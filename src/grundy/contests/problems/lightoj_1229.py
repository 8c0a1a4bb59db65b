"""Treblecross."""

from grundy import games
from grundy.contests import Each, Int, Move, Problem, Promise, Sample, Word
from grundy.runtime.messages import Message

PROBLEM = Problem(
    title="Treblecross",
    source="LightOJ 1229",
    game="treblecross",
    input=Each(Int("T", 1, 200), Word("row", ".X", 3, 200), Promise(Message("promise.three"), "'XXX' not in row")),
    position=lambda row: games.find("treblecross")(row),
    output=Move("{}", "0", name=lambda choice: choice.local_move, which="all", case="Case {}: "),
    samples=(
        Sample(
            f"4\n.....\nX.....X..X.......X....X..X\n.X.X...X\n{'.' * 18}\n",
            "Case 1: 3\nCase 2: 0\nCase 3: 3\nCase 4: 5 6 13 14\n",
        ),
    ),
)
