"""Inputs of a problem, made from the description of its input."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import chain, count, islice, product, takewhile
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Scope
from grundy.contests.inputs.letters import Rows, Word
from grundy.contests.inputs.numbers import Int, Ints
from grundy.contests.inputs.repeated import Each, Repeated
from grundy.contests.inputs.sources import EdgeSource, RandomSource, Unfit
from grundy.contests.stress.inputs import Inputs
from grundy.core.values import Outcome
from grundy.errors import GrundyError
from grundy.runtime import limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.contests.inputs.form import Case
    from grundy.contests.inputs.parts import Group
    from grundy.contests.problem import Problem
    from grundy.core.position import Position

_TINY = 400  # tiny inputs that are tried one by one
_LAYERS = 12  # costs without any input after which the tiny inputs end
_ALONE = 20  # cases that become an input each, where an input may have several
_TOGETHER = 50  # cases of a tiny input that has several
_EDGE_ROOM = 300_000  # numbers and letters of an input at the limits
_ROOMS = (20, 20, 200, 200, 2000, 20_000)  # numbers and letters of random inputs
_BALANCED = 60  # cases of one input that are made lost in half of the tries
_REDRAWN, _SCANNED = 8, 24  # tries to find a case of a wanted outcome
_TRIED = 50  # random inputs that break a promise, before smaller ones are drawn
_SMALLER = 3000  # smaller inputs that are tried in the order of their costs
_MOST_MISSES = 30  # random inputs in a row that are not smaller: then there are hardly any
_LARGEST_OF = 12  # random inputs, of which the one with the largest nimbers is taken
_LARGE = 4  # the least nimber that is large
_SEARCHED_IN_ALL = 5 * ASIDE_OPTIONS  # options of these searches for one input; further cases stay as they were drawn


class Balance:
    """How many cases of an input may still be made lost or won, and how many options may be searched for that."""

    def __init__(self) -> None:
        """Begin an input."""
        self.cases = _BALANCED
        self.options = _SEARCHED_IN_ALL

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Limit a search, and subtract the options of the plain search; machine code is a hundred times faster."""
        with progress.tallied() as tally, limits.limited(search_options=ASIDE_OPTIONS):
            try:
                yield
            finally:
                self.options -= tally.engines.get("search", 0)


