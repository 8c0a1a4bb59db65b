"""A Chess Game."""

from grundy.contests import Each, End, Indices, Int, Let, Problem, Sample, Targets, Words, Zeros
from grundy.core.loopy.tokens import Tokens
from grundy.core.position import Position

PROBLEM = Problem(
    title="A Chess Game",
    source="PKU Monthly, POJ 2425",
    input=Each(
        End(),
        Int("N", 1, 1000),
        Targets("moves", "N", "X", 1000, first=0),
        Let("rules", lambda moves: Tokens(moves)),
        Each(Zeros(), Indices("tokens", Int("M", 1, 10), "N", first=0)),
    ),
    position=lambda rules, tokens: Position([rules(vertex).terms[0] for vertex in tokens]),
    output=Words("WIN", "LOSE"),
    samples=(
        Sample(
            "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n\n4\n1 1\n1 2\n0\n0\n2 0 1\n2 1 1\n3 0 1 3\n0\n",
            "WIN\nWIN\nWIN\nLOSE\nWIN\n",
        ),
    ),
    aliases=("hdu-1524",),
)
