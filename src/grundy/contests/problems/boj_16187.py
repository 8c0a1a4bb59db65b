"""Game on Plane."""

from grundy.contests import Each, Int, Problem, Sample, Words
from grundy.contests.circles import circle, first_wins

PROBLEM = Problem(
    title="Game on Plane",
    source="BOJ 16187",
    game="game-on-plane",
    input=Each(Int("T", 1, 5000), Int("N", 3, 5000)),
    position=lambda N: circle("game-on-plane", N),
    values=lambda questions: first_wins([question["N"] for question in questions]),
    output=Words("First", "Second"),
    samples=(Sample("2\n3\n5\n", "First\nSecond\n"),),
)
