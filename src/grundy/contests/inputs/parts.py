"""The base class of the parts of an input, groups of parts, and the parts that are not written."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Expression, Scope, check_names, parameters
from grundy.contests.inputs.sources import Unfit
from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.sources import ValueSource

GONE: Any = object()
"""Stands for the value of a part that names a thing which was left out."""


class InputPart:
    """One part of an input, on lines of its own unless `Line` joins it with others.

    Its value is immutable: an integer, a text, or a tuple. Its methods get a `Scope` with all names before the part.
    """

    name = ""
    """The name of its value; empty where the part has no name."""

    begins_line = True
    """Whether it begins a line; False for all parts of a `Line` but the first."""

    gives_only_its_value = True
    """Whether `add` sets the name of the part to its value, and does nothing else."""

    counted: str | None = None
    """The name of the number that is its length; None where no name is."""

    asks = False
    """Whether the problem asks about each of its repetitions."""

    def names(self) -> Iterator[str]:
        """Yield the names that the part adds to a scope."""
        if self.name:
            yield self.name

    def counts(self) -> Iterator[str]:
        """Yield the names of the numbers that count things which can be left out of an input."""
        yield from ()

    def check(self, known: Sequence[str]) -> None:
        """Raise `RulesetError` where the part uses a name that is not `known`."""

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield pairs: the name of a number and its limits, or an empty name and a sentence about the input."""
        yield from ()

    def read(self, scan: Input, scope: Scope) -> Any:
        """Read its value. Raises `InputError`."""
        raise NotImplementedError

    def add(self, scope: Scope, value: Any) -> None:
        """Set the name of the part to its value."""
        if self.name:
            scope[self.name] = value

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Return the lines of its value."""
        raise NotImplementedError

    def draw(self, source: ValueSource, scope: Scope) -> Any:
        """Return a value drawn from a source. Raises `Unfit`."""
        raise NotImplementedError

    def tiny(self, scope: Scope, cost: int) -> Iterator[Any]:
        """Yield all values of this cost: the lengths, plus how far the numbers are above the least ones."""
        raise NotImplementedError

    def fit(self, value: Any, scope: Scope) -> Any:
        """Return the allowed value that is nearest to this one. Raises `Unfit`."""
        raise NotImplementedError

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the value after only the things `kept`, of those that `name` counts, remain; `GONE` for no value."""
        del name, kept
        return value

    def cuts(self, value: Any, scope: Scope) -> Iterator[Any]:
        """Yield smaller values, the smallest first."""
        del value, scope
        yield from ()

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the integers by which values are compared: a value with fewer and smaller integers is simpler."""
        del value
        yield from ()


class Line(InputPart):
    """Parts that stand on one line.

    >>> from grundy.contests import Int
    >>> line = Line(Int("n", 1, 9), Int("k", 1, "n"))
    """

    def __init__(self, *parts: InputPart) -> None:
        self.parts = parts
        for part in parts[1:]:
            part.begins_line = False


class Silent(InputPart):
    """A part that is not written."""

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write nothing."""
        del value, scope
        return []

    def draw(self, source: ValueSource, scope: Scope) -> Any:
        """Return None. Raises `Unfit` where the names do not allow it."""
        del source
        return self.fit(None, scope)

    def tiny(self, scope: Scope, cost: int) -> Iterator[Any]:
        """Yield None, once, where the names allow it."""
        if not cost and self.holds(scope):
            yield None

    def fit(self, value: Any, scope: Scope) -> Any:
        """Return None. Raises `Unfit` where the names do not allow it."""
        del value
        if not self.holds(scope):
            raise Unfit
        return None

    def holds(self, scope: Scope) -> bool:
        """Return whether an input with these names is allowed."""
        del scope
        return True


