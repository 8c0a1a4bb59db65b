"""Fills the table of nimbers of a piece row by row, with a set of used values for each line.

The cells that a slide passes one after the other are a line. For each line the kernel keeps the set of the nimbers that
the slide reaches from the present cell, with 64 nimbers in a word. So the nimber of a cell is the first zero bit of the
union of a few sets. The time for a cell grows with the words between a lower bound and that bit, not with the length of
the slide.

A slide with a limit needs only one set as well: the cells that it reaches from a cell reach each other, so their
nimbers differ. When a cell is no longer within the limit, no other cell of the line has its bit.

Rows are visited from the first to the last, or `upwards`, and the cells of a row from left to right, or `leftwards`: in
the order that visits the target of each move before its source. `steps` has a row (down, right) for each step. `slides`
has a row (down, right, most, jumps, base) for each slide of 1 to `most` steps; if `jumps` is 1 it passes over blocked
cells, else it stops before the first. Its `base` is the number of its first line.

A slide of `down` rows has ``|down| * width`` lines at a time, where a line that enters the board takes the place of a
line that leaves it. A slide within the row has ``|right|`` lines.

The arrays are plain parameters, as in all kernels of pieces: with named tuples, a call takes some 5 µs longer, which is
a few percent of the time of a board of 12 x 12.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def fill(
    blocked: NDArray[np.uint8],
    steps: NDArray[np.int64],
    slides: NDArray[np.int64],
    upwards: int,
    leftwards: int,
    rows: tuple[int, int],
    cells: tuple[int, int],
    values: NDArray[np.uint32],
    sets: NDArray[np.uint64],
    ends: NDArray[np.int32],
    places: NDArray[np.int64],
    stepped: NDArray[np.uint64],
) -> None:
    """Set `values`, of shape (height, width), for the cells of a part of the walk; blocked cells stay 0.

    `rows` and `cells` say which part of the walk is filled: from the first number to before the second, counted along
    the walk. The parts before it must be filled, with the scratch.

    The other arrays are scratch, which begins as zeros and is kept from part to part:

    - `sets` has a row of words for each line: one bit more than a cell may have options, so that nothing can overflow;
    - `ends` has three rows with an entry for each line: the first word of its set that is not full, the number of words
      in use, and the number of cells passed since the line began;
    - `places` has three rows with an entry for each slide: its first line in the present row, the shift of the lines in
      that row, and the line of the present cell;
    - `stepped` is the set of the nimbers that steps reach.
    """
    height, width = blocked.shape
    first, used, passed = ends[0], ends[1], ends[2]
    one = np.uint64(1)
    none = np.uint64(0)
    full = ~none
    for turn in range(rows[0], rows[1]):
        row = height - 1 - turn if upwards else turn
        for s in range(len(slides)):
            kept = abs(slides[s, 0])
            if kept:
                places[0, s] = slides[s, 4] + turn % kept * width
                places[1, s] = slides[s, 1] * (turn // kept) % width
        for j in range(cells[0], cells[1]):
            column = width - 1 - j if leftwards else j
            word = np.int64(0)
            for s in range(len(slides)):
                down = slides[s, 0]
                right = slides[s, 1]
                if down:
                    at = column + places[1, s]
                    line = places[0, s] + (at if at < width else at - width)
                else:
                    line = slides[s, 4] + j % abs(right)
                places[2, s] = line
                r = row + down
                c = column + right
                if not (0 <= r < height and 0 <= c < width) or (blocked[r, c] and not slides[s, 3]):
                    for k in range(used[line]):
                        sets[line, k] = none
                    first[line] = used[line] = passed[line] = 0
                    continue
                passed[line] += 1
                if passed[line] > slides[s, 2]:
                    r += slides[s, 2] * down
                    c += slides[s, 2] * right
                    if not blocked[r, c]:
                        value = np.int64(values[r, c])
                        w = value >> 6
                        sets[line, w] &= ~(one << np.uint64(value & 63))
                        first[line] = min(first[line], w)
                word = max(word, np.int64(first[line]))
            if blocked[row, column]:
                continue
            top = np.int64(0)
            for s in range(len(steps)):
                r = row + steps[s, 0]
                c = column + steps[s, 1]
                if 0 <= r < height and 0 <= c < width and not blocked[r, c]:
                    value = np.int64(values[r, c])
                    w = value >> 6
                    stepped[w] |= one << np.uint64(value & 63)
                    top = max(top, w + 1)
            while True:
                union = stepped[word]
                for s in range(len(slides)):
                    union |= sets[places[2, s], word]
                if union != full:
                    break
                word += 1
            for k in range(top):
                stepped[k] = none
            nimber = word << 6
            for shift in (32, 16, 8, 4, 2, 1):
                mask = (one << np.uint64(shift)) - one
                below = (union & mask == mask) * shift
                union >>= np.uint64(below)
                nimber += below
            values[row, column] = nimber
            bit = one << np.uint64(nimber & 63)
            for s in range(len(slides)):
                line = places[2, s]
                sets[line, word] |= bit
                used[line] = max(used[line], word + 1)
                # The last cell of a line may fill the whole set.
                while first[line] < sets.shape[1] and sets[line, first[line]] == full:
                    first[line] += 1
