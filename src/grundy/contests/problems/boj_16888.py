"""Root Game."""

from grundy import heaps
from grundy.contests import Each, Int, Problem, Words

SQUARES = [root * root for root in range(1, 1001)]

PROBLEM = Problem(
    title="Root Game (루트 게임)",
    source="BOJ 16888",
    input=Each(Int("T", 1, 10**5), Int("N", 1, 10**6)),
    position=lambda N: heaps(SQUARES)(N),
    values=lambda questions: heaps(SQUARES).outcomes([one["N"] for one in questions]).tolist(),
    output=Words("koosaga", "cubelover"),
)
