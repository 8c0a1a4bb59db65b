"""Furlo and Rublo and Game."""

from math import isqrt

from grundy import Position, ranges
from grundy.contests import Int, Ints, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of


def furlo_and_rublo(coins):
    """Decrease a pile of x coins to a number of coins between the fourth root and the square root of x."""
    root = isqrt(isqrt(coins - 1)) + 1 if coins else 0
    return [(root, min(isqrt(coins), coins - 1))]


RULES = ranges(furlo_and_rublo)

PROBLEM = Problem(
    title="Furlo and Rublo and Game",
    source="Codeforces Round 156, problem C of division 1 and E of division 2",
    input=(Int("n", 1, 77_777), Ints("a", "n", 1, 777_777_777_777)),
    position=lambda a: Position.of(components_of(RULES, a)),
    values=sums(RULES, "a"),
    output=Words("Furlo", "Rublo"),
    samples=(
        Sample("1\n1\n", "Rublo\n"),
        Sample("2\n1 2\n", "Rublo\n"),
        Sample("10\n1 2 3 4 5 6 7 8 9 10\n", "Furlo\n"),
    ),
    aliases=("cf-255e",),
)
