"""Polygon Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.problem import Problem, Sample
from grundy.families.chords import DAWSONS_KAYLES
from grundy.positions import Outcome

if TYPE_CHECKING:
    from grundy.contests.problem import Input


def solve(scan: Input) -> list[str]:
    """All points are free: a heap of N in Dawson's Kayles."""
    points = scan.size("N", 3, 1000)
    scan.end()
    return ["1" if DAWSONS_KAYLES.outcome(points) is Outcome.N else "2"]


PROBLEM = Problem(
    id="boj-13034",
    title="Polygon Game (다각형 게임)",
    source="BOJ 13034",
    game="polygon",
    limits="3 <= N <= 1000",
    solve=solve,
    samples=(
        Sample("3\n", "1\n"),
        Sample("4\n", "1\n"),
        Sample("15\n", "2\n"),
        Sample("191\n", "2\n"),
    ),
)
