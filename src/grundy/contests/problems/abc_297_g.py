"""Constrained Nim 2."""

from grundy import heaps
from grundy.contests import Int, Ints, Line, Problem, Sample, Words

PROBLEM = Problem(
    title="Constrained Nim 2",
    source="AtCoder Beginner Contest 297, problem G",
    input=(Line(Int("N", 1, 2 * 10**5), Int("L", 1, 10**9), Int("R", "L", 10**9)), Ints("A", "N", 1, 10**9)),
    position=lambda L, R, A: heaps(f"{{{L}..{R}}}")(*A),
    output=Words("First", "Second"),
    samples=(
        Sample("3 1 2\n2 3 3\n", "First\n"),
        Sample("5 1 1\n3 1 4 1 5\n", "Second\n"),
        Sample("7 3 14\n10 20 30 40 50 60 70\n", "First\n"),
    ),
    aliases=("abc297_g",),
)
