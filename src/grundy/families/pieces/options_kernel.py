"""Counts the options of a piece on a grid with blocked cells, move by move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def count_steps(blocked: NDArray[np.uint8], step: tuple[int, int], rows: tuple[int, int]) -> int:
    """Return from how many open cells of some rows a step (down, right) leads to an open cell."""
    height, width = blocked.shape
    down, right = step
    low = max(0, -right)
    high = width - max(0, right)
    total = 0
    for row in range(max(rows[0], -down), min(rows[1], height - down)):
        here = blocked[row, low:high]
        there = blocked[row + down, low + right : high + right]
        for k in range(len(here)):
            total += (here[k] | there[k]) == 0
    return total


@Kernel
def count_slides(
    blocked: NDArray[np.uint8],
    slide: tuple[int, int, int, int],
    rows: tuple[int, int],
    reached: NDArray[np.int32],
) -> int:
    """Return how many options a slide (down, right, most, jumps) has from the open cells of some rows.

    Rows are visited in the order in which targets come first: from the last row up if the slide goes down. `rows` has
    the first row and the row after the last, counted in this order. `reached`, of ``|down| + 1`` rows, is scratch that
    is kept from call to call: how many cells the slide reaches from each cell of the last rows. So the time for a cell
    does not depend on the length of the slide.
    """
    height, width = blocked.shape
    down, right, most, jumps = slide
    low = max(0, -right)  # one step stays on the board from columns low to high - 1
    high = width - max(0, right)
    past = (most + 1) * right  # so do most + 1 steps, to the first cell that is too far, from low_past to high_past - 1
    low_past = max(0, -past)
    high_past = width - max(0, past)
    limit = np.int32(most)
    total = 0
    for turn in range(rows[0], rows[1]):
        row = height - 1 - turn if down > 0 else turn
        now = reached[turn % len(reached)]
        for k in range(width):
            now[k] = 0
        if down == 0:
            for k in range(low, high):
                column = low + high - 1 - k if right > 0 else k
                c = column + right
                if jumps:
                    now[column] = now[c] + (blocked[row, c] == 0)
                    if low_past <= column < high_past and not blocked[row, column + past]:
                        now[column] -= 1
                elif not blocked[row, c]:
                    now[column] = min(now[c] + 1, most)
        elif 0 <= row + down < height:
            here = now[low:high]
            wall = blocked[row + down, low + right : high + right]
            there = reached[(turn - abs(down)) % len(reached), low + right : high + right]
            for k in range(len(here)):
                if jumps:
                    here[k] = there[k] + np.int32(wall[k] == 0)
                else:
                    here[k] = 0 if wall[k] else min(np.int32(there[k] + np.int32(1)), limit)
            if jumps and 0 <= row + (most + 1) * down < height and low_past < high_past:
                here = now[low_past:high_past]
                wall = blocked[row + (most + 1) * down, low_past + past : high_past + past]
                for k in range(len(here)):
                    here[k] -= np.int32(wall[k] == 0)
        open_here = blocked[row]
        for k in range(width):
            total += 0 if open_here[k] else int(now[k])
    return total


@Kernel
def count_together(
    blocked: NDArray[np.uint8],
    direction: tuple[int, int],
    slides: NDArray[np.int64],
    rows: tuple[int, int],
    stopped: NDArray[np.int64],
) -> int:
    """Return how many cells some slides in one direction reach; each cell is counted once.

    `slides` has a row (stride, most, jumps) for each slide, whose steps are `stride` times `direction`. The slides may
    reach the same cells, so all options are visited. `stopped`, with an entry for each slide, is scratch that begins as
    zeros: the last cell from which a blocked cell stopped the slide.
    """
    height, width = blocked.shape
    total = 0
    for row in range(rows[0], rows[1]):
        for column in range(width):
            if blocked[row, column]:
                continue
            source = row * width + column + 1
            r = row
            c = column
            taken = 0
            while True:
                r += direction[0]
                c += direction[1]
                taken += 1
                if not (0 <= r < height and 0 <= c < width):
                    break
                hit = 0
                for s in range(len(slides)):
                    if taken % slides[s, 0] == 0 and taken // slides[s, 0] <= slides[s, 1]:
                        if not blocked[r, c]:
                            if stopped[s] != source:
                                hit = 1
                        elif not slides[s, 2]:
                            stopped[s] = source
                total += hit
    return total
