"""Integers, and lists of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Expression, Scope
from grundy.contests.inputs.lengths import Length
from grundy.contests.inputs.parts import GONE, InputPart, lowered, without_parts
from grundy.contests.inputs.sources import Unfit
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.lengths import Count
    from grundy.contests.inputs.sources import ValueSource

_FEW = 12  # the first things: a tiny input may name each of them


class Int(InputPart):
    """An integer of the input, from `low` to `high`: integers, or expressions of names that stand before it.

    Without `high` it has no upper limit. ``--no-limits`` lifts the upper one.

    >>> parts = Int("n", 1, 100), Int("k", 0, "n - 1")
    """

    has_fixed_limit = False
    """Whether no option lifts the upper limit."""

    def __init__(self, name: str, low: int | str, high: int | str | None = None) -> None:
        self.name = name
        self.low = Expression(low)
        self.high = None if high is None else Expression(high)
        self.is_count = self.is_square = False  # set by the form
        self.fixed: tuple[int, int | None] | None = None
        """The limits, where they depend on no name."""
        if self.low.constant is not None and (self.high is None or self.high.constant is not None):
            self.fixed = self.low.constant, None if self.high is None else self.high.constant

    def check(self, known: Sequence[str]) -> None:
        """Check the names of the limits."""
        self.low.check(known, self.name)
        if self.high is not None:
            self.high.check(known, self.name)

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the limits."""
        yield self.name, self.limits_in_words

    @property
    def limits_in_words(self) -> str:
        """The limits, with ``{}`` in place of the name."""
        return f"{self.low} <= {{}}" + (f" <= {self.high}" if self.high else "")

    def bounds(self, scope: Scope) -> tuple[int, int | None]:
        """Return the limits, which may depend on names before them."""
        return self.low.value(scope), None if self.high is None else self.high.value(scope)

    def bounds_for(self, scan: Input, scope: Scope) -> tuple[int, int | None]:
        """Return the limits for reading: without the upper one where it is lifted."""
        low, high = self.fixed or self.bounds(scope)
        return low, high if scan.limits or self.has_fixed_limit else None

    def holds(self, numbers: Sequence[int], scan: Input, scope: Scope) -> bool:
        """Return whether all of some numbers, of which there is at least one, are within the limits for reading."""
        low, high = self.bounds_for(scan, scope)
        return min(numbers) >= low and (high is None or max(numbers) <= high)

    def read(self, scan: Input, scope: Scope) -> int:
        """Take the integer."""
        low, high = self.bounds_for(scan, scope)
        return scan.integer(self.name, low, high)

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write it."""
        del scope
        return [str(value)]

    def draw(self, source: ValueSource, scope: Scope) -> int:
        """Draw a length or a number."""
        low, high = self.bounds(scope)
        return source.size(low, high, square=self.is_square) if self.is_count else source.number(low, high)

    def tiny(self, scope: Scope, cost: int) -> Iterator[int]:
        """Yield the number that is `cost` above the least one."""
        low, high = self.bounds(scope)
        if high is None or low + cost <= high:
            yield low + cost

    def fit(self, value: Any, scope: Scope) -> int:
        """Return the nearest number within the limits."""
        low, high = self.bounds(scope)
        if high is not None and low > high:
            raise Unfit
        return int(max(low, value if high is None else min(value, high)))

    def cuts(self, value: Any, scope: Scope) -> Iterator[int]:
        """Yield smaller numbers."""
        if not self.is_count:
            yield from lowered(value, self.bounds(scope)[0])

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the number."""
        yield value


