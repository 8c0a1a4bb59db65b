"""World of Darkraft."""

from grundy.contests.boards import board_inputs, board_reader
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample

PROBLEM = OldProblem(
    id="cf-138d",
    title="World of Darkraft",
    source="Codeforces Beta Round 99, problem D",
    game="diagonal",
    limits="1 <= N, M <= 20",
    positions=board_reader("diagonal", ("N", "M"), 20),
    inputs=board_inputs("diagonal", 20),
    outputs=("WIN", "LOSE"),
    samples=(
        Sample("2 2\nRL\nLR\n", "LOSE\n"),
        Sample("2 2\nRR\nRR\n", "WIN\n"),
    ),
)
