"""Lieges of Legendre."""

from grundy import Position, ruleset, split
from grundy.contests import Int, Ints, Line, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of


def nimber(pile, parts):
    """Return the nimber of a pile; the value of a half is needed only where an odd number of halves is left."""
    if parts == 2:
        return pile if pile < 3 else (pile + 1) % 2
    if pile < 5:
        return (0, 1, 0, 1, 2)[pile]
    return 0 if pile % 2 else 2 if nimber(pile // 2, parts) == 1 else 1


@ruleset(known=nimber)
def lieges(pile, parts):
    """Remove a cow, or leave halves: one for an odd number of halves and two for an even one, as pairs cancel."""
    if pile:
        yield pile - 1, parts
        if pile % 2 == 0:
            yield split(*[(pile // 2, parts)] * parts)


PROBLEM = Problem(
    title="Lieges of Legendre",
    source="Codeforces Round 334, problem C of division 1",
    input=(Line(Int("n", 1, 10**5), Int("k", 1, 10**9)), Ints("a", "n", 1, 10**9)),
    position=lambda k, a: Position.of(components_of(lieges, [(pile, 2 - k % 2) for pile in a])),
    values=sums(lieges, lambda k, a: [(pile, 2 - k % 2) for pile in a]),
    output=Words("Kevin", "Nicky"),
    samples=(Sample("2 1\n3 4\n", "Kevin\n"), Sample("1 2\n3\n", "Nicky\n")),
)
