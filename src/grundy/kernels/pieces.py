"""Fills the tables of a piece on a grid: the outcome, or the nimber, of each cell as its place.

Cells are numbered row by row. `order` lists all of them, blocked ones too, so that each step leads
to a cell earlier in it. `steps` has a row (down, right) for each single step; `slides` has a row
(down, right, most, jumps) for each slide of 1 to `most` steps: it passes over blocked cells if
`jumps` is 1, and stops before the first one if it is 0.

`order` may come in consecutive stretches, one call each, so that the caller can report and stop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import Kernel

FAR = 2**30  # further than any slide


@Kernel
def outcomes(
    blocked: NDArray[np.bool_],
    order: NDArray[np.int64],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    wins: NDArray[np.bool_],
    nearest: NDArray[np.int32],
) -> None:
    """Set `wins` for the cells in `order`: whether the mover wins from there; blocked cells stay False.

    `blocked` and `wins` have shape (height, width). For each slide, `nearest`, of shape (slides,
    height, width), carries the distance to the nearest losing cell ahead from cell to cell, so that
    the time per cell does not depend on how far a slide may go. It begins as `FAR` everywhere.
    """
    height, width = blocked.shape
    for cell in order:
        row = cell // width
        column = cell % width
        won = False
        for s in range(len(steps)):
            r = row + steps[s, 0]
            c = column + steps[s, 1]
            if 0 <= r < height and 0 <= c < width and not blocked[r, c] and not wins[r, c]:
                won = True
        for s in range(len(slides)):
            r = row + slides[s, 0]
            c = column + slides[s, 1]
            if not (0 <= r < height and 0 <= c < width):
                continue
            if blocked[r, c]:
                distance = nearest[s, r, c] + 1 if slides[s, 3] else FAR
            elif wins[r, c]:
                distance = nearest[s, r, c] + 1
            else:
                distance = 1
            nearest[s, row, column] = min(distance, FAR)
            if distance <= slides[s, 2] and distance < FAR:
                won = True
        wins[row, column] = won and not blocked[row, column]


@Kernel
def nimbers(
    blocked: NDArray[np.bool_],
    order: NDArray[np.int64],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    values: NDArray[np.int32],
    marks: NDArray[np.int64],
) -> None:
    """Set `values`, of the shape of `blocked`, for the cells in `order`; blocked cells stay 0.

    Looks at each option once. A nimber is at most the number of options, so 32 bits hold it. `marks`
    is scratch of more entries than a cell has options, and begins as -1.
    """
    height, width = blocked.shape
    for cell in order:
        row = cell // width
        column = cell % width
        if blocked[row, column]:
            continue
        for s in range(len(steps)):
            r = row + steps[s, 0]
            c = column + steps[s, 1]
            if 0 <= r < height and 0 <= c < width and not blocked[r, c]:
                marks[values[r, c]] = cell
        for s in range(len(slides)):
            r = row
            c = column
            for _ in range(slides[s, 2]):
                r += slides[s, 0]
                c += slides[s, 1]
                if not (0 <= r < height and 0 <= c < width):
                    break
                if not blocked[r, c]:
                    marks[values[r, c]] = cell
                elif not slides[s, 3]:
                    break
        nimber = 0
        while marks[nimber] == cell:
            nimber += 1
        values[row, column] = nimber
