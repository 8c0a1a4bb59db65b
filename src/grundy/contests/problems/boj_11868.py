"""Nim 2."""

from grundy import heaps
from grundy.contests import Int, Ints, Problem, Sample, Words

PROBLEM = Problem(
    title="Nim 2 (님 게임 2)",
    source="BOJ 11868",
    game="nim",
    input=(Int("N", 1, 100), Ints("P", "N", 1, 10**9)),
    position=lambda P: heaps("nim")(*P),
    output=Words("koosaga", "cubelover"),
    samples=(Sample("6\n9 8 9 8 9 9\n", "cubelover\n"),),
)
