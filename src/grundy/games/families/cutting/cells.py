"""Constants that the kernels of cutting boards and their callers share; this module does not need NumPy."""

from __future__ import annotations

BLOCKED, CROSS, ROW, COLUMN = 0, 1, 2, 3  # kinds of cells
SENTINEL = 0x8000  # the value of a cell that is no cross; nimbers stay below it
PAD = 32  # values in a block, which the compiler makes a vector
ARRAY_OPTIONS = 2**17  # in one operation of NumPy: their words, of 1 MiB, fit into the second-level cache
TURNED = bytes.maketrans(bytes([ROW, COLUMN]), bytes([COLUMN, ROW]))  # kinds, on a board turned over its diagonal

# Limits of numbered boards. Boards of crosses and blocked cells are words of bits; boards of diagonal cuts are numbers
# of base 3.
MOST_WORD_CELLS = 62  # Gosper's step needs one bit more
MOST_WORD_COLUMNS = 20  # tables of all rows have 2^20 entries
MOST_INNER_CELLS = 25  # of the largest board of a table: 2^25 bytes
MOST_DIAGONAL_CELLS = 33  # 3^33 boards are more than anybody lists; 3^39 is the largest power below 2^63


def fits_words(height: int, width: int) -> bool:
    """Return whether boards of this size are small enough for the table of `batches.WordBoards`."""
    return (height - 1) * (width - 1) <= MOST_INNER_CELLS
