"""Nim 3."""

from grundy import heaps
from grundy.contests import Int, Ints, MoveCount, Problem

PROBLEM = Problem(
    title="Nim 3 (님 게임 3)",
    source="BOJ 16895",
    game="nim",
    input=(Int("N", 1, 1000), Ints("P", "N", 1, 1000)),
    position=lambda P: heaps("nim")(*P),
    output=MoveCount(),
)
