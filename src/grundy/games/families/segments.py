"""Segments of a line: a move takes a piece, and the parts on both sides of it are segments again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.nimbers import mex
from grundy.core.ruleset import Ruleset
from grundy.errors import RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Segment = tuple[int, int]
_BYTES_PER_VALUE = 16  # in the table


@dataclass(frozen=True)
class Segments(Ruleset):
    """Take one of the given pieces of a line; it may not overlap a piece that was taken before.

    `pieces` are pairs (start, stop), in increasing order. A piece reaches from its start to before its stop, so the
    stop of a piece may be the start of another. A state is such a pair too, a segment of the line. Taking the piece
    (a, b) out of (l, r) leaves (l, a) and (b, r). The nimbers of all segments are found together, in time p^3 for p
    pieces.

    >>> rules = Segments(((1, 3), (2, 5), (4, 6)))
    >>> rules(1, 6).nimber, [choice.move for choice in rules(1, 6).winning_moves()]
    (2, ['2-5'])
    """

    pieces: tuple[Segment, ...]
    name = "segments"

    def __post_init__(self) -> None:
        """Check the pieces."""
        if self.pieces != tuple(sorted(set(self.pieces))) or not all(start < stop for start, stop in self.pieces):
            raise RulesetError("error.expected", expected=Message("expected.pieces"), found=repr(self.pieces))

    def check(self, state: Any) -> Segment:
        """Return the segment; raise `RulesetError` if it is no pair of integers in order."""
        is_pair = isinstance(state, tuple) and len(state) == 2 and all(hasattr(end, "__index__") for end in state)
        if not is_pair or index(state[0]) > index(state[1]):
            raise RulesetError("error.expected", expected=Message("expected.segment"), found=repr(state))
        return index(state[0]), index(state[1])

    def options(self, state: Segment) -> Iterator[Option]:
        """Yield an option for each piece in the segment; its move is the piece, as ``2-5``."""
        left, right = state
        for start, stop in self.pieces:
            if left <= start and stop <= right:
                rests = (Component(self, (left, start)), Component(self, (stop, right)))
                yield Option(f"{start}-{stop}", tuple(part for part in rests if part.state[0] < part.state[1]))

    def prepare(self, state: Segment) -> int:
        """Return the nimber from the table of all segments."""
        return self._table().value(*state)

    def known(self, state: Segment) -> int:
        """Return the nimber from the table of all segments."""
        return self.prepare(state)

    def known_many(self, states: list[Any]) -> list[int]:
        """Return the nimbers of many segments from the table."""
        table = self._table()
        return [table.value(*state) for state in states]

    def options_below(self, state: Segment) -> int:
        """Return an estimate of the options of all segments."""
        del state
        return len(self.pieces) ** 3 // 6 + 1

    def _table(self) -> _SegmentTable:
        found: _SegmentTable | None = tables.get(("segments", self))
        if found is None:
            count = len(self.pieces)
            limits.check_search(Message("over.table-of", {"name": self.name, "sides": count}), count**3 // 6)
            found = _SegmentTable(self.pieces)
            tables.put(("segments", self), found, _BYTES_PER_VALUE * (count + 2) ** 2)
        return found


class _SegmentTable:
    """The nimbers of the segments between the starts and the stops of pieces."""

    def __init__(self, pieces: tuple[Segment, ...]) -> None:
        self._starts = sorted({start for start, _ in pieces})
        self._stops = sorted({stop for _, stop in pieces})
        rows, columns = len(self._starts), len(self._stops)
        # Row i: segments from the start i on. Column j: segments up to the stop j - 1. The last row and column 0 have
        # no pieces.
        self._values = [[0] * (columns + 1) for _ in range(rows + 1)]
        by_stop = sorted(pieces, key=lambda piece: piece[1])
        # For each piece, its start, and the column of its stop, the column before its start, and the row after it.
        ends = [
            (start, bisect_right(self._stops, stop), bisect_right(self._stops, start), bisect_left(self._starts, stop))
            for start, stop in by_stop
        ]
        for row in range(rows - 1, -1, -1):
            progress.check_cancelled()
            first, values = self._starts[row], self._values[row]
            inside: list[
                tuple[int, list[int]]
            ] = []  # for each piece in the segment, the column before and the row after
            place = 0
            for column in range(1, columns + 1):
                while place < len(ends) and ends[place][1] <= column:
                    start, _, before, after_row = ends[place]
                    if start >= first:
                        inside.append((before, self._values[after_row]))
                    place += 1
                values[column] = mex({values[before] ^ after[column] for before, after in inside})

    def value(self, left: int, right: int) -> int:
        """Return the nimber of a segment."""
        row, column = self._place(left, right)
        return self._values[row][column]

    def _place(self, left: int, right: int) -> tuple[int, int]:
        return bisect_left(self._starts, left), bisect_right(self._stops, right)


def segments(pieces: Iterable[Segment]) -> Segments:
    """Return the ruleset of a line from which a move takes one of `pieces` that overlaps no piece taken before.

    Pieces are pairs (start, stop) of integers, each from its start to before its stop. A state is such a pair too, a
    segment of the line: call the ruleset with its ends. Raises `RulesetError` for a piece that is no such pair. The
    nimbers of all segments of p pieces take at most p^3 steps: a few milliseconds for a hundred pieces.

    >>> import grundy
    >>> line = grundy.segments([(5, 7), (4, 8), (1, 9)])
    >>> line(1, 9).nimber, line(1, 8).nimber, [choice.move for choice in line(1, 9).winning_moves()]
    (1, 1, ['1-9', '4-8', '5-7'])
    """
    checked = set()
    for piece in pieces:
        pair: tuple[Any, ...] = tuple(piece) if hasattr(piece, "__iter__") else ()
        if len(pair) != 2 or not all(hasattr(end, "__index__") for end in pair) or index(pair[0]) >= index(pair[1]):
            raise RulesetError("error.expected", expected=Message("expected.segment"), found=repr(piece))
        checked.add((index(pair[0]), index(pair[1])))
    return Segments(tuple(sorted(checked)))
