"""Many boards of one size, solved together: arrays in, arrays out.

- `WordBoards` solves boards of crosses and blocked cells with one table of all smaller boards.
- `solve_many` solves boards of any kinds of cells, each with a table of its rectangles.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.games.families.cutting import cells
from grundy.games.families.cutting.rectangle_tables import (
    KERNEL,
    Rectangle,
    RectangleTable,
    array_bytes,
    filling,
    slabs_of,
    table_bytes,
)
from grundy.runtime import limits
from grundy.runtime.compiling import pays_off, spend
from grundy.runtime.costs import BOARD_SECONDS, CALL_OPTIONS, OPTION_SECONDS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORDS_PER_CALL = 2**18  # of a table, in one call of the kernel
_WORDS_AT_ONCE = 2**16  # in one operation of NumPy


class SolvedBoards(NamedTuple):
    """Values of boards: nimbers, numbers of winning picks, and numbers of options, each of shape (count,)."""

    nimbers: NDArray[np.uint16]
    wins: NDArray[np.uint16]
    options: NDArray[np.int64]


class TableArrays(NamedTuple):
    """Values of `count` boards."""

    nimbers: NDArray[np.uint16]  # shape (count,)
    afters: NDArray[np.uint16]  # after each pick, shape (count, cells), picks in any order; the sentinel if blocked
    options: NDArray[np.int64]  # shape (count,)


class Enumeration:
    """Boards of height x width up to symmetry, each a word: bit ``r * width + c`` is set where the cell is blocked."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width

    def least(self, first: int, count: int, marks: int | None = None) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Return the least word of each class of boards that are equal by symmetry, and the size of each class.

        Only `count` words from number `first` on are checked: of all words in order, or of the words with `marks` bits.
        """
        numbers = np.arange(first, first + count)
        if not available("numba"):
            parts = np.split(numbers, range(_WORDS_AT_ONCE, count, _WORDS_AT_ONCE))
            found = [
                self._least(part.astype(np.uint64) if marks is None else words_with(part, marks)) for part in parts
            ]
            return np.concatenate([one for one, _ in found]), np.concatenate([sizes for _, sizes in found])
        from grundy.games.families.cutting.contents_kernel import least_words

        words, weights = np.zeros(count, np.uint64), np.zeros(count, np.uint8)
        start = first if marks is None else int(words_with(numbers[:1], marks)[0])
        lines = np.arange(2**self.width, dtype=np.uint64)
        mirrored, turned = np.zeros_like(lines), np.zeros_like(lines)
        for column in range(self.width):
            bit = lines >> np.uint64(column) & np.uint64(1)
            mirrored |= bit << np.uint64(self.width - 1 - column)
            if self.height == self.width:
                turned |= bit << np.uint64(column * self.width)
        kept = least_words(self.height, self.width, start, count, marks is not None, turned, mirrored, words, weights)
        return words[:kept], weights[:kept]

    def _least(self, words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        digits = words[:, None] >> np.arange(self.height * self.width, dtype=np.uint64) & np.uint64(1)
        smallest, weights = least_by_symmetry(digits, words, 2, (self.height, self.width))
        return words[smallest], weights

    def solve(self, words: NDArray[np.uint64]) -> SolvedBoards:
        """Return the values of boards, each with a table of its rectangles."""
        return solve_many(kinds_of(words, self.height, self.width))


def least_by_symmetry(
    digits: NDArray[Any], numbers: NDArray[Any], base: int, size: tuple[int, int], reflected: NDArray[Any] | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
    """Return which boards no symmetry of the rectangle makes a lesser number, and the sizes of the classes of these.

    Digit ``r * columns + c`` of a board, the lowest one first, is its cell in row r and column c; `digits` has shape
    (boards, cells). A reflection in a middle line turns digit d into ``reflected[d]``, if it is given.
    """
    height, width = size
    symmetries = list(product((False, True), (False, True), (False, True) if height == width else (False,)))
    smallest = np.ones(len(numbers), np.bool_)
    fixed = np.zeros(len(numbers), np.int64)  # symmetries that leave the board as it is
    powers = base ** np.arange(height * width, dtype=numbers.dtype)
    for down, across, over in symmetries:
        places = np.arange(height * width).reshape(size)[:: -1 if down else 1, :: -1 if across else 1]
        image = digits[:, (places.T if over else places).ravel()]
        number = (reflected[image] if reflected is not None and down != across else image) @ powers
        smallest &= number >= numbers
        fixed += number == numbers
    return smallest, (len(symmetries) // fixed[smallest]).astype(np.uint8)


class WordBoards(Enumeration):
    """Values of boards of height x width that are words.

    The table has a byte for each board of up to height - 1 rows and width - 1 columns: 2^((h - 1)(w - 1)) bytes for
    the boards of the largest size, 37 MB in all for boards of 6 x 6. A board takes time linear in its cells.
    """

    def __init__(self, height: int, width: int) -> None:
        """Fill the table of the smaller boards."""
        from grundy.games.families.cutting.contents_kernel import solve_words

        super().__init__(height, width)
        sizes = [(rows, columns) for rows in range(1, height) for columns in range(1, width)]
        self._starts = np.zeros((height, width), np.uint64)
        total = 1
        for rows, columns in sizes:
            self._starts[rows, columns] = total
            total += 2 ** (rows * columns)
        what = Message("over.board", {"rows": height, "columns": width})
        limits.check(what, limits.Cost(total * max(1, height * width // 2), total))
        self._table = np.zeros(total, np.uint8)
        for rows, columns in sizes:
            start, count = int(self._starts[rows, columns]), 2 ** (rows * columns)
            for first in range(0, count, _WORDS_PER_CALL):
                stop = min(count, first + _WORDS_PER_CALL)
                values = self._table[start + first : start + stop]
                words = np.arange(first, stop, dtype=np.uint64)
                solve_words(self._table, self._starts, rows, columns, words, values, np.zeros(stop - first, np.uint8))

    def solve(self, words: NDArray[np.uint64]) -> SolvedBoards:
        """Return the values of boards. The options of a board are its free cells: no smaller board is counted."""
        from grundy.games.families.cutting.contents_kernel import solve_words

        nimbers, wins = np.zeros(len(words), np.uint8), np.zeros(len(words), np.uint8)
        solve_words(self._table, self._starts, self.height, self.width, words, nimbers, wins)
        free = self.height * self.width - np.bitwise_count(words).astype(np.int64)
        return SolvedBoards(nimbers.astype(np.uint16), wins.astype(np.uint16), free)


@lru_cache(2)
def words_of_size(height: int, width: int) -> WordBoards:
    """Return the table for boards of a size. The last two tables are kept."""
    return WordBoards(height, width)


def words_with(numbers: NDArray[np.int64], marks: int) -> NDArray[np.uint64]:
    """Return the words with `marks` bits that have these numbers, counted from 0, in increasing order.

    >>> words_with(np.arange(4), 2).tolist()
    [3, 5, 6, 9]
    """
    words = np.zeros(len(numbers), np.uint64)
    for bits_left in range(marks, 0, -1):
        below = np.array([comb(place, bits_left) for place in range(cells.MOST_WORD_CELLS + 1)])
        place = np.searchsorted(below, numbers, "right") - 1
        numbers = numbers - below[place]
        words |= np.uint64(1) << place.astype(np.uint64)
    return words


def kinds_of(words: NDArray[np.uint64], height: int, width: int) -> NDArray[np.uint8]:
    """Return the kinds of the cells of boards that are words, shape (count, height, width)."""
    places = np.arange(height * width, dtype=np.uint64)
    blocked = (words[:, None] >> places & np.uint64(1)).astype(np.uint8)
    return np.where(blocked, np.uint8(cells.BLOCKED), np.uint8(cells.CROSS)).reshape(-1, height, width)


def solve_many(boards: NDArray[np.uint8]) -> SolvedBoards:
    """Return the values of boards whose cells have these kinds, shape (count, height, width).

    The options are those of the table of a board: exact, as in `Cutting.cost`. It uses one thread. Raises
    `OverBudgetError` for boards that are too large, `CapacityError` if a nimber does not fit into 15 bits.
    """
    found = tables_of(boards)
    return SolvedBoards(found.nimbers, winning(found, np.zeros_like(found.nimbers)), found.options)


def winning(tables: TableArrays, goals: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return for each board how many picks leave the value of its goal."""
    counts: NDArray[np.uint16] = (tables.afters == goals[:, None]).sum(axis=1, dtype=np.uint16)
    return counts


