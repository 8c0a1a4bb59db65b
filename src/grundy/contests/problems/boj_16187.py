"""Game on Plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.circles import circle_inputs, circles
from grundy.contests.problem import Problem, Sample

if TYPE_CHECKING:
    from grundy.contests.problem import Input
    from grundy.core.position import Position


def positions(scan: Input) -> list[Position]:
    """Each case is a circle without segments."""
    cases = [scan.size("N", 3, 5000) for _ in range(scan.size("T", 1, 5000))]
    scan.end()
    return circles("game-on-plane", cases)


PROBLEM = Problem(
    id="boj-16187",
    title="Game on Plane",
    source="BOJ 16187",
    game="game-on-plane",
    limits="1 <= T <= 5000; 3 <= N <= 5000",
    positions=positions,
    inputs=circle_inputs(3, 5000, 5000),
    outputs=("First", "Second"),
    samples=(Sample("2\n3\n5\n", "First\nSecond\n"),),
)
