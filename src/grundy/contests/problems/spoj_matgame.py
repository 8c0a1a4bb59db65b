"""Matrix Game."""

from grundy import Position, ruleset
from grundy.contests import Each, Int, Ints, Items, Line, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of


def nimber(row):
    """Return the nimber: the first number, or one less where the nimber of the rest is at least that number."""
    value = 0
    for number in reversed(row):
        value = number - (number <= value)
    return value


@ruleset(known=nimber)
def matrix_game(row):
    """Subtract from the first number of a row. A number that becomes 0 is removed."""
    if row:
        yield row[1:]
        yield from ((left, *row[1:]) for left in range(1, row[0]))


PROBLEM = Problem(
    title="Matrix Game",
    source="SPOJ MATGAME, CodeChef SNCK01",
    input=Each(Int("T", 1, 1000), Line(Int("N", 1, 50), Int("M", 1, 50)), Items("rows", "N", Ints("r", "M", 1, 50))),
    position=lambda rows: Position.of(components_of(matrix_game, rows)),
    values=sums(matrix_game, "rows"),
    output=Words("FIRST", "SECOND"),
    samples=(Sample("3\n2 2\n1 1\n1 1\n\n1 3\n2 1 1\n\n2 2\n3 2\n3 2\n", "SECOND\nFIRST\nSECOND\n"),),
    aliases=("codechef-snck01",),
)
