"""Stone Game 6."""

from grundy import heaps
from grundy.contests import Int, Problem, Sample, Words

PROBLEM = Problem(
    title="Stone Game 6 (돌 게임 6)",
    source="BOJ 9660",
    input=Int("N", 1, 10**12),
    position=lambda N: heaps({1, 3, 4})(N),
    output=Words("SK", "CY"),
    samples=(Sample("6\n", "SK\n"),),
)
