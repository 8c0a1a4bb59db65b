"""Stone Game."""

from math import isqrt

from grundy import Position, ruleset
from grundy.contests import Each, Int, Items, Line, Problem, Sample, Words, Zeros
from grundy.core.components import components_of


def nimber(size, stones):
    """Return the nimber of a box.

    With more than `safe` stones, one move can fill the box. With exactly `safe` stones, each move leads to such a box.
    With fewer stones, the box counts as one that is full with `safe` stones.
    """
    safe = (isqrt(4 * size - 3) - 1) // 2 if stones else stones
    return size - stones if stones > safe else 0 if stones == safe else nimber(safe, stones)


@ruleset(known=nimber)
def stone_game(size, stones):
    """Put stones into a box, at most the square of the number of stones in it."""
    yield from ((size, stones + put) for put in range(1, min(stones**2, size - stones) + 1))


PROBLEM = Problem(
    title="Stone Game",
    source="HDU 1729",
    input=Each(Zeros(), Int("N", 1, 50), Items("boxes", "N", Line(Int("s", 0, 10**6), Int("c", 0, "s")))),
    position=lambda boxes: Position.of(components_of(stone_game, boxes)),
    output=Words("Yes", "No", case="Case {}:\n"),
    samples=(Sample("3\n2 0\n3 3\n6 2\n2\n6 3\n6 3\n0\n", "Case 1:\nYes\nCase 2:\nNo\n"),),
)
