"""Numbers that the kernels of cutting boards and their callers share; none of it needs NumPy."""

from __future__ import annotations

from enum import IntEnum

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3  # kinds of cells
SENTINEL = 0x8000  # marks a cell that is no cross; nimbers stay below it
PAD = 32  # values in a block, which a kernel works on together
TURNED = bytes.maketrans(bytes([ROW, COLUMN]), bytes([COLUMN, ROW]))  # kinds, on a board turned over its diagonal

# Boards that are numbered: of crosses and blocked cells as words, of cells that cut along diagonals as digits.
MOST_WORD_CELLS = 62  # Gosper's step needs one bit more
MOST_WORD_COLUMNS = 20  # tables of all rows have 2^20 entries
MOST_INNER_CELLS = 25  # of the largest board of a table: 2^25 bytes
MOST_DIAGONAL_CELLS = 33  # 3^33 is below 2^53, so that numbers are exact as floats


class MexScan(IntEnum):
    """How the mex of a run of options is found."""

    MARKS = 0  # a byte for each value: the best that there is without vectors
    WORDS = 1  # windows of 64 values in 64-bit lanes, which the compiler makes of a plain loop
    LANES = 2  # windows of 64 values as 4 x 16 bits in 16-bit lanes


def fits_words(height: int, width: int) -> bool:
    """Say whether boards of this size, which are words, have a table of modest size."""
    return (height - 1) * (width - 1) <= MOST_INNER_CELLS


def turned(kinds: bytes, width: int) -> bytes:
    """Return the cells of a board column by column; `kinds` are those row by row."""
    return b"".join(kinds[column::width] for column in range(width))
