"""Card Game."""

from grundy.contests.boards import board_inputs, board_reader
from grundy.contests.old_problem import OldProblem
from grundy.contests.problem import Sample

PROBLEM = OldProblem(
    id="boj-26102",
    title="Card Game",
    source="ICPC Korea Regional 2022, problem A",
    game="card",
    limits="1 <= N, M <= 25",
    positions=board_reader("card", ("N", "M"), 25),
    inputs=board_inputs("card", 25),
    outputs=("W", "L"),
    samples=(
        Sample("2 2\nBR\nRB\n", "L\n"),
        Sample("2 2\nBB\nBB\n", "W\n"),
    ),
)
