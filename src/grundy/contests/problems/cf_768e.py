"""Game of Stones."""

from collections import Counter

from grundy import Position, nim_sum, ruleset
from grundy.contests import Int, Items, Problem, Sample, Words
from grundy.core.components import components_of


def nimber(stones, removed):
    """Return the nimber of a full pile: the most different numbers that can be removed from it."""
    return None if removed else next(count for count in range(stones + 1) if (count + 1) * (count + 2) // 2 > stones)


@ruleset(known=nimber, canonical=lambda stones, removed: (stones, removed & (1 << stones + 1) - 1))
def game_of_stones(stones, removed):
    """Remove stones, never the same number twice: the bits of `removed` are the numbers that have been removed."""
    for count in range(1, stones + 1):
        if not removed >> count & 1:
            yield stones - count, removed | 1 << count


PROBLEM = Problem(
    title="Game of Stones",
    source="Codeforces 768, problem E",
    input=(Int("n", 1, 10**6), Items("s", "n", Int("s_i", 1, 60))),
    position=lambda s: Position.of(components_of(game_of_stones, [(pile, 0) for pile in s])),
    values=lambda questions: [
        nim_sum(*(nimber(pile, 0) for pile, count in Counter(one["s"]).items() if count % 2)) for one in questions
    ],
    output=Words("NO", "YES"),
    samples=(Sample("1\n5\n", "NO\n"), Sample("2\n1\n2\n", "YES\n")),
)
