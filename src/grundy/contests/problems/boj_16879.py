"""Palace Game."""

from grundy import Position
from grundy.contests import Int, Items, Line, Problem, Sample, Words
from grundy.contests.many_sums import sums
from grundy.core.components import components_of
from grundy.games.families.pieces.piece_rules import Piece, Slide

PALACE = Piece(steps=((-1, -1),), slides=(Slide(-1, 0), Slide(0, -1)))  # other moves of a king do not lower x + y


def position(palaces):
    """Return the sum of the palaces, after one table for all of them is made."""
    PALACE.prepare((max(x for x, _ in palaces), max(y for _, y in palaces)))
    return Position.of(components_of(PALACE, palaces))


PROBLEM = Problem(
    title="Palace Game (궁전 게임)",
    source="BOJ 16879",
    input=Items("palaces", Int("N", 1, 3 * 10**5), Line(Int("x", 0, 2999), Int("y", 0, 2999))),
    position=position,
    values=sums(PALACE, "palaces"),
    output=Words("koosaga", "cubelover"),
    samples=(
        Sample("1\n3 2\n", "koosaga\n"),
        Sample("1\n3 3\n", "cubelover\n"),
        Sample("3\n7 4\n3 7\n1 0\n", "cubelover\n"),
        Sample("5\n4 2\n6 9\n7 8\n2 1\n5 5\n", "koosaga\n"),
    ),
)
