"""Pimber."""

from grundy import heaps
from grundy.contests import Int, Ints, Problem, Words
from grundy.contests.many_sums import sums

FIBONACCI = [1, 2]
while FIBONACCI[-1] < 2 * 10**6:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])

RULES = heaps(FIBONACCI)

PROBLEM = Problem(
    title="Pimber (핌버)",
    source="BOJ 16877",
    input=(Int("N", 1, 10**5), Ints("P", "N", 1, 3 * 10**6)),
    position=lambda P: RULES(*P),
    values=sums(RULES, "P"),
    output=Words("koosaga", "cubelover"),
)
