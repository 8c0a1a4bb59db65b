"""Lengths of lists: a number before the list, an expression, or the mark that ends the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Expression, Scope
from grundy.contests.inputs.sources import Unfit
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.numbers import Int
    from grundy.contests.inputs.sources import ValueSource

    Count: TypeAlias = "int | str | Int | ListEnd"

ZERO = "0"


class ListEnd:
    """The end of a list without a count. `least` and `most` are the lengths of generated lists."""

    def __init__(self, least: int = 1, most: int = 1000) -> None:
        self.least, self.most = least, most


class End(ListEnd):
    """The end of the input."""


class EndOfLine(ListEnd):
    """The end of the line."""


class Zeros(ListEnd):
    """A line of so many zeros.

    >>> Zeros(3).line
    '0 0 0'
    """

    def __init__(self, zeros: int = 1, least: int = 1, most: int = 1000) -> None:
        super().__init__(least, most)
        self.line = " ".join([ZERO] * zeros)


class Length:
    """The length of a list, from the `count` of its part."""

    def __init__(self, count: Count) -> None:
        self.ending = count if isinstance(count, ListEnd) else None
        self.expression = Expression(count) if isinstance(count, int | str) else None
        self.name = self.expression.name if self.expression else None
        """The name of the number that is the length and stands before."""
        self.head: Int | None = None if isinstance(count, ListEnd | int | str) else count
        if self.head is not None:
            self.head.is_count = True

    @property
    def is_own(self) -> bool:
        """Whether the list can become shorter while all else stays the same."""
        return self.expression is None

    def names(self) -> Iterator[str]:
        """Yield the name of the count, where the count is part of the list."""
        if self.head is not None:
            yield self.head.name

    def counts(self) -> Iterator[str]:
        """Yield the name of the count that stands before."""
        if self.name:
            yield self.name

    def check(self, known: Sequence[str], where: str) -> list[str]:
        """Check the names; return those that are new."""
        if self.head is not None:
            self.head.check(known)
        if self.expression is not None:
            self.expression.check(known, where)
        return list(self.names())

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the limits of the count."""
        if self.head is not None:
            yield from self.head.limits()

    def add(self, scope: Scope, length: int) -> None:
        """Name the length."""
        if self.head is not None:
            scope[self.head.name] = length

    def written(self, value: Any) -> Iterator[Any]:
        """Yield the count, if it is written, the list, and a zero if that ends it."""
        if self.head is not None:
            yield len(value)
        yield from value
        if isinstance(self.ending, Zeros):
            yield 0

    def read(self, scan: Input, scope: Scope) -> int | None:
        """Return the length; None for an end mark. Reads and names a count that is part of the list."""
        count: int | None = None
        if self.name:
            count = scope[self.name]
        elif self.head is not None:
            scope[self.head.name] = count = self.head.read(scan, scope)
        elif self.expression is not None:
            count = self.expression.value(scope)
        return count

    def places(self, count: int | None, scan: Input, *, begins_line: bool) -> Iterator[int]:
        """Yield the place of each element before it is read, up to `count`, or to the mark that ends the list."""
        if self.ending is None:
            yield from range(count or 0)
            return
        first = scan.taken if begins_line else scan.taken - 1
        line = scan.line_of(first) if isinstance(self.ending, EndOfLine) else 0
        place = 0
        while place < self.ending.least or not self._is_over(scan, line):
            yield place
            place += 1
        if isinstance(self.ending, Zeros):
            for _ in self.ending.line.split():
                scan.integer(Message("expected.zeros", {"zeros": self.ending.line}), 0, 0)

    def _is_over(self, scan: Input, line: int) -> bool:
        if isinstance(self.ending, Zeros):
            return scan.ahead == ZERO
        return scan.ahead is None or (isinstance(self.ending, EndOfLine) and not scan.is_on(line))

    def bounds(self, scope: Scope) -> tuple[int, int | None]:
        """Return the least and the greatest length."""
        if self.head is not None:
            return self.head.bounds(scope)
        if self.ending is not None:
            return self.ending.least, self.ending.most
        count = self.expression.value(scope)  # type: ignore[union-attr] # one of the three
        if count < 0:
            raise Unfit
        return count, count

    def draw(self, source: ValueSource, scope: Scope) -> int:
        """Draw a length."""
        low, high = self.bounds(scope)
        return low if low == high else source.size(low, high)

    def tiny(self, scope: Scope, cost: int) -> Iterator[tuple[int, int]]:
        """Yield costs up to this one with the lengths that have them."""
        low, high = self.bounds(scope)
        for own in range(cost + 1):
            if high is None or low + own <= high:
                yield own, low + own

    def fit(self, length: int, scope: Scope) -> int:
        """Return the nearest allowed length."""
        low, high = self.bounds(scope)
        return max(low, length if high is None else min(length, high))
