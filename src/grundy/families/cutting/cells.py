"""Numbers that the kernels of cutting boards and their callers share."""

from __future__ import annotations

from enum import IntEnum

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3  # kinds of cells
SENTINEL = 0x8000  # marks a cell that is no cross; nimbers stay below it
PAD = 32  # values in a block, which a kernel works on together
TURNED = bytes.maketrans(bytes([ROW, COLUMN]), bytes([COLUMN, ROW]))  # kinds, on a board turned over its diagonal


class Scan(IntEnum):
    """How the mex of a run of options is found."""

    MARKS = 0  # a byte for each value: the best that there is without vectors
    WORDS = 1  # windows of 64 values in 64-bit lanes, which the compiler makes of a plain loop
    LANES = 2  # windows of 64 values as 4 x 16 bits in 16-bit lanes


def turned(kinds: bytes, width: int) -> bytes:
    """Return the cells of a board column by column; `kinds` are those row by row."""
    return b"".join(kinds[column::width] for column in range(width))
