"""Nimble."""

from grundy import heaps
from grundy.contests import Int, Ints, Problem, Sample, Words

PROBLEM = Problem(
    title="Nimble (님블)",
    source="BOJ 11869",
    game="nim",
    input=(Int("M", 1, 100), Ints("P", "M", 1, 10**9)),
    position=lambda P: heaps("nim")(*P),  # a coin is a heap of the cells on its left
    output=Words("koosaga", "cubelover"),
    samples=(
        Sample("1\n1\n", "koosaga\n"),
        Sample("1\n2\n", "koosaga\n"),
        Sample("2\n1 1\n", "cubelover\n"),
        Sample("2\n1 2\n", "koosaga\n"),
        Sample("2\n2 2\n", "cubelover\n"),
        Sample("4\n1 2 3 4\n", "koosaga\n"),
        Sample("6\n9 8 9 8 9 9\n", "cubelover\n"),
    ),
)
