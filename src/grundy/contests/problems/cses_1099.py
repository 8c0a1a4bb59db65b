"""Stair Game."""

from grundy.contests import Each, Int, Ints, Problem, Sample, Words
from grundy.games.families.numbers.staircase import Staircase

PROBLEM = Problem(
    title="Stair Game",
    source="CSES Problem Set, 1099",
    game="staircase-nim",
    input=Each(Int("t", 1, 2 * 10**5), Int("n", 1, 2 * 10**5), Ints("p", "n", 0, 10**9), total={"n": 2 * 10**5}),
    position=lambda p: Staircase()(*(p[1:] or (0,))),  # nobody moves the balls on the first stair
    values=lambda questions: [Staircase().known(one["p"][1:]) for one in questions],
    output=Words("first", "second"),
    samples=(Sample("3\n3\n0 2 1\n4\n1 1 1 1\n2\n5 3\n", "first\nsecond\nfirst\n"),),
)
