"""Inputs of a problem, made from the description of its input, and made smaller."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import chain, count, islice, product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from grundy.contests.inputs.expressions import Scope
from grundy.contests.inputs.letters import Rows, Word
from grundy.contests.inputs.numbers import Int, Ints
from grundy.contests.inputs.repeated import Each, Repeated
from grundy.contests.inputs.sources import PATTERNS, SHAPES, Unfit, ValueSource
from grundy.core.values import Outcome
from grundy.errors import GrundyError
from grundy.runtime import limits
from grundy.runtime.costs import SMALL_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.contests.inputs.form import Case
    from grundy.contests.inputs.parts import Group
    from grundy.contests.problem import Problem
    from grundy.core.position import Position

_FIRST = 60  # tiny inputs before all others
_TINY = 400  # tiny inputs that are tried one by one
_LAYERS = 12  # costs without any input after which the tiny inputs end
_ALONE = 20  # cases that become an input each, where an input may have several
_TOGETHER = 50  # cases of a tiny input that has several
_ROOMS = (20, 20, 200, 200, 2000, 20_000)  # numbers and letters of random inputs
_BALANCED = 30  # cases of one input that are made lost in half of the tries
_REDRAWN = 8  # tries to find a case of a wanted outcome
_RELETTERED = 60  # the same, by changes of letters: one board of 10 rows in about 70 is lost
_LARGE = 2000  # numbers and letters of large inputs
_SWEEP = 2000  # cases of an input with all values in order
_AROUND = 3  # single cases at each limit and power
_POWERS = tuple(sorted({base**exponent for base in (2, 10) for exponent in range(1, 60) if base**exponent <= 10**18}))
_REACH = 10**9  # the greatest number above the least one where a statement has no limit
_NUMBER = re.compile(r"\d+")
_TRIED = 50  # random inputs that break a promise, before smaller ones are drawn


class MadeInput(NamedTuple):
    """An input that was made, and its kind: ``tiny``, ``edge``, ``random`` or ``large``."""

    kind: str
    case: Case


class Inputs:
    """Makes inputs from the description `Problem.input`. All keep the limits and the promises of the statement.

    Random inputs depend on the given generator alone: the same seed gives the same inputs on every machine.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.form = problem.form

    def text(self, case: Case) -> str:
        """Return the input text."""
        return self.form.text(case)

    def size(self, case: Case) -> tuple[int, ...]:
        """Return the number of words and letters, the sum of the numbers, and these: a smaller input is simpler."""
        return self.form.size(case)

    def made(self, rng: Random) -> Iterator[MadeInput]:
        """Yield inputs without end: some tiny ones, those with values in order, then all kinds in turn."""
        tiny, sweeps, random, large = self.tiny(), self.sweeps(), self.random(rng), self.large(rng)
        yield from (MadeInput("tiny", case) for case in islice(tiny, _FIRST))
        yield from (MadeInput("edge", case) for case in islice(sweeps, _AROUND))
        edges = chain(sweeps, self.edges())
        while True:
            for kind, cases, number in (
                ("random", random, 32),
                ("large", large, 8),
                ("tiny", tiny, 16),
                ("edge", edges, 4),
            ):
                yield from (MadeInput(kind, case) for case in islice(cases, number))

    def tiny(self) -> Iterator[Case]:
        """Yield the smallest inputs. Of cases, a few become an input each, and the others inputs of many cases."""
        if (each := self.form.alone) is None:
            yield from islice(self.by_cost(), _TINY)
            return
        cases = islice(self._by_cost(each.group), _TINY)
        for case in islice(cases, _ALONE):
            with suppress(Unfit):
                yield self.form.group.fit(((case,),), None)
        most = each.length.bounds(Scope())[1]
        while some := tuple(islice(cases, _TOGETHER if most is None else min(_TOGETHER, most))):
            with suppress(Unfit):
                yield self.form.group.fit((some,), None)

    def edges(self, room: int = 300_000) -> Iterator[Case]:
        """Yield inputs at the limits, with at most `room` numbers and letters.

        They have the greatest and the least sizes, and numbers and letters in patterns.
        """
        shapes = SHAPES if _has_letters(self.form.group) else SHAPES[:1]
        seen: set[Case] = set()
        for shape, pattern, sizes in product(shapes, PATTERNS, ("most", "least")):
            with suppress(Unfit):
                case = self.form.group.draw(ValueSource(Random(0), room, sizes, pattern=pattern, shape=shape), None)
                if case not in seen:
                    seen.add(case)
                    yield case

    def sweeps(self) -> Iterator[Case]:
        """Yield inputs whose cases are in order: a program that errs at one value alone fails on one of them.

        The first has the smallest cases; the next ones have the last numbers before the limits, and numbers around
        powers of two and of ten; the last one has ten times as many of the smallest cases, if these are numbers. Where
        an input is a single case, it is one of those with the last numbers, and with numbers around powers.
        """
        each = self._cases
        if each is None:
            yield from self._near_limits(self.form.group, list(islice(self.by_cost(), _AROUND)), None, _POWERS)
            return
        values, scope, cases = self._in_order(each, _SWEEP)
        yield from self._of_cases(values, cases)
        for powers in ((), _POWERS):
            few = cases[: len(cases) // (1 + len(powers))]
            yield from self._of_cases(values, list(self._near_limits(each.group, few, scope, powers)))
        if all(isinstance(part, Int) for part in each.group.parts):
            values, scope, cases = self._in_order(each, 10 * _SWEEP)
            yield from self._of_cases(values, cases)

    @property
    def _cases(self) -> Each | None:
        """The part with the cases of an input; None where an input is a single case."""
        last = self.form.group.parts[-1] if self.form.group.parts else None
        return last if isinstance(last, Each) else None

    def _in_order(self, each: Each, room: int) -> tuple[Case, Scope, list[Case]]:
        """Return values of an input of as many cases as are allowed, their scope, and the smallest cases."""
        rng = Random(0)
        values = self._drawn(lambda room: ValueSource(rng, room, "most"), room)
        scope = self.form.group.scope(values, None)
        return values, scope, list(islice(self._by_cost(each.group, scope), len(values[-1])))

    def _of_cases(self, values: Case, cases: list[Case]) -> Iterator[Case]:
        """Yield the input with these cases, or with the first of them where so many are not allowed together."""
        while cases:
            with suppress(Unfit):
                yield self.form.group.fit((*values[:-1], cases), None)
                return
            cases = cases[: len(cases) // 2]

    def _near_limits(
        self, group: Group, cases: list[Case], outer: Scope | None, powers: Sequence[int]
    ) -> Iterator[Case]:
        """Yield cases with their numbers, all or one of them, moved to the upper limits, and around `powers`."""
        found: dict[Case, None] = {}
        for case, power, place in product(cases, (None, *powers), (None, *range(len(group.parts)))):
            with suppress(Unfit):
                found[_moved(group, case, outer, power, place)] = None
        yield from (case for case in found if case not in cases)

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random inputs of all sizes. Half of their cases are lost, as far as lost ones are found."""
        while True:
            yield self._balanced(rng, self.form.group, self.drawn(rng, rng.choice(_ROOMS)), None)

    def large(self, rng: Random) -> Iterator[Case]:
        """Yield random inputs of the greatest sizes that are answered in little time: they have large nimbers."""
        while True:
            yield self._drawn(lambda room: ValueSource(rng, room, "most"), _LARGE)

    def alone(self, case: Case, number: int) -> Iterator[Case]:
        """Yield the input with one of its cases alone, by its number from 1, if there may be such an input."""
        if self._cases is not None and 0 < number <= len(case[-1]) > 1:
            with suppress(Unfit):
                yield self.form.group.fit((*case[:-1], case[-1][number - 1 : number]), None)

    def cuts(self, case: Case) -> Iterator[Case]:
        """Yield inputs with fewer things, with lower numbers, and with simpler letters, the largest cuts first."""
        yield from self.form.group.cuts(case, None)

    def by_cost(self) -> Iterator[Case]:
        """Yield inputs in the order of their costs. Where an input is nothing but cases, each has one case."""
        if (each := self.form.alone) is None:
            yield from self._by_cost(self.form.group)
        else:
            yield from (((one,),) for one in self._by_cost(each.group))

    def _by_cost(self, group: Group, outer: Scope | None = None) -> Iterator[Case]:
        """Yield the values of a group in the order of their costs."""
        for cost in count():
            found = False
            for one in group.tiny(outer, cost):
                found = True
                yield one
            if not found and cost > _LAYERS:
                return

    def drawn(self, rng: Random, room: int) -> Case:
        """Return a random input of at most `room` numbers and letters."""
        return self._drawn(lambda room: ValueSource.of_some_scale(rng, room), room)

    def _drawn(self, source: Callable[[int], ValueSource], room: int) -> Case:
        """Return an input with at most `room` numbers and letters; with fewer where such inputs break promises."""
        for tried in count(1):
            with suppress(Unfit):
                return self.form.group.draw(source(max(1, room >> tried // _TRIED)), None)
        raise AssertionError

    def _balanced(self, rng: Random, group: Group, values: Case, outer: Scope | None) -> Case:
        """Return values in which half of the questions are lost, as far as lost ones are found near them."""
        last = group.parts[-1]
        if not isinstance(last, Each):
            wanted = rng.choice((Outcome.P, Outcome.N))
            near = self._near(rng, group, values, outer)
            return next((one for one in near if self._outcome(group, one, outer) in {wanted, None}), values)
        scope = group.scope(values, outer)
        cases = [self._balanced(rng, last.group, one, scope) for one in values[-1][:_BALANCED]]
        with suppress(Unfit):
            return group.fit((*values[:-1], (*cases, *values[-1][_BALANCED:])), outer)
        return values

    def _near(self, rng: Random, group: Group, values: Case, outer: Scope | None) -> Iterator[Case]:
        """Yield a question, then others: its nimber made 0, what a winning move leaves, other letters, random ones."""
        yield values
        position, nimber = None, None
        numbers = _numbers(rng, group, values)
        with suppress(GrundyError), limits.limited(search_options=SMALL_OPTIONS):
            position = self._positions(group, values, outer)[0]
            nimber = position.value
        if isinstance(nimber, int):
            for place, at, number in numbers[:_REDRAWN]:
                with suppress(Unfit):
                    yield group.fit(_replaced(values, place, at, number ^ nimber), outer)
        elif position is not None and len(numbers) <= _REDRAWN:  # a move that changes many is one of very many
            for after in _left_by_winning(position):
                left = values
                for (place, at, _), number in zip(sorted(numbers), _NUMBER.findall(after), strict=False):
                    left = _replaced(left, place, at, int(number))
                with suppress(Unfit):
                    yield group.fit(left, outer)
        yield from islice(_other_letters(rng, group, values), _RELETTERED)
        room = max(2, len(list(group.flat(values))))
        for _ in range(_REDRAWN):
            with suppress(Unfit):
                yield group.fit(group.draw(ValueSource.of_some_scale(rng, room), outer), outer)

    def _outcome(self, group: Group, values: Case, outer: Scope | None) -> Outcome | None:
        """Return the outcome of a question; None where it has several positions, or a search costs too much."""
        with suppress(GrundyError), limits.limited(search_options=SMALL_OPTIONS):
            positions = self._positions(group, values, outer)
            return self.problem.output.outcome_of(positions[0]) if len(positions) == 1 else None
        return None

    def _positions(self, group: Group, values: Case, outer: Scope | None) -> list[Position]:
        """Return the first two positions of a question, which may ask about a million."""
        return self.problem.positions_of(group.scope(values, outer), 2)


def _left_by_winning(position: Position) -> list[str]:
    """Return the text of what one winning move leaves; nothing without one, or if a search costs too much."""
    with suppress(GrundyError), limits.limited(search_options=SMALL_OPTIONS):
        return [str(choice.after) for choice in position.winning_moves().first(1)[0]]
    return []


def _numbers(rng: Random, group: Group, values: Case) -> list[tuple[int, int | None, int]]:
    """Return the numbers of a group that are not lengths, in a random order: place, place in a list, and number."""
    found: list[tuple[int, int | None, int]] = []
    for place, (part, value) in enumerate(zip(group.parts, values, strict=True)):
        if isinstance(part, Int) and not part.is_count:
            found.append((place, None, value))
        elif isinstance(part, Ints):
            found += ((place, at, number) for at, number in enumerate(value))
    return rng.sample(found, len(found))


def _other_letters(rng: Random, group: Group, values: Case) -> Iterator[Case]:
    """Yield values whose first board or word differs in one letter more each time, and keeps its size."""
    for place, part in enumerate(group.parts):
        if isinstance(part, Rows | Word) and any(values[place]):
            rows = [values[place]] if isinstance(part, Word) else list(values[place])
            while True:
                row = rng.choice([number for number, letters in enumerate(rows) if letters])
                column = rng.randrange(len(rows[row]))
                rows[row] = rows[row][:column] + rng.choice(part.letters) + rows[row][column + 1 :]
                yield (*values[:place], rows[0] if isinstance(part, Word) else tuple(rows), *values[place + 1 :])


def _replaced(values: Case, place: int, at: int | None, number: int) -> Case:
    """Return values with another number in a place, or at `at` in the list in this place."""
    value = values[place]
    return (*values[:place], number if at is None else (*value[:at], number, *value[at + 1 :]), *values[place + 1 :])


def _moved(group: Group, case: Case, outer: Scope | None, power: int | None, only: int | None) -> Case:
    """Return a case whose small numbers, or those in one place, are moved around a power, or below their limits."""
    scope, values = Scope(outer), []
    for place, (part, value) in enumerate(zip(group.parts, case, strict=True)):
        number = part.each if isinstance(part, Ints) else part
        if isinstance(number, Int) and not number.is_count and only in {None, place}:
            low, high = number.bounds(part.inner(scope, len(value)) if isinstance(part, Ints) else scope)

            def moved(one: int, low: int = low, high: int = low + _REACH if high is None else high) -> int:
                offset = one - low
                return high - offset if power is None else power + (-offset // 2 if offset % 2 else offset // 2)

            value = tuple(map(moved, value)) if isinstance(part, Ints) else moved(value)  # noqa: PLW2901
        values.append(part.fit(value, scope))
        part.add(scope, values[-1])
    return tuple(values)


def _has_letters(group: Group) -> bool:
    return any(
        isinstance(part, Rows | Word) or (isinstance(part, Repeated) and _has_letters(part.group))
        for part in group.parts
    )
