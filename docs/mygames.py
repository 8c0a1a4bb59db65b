"""Cram as a declared ruleset: dominoes on a board, the last one placed wins; with all accelerators.

A state is (width, free): the free cells as the bits of an integer, row after row, the first row in the
lowest bits. ``grundy solve docs/mygames.py:cram 4x6`` solves a board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grundy

if TYPE_CHECKING:
    from collections.abc import Iterator


def components(width: int, free: int) -> Iterator[tuple[int, int]]:
    """Yield the connected parts of at least two cells: no domino touches two of them."""
    first = first_column(width, free)
    last = first << (width - 1)
    while free:
        part, grown = 0, free & -free
        while part != grown:
            part = grown
            grown |= ((part & ~last) << 1 | (part & ~first) >> 1 | part << width | part >> width) & free
        free ^= part
        if part & (part - 1):
            yield width, part


def canonical(width: int, free: int) -> tuple[int, int]:
    """Crop the board to the rows and columns in use, and take the least of its eight turns and flips."""
    rows = [free >> start & (1 << width) - 1 for start in range(0, free.bit_length(), width)]
    used = 0
    for row in rows:
        used |= row
    if not used:
        return 1, 0
    while not rows[0]:
        del rows[0]
    shift = (used & -used).bit_length() - 1
    width = used.bit_length() - shift
    rows = [row >> shift for row in rows]
    columns = [sum((row >> x & 1) << y for y, row in enumerate(rows)) for x in range(width)]
    found = []
    for wide, lines in ((width, rows), (len(rows), columns)):
        if wide <= len(lines):
            mirrored = [int(format(line, f"0{wide}b")[::-1], 2) for line in lines]
            for way in (lines, lines[::-1], mirrored, mirrored[::-1]):
                cells = 0
                for line in way:
                    cells = cells << wide | line
                found.append((wide, cells))
    return min(found)


def parse(text: str) -> tuple[int, int]:
    """Read ``4x6``, an empty board, or rows of ``.`` for free cells and ``#``."""
    if "x" in text:
        height, width = (int(side) for side in text.split("x"))
        return width, (1 << height * width) - 1
    rows = text.split()
    if not rows or len({*map(len, rows)}) > 1 or set(text) - set(".# \n"):
        message = "expected a size such as 4x6, or rows of '.' and '#'"
        raise ValueError(message)
    return len(rows[0]), sum(1 << place for place, cell in enumerate("".join(rows)) if cell == ".")


def board(width: int, free: int) -> str:
    """Write the rows down to the last free cell."""
    cells = "".join(".#"[not free >> place & 1] for place in range(max(1, free.bit_length())))
    return "\n".join(cells[start : start + width].ljust(width, "#") for start in range(0, len(cells), width))


@grundy.ruleset(components=components, canonical=canonical, parse=parse, format=board)
def cram(width: int, free: int) -> Iterator[Any]:
    """Place a domino on two free cells that touch."""
    first = first_column(width, free)
    for places, domino in ((free & free >> 1 & ~(first << (width - 1)), 3), (free & free >> width, 1 | 1 << width)):
        rest = places
        while rest:
            cell = rest & -rest
            rest ^= cell
            place = cell.bit_length() - 1
            way = "across" if domino == 3 else "down"  # noqa: PLR2004 - two cells side by side
            move = f"r{place // width + 1}c{place % width + 1} {way}"
            yield grundy.split((width, free & ~(cell * domino)), move=move)


def first_column(width: int, free: int) -> int:
    """Return the cells of the first column."""
    return sum(1 << place for place in range(0, free.bit_length(), width))
