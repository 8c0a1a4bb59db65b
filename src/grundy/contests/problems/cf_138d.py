"""World of Darkraft."""

from grundy import games
from grundy.contests import Int, Line, Problem, Rows, Sample, Words

PROBLEM = Problem(
    title="World of Darkraft",
    source="Codeforces Beta Round 99, problem D",
    game="diagonal",
    input=(Line(Int("N", 1, 20), Int("M", 1, 20)), Rows("board", "N", "M", "LRX")),
    position=lambda board: games.diagonal("\n".join(board)),
    output=Words("WIN", "LOSE"),
    samples=(
        Sample("2 2\nRL\nLR\n", "LOSE\n"),
        Sample("2 2\nRR\nRR\n", "WIN\n"),
    ),
)
