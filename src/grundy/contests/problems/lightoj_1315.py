"""Game of Hyper Knights."""

from grundy import Position
from grundy.contests import Each, Int, Items, Line, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of
from grundy.games.families.pieces.piece_rules import Piece

KNIGHT = Piece(steps=((1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)))


def position(knights):
    """Return the sum of the knights, after one table for the whole board is made."""
    KNIGHT.prepare((499, 499))
    return Position.of(components_of(KNIGHT, knights))


PROBLEM = Problem(
    title="Game of Hyper Knights",
    source="LightOJ 1315",
    input=Each(Int("T", 1, 200), Items("knights", Int("n", 1, 1000), Line(Int("x", 0, 499), Int("y", 0, 499)))),
    position=position,
    values=sums(KNIGHT, "knights"),
    output=Words("Alice", "Bob", case="Case {}: "),
    samples=(Sample("2\n1\n1 0\n2\n2 5\n3 5\n", "Case 1: Bob\nCase 2: Alice\n"),),
)
