"""Interval Game 2."""

from grundy.contests import Each, Int, Items, Line, Problem, Sample, Words
from grundy.games.families.segments import Segments

PROBLEM = Problem(
    title="Interval Game 2",
    source="AtCoder Beginner Contest 206, problem F",
    input=Each(Int("T", 1, 20), Items("intervals", Int("N", 1, 100), Line(Int("L", 1, 99), Int("R", "L + 1", 100)))),
    position=lambda intervals: Segments(tuple(sorted(set(intervals))))(1, 100),
    output=Words("Alice", "Bob"),
    samples=(
        Sample(
            "5\n3\n53 98\n8 43\n12 53\n10\n4 7\n5 7\n3 7\n4 5\n5 8\n6 9\n4 8\n5 10\n1 9\n5 10\n2\n58 98\n11 29\n"
            "6\n79 83\n44 83\n38 74\n49 88\n18 45\n64 99\n1\n5 9\n",
            "Bob\nAlice\nBob\nAlice\nAlice\n",
        ),
    ),
    aliases=("abc206_f",),
)
