"""New Game with a Chess Piece."""

from grundy import ruleset
from grundy.contests import Each, Int, Line, Problem, Sample, Words


def outcome(down, right, jump):
    """Return who wins, from the shorter side and the sum of both sides (proved by induction over the moves)."""
    short, odd = min(down, right) % (2 * jump + 2), (down + right) % 2
    if jump == 1:
        return "P" if not odd and short % 2 == 0 else "N"
    return "P" if (jump < short <= 2 * jump if odd else short < jump) else "N"


@ruleset(known_outcome=outcome)
def chess_piece(down, right, jump):
    """Move the piece by one square, or jump in both directions; it is this far from the lower and the right edge."""
    for one, two in ((down - 1, right), (down, right - 1), (down - jump, right - jump)):
        if one >= 0 and two >= 0:
            yield one, two, jump


PROBLEM = Problem(
    title="New Game with a Chess Piece",
    source="Codeforces 36, problem D",
    input=(
        Line(Int("t", 1, 20), Int("k", 1, 10**9)),
        Each("t", Line(Int("n", 1, 10**9), Int("m", 1, 10**9))),
    ),
    position=lambda k, n, m: chess_piece(n - 1, m - 1, k),
    output=Words("+", "-"),
    samples=(Sample("10 2\n1 1\n1 2\n2 1\n2 2\n1 3\n2 3\n3 1\n3 2\n3 3\n4 3\n", "-\n+\n+\n-\n-\n+\n-\n+\n+\n+\n"),),
)
