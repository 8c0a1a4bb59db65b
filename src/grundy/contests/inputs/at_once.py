"""Repetitions of integers, and of numbers and a list, read at once: an input may have a million of them."""

from __future__ import annotations

from itertools import accumulate
from operator import gt
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.contests.inputs.expressions import Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.parts import InputPart

Rows: TypeAlias = tuple[tuple[Any, ...], ...]


class RepeatedNumbers:
    """Parts that are repeated, if they are rows of integers, or numbers and a list whose length is one of them."""

    def __init__(self, parts: Sequence[InputPart]) -> None:
        self._parts = parts
        self._limits = _limits_in_a_row(parts)
        """Pairs of places of parts: the second part is the upper limit of the first one, and stands before it."""
        limits = {place: {parts[other].name} for place, other in self._limits}
        own = {name for part in parts for name in part.names()}
        needed = [part.row_names() for part in parts]
        self._is_row = all(
            names is not None and set(names) & own <= limits.get(place, set()) for place, names in enumerate(needed)
        )
        """Whether all parts are integers whose count and whose other limits do not depend on these parts."""
        self._place_of_count = _place_of_count(parts)
        """For numbers followed by one list, the place of the number that is the length of the list; else None."""

    def read(self, scan: Input, outer: Scope, count: int) -> Rows | None:
        """Return the values of `count` repetitions; None if the parts are of another kind, or one value is wrong."""
        if self._is_row:
            return self._rows(scan, outer, count)
        return None if self._place_of_count is None else self._counted_lists(scan, outer, count, self._place_of_count)

    def _rows(self, scan: Input, outer: Scope, count: int) -> Rows | None:
        """Read `count` rows of integers."""
        if self._limits and not scan.limits:  # some of the limits in a row are lifted
            return None
        columns = [part.columns(scan, outer) for part in self._parts]
        numbers = scan.integers(columns, count)
        ends = tuple(accumulate(one.width for one in columns))
        if numbers is None or not ends[-1]:
            return None
        for place, other in self._limits:
            if any(map(gt, numbers[ends[place] - 1 :: ends[-1]], numbers[ends[other] - 1 :: ends[-1]])):
                return None
        columns_of_parts = [
            [numbers[column :: ends[-1]] for column in range(start, end)]
            for start, end in zip((0, *ends), ends, strict=False)
        ]
        values = [
            part.of_columns(columns) if columns else [()] * count
            for part, columns in zip(self._parts, columns_of_parts, strict=True)
        ]
        return tuple(zip(*values, strict=True))

    def _counted_lists(self, scan: Input, outer: Scope, count: int, place: int) -> Rows | None:
        """Read `count` times numbers and a list; the number at `place` is its length."""
        scope = Scope(outer)
        scope[self._parts[place].name] = 1  # so that the columns of the list are one column
        *before, one = [part.columns(scan, scope) for part in self._parts]
        return scan.counted_lists(before, place, one, count)


def _limits_in_a_row(parts: Sequence[InputPart]) -> list[tuple[int, int]]:
    """Return pairs of places: of a number, and of the number before it that is its upper limit."""
    places = {part.name: place for place, part in enumerate(parts) if part.is_number}
    pairs = [(place, places.get(part.upper_name or "", len(parts))) for place, part in enumerate(parts)]
    return [(place, other) for place, other in pairs if other < place]


def _place_of_count(parts: Sequence[InputPart]) -> int | None:
    """Return the place of the number that is the length of the list at the end.

    None where there is no such list, where other parts than numbers stand before it, and where another limit depends
    on one of the numbers.
    """
    if not parts or any(not part.is_number for part in parts[:-1]):
        return None
    places = {part.name: place for place, part in enumerate(parts[:-1])}
    used = [name for part in parts for name in part.row_names() or () if name in places]
    counted = parts[-1].counted
    return places[counted] if counted in places and parts[-1].row_names() and used == [counted] else None
