"""A Funny Game."""

from grundy import heaps
from grundy.contests import Each, Int, Problem, Sample, Words, Zeros

RULES = heaps("circle-0.77")

PROBLEM = Problem(
    title="A Funny Game",
    source="POJ Contest, POJ 2484",
    input=Each(Zeros(), Int("n", 1, 10**6)),
    position=lambda n: RULES(n),
    output=Words("Alice", "Bob"),
    samples=(Sample("1\n2\n3\n0\n", "Alice\nAlice\nBob\n"),),
)
