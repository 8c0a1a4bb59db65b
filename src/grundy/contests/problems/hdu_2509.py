"""Be the Winner."""

from grundy import heaps
from grundy.contests import Each, End, Int, Ints, Problem, Sample, Words

PROBLEM = Problem(
    title="Be the Winner",
    source="HDU 2509",
    input=Each(End(), Int("n", 1, 100), Ints("a", "n", 1, 100)),
    position=lambda a: heaps("0.[7]")(*a),
    output=Words("Yes", "No"),
    misere=True,
    samples=(Sample("2\n2 2\n1\n3\n", "No\nYes\n"),),
)
