"""Card Game."""

from grundy import games
from grundy.contests import Int, Line, Problem, Rows, Sample, Words

PROBLEM = Problem(
    title="Card Game",
    source="ICPC Korea Regional 2022, problem A",
    game="card",
    input=(Line(Int("N", 1, 25), Int("M", 1, 25)), Rows("board", "N", "M", "RBG")),
    position=lambda board: games.card("\n".join(board)),
    output=Words("W", "L"),
    samples=(
        Sample("2 2\nBR\nRB\n", "L\n"),
        Sample("2 2\nBB\nBB\n", "W\n"),
    ),
)
