"""Georgia and Bob."""

from itertools import pairwise

from grundy.contests import Each, Int, Ints, Problem, Sample, Words
from grundy.games.families.numbers.staircase import Staircase

PROBLEM = Problem(
    title="Georgia and Bob",
    source="POJ 1704",
    input=Each(Int("T", 1, 20), Int("N", 1, 1000), Ints("P", "N", 1, 10**4, distinct=True)),
    # A man that moves left takes cells from the gap on his left to the gap on his right.
    position=lambda P: Staircase()(*(high - low - 1 for high, low in pairwise(sorted((0, *P), reverse=True)))),
    output=Words("Georgia will win", "Bob will win"),
    samples=(Sample("2\n3\n1 2 3\n8\n1 5 6 7 9 12 14 17\n", "Bob will win\nGeorgia will win\n"),),
)
