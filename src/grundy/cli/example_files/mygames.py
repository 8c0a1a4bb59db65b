"""Declared rulesets: Cram with all accelerators, Chomp, Node Kayles on the Petersen graph, and three short ones.

``grundy solve mygames.py:cram 4x6`` solves a board, and ``grundy serve mygames.py`` opens the lab with all of them.

Cram: dominoes on a board, the last one placed wins. A state is (width, free): the free cells as the bits
of an integer, row after row, the first row in the lowest bits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grundy
from grundy.core.scenes import Cell, GraphScene, GridScene, Spread, Vertex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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


MOST_CELLS = 10_000


def sides(text: str) -> tuple[int, int]:
    """Read ``4x6``. A text may come from anywhere, so what it makes must be bounded."""
    height, width = (int(side) for side in text.split("x"))
    if not (height >= 1 and width >= 1 and height * width <= MOST_CELLS):
        message = f"expected at least 1x1 and at most {MOST_CELLS:,} cells"
        raise ValueError(message)
    return height, width


def parse(text: str) -> tuple[int, int]:
    """Read ``4x6``, an empty board, or rows of ``.`` for free cells and ``#``."""
    if "x" in text:
        height, width = sides(text)
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


def picture(width: int, free: int, winning: Sequence[str]) -> GridScene:
    """Describe the board; a domino is a move on two cells."""
    height = max(1, -(-free.bit_length() // width))
    cells = [Cell(".") if free >> place & 1 else Cell("#", "removed") for place in range(height * width)]
    rows = tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
    moves = tuple(
        Spread(move, (divmod(place, width), divmod(place + step, width)), move in winning)
        for place, step, move in dominoes(width, free)
    )
    return GridScene(rows, moves=moves)


@grundy.ruleset(components=components, canonical=canonical, parse=parse, format=board, scene=picture, sample="3x4")
def cram(width: int, free: int) -> Iterator[Any]:
    """Place a domino on two free cells that touch."""
    for place, step, move in dominoes(width, free):
        yield grundy.split((width, free & ~(1 << place | 1 << (place + step))), move=move)


def dominoes(width: int, free: int) -> Iterator[tuple[int, int, str]]:
    """Yield the first cell of each place for a domino, how far the other one is, and the name of the move."""
    last = first_column(width, free) << (width - 1)
    for places, step, way in ((free & free >> 1 & ~last, 1, "across"), (free & free >> width, width, "down")):
        rest = places
        while rest:
            place = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            yield place, step, f"r{place // width + 1}c{place % width + 1} {way}"


def first_column(width: int, free: int) -> int:
    """Return the cells of the first column."""
    return sum(1 << place for place in range(0, free.bit_length(), width))


def parse_chomp(text: str) -> tuple[int, ...]:
    """Read ``3x4``, a whole bar, or how many squares each row has left: ``4 4 2``."""
    if "x" in text:
        height, width = sides(text)
        return (width,) * height
    rows = tuple(int(word) for word in text.split())
    if not rows or len(rows) * rows[0] > MOST_CELLS or list(rows) != sorted(rows, reverse=True) or rows[-1] < 1:
        message = "expected a size such as 3x4, or squares in each row, never more than in the row above"
        raise ValueError(message)
    return rows


def picture_of_chomp(rows: tuple[int, ...], winning: Sequence[str]) -> GridScene:
    """Describe the bar; the first square is poisoned and nobody takes it."""

    def cell(row: int, column: int) -> Cell:
        move = f"r{row + 1}c{column + 1}"
        if row == column == 0:
            return Cell("x", "blocked")
        return Cell(".", move=move, wins=move in winning) if column < rows[row] else Cell("#", "removed")

    return GridScene(tuple(tuple(cell(row, column) for column in range(rows[0])) for row in range(len(rows))))


@grundy.ruleset(parse=parse_chomp, format=lambda rows: " ".join(map(str, rows)), scene=picture_of_chomp)
def chomp(rows: tuple[int, ...]) -> Iterator[Any]:
    """Bite off a square with all below and to the right of it, but never the poisoned first one (Gale 1974)."""
    for row, length in enumerate(rows):
        for column in range(1 if row == 0 else 0, length):
            left = (*rows[:row], *(min(length, column) for length in rows[row:]))
            yield grundy.split(tuple(length for length in left if length), move=f"r{row + 1}c{column + 1}")


# The Petersen graph: a pentagon, a star inside, and five edges between them.
EDGES = tuple(edge for k in range(5) for edge in ((k, (k + 1) % 5), (k, k + 5), (k + 5, (k + 2) % 5 + 5)))
CLOSED = [sum({1 << vertex} | {1 << a + b - vertex for a, b in EDGES if vertex in (a, b)}) for vertex in range(10)]


def parse_vertices(text: str) -> int:
    """Read ``all``, ``none``, or the numbers of the vertices that are left: ``0 2 7``."""
    if text in ("all", "none"):
        return 1023 if text == "all" else 0
    numbers = [int(word) for word in text.split()]
    if not all(0 <= number <= 9 for number in numbers):
        message = "expected all, none, or numbers from 0 to 9"
        raise ValueError(message)
    return sum({1 << number for number in numbers})


def vertices(left: int) -> list[int]:
    """Return the numbers of the vertices that are left."""
    return [vertex for vertex in range(10) if left >> vertex & 1]


def picture_of_petersen(left: int, winning: Sequence[str]) -> GraphScene:
    """Describe the graph: the pentagon outside, the star inside."""

    def vertex(number: int) -> Vertex:
        angle, radius = 2 * math.pi * (number % 5) / 5, 0.5 if number < 5 else 0.25
        x, y = round(0.5 + radius * math.sin(angle), 4), round(0.5 - radius * math.cos(angle), 4)
        if not left >> number & 1:
            return Vertex(x, y, str(number), "removed")
        return Vertex(x, y, str(number), move=str(number), wins=str(number) in winning)

    return GraphScene(tuple(map(vertex, range(10))), EDGES)


@grundy.ruleset(
    parse=parse_vertices,
    format=lambda left: " ".join(map(str, vertices(left))) or "none",
    scene=picture_of_petersen,
)
def petersen(left: int) -> Iterator[Any]:
    """Node Kayles on the Petersen graph: take a vertex, and all that touch it go with it (Schaefer 1978)."""
    for vertex in vertices(left):
        yield grundy.split(left & ~CLOSED[vertex], move=str(vertex))


@grundy.ruleset
def two_heaps(a: int, b: int) -> Iterator[Any]:
    """Take from one of two heaps, or the same from both (Wythoff 1907)."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@grundy.ruleset
def pins(row: int) -> Iterator[Any]:
    """Knock down one pin of a row, or two that touch."""
    for take in (1, 2):
        for left in range(row - take + 1):
            yield grundy.split(left, row - take - left, move=f"take {take} after {left}")


@dataclass(frozen=True)
class TakeUpTo(grundy.Ruleset):
    """Take at least one and at most `most` from a heap."""

    most: int

    def options(self, state: int) -> range:
        """Return the heaps that a move leaves."""
        return range(max(0, state - self.most), state)


def small_boards() -> Iterator[tuple[int, int]]:
    """Yield the empty boards of Cram with at most four rows and columns, for a census."""
    for height in range(1, 5):
        for width in range(height, 5):
            yield parse(f"{height}x{width}")
