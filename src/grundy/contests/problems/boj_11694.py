"""Nim."""

from grundy import heaps
from grundy.contests import Int, Ints, Problem, Sample, Words

PROBLEM = Problem(
    title="Nim (님 게임)",
    source="BOJ 11694",
    game="nim",
    input=(Int("N", 1, 100), Ints("P", "N", 1, 10**9)),
    position=lambda P: heaps("nim")(*P),
    output=Words("koosaga", "cubelover"),
    misere=True,
    samples=(Sample("4\n1 2 3 4\n", "koosaga\n"),),
)
