"""The number of options of a piece on a whole board: from a formula, or counted if cells are blocked."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import gcd, lcm
from typing import TYPE_CHECKING

from grundy.families.pieces.moves import Reach
from grundy.runtime import progress
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.scenes import Place
    from grundy.families.pieces.moves import PieceMoves

_FEW_CELLS = 10**9  # times the lengths of moves: so many are counted in words in less time than kernels are loaded
_CELLS_PER_STRETCH = 1_000_000  # some milliseconds between two reports of progress


def options_on(height: int, width: int, blocked: bytes | None, moves: PieceMoves) -> int:
    """Return the number of options of all open cells together; a cell that two moves reach is one option.

    `blocked` is as in `PieceBoard`, or None. Without blocked cells this is a formula. Else each move takes time linear
    in the cells, however far it goes; but if slides and other moves in the same direction may reach the same cells,
    these take time linear in the options.
    """
    by_direction = _by_direction(moves)
    if blocked is None or b"\1" not in blocked:
        return sum(_formula(height, width, direction, reaches) for direction, reaches in by_direction.items())
    return _count(height, width, blocked, by_direction)


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


def _count(height: int, width: int, blocked: bytes, by_direction: dict[Place, list[Reach]]) -> int:
    lengths = sum(_longest(reaches) for reaches in by_direction.values())
    if lengths * height * width <= _FEW_CELLS or not available("numpy"):
        return sum(_count_in_words(width, blocked, *entry) for entry in by_direction.items())
    import numpy as np

    from grundy.families.pieces import options_kernel as kernel
    from grundy.runtime.jit import reporting_compiles

    board = np.frombuffer(blocked, np.uint8).reshape(height, width)
    total = 0
    with reporting_compiles():
        for (down, right), reaches in by_direction.items():
            if len(reaches) > 1 and any(slide.most > 1 for slide in reaches):
                slides = np.array([(slide.down, slide.most, slide.jumps) for slide in reaches], np.int64)
                stopped = np.zeros(len(reaches), np.int64)
                for rows in _stretches(height, width * max(slide.most for slide in reaches)):
                    total += int(kernel.count_together(board, (down, right), slides, rows, stopped))
                continue
            for stride, _, most, jumps in reaches:
                step = (down * stride, right * stride)
                reached = np.zeros((abs(step[0]) + 1, width) if most > 1 else (0, 0), np.int32)
                for rows in _stretches(height, width):
                    if most == 1:
                        total += int(kernel.count_steps(board, step, rows))
                    else:
                        total += int(kernel.count_slides(board, (*step, most, int(jumps)), rows, reached))
    return total


def _longest(reaches: list[Reach]) -> int:
    """Return how many cells the longest of some moves in one direction goes."""
    return max(slide.down * slide.most for slide in reaches)


def _count_in_words(width: int, blocked: bytes, direction: Place, reaches: list[Reach]) -> int:
    """Count options in integers with a bit for each cell: each length of a move takes time linear in the words."""
    wide = 2 * width  # `width` blocked cells at the end of each row stop moves that leave the board
    rows = (blocked[start : start + width] for start in range(0, len(blocked), width))
    bits = b"".join(row.ljust(wide, b"\1") for row in rows)
    free = int(bits[::-1].translate(bytes.maketrans(b"\0\1", b"10")), 2)
    offset = direction[0] * wide + direction[1]
    reached = [free] * len(reaches)  # the cells from which each slide has not been stopped yet
    total = 0
    for taken in range(1, 1 + _longest(reaches)):
        progress.report(0, None)
        shift = taken * offset
        targets = free >> shift if shift > 0 else free << -shift
        hit = 0
        for number, (stride, _, most, jumps) in enumerate(reaches):
            if taken % stride == 0 and taken // stride <= most:
                if jumps:
                    hit |= free & targets
                else:
                    reached[number] &= targets
                    hit |= reached[number]
        total += hit.bit_count()
    return total


def _stretches(height: int, cells_per_row: int) -> Iterator[tuple[int, int]]:
    """Yield the rows in stretches, and report progress before each, so that the user can stop the work there."""
    rows = 1 + _CELLS_PER_STRETCH // cells_per_row
    for start in range(0, height, rows):
        progress.report(0, None)
        yield start, min(start + rows, height)
