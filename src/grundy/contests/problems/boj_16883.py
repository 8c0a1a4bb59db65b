"""Diagonal Game (대각 게임)."""

from grundy import games
from grundy.contests import Int, Line, Problem, Rows, Sample, Words

PROBLEM = Problem(
    title="Diagonal Game (대각 게임)",
    source="Codeforces 138D with other words",
    game="diagonal",
    input=(Line(Int("N", 1, 20), Int("M", 1, 20)), Rows("board", "N", "M", "LRX")),
    position=lambda board: games.diagonal("\n".join(board)),
    output=Words("koosaga", "cubelover"),
    samples=(
        Sample("2 2\nRL\nLR\n", "cubelover\n"),
        Sample("2 2\nRR\nRR\n", "koosaga\n"),
    ),
)