class Promise(Silent):
    """A guarantee of the statement: words, and an expression or a function of names before it.

    A function may return a `Message` that says what breaks the promise, in place of False. If the message has
    `number`, that is the number of the case or query.

    >>> from grundy.contests import Ints
    >>> parts = Ints("a", 3, 1, 9), Promise("a is no row of equal numbers", "len(set(a)) > 1")
    """

    def __init__(self, words: str | Message, test: str | Callable[..., bool | Message]) -> None:
        self.words = words
        self.test = Expression(test) if isinstance(test, str) else test

    def check(self, known: Sequence[str]) -> None:
        """Check the names."""
        if isinstance(self.test, Expression):
            self.test.check(known, str(self.words))
        else:
            check_names(parameters(self.test), known, str(self.words))

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the words."""
        yield "", self.words

    def read(self, scan: Input, scope: Scope) -> None:
        """Raise `InputError` for an input that breaks the promise."""
        kept = self._kept(scope)
        if isinstance(kept, Message):
            kept = Message(kept.kind, {**kept.params, "number": scope.number})
            raise scan.broken(Message("expected.promise", {"text": self.words}), kept)
        if not kept:
            raise scan.broken(Message("expected.promise", {"text": self.words}), Message("found.promise"))

    def holds(self, scope: Scope) -> bool:
        """Return whether the names keep the promise."""
        kept = self._kept(scope)
        return bool(kept) and not isinstance(kept, Message)

    def _kept(self, scope: Scope) -> Any:
        return self.test.value(scope) if isinstance(self.test, Expression) else scope.call(self.test)


class Let(Silent):
    """A name for the result of a function of names before it: a ruleset or a board that many questions share.

    The function is called once, at the first use of the name.

    >>> from grundy.contests import Int
    >>> parts = Int("n", 1, 9), Let("squares", lambda n: [k * k for k in range(n)])
    """

    gives_only_its_value = False

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name, self.function = name, function

    def check(self, known: Sequence[str]) -> None:
        """Check the names."""
        check_names(parameters(self.function), known, self.name)

    def read(self, scan: Input, scope: Scope) -> None:
        """Read nothing."""
        del scan, scope

    def add(self, scope: Scope, value: Any) -> None:
        """Set the name to the result of the function, which is called at the first use."""
        del value
        scope.let(self.name, self.function)


class Group:
    """A sequence of parts. Its value is the tuple of their values.

    Raises `RulesetError` for an object that is no part, and for an `Each` that is not the last part.
    """

    def __init__(self, parts: Sequence[InputPart]) -> None:
        """Store the parts; a `Line` is replaced by its parts."""
        found: list[InputPart] = []
        for part in parts:
            if not isinstance(part, InputPart):
                raise RulesetError("error.problem-part", found=repr(part))
            found += part.parts if isinstance(part, Line) else (part,)
        self.parts = tuple(found)
        if any(part.asks for part in self.parts[:-1]):
            raise RulesetError("error.problem-each")

    @cached_property
    def _readers(self) -> list[tuple[Any, str, Any]]:
        """For each part `InputPart.read`, its name, and `InputPart.add`, without a name where `add` does more."""
        return [(part.read, part.name if part.gives_only_its_value else "", part.add) for part in self.parts]

    @cached_property
    def dimensions(self) -> frozenset[str]:
        """The names of the numbers that count things which can be left out of an input."""
        return frozenset(name for part in self.parts for name in part.counts())

    def check(self, known: Sequence[str]) -> None:
        """Raise `RulesetError` for a name that two parts have, or that is used before the part that has it."""
        known = list(known)
        for part in self.parts:
            part.check(known)
            for name in part.names():
                if name in known:
                    raise RulesetError("error.problem-twice", name=name)
                known.append(name)

    def scope(self, values: Sequence[Any], outer: Scope | None) -> Scope:
        """Return the scope with the names of these values."""
        scope = Scope(outer)
        for place, (_, name, add) in enumerate(self._readers):
            if name:
                scope[name] = values[place]
            else:
                add(scope, values[place])
        return scope

    def read(self, scan: Input, scope: Scope) -> tuple[Any, ...]:
        """Read the values, and add their names to `scope`."""
        values = []
        for read, name, add in self._readers:
            value = read(scan, scope)
            if name:
                scope[name] = value
            else:
                add(scope, value)
            values.append(value)
        return tuple(values)

    def lines(self, values: Sequence[Any], outer: Scope | None) -> list[str]:
        """Return the lines of the values."""
        scope = Scope(outer)
        found: list[str] = []
        for part, value in zip(self.parts, values, strict=True):
            lines = part.lines(value, scope)
            if lines and not part.begins_line and found:
                found[-1] = f"{found[-1]} {lines[0]}".rstrip(" ")
                lines = lines[1:]
            found += lines
            part.add(scope, value)
        return found

    def draw(self, source: ValueSource, outer: Scope | None) -> tuple[Any, ...]:
        """Return values drawn from a source."""
        scope = Scope(outer)
        values = []
        for part in self.parts:
            values.append(part.draw(source, scope))
            part.add(scope, values[-1])
        return tuple(values)

    def tiny(self, outer: Scope | None, cost: int, start: int = 0) -> Iterator[tuple[Any, ...]]:
        """Yield all values of exactly this cost."""
        yield from self._tiny(Scope(outer), cost, start)

    def _tiny(self, scope: Scope, cost: int, start: int) -> Iterator[tuple[Any, ...]]:
        if start == len(self.parts):
            if not cost:
                yield ()
            return
        part = self.parts[start]
        rest_is_silent = all(isinstance(one, Silent) for one in self.parts[start + 1 :])
        for own in range(cost if rest_is_silent else 0, cost + 1):
            for value in part.tiny(scope, own):
                inner = scope.copy()
                part.add(inner, value)
                for rest in self._tiny(inner, cost - own, start + 1):
                    yield (value, *rest)

    def fit(self, values: Sequence[Any], outer: Scope | None) -> tuple[Any, ...]:
        """Return the nearest allowed values. Raises `Unfit`."""
        scope = Scope(outer)
        found = []
        for part, value in zip(self.parts, values, strict=True):
            found.append(part.fit(value, scope))
            part.add(scope, found[-1])
        return tuple(found)

    def kept(self, values: Sequence[Any], name: str, kept: Sequence[int]) -> Any:
        """Return the values after only the things `kept`, of those that `name` counts, remain; `GONE` for no values."""
        found = [part.kept(value, name, kept) for part, value in zip(self.parts, values, strict=True)]
        if any(value is GONE for value in found):
            return GONE
        lengths: dict[str, int] = {name: len(kept)}
        for part, before, value in zip(self.parts, values, found, strict=True):
            counted = part.counted  # a list whose length is one of these numbers
            if counted and counted not in lengths and len(before) != len(value):
                lengths[counted] = len(value)
        return tuple(lengths.get(part.name, one) for part, one in zip(self.parts, found, strict=True))

    def cuts(self, values: tuple[Any, ...], outer: Scope | None) -> Iterator[tuple[Any, ...]]:
        """Yield smaller values: with fewer things, and with smaller values of the parts."""
        yield from self._fitting(values, self._raw_cuts(values, outer), outer)

    def _fitting(
        self, values: tuple[Any, ...], others: Iterator[tuple[Any, ...]], outer: Scope | None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the nearest allowed values to each of `others`, except `values`."""
        for other in others:
            try:
                found = self.fit(other, outer)
            except Unfit:
                continue
            if found != values:
                yield found

    def _raw_cuts(self, values: tuple[Any, ...], outer: Scope | None) -> Iterator[tuple[Any, ...]]:
        """Yield cuts of all counts and parts in turn, the largest cuts first."""
        counts = [
            (part.name, range(value))
            for part, value in zip(self.parts, values, strict=True)
            if part.name in self.dimensions and isinstance(value, int)
        ]
        cuts = [self._all_kept(values, name, without_parts(things)) for name, things in counts]
        scope = Scope(outer)
        for place, (part, value) in enumerate(zip(self.parts, values, strict=True)):
            cuts.append(_replaced(values, place, part.cuts(value, scope.copy())))
            part.add(scope, value)
        for row in zip_longest(*cuts):
            yield from (cut for cut in row if cut is not None)

    def _all_kept(
        self, values: tuple[Any, ...], name: str, things: Iterator[Sequence[int]]
    ) -> Iterator[tuple[Any, ...]]:
        found = (self.kept(values, name, kept) for kept in things)
        yield from (one for one in found if one is not GONE)

    def flat(self, values: Sequence[Any]) -> Iterator[int]:
        """Yield the integers of all parts."""
        for part, value in zip(self.parts, values, strict=True):
            yield from part.flat(value)


def _replaced(values: tuple[Any, ...], place: int, others: Iterator[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the values with each of `others` in this place."""
    yield from ((*values[:place], other, *values[place + 1 :]) for other in others)


def without_parts(case: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield a list without each half, without each quarter, and so on. No empty list is yielded.

    >>> list(without_parts((1, 2, 3)))
    [(2, 3), (1, 3), (1, 2)]
    """
    case = tuple(case)
    size = len(case) // 2
    while size:
        yield from (case[:start] + case[start + size :] for start in range(0, len(case) - size + 1, size))
        size //= 2


def lowered(number: int, least: int) -> Iterator[int]:
    """Yield smaller numbers, from `least` on: each leaves half of the distance of the one before.

    >>> list(lowered(20, 3))
    [3, 12, 16, 18, 19]
    """
    distance = number - least
    while distance > 0:
        yield number - distance
        distance //= 2
