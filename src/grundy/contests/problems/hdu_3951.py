"""Coin Game."""

from grundy import ruleset, split
from grundy.contests import Each, Int, Line, Problem, Sample, Words


@ruleset(known_outcome=lambda coins, most: "N" if coins and (most > 1 or coins % 2) else "P")
def row(coins, most):
    """Take up to `most` neighbours. Taking one or two in the middle leaves two equal rows."""
    for taken in range(1, min(most, coins) + 1):
        for left in range((coins - taken) // 2 + 1):
            yield split((left, most), (coins - taken - left, most), move=f"take {taken} after {left}")


@ruleset(known_outcome=lambda coins, most: "N" if coins <= most or (most == 1 and coins % 2) else "P")
def coin_game(coins, most):
    """Take up to `most` neighbours from a circle, which leaves a row."""
    for taken in range(1, min(most, coins) + 1):
        yield split(row(coins - taken, most), move=f"take {taken}")


PROBLEM = Problem(
    title="Coin Game",
    source="HDU 3951",
    input=Each(Int("T", 1, 100), Line(Int("N", 3, 10**9), Int("K", 1, 10))),
    position=lambda N, K: coin_game(N, K),
    output=Words("first", "second", case="Case {}: "),
    samples=(Sample("2\n3 1\n3 2\n", "Case 1: first\nCase 2: second\n"),),
)
