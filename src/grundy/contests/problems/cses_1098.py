"""Nim Game II."""

from grundy import heaps
from grundy.contests import Each, Int, Ints, Problem, Sample, Words
from grundy.contests.many_sums import sums

RULES = heaps({1, 2, 3})

PROBLEM = Problem(
    title="Nim Game II",
    source="CSES Problem Set, 1098",
    input=Each(Int("t", 1, 2 * 10**5), Int("n", 1, 2 * 10**5), Ints("x", "n", 1, 10**9), total={"n": 2 * 10**5}),
    position=lambda x: RULES(*x),
    values=sums(RULES, "x"),
    output=Words("first", "second"),
    samples=(Sample("3\n4\n5 7 2 5\n2\n4 1\n3\n4 4 4\n", "first\nfirst\nsecond\n"),),
)
