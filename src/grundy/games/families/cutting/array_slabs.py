"""The tables of cutting boards while NumPy fills them: one board as in `kernel.Slabs`, or many boards of one size.

The table is that of `kernel`, with the boards as its last axis: ``[x, c, y, board]`` is the nimber of rows [x, y) and
of the column pair c = (l, r). The rectangles of one height h depend on smaller heights only, except for column cells.
Let a pick be in row t + a of rows [t, t + h). Then what lies above and below it has the rows [t, t + a) and
[t + a + 1, t + h). The table is symmetric in x and y, so for all a and t these are two views of the table. `beside` is
their exclusive or. The options of columns [l, r) are

- of a cross in column c: ``beside[(l, c), a, t] ^ beside[(c + 1, r), a, t]``. For a column c, all pairs l <= c < r are
  one outer operation, whose inner loop runs over all a and t;
- of a row cell in columns [l, r): ``beside[(l, r), a, t]``;
- of a column cell in column c: the nimbers of columns [l, c) and [c + 1, r) of the same rows. They are found from
  narrow to wide: `by_left` and `by_right` have the nimbers of each width by their left and by their right end, so those
  beside all c of a rectangle are two slices.

A set of values is a word of bits for a window of values, from `base` on: value v is the bit v ^ base. As windows are
aligned, v is in the window exactly if v ^ base is less than the bits of a word; NumPy shifts other bits out of the
word. The sentinel is in no window, nor is its exclusive or with a nimber. If the word of some rectangle is full, the
next window follows, for all columns around those of full rectangles. Only such rectangles need it, as a full rectangle
makes wrong those that contain it, and no others. Short words take less time. The exclusive or of values below a power
of two is below it as well, so words have 16 bits until a nimber is 16, and 32 bits until one is 32; from then on 64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.games.families.cutting.cells import ARRAY_OPTIONS, COLUMN, CROSS, PAD, ROW, SENTINEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.uint16]
    Words = NDArray[np.unsignedinteger[Any]]

_NONE = np.uint16(SENTINEL)
_RUN = 2**14  # values between two checks whether a window is full


class _Window(NamedTuple):
    """Values whose set is a word."""

    one: np.unsignedinteger[Any]  # of the type of the word
    base: int  # the least of the values


class ArraySlabs:
    """Tables that are filled height by height, so that their caller can report progress and stop between two steps."""

    def __init__(self, kinds: NDArray[np.uint8]) -> None:
        """Allocate the tables of boards whose cells have these kinds, shape (height, width) or (height, width, boards).

        The table of one board is that of `kernel.Slabs`.
        """
        kinds = kinds.reshape(*kinds.shape[:2], -1)
        self.height, self.width, boards = kinds.shape
        side = self.width + 1
        pairs = side * (side + 1) // 2
        shape = (self.height + 1, pairs, self.height + 1, boards)
        self.table = np.zeros(np.prod(shape) + PAD, np.uint16)
        self.cube = self.table[:-PAD].reshape(shape)
        self._lefts, self._rights = np.triu_indices(side)  # of the pairs
        self._place = place = np.zeros((side, side), np.intp)  # of the pair [l, r]
        place[self._lefts, self._rights] = np.arange(pairs)
        self._before = place[:, :-1].T  # [c, l]
        self._no_cross = np.where(kinds == CROSS, np.uint16(0), _NONE).swapaxes(0, 1)  # [column, row, board]
        no_row_cell: Any = _none_between(kinds == ROW)
        self._no_row_cell = None if no_row_cell is None else no_row_cell.swapaxes(0, 1)  # [pair, row, board]
        self._no_column_cell: Any = _none_between((kinds == COLUMN).swapaxes(0, 1))
        widest = side**2 // 4 * boards  # of the outer operations, for each row
        self.most_options = ARRAY_OPTIONS * self.width * side * (side + 1) // 6 // widest
        self._largest = 0  # nimber

    def scratch(self) -> tuple[()]:
        """Return nothing: NumPy allocates what an operation needs."""
        return ()

    def fill(self, rows: int, tops: range, _scratch: object) -> bool:
        """Fill in the rectangles of `rows` rows from each of `tops`; those of fewer rows must be filled before.

        Returns False if a nimber would reach the sentinel.
        """
        first, count = tops.start, len(tops)
        beside = self._runs(first, first, rows, count) ^ self._runs(first + rows, first + 1, rows, count)
        at = first + np.arange(rows)[:, None] + np.arange(count)  # [a, t]: the row of the pick
        one = np.uint16(1) if self._largest < 16 else np.uint32(1) if self._largest < 32 else np.uint64(1)
        bits = 8 * one.itemsize
        words: list[Words] = []  # by windows
        ends = self.width - 1, 1  # the greatest left and the least right end that need the next window
        while True:
            window = _Window(one, bits * len(words))
            if window.base == SENTINEL:
                return False
            words.append(self._words(beside, at, window, ends))
            nimbers = _mex(words) if self._no_column_cell is None else self._by_widths(words, at[0], rows)
            full = nimbers == window.base + bits
            if not full.any():
                break
            pairs = np.flatnonzero(full.any(axis=(1, 2)))
            ends = self._lefts[pairs].max(), self._rights[pairs].min()
        self._largest = max(self._largest, int(nimbers.max()))
        self._runs(first, first + rows, 1, count)[:, 0] = nimbers
        self._runs(first + rows, first, 1, count)[:, 0] = nimbers
        return True

    def _runs(self, x: int, y: int, rows: int, tops: int) -> Values:
        """Return a view of the table, whose item [c, a, t, board] is that of [x + t, c, y + t + a, board]."""
        at_x, at_pair, at_y, at_board = self.cube.strides
        shape = self.cube.shape[1], rows, tops, self.cube.shape[3]
        return np.ndarray(shape, np.uint16, self.table, x * at_x + y * at_y, (at_pair, at_y, at_x + at_y, at_board))

    def _words(self, beside: Values, at: NDArray[np.intp], window: _Window, ends: tuple[int, int]) -> Words:
        """Return the words of the options of crosses and row cells, shape (pairs, tops, boards).

        Only those of columns [l, r) with l at most and r at least as in `ends` are needed.
        """
        shape, side = beside.shape[1:], self.width + 1
        if self._no_row_cell is not None:
            rows_cut = _union(beside | self._no_row_cell[:, at], window, axis=1)
        beside = beside.reshape(len(beside), -1)
        befores = beside[self._before] | self._no_cross[:, at].reshape(self.width, 1, -1)
        words: Any = np.zeros((side, side, beside.shape[1]), window.one.dtype)
        for column, before in enumerate(befores):
            end, start = min(column, ends[0]) + 1, max(column + 1, ends[1])
            behind = beside[self._place[column + 1, start] :][: side - start]
            words[:end, start:] |= _bits(before[:end, None] ^ behind, window)
        found: Words = np.bitwise_or.reduce(words[self._lefts, self._rights].reshape(-1, *shape), axis=1)
        return found if self._no_row_cell is None else found | rows_cut

    def _by_widths(self, words: list[Words], tops: NDArray[np.intp], rows: int) -> Values:
        """Return the nimbers of rectangles by words and by the options of column cells, from narrow to wide."""
        side, one, bits = self.width + 1, words[0].dtype.type(1), 8 * words[0].itemsize
        shape = side, side, *words[0].shape[1:]  # [width, end, t, board]
        by_left, by_right = np.zeros(shape, np.uint16), np.zeros(shape, np.uint16)
        cuts = np.zeros((2 * side - 1, *shape[2:]), np.uint16)  # [c, t, board]; the view ends beyond the columns
        cuts[: self.width] = self._no_column_cell[:, tops * (2 * self.height + 1 - tops) // 2 + tops + rows]
        cuts = np.ndarray(shape, np.uint16, cuts, 0, (cuts.strides[0], *cuts.strides))  # [c - l, l, t, board]
        for width in range(1, side):
            lefts = side - width
            values: Any = by_left[:width, :lefts] ^ by_right[width - 1 :: -1, width:]
            values |= cuts[:width, :lefts]
            pairs = self._place.diagonal(width)
            found = _mex([own[pairs] | _union(values, _Window(one, bits * k)) for k, own in enumerate(words)])
            by_left[width, :lefts] = by_right[width, width:] = found
        nimbers: Values = by_left[self._rights - self._lefts, self._lefts]
        return nimbers


def _none_between(marked: NDArray[np.bool_]) -> Values | None:
    """Return 0 at [line, pair, board] if a cell between the ends of the pair is marked, else the sentinel.

    `marked` has the cells of lines, shape (lines, cells of a line, boards). Returns None if no cell is marked at all.
    """
    if not marked.any():
        return None
    lines, cells, boards = marked.shape
    counts = np.zeros((lines, cells + 1, boards), np.int32)
    np.cumsum(marked, axis=1, out=counts[:, 1:])
    first, last = np.triu_indices(cells + 1)
    return np.where(counts[:, first] < counts[:, last], np.uint16(0), _NONE)


def _union(values: Values, window: _Window, axis: int = 0) -> Words:
    """Return the words of the values along an axis."""
    found: Words = np.bitwise_or.reduce(_bits(values, window), axis=axis)
    return found


def _bits(values: Values, window: _Window) -> Words:
    """Return for each value the word of the set that has only this value, 0 if it is not in the window."""
    if window.base:
        values = values ^ np.uint16(window.base)
    bits: Words = np.left_shift(window.one, values, dtype=window.one.dtype)
    return bits


def least_absent(values: Values) -> int | None:
    """Return the least number that is not among the values, shape (n,); None if it is not below the sentinel."""
    for base in range(0, SENTINEL, 64):
        word: Any = np.uint64(0)
        for first in range(0, len(values), _RUN):  # low windows are full after few values
            word |= _union(values[first : first + _RUN], _Window(np.uint64(1), base))
            if not ~word:
                break
        else:
            return base + int(_ones(word))
    return None


def _mex(words: list[Words]) -> Values:
    """Return the least value that is not in its set, whose words are given by windows; their end if all are full."""
    bits = 8 * words[0].itemsize
    found = _ones(words[0])
    for number, word in enumerate(words[1:], start=1):
        found = np.where(found == bits * number, found + _ones(word), found)
    return found


def _ones(words: Words) -> Values:
    """Return how many lowest bits of each word are 1. A float holds the highest of them exactly."""
    one = words.dtype.type(1)
    ones = words & ~(words + one)
    places: Values = np.frexp((ones ^ ones >> one).astype(np.float64))[1].astype(np.uint16)
    return places
