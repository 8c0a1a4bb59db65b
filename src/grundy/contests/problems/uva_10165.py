"""Stone Game."""

from grundy import heaps
from grundy.contests import Each, Int, Ints, Problem, Sample, Words, Zeros
from grundy.contests.many_sums import sums

RULES = heaps("nim")

PROBLEM = Problem(
    title="Stone Game",
    source="UVa 10165",
    game="nim",
    input=Each(Zeros(), Int("N", 1), Ints("P", "N", 1, 2 * 10**9)),
    position=lambda P: RULES(*P),
    values=sums(RULES, "P"),
    output=Words("Yes", "No"),
    samples=(Sample("1\n100\n3\n1 5 1\n4\n1 1 1 1\n0\n", "Yes\nYes\nNo\n"),),
)