class FormInputs(Inputs["Case"]):
    """Makes inputs from the description `Problem.input`. Subclasses know more about their problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.form = problem.form
        mark_lengths(self.form.group)

    def bound(self, name: str) -> int:
        """Return the upper limit of a number that stands outside of cases and depends on no other one."""
        part = next(one for one in self.form.group.parts if one.name == name)
        high = part.bounds(Scope())[1] if isinstance(part, Int) else None
        assert high is not None
        return high

    def text(self, case: Case) -> str:
        """Return the input text."""
        return self.form.text(case)

    def size(self, case: Case) -> tuple[int, ...]:
        """Return the number of words and letters, the sum of the numbers, and these."""
        return self.form.size(case)

    def tiny(self) -> Iterator[Case]:
        """Yield the smallest inputs. Of cases, a few become an input each, and the others inputs of many cases."""
        if (each := self.form.alone) is None:
            yield from islice(self.by_cost(), _TINY)
            return
        cases = islice(self._by_cost(each.group, None), _TINY)
        for case in islice(cases, _ALONE):
            with suppress(Unfit):
                yield self.form.group.fit(((case,),), None)
        while some := tuple(islice(cases, min(_TOGETHER, self._most_cases))):
            with suppress(Unfit):
                yield self.form.group.fit((some,), None)

    def edges(self) -> Iterator[Case]:
        """Yield inputs at the limits: of the greatest and the least sizes, with numbers and letters in patterns."""
        shapes = EdgeSource.SHAPES if _has_letters(self.form.group) else EdgeSource.SHAPES[:1]
        seen: set[Case] = set()
        for shape, pattern, sizes in product(shapes, EdgeSource.PATTERNS, ("most", "least")):
            with suppress(Unfit):
                case = self.form.group.draw(EdgeSource(Random(0), sizes, pattern, shape, _EDGE_ROOM), None)
                if case not in seen:
                    seen.add(case)
                    yield case

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random inputs of all sizes. Half of their cases are lost, as far as lost ones are found."""
        while True:
            case = self.drawn(rng, rng.choice(_ROOMS))
            yield self._balanced(rng, case)

    def large_nimbers(self, rng: Random) -> Iterator[Case]:
        """Yield inputs with large nimbers, each the best of some random ones; half of the cases are lost."""
        while True:
            cases = [self.drawn(rng, rng.choice(_ROOMS[:4])) for _ in range(_LARGEST_OF)]
            largest, case = max(((self._largest(case), case) for case in cases), key=lambda one: one[0])
            if largest < _LARGE:
                return
            yield self._balanced(rng, case)

    def cuts(self, case: Case) -> Iterator[Case]:
        """Yield inputs with fewer things, with lower numbers, and with simpler letters."""
        yield from self.form.group.cuts(case, None)

    def beginnings(self, case: Case) -> Iterator[Case]:
        """Yield inputs with only the first 1, 2, 4, ... things of a kind."""
        yield from self.form.group.beginnings(case, None)

    def smaller(self, rng: Random, case: Case) -> Iterator[Case]:
        """Yield smaller inputs: those of the least costs in order, then random ones as long as such are found.

        Those of the least costs are left out where `together` has them.
        """
        size = self.size(case)
        if not self._is_single(case):
            yield from (one for one in islice(self.by_cost(), _SMALLER) if self.size(one) < size)
        misses = 0  # random inputs in a row that are not smaller
        while misses < _MOST_MISSES:
            smaller = self.drawn(rng, max(1, size[0]))
            misses += 1
            if self.size(smaller) < size:
                misses = 0
                yield smaller

    def together(self, case: Case) -> Iterator[Case]:
        """Yield inputs of all smaller cases than the only one of this input, each of as many as are allowed."""
        each = self.form.alone
        if each is None or not self._is_single(case):
            return
        size, cases = self.size(case), self._by_cost(each.group, None)
        smaller = chain(
            (one for one in islice(cases, _SMALLER) if self.size(((one,),)) < size),
            islice(takewhile(lambda one: self.size(((one,),)) < size, cases), self._most_cases),
        )
        while some := tuple(islice(smaller, self._most_cases)):
            yield (some,)

    def _is_single(self, case: Case) -> bool:
        """Return whether an input is nothing but one case, and may have several."""
        return self.form.alone is not None and len(case[0]) == 1

    def halves(self, case: Case) -> tuple[Case, Case]:
        """Return the two halves of the cases of an input."""
        (cases,) = case
        half = len(cases) // 2
        return ((cases[:half],), (cases[half:],)) if half else ((), ())

    @cached_property
    def _most_cases(self) -> int:
        """The most cases of one input."""
        each = self.form.alone
        assert each is not None
        high = each.length.bounds(Scope())[1]
        return 5000 if high is None else high

    def by_cost(self) -> Iterator[Case]:
        """Yield inputs in the order of their costs. Where an input is nothing but cases, each has one case."""
        if (each := self.form.alone) is None:
            yield from self._by_cost(self.form.group, None)
        else:
            yield from (((one,),) for one in self._by_cost(each.group, None))

    def _by_cost(self, group: Group, outer: Scope | None) -> Iterator[tuple[Any, ...]]:
        """Yield the values of a group in the order of their costs."""
        for cost in count():
            found = False
            for one in group.tiny(outer, cost):
                found = True
                yield one
            if not found and cost > _LAYERS:
                return

    def drawn(self, rng: Random, room: int) -> Case:
        """Return a random input of at most `room` numbers and letters; of fewer where random ones break promises."""
        tried = 0
        while True:
            tried += 1
            with suppress(Unfit):
                return self.form.group.draw(RandomSource.of(rng, max(1, room >> tried // _TRIED)), None)

    def _balanced(self, rng: Random, case: Case) -> Case:
        """Return the input with half of its cases lost, as far as lost cases are found near them."""
        return self._with_outcomes(rng, self.form.group, case, None, Balance())

    def _with_outcomes(self, rng: Random, group: Group, values: Case, outer: Scope | None, balance: Balance) -> Case:
        last = group.parts[-1]
        if isinstance(last, Each):
            scope = group.scope(values, outer)
            cases: list[Case] = []
            for one in values[-1]:
                again = balance.cases <= 0 and cases
                cases.append(rng.choice(cases) if again else self._with_outcomes(rng, last.group, one, scope, balance))
            with suppress(Unfit):
                return group.fit((*values[:-1], tuple(cases)), outer)
            return values
        balance.cases -= 1
        wanted = rng.choice((Outcome.P, Outcome.N))
        for one in self._near(rng, group, values, outer, balance):
            if balance.options <= 0:
                break
            if self._outcome(group, one, outer, balance) in {wanted, None}:
                return one
        return values

    def _near(self, rng: Random, group: Group, values: Case, outer: Scope | None, balance: Balance) -> Iterator[Case]:
        """Yield a question, then changed ones: its nim-sum made 0 by one number, random ones, another small number."""
        yield values
        numbers = list(_numbers(group, values))
        rng.shuffle(numbers)
        for others in (
            self._nim_changed(group, values, outer, numbers, balance),
            self._redrawn(rng, group, outer, len(list(group.flat(values)))),
            _scanned(rng, numbers),
        ):
            for one in others:
                with suppress(Unfit):
                    yield group.fit(one, outer)

    def _nim_changed(
        self,
        group: Group,
        values: Case,
        outer: Scope | None,
        numbers: list[tuple[int, Callable[[int], Case]]],
        balance: Balance,
    ) -> Iterator[Case]:
        nimber: object = None
        with suppress(GrundyError), balance.searching():
            nimber = self._first_positions(group, values, outer)[0].value
        if isinstance(nimber, int):
            yield from (change(number ^ nimber) for number, change in numbers[:6])

    def _redrawn(self, rng: Random, group: Group, outer: Scope | None, room: int) -> Iterator[Case]:
        for _ in range(_REDRAWN):
            with suppress(Unfit):
                yield group.draw(RandomSource.of(rng, max(2, room)), outer)

    def _outcome(self, group: Group, values: Case, outer: Scope | None, balance: Balance) -> Outcome | None:
        """Return the outcome of a question; None where it has several positions, or a search costs too much."""
        try:
            positions = self._first_positions(group, values, outer)
            with balance.searching():
                return self.problem.output.outcome_of(positions[0]) if len(positions) == 1 else None
        except GrundyError:
            return None

    def _first_positions(self, group: Group, values: Case, outer: Scope | None) -> list[Position]:
        """Return the first two positions of a question, which may ask about a million."""
        return self.problem.positions_of(group.scope(values, outer), 2)

    def _largest(self, case: Case) -> int:
        """Return the largest nimber of a component of the first positions of an input."""
        largest = 0
        with suppress(GrundyError), limits.limited(search_options=ASIDE_OPTIONS):
            for question in islice(self.form.questions(case), 5):
                for position in self.problem.positions_of(question.scope, 5):
                    for component in position.components[:20]:
                        value = component.ruleset.value(component.state)
                        largest = max(largest, value if isinstance(value, int) else 0)
        return largest


def _numbers(group: Group, values: Case) -> Iterator[tuple[int, Callable[[int], Case]]]:
    """Yield the numbers of a group that are not lengths, each with a function that replaces it."""

    def put(place: int, value: Any) -> Case:
        return (*values[:place], value, *values[place + 1 :])

    for place, (part, value) in enumerate(zip(group.parts, values, strict=True)):
        if isinstance(part, Int) and not part.is_count:
            yield value, lambda number, place=place: put(place, number)  # type: ignore[misc] # bound here
        elif isinstance(part, Ints):
            for at, one in enumerate(value):
                yield (
                    one,
                    lambda number, place=place, at=at, value=value: put(  # type: ignore[misc] # bound here
                        place, (*value[:at], number, *value[at + 1 :])
                    ),
                )
        elif isinstance(part, Repeated):
            for at, inner in enumerate(value):
                for one, change in _numbers(part.group, inner):
                    yield (
                        one,
                        lambda number, place=place, at=at, value=value, change=change: put(  # type: ignore[misc] # bound here
                            place, (*value[:at], change(number), *value[at + 1 :])
                        ),
                    )


def _scanned(rng: Random, numbers: list[tuple[int, Callable[[int], Case]]]) -> Iterator[Case]:
    """Yield questions with a number replaced by numbers near it."""
    for number, change in numbers[:2]:
        near = [number + step for step in range(-_SCANNED // 4, _SCANNED // 4 + 1) if step]
        rng.shuffle(near)
        yield from map(change, near)


def mark_lengths(group: Group, outer: frozenset[str] = frozenset()) -> None:
    """Set `is_count` and `is_square` of the integers of a group that are lengths and sides."""
    counts = group.dimensions | outer
    sides = {side.name for part in group.parts if isinstance(part, Rows) for side in (part.height, part.width)}
    for part in group.parts:
        if isinstance(part, Int):
            part.is_count |= part.name in counts
            part.is_square |= part.name in sides
        if isinstance(part, Repeated):
            mark_lengths(part.group, counts)


def _has_letters(group: Group) -> bool:
    return any(
        isinstance(part, Rows | Word) or (isinstance(part, Repeated) and _has_letters(part.group))
        for part in group.parts
    )
