"""Card Game."""

from grundy.contests.boards import board_solver
from grundy.contests.problem import Problem, Sample

PROBLEM = Problem(
    id="boj-26102",
    title="Card Game",
    source="ICPC Korea Regional 2022, problem A",
    game="card",
    limits="1 <= N, M <= 25",
    solve=board_solver("card", ("N", "M"), 25, ("W", "L")),
    samples=(
        Sample("2 2\nBR\nRB\n", "L\n"),
        Sample("2 2\nBB\nBB\n", "W\n"),
    ),
)
