"""Cutting Game."""

from grundy import ruleset, split, win
from grundy.contests import Each, End, Int, Line, Problem, Sample, Words


@ruleset(canonical=lambda w, h: (min(w, h), max(w, h)), compiled=True)
def cutting_game(w, h):
    """Cut a sheet of paper in two; who cuts out a single square has won."""
    for at in range(1, w // 2 + 1):
        yield win() if at == h == 1 else split((at, h), (w - at, h))
    for at in range(1, h // 2 + 1):
        yield win() if at == w == 1 else split((w, at), (w, h - at))


PROBLEM = Problem(
    title="Cutting Game",
    source="POJ Monthly, POJ 2311",
    input=Each(End(), Line(Int("W", 2, 200), Int("H", 2, 200))),
    position=lambda W, H: cutting_game(W, H),
    output=Words("WIN", "LOSE"),
    samples=(Sample("2 2\n3 2\n4 2\n", "LOSE\nLOSE\nWIN\n"),),
)
