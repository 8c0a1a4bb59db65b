"""Dividing Game."""

from grundy import Position, ruleset
from grundy.contests import Int, Ints, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of


def prime_factors(number):
    """Return the number of prime factors of a number, counted with multiplicity."""
    found, factor = 0, 2
    while factor * factor <= number:
        if number % factor:
            factor += 1
        else:
            number, found = number // factor, found + 1
    return found + (number > 1)


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
