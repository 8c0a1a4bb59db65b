"""Counts the options of a piece on a grid with blocked cells, move by move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.kernels.jit import Kernel


@Kernel
def count(
    blocked: NDArray[np.uint8],
    slide: tuple[int, int, int, int],
    rows: tuple[int, int],
    reached: NDArray[np.int32],
) -> int:
    """Return how many options a slide (down, right, most, jumps) has from the open cells of some rows.

    A step is a slide of at most 1. Rows are walked so that targets come first: from the last one up if
    the slide goes down. `rows` are the first of them and the one after the last, counted along the
    walk. `reached`, of ``|down| + 1`` rows, is scratch that is kept from call to call: how many cells
    the slide reaches from each cell of the last rows, so that a cell takes the same time however far
    the slide goes.
    """
    height, width = blocked.shape
    down, right, most, jumps = slide
    kept = len(reached)
    total = 0
    for turn in range(rows[0], rows[1]):
        row = height - 1 - turn if down > 0 else turn
        now = reached[turn % kept]
        before = reached[(turn - abs(down)) % kept]
        r = row + down
        beyond = row + (most + 1) * down
        for k in range(width):
            column = width - 1 - k if right > 0 else k
            c = column + right
            if not (0 <= r < height and 0 <= c < width) or (blocked[r, c] and not jumps):
                now[column] = 0
                continue
            far = np.int64(before[c]) + (blocked[r, c] == 0)
            if not jumps:
                far = min(far, most)
            else:
                last = column + (most + 1) * right
                if 0 <= beyond < height and 0 <= last < width and not blocked[beyond, last]:
                    far -= 1
            now[column] = far
            if not blocked[row, column]:
                total += far
    return total


@Kernel
def count_together(
    blocked: NDArray[np.uint8],
    direction: tuple[int, int],
    slides: NDArray[np.int64],
    rows: tuple[int, int],
    stopped: NDArray[np.int64],
) -> int:
    """Return how many cells some slides in one direction reach, each cell counted once.

    `slides` has a row (stride, most, jumps) for each slide, whose steps are `stride` times `direction`.
    They may reach the same cells, so this looks at all of them. `stopped`, with an entry for each
    slide, is scratch: the last cell from which the slide has met a blocked one. It begins as zeros.
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
