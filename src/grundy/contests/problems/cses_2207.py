"""Grundy's Game."""

from grundy import games, heaps
from grundy.contests import Each, Int, Problem, Sample, Words

RULES = heaps("unequal-2")

PROBLEM = Problem(
    title="Grundy's Game",
    source="CSES Problem Set, 2207",
    game="grundys-game",
    input=Each(Int("t", 1, 10**5), Int("n", 1, 10**6)),
    position=lambda n: games.grundys_game(n),
    values=lambda questions: RULES.outcomes([one["n"] for one in questions]).tolist(),
    output=Words("first", "second"),
    samples=(Sample("3\n6\n7\n8\n", "first\nsecond\nfirst\n"),),
)
