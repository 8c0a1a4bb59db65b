"""Game on Plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.problem import Problem, Sample
from grundy.families.chords import DAWSONS_KAYLES
from grundy.positions import Outcome

if TYPE_CHECKING:
    from grundy.contests.problem import Input


def solve(scan: Input) -> list[str]:
    """Whoever touches a segment loses, so each case is a heap of N in Dawson's Kayles."""
    cases = [scan.size("N", 3, 5000) for _ in range(scan.size("T", 1, 5000))]
    scan.end()
    DAWSONS_KAYLES.prepare(max(cases))
    return ["First" if DAWSONS_KAYLES.outcome(points) is Outcome.N else "Second" for points in cases]


PROBLEM = Problem(
    id="boj-16187",
    title="Game on Plane",
    source="BOJ 16187",
    game="game-on-plane",
    limits="1 <= T <= 5000; 3 <= N <= 5000",
    solve=solve,
    samples=(Sample("2\n3\n5\n", "First\nSecond\n"),),
)
