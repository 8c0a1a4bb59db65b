"""Values of many small boards at once, from one table of the values of all smaller boards.

A board of h rows and w columns, on which each cell is a cross or blocked, is a word: bit ``r * w + c`` is set where
the cell is blocked. A pick at (i, j) leaves four boards, of at most h - 1 rows and at most w - 1 columns, and each is
such a word again. So one table by size and word serves all boards: for boards of 4 x 5 it has 2^12 words of the largest
size. ``starts[h, w]`` is the place of the first word of a size; all empty sizes share one value, 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def solve_words(
    table: NDArray[np.uint8],
    starts: NDArray[np.uint64],
    height: int,
    width: int,
    words: NDArray[np.uint64],
    nimbers: NDArray[np.uint8],
    wins: NDArray[np.uint8],
) -> None:
    """Set `nimbers` and `wins`, the numbers of winning picks, of boards; `table` has the values of smaller boards."""
    one = np.uint64(1)
    none = np.uint64(0)
    rows = np.uint64(height)
    columns = np.uint64(width)
    whole = (one << columns) - one
    for number in range(len(words)):
        word = words[number]
        seen = none
        count = 0
        for j in range(columns):
            after = columns - one - j
            left = none  # the board of the columns before j
            right = none  # the board of the columns behind j
            for i in range(rows):
                line = (word >> (i * columns)) & whole
                left |= (line & ((one << j) - one)) << (i * j)
                right |= (line >> (j + one)) << (i * after)
            for i in range(rows):
                if (word >> (i * columns + j)) & one:
                    continue
                below = rows - one - i
                value = np.uint64(table[starts[i, j] + (left & ((one << (i * j)) - one))])
                value ^= np.uint64(table[starts[i, after] + (right & ((one << (i * after)) - one))])
                value ^= np.uint64(table[starts[below, j] + (left >> ((i + one) * j))])
                value ^= np.uint64(table[starts[below, after] + (right >> ((i + one) * after))])
                seen |= one << value
                count += value == none
        nimber = none
        while (seen >> nimber) & one:
            nimber += one
        nimbers[number] = np.uint8(nimber)
        wins[number] = np.uint8(count)


@Kernel
def least_words(
    height: int,
    width: int,
    word: int,
    count: int,
    marked: bool,
    turned: NDArray[np.uint64],
    mirrored: NDArray[np.uint64],
    words: NDArray[np.uint64],
    weights: NDArray[np.uint8],
) -> int:
    """Write the boards that no symmetry makes a lesser word, and how many boards each stands for; return their number.

    `count` words from `word` on are checked. The next word is the next number, or if `marked` the next number with as
    many bits (Gosper's step). The symmetries are those of the rectangle: four, or eight for a square. `mirrored` has
    each row backwards; `turned`, for a square, has the bits of each row as a column.
    """
    one = np.uint64(1)
    none = np.uint64(0)
    rows = np.uint64(height)
    columns = np.uint64(width)
    whole = (one << columns) - one
    square = height == width
    found = 0
    current = np.uint64(word)
    for step in range(count):
        if step:
            if marked:
                low = current & (~current + one)
                high = current + low
                current = high | (((current ^ high) // low) >> np.uint64(2)) if low else current
            else:
                current += one
        same = 0
        less = False
        for turn in range(2 if square else 1):
            board = current
            if turn:
                board = none
                for i in range(rows):
                    board |= turned[(current >> (i * columns)) & whole] << i
            upright = board
            upside = none
            flipped = none
            both = none
            for i in range(rows):
                line = (board >> (i * columns)) & whole
                back = mirrored[line]
                there = (rows - one - i) * columns
                upside |= line << there
                flipped |= back << (i * columns)
                both |= back << there
            if upright < current or upside < current or flipped < current or both < current:
                less = True
                break
            same += upright == current
            same += upside == current
            same += flipped == current
            same += both == current
        if not less:
            words[found] = current
            weights[found] = np.uint8((8 if square else 4) // same)
            found += 1
    return found
