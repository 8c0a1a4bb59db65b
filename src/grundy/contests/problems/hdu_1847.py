"""The card game of HDU 1847."""

from grundy import heaps
from grundy.contests import Each, End, Int, Problem, Sample, Words

RULES = heaps({1, 2, 4, 8, 16, 32, 64, 128, 256, 512})

PROBLEM = Problem(
    title="Good Luck in CET-4 Everybody!",
    source="HDU 1847",
    input=Each(End(), Int("n", 1, 1000)),
    position=lambda n: RULES(n),
    output=Words("Kiki", "Cici"),
    samples=(Sample("1\n3\n", "Kiki\nCici\n"),),
)