class Index(Int):
    """The number of one of `things` things, counted from `first` on. No option lifts this limit.

    `things` is the name of a number before it, or an expression. Where inputs are made smaller, a thing
    that is left out takes what names it along.

    >>> parts = Int("n", 1, 100), Index("start", "n")
    """

    has_fixed_limit = True

    def __init__(self, name: str, things: int | str, first: int = 1) -> None:
        self.first = first
        self.things = Expression(things)
        if self.things.constant is not None:
            high: int | str = self.things.constant + first - 1
        else:
            high = f"{things}" if first == 1 else f"{things} - 1" if first == 0 else f"{things} + {first - 1}"
        super().__init__(name, first, high)

    def counts(self) -> Iterator[str]:
        """Yield the name of the number of things."""
        if self.things.name:
            yield self.things.name

    def tiny(self, scope: Scope, cost: int) -> Iterator[int]:
        """Yield the numbers of the first few things, for a cost of 0."""
        low, high = self.bounds(scope)
        assert high is not None
        if high - low >= _FEW:
            yield from super().tiny(scope, cost)
        elif not cost:
            yield from range(low, high + 1)

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the new number of the thing."""
        if self.things.name != name:
            return value
        return kept.index(value - self.first) + self.first if value - self.first in kept else GONE


class Ints(InputPart):
    """A list of integers on one line, each from `low` to `high`.

    `count` is an expression, ``"n"`` for a number that stands before; an `Int`, which stands right before the list on
    the same line; or the end of the line, of the input, or a zero (`EndOfLine`, `End`, `Zeros`). With `distinct`, no
    number comes twice; with `ascending` they grow (and may be equal, unless they are distinct).

    >>> parts = Int("n", 1, 100), Ints("a", "n", 1, 10**9), Ints("moves", Int("k", 1, 10), 1, "n", distinct=True)
    """

    def __init__(
        self, name: str, count: Count, low: int | str, high: int | str | None = None, *,
        distinct: bool = False, ascending: bool = False,
    ) -> None:  # fmt: skip
        self._begin(name, count, Int(name, low, high), distinct=distinct, ascending=ascending)

    def _begin(self, name: str, count: Count, each: Int, *, distinct: bool, ascending: bool) -> None:
        self.name, self.each, self.distinct, self.ascending = name, each, distinct, ascending
        self.is_ordered = distinct or ascending
        self.length = Length(count)
        self.counted = self.length.name
        self.gives_only_its_value = self.length.head is None

    def names(self) -> Iterator[str]:
        """Yield the name of the count, where the count is part of the list, and the name of the list."""
        yield from self.length.names()
        yield self.name

    def counts(self) -> Iterator[str]:
        """Yield the name of the count, and of the number of things that its numbers name."""
        yield from self.length.counts()
        yield from self.each.counts()

    def check(self, known: Sequence[str]) -> None:
        """Check count and limits."""
        self.each.check([*known, *self.length.check(known, self.name)])

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the limits."""
        yield from self.length.limits()
        yield Message("limit.each", {"name": self.name}), self.each.limits_in_words
        if self.distinct or self.ascending:
            order = ("strict" if self.distinct else "ascending") if self.ascending else "distinct"
            yield "", Message(f"limit.{order}", {"name": self.name})

    def read(self, scan: Input, scope: Scope) -> tuple[int, ...]:
        """Read all integers at once; one by one to an end mark, or to the one that is wrong."""
        count = self.length.read(scan, scope)
        if count is not None and count <= 0:
            return ()
        start = scan.taken
        low, high = self.each.bounds_for(scan, scope)
        found = None if count is None else scan.integers(count, low, high)
        if found is None or (self.is_ordered and not self._is_in_order(found)):
            scan.taken = start
            found = self._one_by_one(scan, count, low, high)
        return tuple(found)

    def _one_by_one(self, scan: Input, count: int | None, low: int, high: int | None) -> list[int]:
        found: list[int] = []
        seen: set[int] = set()
        for _ in self.length.places(count, scan, begins_line=self.begins_line):
            number = scan.integer(self.name, low, high)
            if self.distinct and number in seen:
                raise scan.broken(Message("expected.new-number"))
            if self.ascending and found and number < found[-1]:
                raise scan.broken(Message("expected.ascending", {"name": self.name, "low": str(found[-1])}))
            found.append(number)
            seen.add(number)
        return found

    def _is_in_order(self, found: list[int]) -> bool:
        if self.distinct and len(set(found)) < len(found):
            return False
        return not self.ascending or found == sorted(found)

    def add(self, scope: Scope, value: Any) -> None:
        """Name the list and its length."""
        self.length.add(scope, len(value))
        scope[self.name] = value

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write the numbers on one line."""
        del scope
        return [" ".join(map(str, self.length.written(value)))]

    def draw(self, source: ValueSource, scope: Scope) -> tuple[int, ...]:
        """Draw a list."""
        count = self.length.draw(source, scope)
        inner = self.inner(scope, count)
        low, high = self.each.bounds(inner)
        found = source.numbers(low, high, count, distinct=self.distinct)
        return tuple(sorted(found) if self.ascending else found)

    def tiny(self, scope: Scope, cost: int) -> Iterator[tuple[int, ...]]:
        """Yield all lists of this cost."""
        for own, count in self.length.tiny(scope, cost):
            inner = self.inner(scope, count)
            yield from self._tiny(inner, count, cost - own, ())

    def _tiny(self, inner: Scope, count: int, cost: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield all lists that begin with these numbers and have `count` further ones."""
        if not count:
            if not cost:
                yield before
            return
        low = self.each.bounds(inner)[0]
        is_index = isinstance(self.each, Index)
        least = cost if count == 1 and not is_index else 0
        most = cost
        if self.ascending and not is_index:  # each later number costs at least as much
            least = max(least, before[-1] + self.distinct - low if before else 0)
            most = cost // count
        for own in range(least, most + 1):
            for number in self.each.tiny(inner, own):
                if (self.ascending and before and number < before[-1]) or (self.distinct and number in before):
                    continue
                yield from self._tiny(inner, count - 1, cost - own, (*before, number))

    def fit(self, value: Any, scope: Scope) -> tuple[int, ...]:
        """Return the nearest list of an allowed length, with its numbers within their limits."""
        count = self.length.fit(len(value), scope)
        inner = self.inner(scope, count)
        low = self.each.bounds(inner)[0]
        found = [self.each.fit(one, inner) for one in (*value[:count], *[low] * (count - len(value)))]
        if self.ascending:
            found.sort()
        if self.distinct and len(set(found)) < count:
            raise Unfit
        return tuple(found)

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the remaining numbers."""
        if self.counted == name:
            value = tuple(value[place] for place in kept if place < len(value))
        found = (self.each.kept(one, name, kept) for one in value)
        return tuple(one for one in found if one is not GONE)

    def cuts(self, value: Any, scope: Scope) -> Iterator[tuple[int, ...]]:
        """Yield shorter lists, where the count is part of the list, and lists with a smaller number."""
        if self.length.is_own:
            yield from without_parts(value)
            if value:
                yield ()
        inner = self.inner(scope, len(value))
        low = self.each.bounds(inner)[0]
        size = len(value)
        while size:  # the least numbers in a half, in a quarter, and so on
            for start in range(0, len(value), size):
                yield (*value[:start], *[low] * len(value[start : start + size]), *value[start + size :])
            size //= 2
        for place, number in enumerate(value):
            yield from ((*value[:place], lower, *value[place + 1 :]) for lower in lowered(number, low))
        yield tuple(sorted(value))

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the length, where it is written, and the numbers."""
        yield from self.length.written(value)

    def inner(self, scope: Scope, count: int) -> Scope:
        """Return the scope of the numbers, which has the name of the count."""
        inner = Scope(scope)
        self.length.add(inner, count)
        return inner


class Indices(Ints):
    """A list of numbers of things, as `Index` has them; `count`, `distinct` and `ascending` are those of `Ints`.

    >>> parts = Int("n", 1, 100), Indices("tokens", Int("k", 1, 10), "n")
    """

    def __init__(
        self, name: str, count: Count, things: int | str, first: int = 1, *,
        distinct: bool = False, ascending: bool = False,
    ) -> None:  # fmt: skip
        self._begin(name, count, Index(name, things, first), distinct=distinct, ascending=ascending)


def summing(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the tuples of `count` integers of at least 0 with this sum."""
    if count <= 1:
        if count or not total:
            yield (total,) * count
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in summing(total - first, count - 1))
