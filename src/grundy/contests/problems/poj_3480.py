"""John."""

from grundy import heaps
from grundy.contests import Each, Int, Ints, Problem, Sample, Words

PROBLEM = Problem(
    title="John",
    source="POJ 3480, HDU 1907, BOJ 3754",
    game="nim",
    input=Each(Int("T", 1, 474), Int("N", 1, 47), Ints("A", "N", 1, 4747)),
    position=lambda A: heaps("nim")(*A),
    output=Words("John", "Brother"),
    misere=True,
    samples=(Sample("2\n3\n3 5 1\n1\n1\n", "John\nBrother\n"),),
    aliases=("hdu-1907", "boj-3754"),
)
