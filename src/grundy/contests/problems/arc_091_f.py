"""Strange Nim."""

from grundy import Position, ruleset
from grundy.contests import Int, Items, Line, Problem, Sample, Words
from grundy.core.components import components_of


def nimber(stones, part):
    """Return the nimber: a multiple of `part` has its quotient, other piles have the nimber after the largest move."""
    while stones % part and stones >= part:
        most = stones // part + 1  # as long as this stays, the value of `stones` is that of `stones - most`
        stones -= most * max(1, stones % part // most)
    return stones // part if stones % part == 0 else 0


@ruleset(known=nimber)
def strange_nim(stones, part):
    """Remove at least one stone and at most ``stones // part``."""
    yield from ((stones - count, part) for count in range(1, stones // part + 1))


PROBLEM = Problem(
    title="Strange Nim",
    source="AtCoder Regular Contest 091, problem F",
    input=Items("piles", Int("N", 1, 200), Line(Int("A", 1, 10**9), Int("K", 1, 10**9))),
    position=lambda piles: Position.of(components_of(strange_nim, piles)),
    output=Words("Takahashi", "Aoki"),
    samples=(
        Sample("2\n5 2\n3 3\n", "Aoki\n"),
        Sample("3\n3 2\n4 3\n5 1\n", "Takahashi\n"),
        Sample("3\n28 3\n16 4\n19 2\n", "Aoki\n"),
        Sample("4\n3141 59\n26535 897\n93 23\n8462 64\n", "Takahashi\n"),
    ),
    aliases=("arc091_d",),
)
