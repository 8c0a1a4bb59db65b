"""The number of options of a piece on a whole board, by a formula."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import gcd, lcm
from typing import TYPE_CHECKING

from grundy.games.families.pieces.moves import Reach

if TYPE_CHECKING:
    from grundy.core.scenes import Place
    from grundy.games.families.pieces.moves import PieceMoves


def options_on(height: int, width: int, moves: PieceMoves) -> int:
    """Return the number of options of all cells together; a cell that two moves reach is one option.

    It is for boards without blocked cells: for others it is an upper bound.
    """
    return sum(_formula(height, width, direction, reaches) for direction, reaches in _by_direction(moves).items())


def _by_direction(moves: PieceMoves) -> dict[Place, list[Reach]]:
    """Return the moves by direction. The moves of a direction are slides along a line of cells.

    The `down` of such a slide is its stride: the number of cells of the line in one step.
    """
    by_direction: dict[Place, list[Reach]] = defaultdict(list)
    for down, right, most, jumps in (*moves.slides, *(Reach(*step, 1, jumps=True) for step in moves.steps)):
        stride = gcd(down, right)
        by_direction[down // stride, right // stride].append(Reach(stride, 0, most, jumps))
    return by_direction


def _formula(height: int, width: int, direction: Place, reaches: list[Reach]) -> int:
    """Return the number of pairs of cells that are joined by a move, by inclusion and exclusion over strides."""
    slides = [slide for slide in reaches if slide.most > 1]
    steps = [
        step
        for step in reaches
        if step.most == 1
        and not any(step.down % slide.down == 0 and step.down <= slide.down * slide.most for slide in slides)
    ]
    total = sum(_pairs(height, width, direction, step.down, 1) for step in steps)
    for size in range(1, len(slides) + 1):
        for group in combinations(slides, size):
            stride = lcm(*(slide.down for slide in group))
            most = min(slide.down * slide.most for slide in group) // stride
            total -= (-1) ** size * _pairs(height, width, direction, stride, most)
    return total


def _pairs(height: int, width: int, direction: Place, stride: int, most: int) -> int:
    """Return the sum of (height - t a)(width - t b) over t = 1 ... `most`, where (a, b) is `stride` steps.

    All these moves must fit on the board.
    """
    a, b = abs(direction[0]) * stride, abs(direction[1]) * stride
    sum_of_t, sum_of_squares = most * (most + 1) // 2, most * (most + 1) * (2 * most + 1) // 6
    return most * height * width - (a * width + b * height) * sum_of_t + a * b * sum_of_squares
