"""A Funny Game."""

from grundy import heaps, ruleset, split
from grundy.contests import Each, Int, Problem, Sample, Words, Zeros

ROW = heaps("0.77")


@ruleset
def funny_game(coins):
    """Remove one coin or two neighbours from a circle, which leaves a row."""
    yield from (split(ROW(coins - removed), move=f"take {removed}") for removed in (1, 2) if removed <= coins)


PROBLEM = Problem(
    title="A Funny Game",
    source="POJ Contest, POJ 2484",
    input=Each(Zeros(), Int("n", 1, 10**6)),
    position=lambda n: funny_game(n),
    output=Words("Alice", "Bob"),
    samples=(Sample("1\n2\n3\n0\n", "Alice\nAlice\nBob\n"),),
)
