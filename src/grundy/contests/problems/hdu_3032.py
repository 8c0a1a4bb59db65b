"""Nim in which heaps may be separated."""

from grundy import games, heaps
from grundy.contests import Each, Int, Ints, Problem, Sample, Words
from grundy.contests.many_sums import sums

RULES = heaps("4.[3]")

PROBLEM = Problem(
    title="Nim or not Nim?",
    source="2009 Multi-University Training Contest 13, HDU 3032",
    game="laskers-nim",
    input=Each(Int("T", 1, 100), Int("N", 1, 10**6), Ints("s", "N", 1, 2**31 - 1)),
    position=lambda s: games.laskers_nim(*s),
    values=sums(RULES, "s"),
    output=Words("Alice", "Bob"),
    samples=(Sample("2\n3\n2 2 3\n2\n3 3\n", "Alice\nBob\n"),),
)
