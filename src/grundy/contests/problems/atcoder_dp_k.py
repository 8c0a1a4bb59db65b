"""Stones."""

from grundy import heaps
from grundy.contests import Int, Ints, Line, Problem, Sample, Words

PROBLEM = Problem(
    title="Stones",
    source="AtCoder Educational DP Contest, problem K",
    input=(Line(Int("N", 1, 100), Int("K", 1, 10**5)), Ints("a", "N", 1, "K", distinct=True, ascending=True)),
    position=lambda K, a: heaps(a)(K),
    output=Words("First", "Second"),
    samples=(
        Sample("2 4\n2 3\n", "First\n"),
        Sample("2 5\n2 3\n", "Second\n"),
        Sample("2 7\n2 3\n", "First\n"),
        Sample("3 20\n1 2 3\n", "Second\n"),
        Sample("3 21\n1 2 3\n", "First\n"),
        Sample("1 100000\n1\n", "Second\n"),
    ),
    aliases=("dp_k",),
)
