"""S-Nim."""

from grundy import heaps
from grundy.contests import Each, Int, Ints, Marks, Problem, Sample, Zeros

PROBLEM = Problem(
    title="S-Nim",
    source="Norgesmesterskapet 2004, POJ 2960",
    input=Each(
        Zeros(),
        Ints("s", Int("k", 1, 100), 1, 10**4, distinct=True),
        Each(Int("m", 1, 100), Ints("h", Int("l", 1, 100), 0, 10**4)),
    ),
    position=lambda s, h: heaps(s)(*h),
    output=Marks("W", "L"),
    samples=(
        Sample("2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n", "LWW\nWWL\n"),
    ),
    aliases=("hdu-1536",),
)