def tables_of(boards: NDArray[np.uint8]) -> TableArrays:
    """Return values of boards as `solve_many` does, with the value after each pick.

    Large boards are solved one by one by machine code. NumPy solves small boards together, as the calls of machine code
    would take longer.
    """
    count, height, width = boards.shape
    if width > height:
        return tables_of(np.frombuffer(cells.TURNED, np.uint8)[boards.transpose(0, 2, 1)])
    what = Message("over.board", {"rows": height, "columns": width})
    most = height * (height + 1) * (height + 2) // 6 * (width * (width + 1) * (width + 2) // 6)
    compiled = most * BOARD_SECONDS > CALL_OPTIONS * OPTION_SECONDS and pays_off(KERNEL, count * most, BOARD_SECONDS)
    at_once = 1
    if not compiled:
        limits.check_search(what, most, BOARD_SECONDS)
        at_once = min(count, cells.ARRAY_OPTIONS // (height * (width + 1) ** 2 // 4)) or 1
        spend(count * most * BOARD_SECONDS)
    with limits.limited(threads=1):
        needed = table_bytes(height, width, most) if compiled else array_bytes(height, width, most, at_once)
    limits.check(what, limits.Cost(most, needed))
    nimbers, afters = np.zeros(count, np.uint16), np.zeros((count, height * width), np.uint16)
    whole = Rectangle(0, height, 0, width)
    slabs: Any = slabs_of(boards[0], compiled=True) if compiled else None
    scratches = [slabs.scratch() if compiled else ()]
    for first in range(0, count, at_once):
        part = slice(first, first + at_once)
        kinds = np.ascontiguousarray(np.moveaxis(boards[part], 0, -1))
        if compiled:
            slabs.set_cells(boards[first])
        else:
            slabs = slabs_of(kinds, compiled=False)
        for _ in filling(slabs, what, scratches):
            pass
        table = RectangleTable(whole, slabs.table[: -cells.PAD].reshape(-1, kinds.shape[2]))
        nimbers[part] = table.at(*whole)
        afters[part] = table.afters(whole, kinds).reshape(height * width, -1).T
    rows, columns = np.arange(height), np.arange(width)
    around = ((rows + 1) * (height - rows))[:, None] * ((columns + 1) * (width - columns))
    return TableArrays(nimbers, afters, ((boards != cells.BLOCKED) * around).sum(axis=(1, 2)))
