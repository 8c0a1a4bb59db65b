"""Root Game."""

from grundy import heaps
from grundy.contests import Each, Int, Problem, Words

RULES = heaps([root * root for root in range(1, 1001)])

PROBLEM = Problem(
    title="Root Game (루트 게임)",
    source="BOJ 16888",
    input=Each(Int("T", 1, 10**5), Int("N", 1, 10**6)),
    position=lambda N: RULES(N),
    values=lambda questions: RULES.outcomes([one["N"] for one in questions]).tolist(),
    output=Words("koosaga", "cubelover"),
)
