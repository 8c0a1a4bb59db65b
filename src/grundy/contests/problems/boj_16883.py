"""Diagonal Game (대각 게임)."""

from grundy.contests.boards import board_inputs, board_reader
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample

PROBLEM = OldProblem(
    id="boj-16883",
    title="Diagonal Game (대각 게임)",
    source="Codeforces 138D with other words",
    game="diagonal",
    limits="1 <= N, M <= 20",
    positions=board_reader("diagonal", ("N", "M"), 20),
    inputs=board_inputs("diagonal", 20),
    outputs=("koosaga", "cubelover"),
    samples=(
        Sample("2 2\nRL\nLR\n", "cubelover\n"),
        Sample("2 2\nRR\nRR\n", "koosaga\n"),
    ),
)
