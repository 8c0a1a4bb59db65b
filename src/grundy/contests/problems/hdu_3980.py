"""Paint Chain."""

from grundy import heaps
from grundy.contests import Each, Int, Line, Problem, Sample, Words

PROBLEM = Problem(
    title="Paint Chain",
    source="HDU 3980",
    input=Each(Int("T", 1, 1000), Line(Int("N", 1, 1000), Int("M", 1, 1000))),
    position=lambda N, M: heaps(f"circle-0.{7:0{M}}")(N),
    output=Words("aekdycoin", "abcdxyzk", case="Case #{}: "),
    samples=(Sample("2\n3 1\n4 2\n", "Case #1: aekdycoin\nCase #2: abcdxyzk\n"),),
)
