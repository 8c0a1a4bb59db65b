"""Fills the table of outcomes of a piece row by row, at the speed of memory.

Rows are visited from the first to the last, or `upwards`, and the cells of a row from left to right, or `leftwards`: in
the order that visits the target of each move before its source. `steps` has a row (down, right) for each step. `slides`
has a row (down, right, most, jumps, base) for each slide of 1 to `most` steps; if `jumps` is 1 it passes over blocked
cells, else it stops before the first.

Each move to another row is applied to a whole row at once, in a loop that the compiler makes into vectors. Moves within
the row follow, cell by cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel

FAR = 2**30  # more steps than any slide has


@Kernel
def fill(
    blocked: NDArray[np.uint8],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    upwards: int,
    leftwards: int,
    rows: tuple[int, int],
    cells: tuple[int, int],
    losing: NDArray[np.uint8],
    nearest: NDArray[np.int32],
    won: NDArray[np.uint8],
) -> None:
    """Set `losing` to 1 where the player to move loses, to 0 in other cells and in blocked cells.

    `blocked` and `losing` have shape (height, width). `rows` and `cells` say which part of the walk is filled: from the
    first number to before the second, counted along the walk. The parts before it must be filled, with the scratch.

    Scratch: `nearest`, of `width` columns, has ``|down| + 1`` rows for each slide, from row `base` on. They hold the
    distance to the nearest losing cell ahead, for the last rows of the walk. So the time for a cell does not depend on
    the length of slides. `won` has an entry for each cell of a row.
    """
    height, width = blocked.shape
    start, stop = (width - cells[1], width - cells[0]) if leftwards else cells
    for turn in range(rows[0], rows[1]):
        row = height - 1 - turn if upwards else turn
        for k in range(start, stop):
            won[k] = 0
        inside = 0
        single = False
        for s in range(len(steps)):
            r = row + steps[s, 0]
            if r == row:
                inside += 1
                single = abs(steps[s, 1]) == 1
            elif 0 <= r < height:
                right = steps[s, 1]
                low = max(start, -right)
                high = min(stop, width - right)
                if low < high:
                    here = won[low:high]
                    there = losing[r, low + right : high + right]
                    for k in range(len(here)):
                        here[k] |= there[k]
        for s in range(len(slides)):
            r = row + slides[s, 0]
            if r == row:
                inside += 1
                continue
            right = slides[s, 1]
            kept = abs(slides[s, 0]) + 1
            distances = nearest[slides[s, 4] + turn % kept]
            low = high = start
            if 0 <= r < height:
                low = min(max(start, -right), stop)
                high = max(min(stop, width - right), low)
                here = won[low:high]
                there = losing[r, low + right : high + right]
                wall = blocked[r, low + right : high + right]
                before = nearest[slides[s, 4] + (turn + 1) % kept, low + right : high + right]
                now = distances[low:high]
                most = np.int32(slides[s, 2])
                limit = np.int32(FAR)
                if slides[s, 3]:
                    for k in range(len(here)):
                        distance = np.int32(1) if there[k] else min(np.int32(before[k] + np.int32(1)), limit)
                        now[k] = distance
                        here[k] |= np.uint8(distance <= most)
                else:
                    for k in range(len(here)):
                        distance = limit if wall[k] else min(np.int32(before[k] + np.int32(1)), limit)
                        distance = np.int32(1) if there[k] else distance
                        now[k] = distance
                        here[k] |= np.uint8(distance <= most)
            for k in range(start, low):
                distances[k] = FAR
            for k in range(high, stop):
                distances[k] = FAR
        here = won[start:stop]
        wall = blocked[row, start:stop]
        there = losing[row, start:stop]
        for k in range(len(here)):
            there[k] = np.uint8((here[k] | wall[k]) == 0)
        if inside == 0:
            continue
        free = losing[row]
        if inside == 1 and single:
            # One step to the next cell, as in most games: the outcome of the next cell stays in a register.
            if leftwards:
                last = free[stop] if stop < width else np.uint8(0)
                for k in range(stop - 1, start - 1, -1):
                    last = np.uint8(free[k] & (last ^ 1))
                    free[k] = last
            else:
                last = free[start - 1] if start > 0 else np.uint8(0)
                for k in range(start, stop):
                    last = np.uint8(free[k] & (last ^ 1))
                    free[k] = last
            continue
        for k in range(start, stop):
            column = start + stop - 1 - k if leftwards else k
            loses = free[column]
            for s in range(len(steps)):
                c = column + steps[s, 1]
                if steps[s, 0] == 0 and 0 <= c < width and free[c]:
                    loses = np.uint8(0)
            for s in range(len(slides)):
                if slides[s, 0] == 0:
                    c = column + slides[s, 1]
                    far = np.int32(FAR)
                    if 0 <= c < width:
                        if free[c]:
                            far = np.int32(1)
                        elif slides[s, 3] or not blocked[row, c]:
                            far = min(np.int32(nearest[slides[s, 4], c] + np.int32(1)), far)
                    nearest[slides[s, 4], column] = far
                    if far <= slides[s, 2]:
                        loses = np.uint8(0)
            free[column] = loses
