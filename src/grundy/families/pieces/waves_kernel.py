"""Fills in waves the tables of a piece for which no walk row by row is possible, such as the white knight.

A wave is all cells (row, column) with the same ``a * row + b * column``, where a, b >= 1 have no common divisor. Rows
count from the last row if `upwards`, columns from the last column if `leftwards`. Each move leads to an earlier wave.
Blocked cells are visited like the others. ``inverse * a`` is 1 modulo b, from which follow the rows in which a wave has
a cell.

`steps` and `slides` are those of `outcomes_kernel`, without a base.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

FAR = 2**30  # more steps than any slide has


@Kernel
def outcomes(
    blocked: NDArray[np.uint8],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    upwards: int,
    leftwards: int,
    weights: tuple[int, int, int],
    waves: tuple[int, int],
    losing: NDArray[np.uint8],
    nearest: NDArray[np.int32],
) -> None:
    """Set `losing`, as in `outcomes_kernel`, in the waves from the first number to before the second.

    `weights` is (a, b, inverse). `nearest`, of shape (slides, height, width), is filled as well, with the distance to
    the nearest losing cell ahead.
    """
    height, width = blocked.shape
    a, b, inverse = weights
    for wave in range(waves[0], waves[1]):
        low = max(0, -((b * (width - 1) - wave) // a))
        high = min(height - 1, wave // a)
        for r0 in range(low + (wave % b * inverse - low) % b, high + 1, b):
            c0 = (wave - a * r0) // b
            row = height - 1 - r0 if upwards else r0
            column = width - 1 - c0 if leftwards else c0
            loses = not blocked[row, column]
            for s in range(len(steps)):
                r = row + steps[s, 0]
                c = column + steps[s, 1]
                if 0 <= r < height and 0 <= c < width and losing[r, c]:
                    loses = False
            for s in range(len(slides)):
                r = row + slides[s, 0]
                c = column + slides[s, 1]
                distance = np.int32(FAR)
                if 0 <= r < height and 0 <= c < width:
                    if losing[r, c]:
                        distance = np.int32(1)
                    elif slides[s, 3] or not blocked[r, c]:
                        distance = min(np.int32(nearest[s, r, c] + np.int32(1)), distance)
                nearest[s, row, column] = distance
                if distance <= slides[s, 2]:
                    loses = False
            losing[row, column] = loses


@Kernel
def nimbers(
    blocked: NDArray[np.uint8],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    upwards: int,
    leftwards: int,
    weights: tuple[int, int, int],
    waves: tuple[int, int],
    values: NDArray[np.uint32],
    marks: NDArray[np.int64],
) -> None:
    """Set `values`, of the shape of `blocked`, in the waves from the first number to before the second.

    Blocked cells stay 0. Each option is visited once. `marks` is scratch, which begins as zeros and is kept from call
    to call. It has two more entries than a cell has options.
    """
    height, width = blocked.shape
    a, b, inverse = weights
    for wave in range(waves[0], waves[1]):
        low = max(0, -((b * (width - 1) - wave) // a))
        high = min(height - 1, wave // a)
        for r0 in range(low + (wave % b * inverse - low) % b, high + 1, b):
            c0 = (wave - a * r0) // b
            row = height - 1 - r0 if upwards else r0
            column = width - 1 - c0 if leftwards else c0
            if blocked[row, column]:
                continue
            mark = row * width + column + 1
            for s in range(len(steps)):
                r = row + steps[s, 0]
                c = column + steps[s, 1]
                if 0 <= r < height and 0 <= c < width and not blocked[r, c]:
                    marks[values[r, c]] = mark
            for s in range(len(slides)):
                r = row
                c = column
                for _ in range(slides[s, 2]):
                    r += slides[s, 0]
                    c += slides[s, 1]
                    if not (0 <= r < height and 0 <= c < width):
                        break
                    if not blocked[r, c]:
                        marks[values[r, c]] = mark
                    elif not slides[s, 3]:
                        break
            nimber = 0
            while marks[nimber] == mark:
                nimber += 1
            values[row, column] = nimber
