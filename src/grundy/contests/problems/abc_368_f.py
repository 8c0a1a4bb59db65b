"""Dividing Game."""

from grundy import Position, ruleset
from grundy.authoring.integers import prime_factors
from grundy.contests import Int, Ints, Problem, Sample, Words
from grundy.contests.sums import sums
from grundy.core.components import components_of


@ruleset(known=prime_factors)
def dividing_game(number):
    """Replace the number by a smaller divisor. That takes prime factors away, as tokens from a heap of nim."""
    yield from (divisor for divisor in range(1, number // 2 + 1) if number % divisor == 0)


PROBLEM = Problem(
    title="Dividing Game",
    source="AtCoder Beginner Contest 368, problem F",
    input=(Int("N", 1, 10**5), Ints("A", "N", 2, 10**5)),
    position=lambda A: Position.of(components_of(dividing_game, A)),
    values=sums(dividing_game, "A"),
    output=Words("Anna", "Bruno"),
    samples=(Sample("3\n2 3 4\n", "Anna\n"), Sample("4\n2 3 4 6\n", "Bruno\n")),
    aliases=("abc368_f",),
)
