"""Polygon Game."""

from grundy.contests import Int, Problem, Sample, Words
from grundy.contests.circles import circle

PROBLEM = Problem(
    title="Polygon Game (다각형 게임)",
    source="BOJ 13034",
    game="polygon",
    input=Int("N", 3, 1000),
    position=lambda N: circle("polygon", N),
    output=Words("1", "2"),
    samples=(
        Sample("3\n", "1\n"),
        Sample("4\n", "1\n"),
        Sample("15\n", "2\n"),
        Sample("191\n", "2\n"),
    ),
)
