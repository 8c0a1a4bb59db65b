"""Parts that are repeated: lists of records, and cases, each of which is a question."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Scope
from grundy.contests.inputs.lengths import EndOfLine, Length, Zeros
from grundy.contests.inputs.numbers import Int, summing
from grundy.contests.inputs.parts import GONE, Group, InputPart, without_parts
from grundy.contests.inputs.sources import Unfit
from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.lengths import Count
    from grundy.contests.inputs.sources import ValueSource


_DRAWN = 1000  # cases that are drawn for one input; an input of more cases repeats them


class _Fitted(tuple[Any, ...]):
    """Cases each of which keeps its limits already, so that `fit` does not check them again."""

    __slots__ = ()


class Repeated(InputPart):
    """Parts that are repeated. The value is a tuple: for each repetition, the tuple of the values of the parts."""

    gives_only_its_value = False

    def __init__(self, count: Count, parts: Sequence[InputPart], total: Mapping[str, int]) -> None:
        if isinstance(count, EndOfLine):
            raise RulesetError("error.problem-part", found="EndOfLine")
        self.length = Length(count)
        self.group = Group(parts)
        self.counted = self.length.name
        self.total = dict(total)

    def names(self) -> Iterator[str]:
        """Yield the name of the count, where the count is part of the list."""
        yield from self.length.names()
        yield from super().names()

    def counts(self) -> Iterator[str]:
        """Yield the name of the count and the counts that the parts use."""
        yield from self.length.counts()
        yield from self.group.dimensions

    def check(self, known: Sequence[str]) -> None:
        """Check the count and the parts."""
        self.group.check([*known, *self.length.check(known, self.name)])

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the limits of the count and of the parts."""
        yield from self.length.limits()
        if isinstance(self.length.ending, Zeros):
            yield "", Message("limit.end", {"text": self.length.ending.line})
        for part in self.group.parts:
            yield from part.limits()
        yield from (
            ("", Message("limit.total", {"name": name, "most": str(most)})) for name, most in self.total.items()
        )

    def read(self, scan: Input, scope: Scope) -> tuple[Any, ...]:
        """Read the repetitions, whose names replace each other in one scope."""
        inner = Scope(scope)
        count = self.length.read(scan, inner)
        if count is not None and not self.total and (rows := self._rows(scan, inner, count)):
            return rows
        found = []
        sums = dict.fromkeys(self.total if scan.limits else (), 0)
        for number, _ in enumerate(self.length.places(count, scan, begins_line=True), 1):
            inner.number = number
            found.append(self.group.read(scan, inner))
            for name in sums:
                sums[name] += inner[name]
                if sums[name] > (most := self.total[name]):
                    raise scan.broken(Message("expected.total", {"name": name, "most": most}), f"{sums[name]:,}")
        return tuple(found)

    def _rows(self, scan: Input, inner: Scope, count: int) -> tuple[Any, ...] | None:
        """Take rows of integers at once. Returns None, and takes nothing, for other parts and for a wrong integer."""
        parts = [part for part in self.group.parts if isinstance(part, Int)]
        if len(parts) < len(self.group.parts) or (columns := scan.columns(len(parts), count)) is None:
            return None
        rows = tuple(zip(*columns, strict=True))
        for part, column in zip(parts, columns, strict=True):
            checks: Any = [(column, inner)]
            if not part.fixed:  # the limits may be numbers of the same row
                checks = (((one,), self.group.scope(row, inner)) for one, row in zip(column, rows, strict=True))
            if not all(part.holds(numbers, scan, scope) for numbers, scope in checks):
                scan.taken -= count * len(parts)
                return None
        return rows

    def inner(self, scope: Scope, count: int) -> Scope:
        """Return the scope of the parts, which has the name of the count."""
        inner = Scope(scope)
        self.length.add(inner, count)
        return inner

    def add(self, scope: Scope, value: Any) -> None:
        """Name the count."""
        self.length.add(scope, len(value))

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Return the lines of all repetitions."""
        inner = self.inner(scope, len(value))
        found = [] if self.length.head is None else [str(len(value))]
        for one in value:
            found += self.group.lines(one, inner)
        if isinstance(self.length.ending, Zeros):
            found.append(self.length.ending.line)
        return found

    def draw(self, source: ValueSource, scope: Scope) -> tuple[Any, ...]:
        """Draw the count and the values."""
        room = min([source.room, *self.total.values()])
        count = self.length.draw(source.within(room), scope)
        inner = self.inner(scope, count)
        each = source.within(room // max(1, count))
        made = count if self.name else min(count, _DRAWN)
        found = [self.group.draw(each, inner) for _ in range(made)]
        return tuple(found[number % made] for number in range(count))

    def tiny(self, scope: Scope, cost: int) -> Iterator[tuple[Any, ...]]:
        """Yield all values of this cost."""
        for own, count in self.length.tiny(scope, cost):
            inner = self.inner(scope, count)
            for costs in summing(cost - own, count):
                yield from product(*(list(self.group.tiny(inner, one)) for one in costs))

    def fit(self, value: Any, scope: Scope) -> tuple[Any, ...]:
        """Return the nearest allowed number of repetitions, each with the nearest allowed values."""
        count = self.length.fit(len(value), scope)
        if count > len(value):
            raise Unfit
        inner = self.inner(scope, count)
        fitted = isinstance(value, _Fitted) and count == len(value)
        found = tuple(value) if fitted else tuple(self.group.fit(one, inner) for one in value[:count])
        names = [self.group.scope(one, inner) for one in found if self.total]
        if any(sum(one[name] for one in names) > most for name, most in self.total.items()):
            raise Unfit
        return found

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the remaining repetitions, each with its remaining values."""
        if self.counted == name:
            value = tuple(value[place] for place in kept if place < len(value))
        if name not in self.group.dimensions:
            return value
        found = (self.group.kept(one, name, kept) for one in value)
        return tuple(one for one in found if one is not GONE)

    def cuts(self, value: Any, scope: Scope) -> Iterator[tuple[Any, ...]]:
        """Yield fewer repetitions, where the count is part of the list; then smaller values in one repetition."""
        if self.length.is_own:
            yield from map(_Fitted, without_parts(value))
            if value:
                yield ()
        inner = self.inner(scope, len(value))
        for place, one in enumerate(value):
            for smaller in self.group.cuts(one, inner):
                yield _Fitted((*value[:place], smaller, *value[place + 1 :]))

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the count, where it is written, and the integers of all repetitions."""
        if self.length.head is not None:
            yield len(value)
        for one in value:
            yield from self.group.flat(one)


class Items(Repeated):
    """A list of records, each with the same parts; a tuple of the values of their named parts, or of one such value.

    `count` is that of `Ints`; an `Int` stands on a line before. `total` bounds the sum over all records of a number.

    >>> from grundy.contests import Int, Line
    >>> parts = Items("moves", Int("m", 1, 9), Line(Int("x", 1, 9), Int("y", 1, 9))), Items("rows", 3, Int("row", 0, 1))
    """

    def __init__(self, name: str, count: Count, *parts: InputPart, total: Mapping[str, int] | None = None) -> None:
        super().__init__(count, parts, total or {})
        if any(part.asks for part in self.group.parts):
            raise RulesetError("error.problem-each")
        self.name = name

    def add(self, scope: Scope, value: Any) -> None:
        """Name the count and the list."""
        super().add(scope, value)
        places = [place for place, part in enumerate(self.group.parts) if part.name]
        if len(places) == 1:
            scope[self.name] = tuple(one[places[0]] for one in value)
        elif len(places) == len(self.group.parts):
            scope[self.name] = tuple(value)
        else:
            scope[self.name] = tuple(tuple(one[place] for place in places) for one in value)


class Each(Repeated):
    """Cases, or queries: the problem asks about each of them.

    `count` is that of `Ints`: an `Int` stands on a line before, ``"n"`` is a number before it, `End` means to the end
    of the input, ``Zeros(2)`` to a line ``0 0``. A function of the problem may take the names of its parts and all that
    stand before. `total` bounds the sum over all cases of a number: ``total={"n": 2 * 10**5}``.

    >>> from grundy.contests import End, Int, Line
    >>> cases = Each(End(), Line(Int("a", 0, 10**9), Int("b", 0, 10**9)))
    """

    asks = True

    def __init__(self, count: Count, *parts: InputPart, total: Mapping[str, int] | None = None) -> None:
        super().__init__(count, parts, total or {})
