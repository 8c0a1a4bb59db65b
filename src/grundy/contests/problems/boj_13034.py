"""Polygon Game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.circles import circle_inputs, circles
from grundy.contests.problem import Problem, Sample

if TYPE_CHECKING:
    from grundy.contests.problem import Input
    from grundy.core.position import Position


def positions(scan: Input) -> list[Position]:
    """All points are free."""
    points = scan.size("N", 3, 1000)
    scan.end()
    return circles("polygon", [points])


PROBLEM = Problem(
    id="boj-13034",
    title="Polygon Game (다각형 게임)",
    source="BOJ 13034",
    game="polygon",
    limits="3 <= N <= 1000",
    positions=positions,
    inputs=circle_inputs(3, 1000),
    outputs=("1", "2"),
    samples=(
        Sample("3\n", "1\n"),
        Sample("4\n", "1\n"),
        Sample("15\n", "2\n"),
        Sample("191\n", "2\n"),
    ),
)
