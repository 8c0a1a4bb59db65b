"""Fills the table of nimbers of a piece row by row, with a set of used values for each line.

The cells that a slide passes one after the other are a line. For each line the kernel keeps the set
of the nimbers that the slide reaches from the cell at hand, 64 to a word, so that a nimber is the
first zero bit of the union of a few sets: the time for a cell grows with the words between a lower
bound and that bit, not with the length of the slide.

One set is enough for a slide that goes at most so far, too: the cells it reaches from one cell reach
each other, so their nimbers differ, and when a cell falls out of reach its bit is nobody else's.

The walk, `steps` and `slides` are those of `piece_outcomes`, but a slide's `base` is the number of its
first line. A slide of `down` rows has ``|down| * width`` lines at a time (a line that leaves the board
hands its place to one that enters), one within the row has ``|right|``.
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

    The rest is scratch, which begins as zeros and is kept from part to part. `sets` has a row of
    words for each line, enough for as many bits as a cell may have options, and one more, so that
    nothing can overflow. `ends` has three rows with an entry for each line: the first word of its set
    that is not full, the number of words in use, and the cells passed since the line began. `places`
    has three rows with an entry for each slide: its first line of the row at hand, by how much lines
    are shifted there, and the line of the cell at hand. `stepped` is a set, of the options by steps.
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
                # The last cell of a line may fill its set up to the end.
                while first[line] < sets.shape[1] and sets[line, first[line]] == full:
                    first[line] += 1
