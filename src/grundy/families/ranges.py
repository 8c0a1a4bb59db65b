"""Numbers whose options are ranges of smaller numbers: runs of equal nimbers, up to numbers of any size.

Theorem. Let the options of n be the numbers of ranges lo_i(n) to hi_i(n), below n, whose ends do not fall as n grows.
Let s <= e be such that for each i the ends at s and at e lie in the same runs of equal nimbers, and lo_i(e) <= hi_i(s);
or that hi_i(e) < lo_i(s). Then all numbers from s to e have the same nimber. Proof: for s <= x <= e the ends at x lie
between those at s and at e. In the first case they lie in the same runs, and lo_i(x) <= lo_i(e) <= hi_i(s) <= hi_i(x):
the range is not empty at x, and its numbers have the nimbers of the runs from that of lo_i to that of hi_i. In the
second case hi_i(x) <= hi_i(e) < lo_i(s) <= lo_i(x): it is empty. So the options have the same nimbers everywhere.

The largest such e is found by doubling and halving, and so is the next run after it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.ruleset import MOST_LOOKED_AT, Ruleset
from grundy.errors import OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.nimbers import mex
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_ONE_BY_ONE = 1000  # numbers at which the ends of ranges are compared with those before
_BYTES = 200  # of a run


@dataclass(frozen=True)
class Ranges(Ruleset):
    """The options of a number are those of the ranges that a function returns; a state is an integer of at least 0.

    `function` returns pairs (lowest, highest), both included, as many for each number, below it, and neither end may
    fall as the number grows; a range whose lowest number is above its highest is empty.
    """

    function: Callable[[int], Iterable[tuple[int, int]]]

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "ranges")

    @property
    def head(self) -> str:
        """The function's name."""
        return self.name

    def check(self, state: Any) -> int:
        """Return the number; raise `RulesetError` for what is none."""
        if not hasattr(state, "__index__") or index(state) < 0:
            expected = Message("expected.integer-from", {"what": Message("expected.number"), "low": 0})
            raise RulesetError("error.expected", expected=expected, found=repr(state))
        return index(state)

    def options(self, state: int) -> Iterator[Option]:
        """Yield each number of the ranges once."""
        seen: list[range] = []
        for low, high in self.ends(state):
            for number in range(low, high + 1):
                if not any(number in before for before in seen):
                    yield Option(str(number), (Component(self, number),))
            seen.append(range(low, high + 1))

    def ends(self, state: int) -> tuple[tuple[int, int], ...]:
        """Return the ends of the ranges. Raises `RulesetError` for what are none, or reach to `state` or below 0."""
        try:
            found = tuple((index(low), index(high)) for low, high in self.function(state))
        except (TypeError, ValueError) as error:
            raise RulesetError("error.ranges", name=self.name, state=state, error=str(error)) from error
        if any(low <= high and not 0 <= low <= high < state for low, high in found):
            raise RulesetError("error.ranges-below", name=self.name, state=state, found=str(list(found)))
        return found

    def prepare(self, state: int) -> int:
        """Find the runs up to a number."""
        return self._table().value(state)

    def known(self, state: int) -> int:
        """Find the runs up to a number."""
        return self.prepare(state)

    def known_many(self, states: list[Any]) -> list[int]:
        """Look many numbers up in one table."""
        table = self._table()
        table.value(max(states))
        return [table.value(state) for state in states]

    def options_below(self, state: int) -> int:
        """Return a little: runs are few where this is of use."""
        return min(state, _ONE_BY_ONE)

    def runs(self, number: int) -> list[tuple[int, int, int]]:
        """Return the runs of equal nimbers from 0 to `number`: first number, last number, nimber.

        >>> import grundy
        >>> three_to_seven = grundy.ranges(lambda n: [(max(0, n - 7), n - 3)])
        >>> three_to_seven.runs(12)
        [(0, 2, 0), (3, 5, 1), (6, 8, 2), (9, 9, 3), (10, 12, 0)]
        """
        return self._table().runs(self.check(number))

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`, run by run; of more than a million, the first ones."""
        count = 0
        seen: list[range] = []
        for low, high in self.ends(state):
            for first, last, worth in self._table().between(low, high) if low <= high else ():
                for number in range(first, last + 1) if worth == nimber else ():
                    if count == MOST_LOOKED_AT:
                        what = Message("over.moves-of-heap", {"heap": state, "code": self.name})
                        raise OverBudgetError(what, count, count, "options")
                    if not any(number in before for before in seen):
                        count += 1
                        yield Option(str(number), (Component(self, number),))
            seen.append(range(low, high + 1))

    def _table(self) -> _Runs:
        found: _Runs | None = tables.get(("ranges", self))
        if found is None:
            found = _Runs(self)
            tables.put(("ranges", self), found, _BYTES * _ONE_BY_ONE)
        return found


class _Runs:
    """The runs that are known: where each begins, its nimber, and before which number the last one ends so far."""

    def __init__(self, rules: Ranges) -> None:
        self._rules = rules
        self._starts: list[int] = []
        self._nimbers: list[int] = []
        self._known = 0

    def value(self, number: int) -> int:
        """Return the nimber of a number."""
        self._extend(number)
        return self._nimbers[bisect_right(self._starts, number) - 1]

    def runs(self, number: int) -> list[tuple[int, int, int]]:
        """Return the runs up to a number."""
        self._extend(number)
        return list(self.between(0, number))

    def between(self, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        """Yield the runs between two known numbers."""
        for run in range(self._run(low), self._run(high) + 1):
            last = self._starts[run + 1] - 1 if run + 1 < len(self._starts) else high
            yield max(low, self._starts[run]), min(high, last), self._nimbers[run]

    def _run(self, number: int) -> int:
        """Return the run of a known number; of one that is not known, the number of runs."""
        return len(self._starts) if number >= self._known else bisect_right(self._starts, number) - 1

    def _runs(self, low: int, high: int) -> tuple[int, int]:
        return self._run(low), self._run(high)

    def _extend(self, number: int) -> None:
        allowed = limits.budget().search_states
        while self._known <= number:
            progress.check_cancelled()
            start = self._known
            before = self._rules.ends(start)
            found: set[int] = set()
            for low, high in before:
                if low <= high:
                    found.update(self._nimbers[self._run(low) : self._run(high) + 1])
            last = start if start < _ONE_BY_ONE else self._last(start, before, number)
            if start < _ONE_BY_ONE and start:
                self._check_order(self._rules.ends(start - 1), before, start)
            nimber = mex(found)
            if not self._nimbers or self._nimbers[-1] != nimber:
                self._starts.append(start)
                self._nimbers.append(nimber)
            self._known = last + 1
            if len(self._starts) > allowed:
                what = Message("over.work", {"what": Message("label.text", {"text": self._rules.name})})
                raise OverBudgetError(what, len(self._starts), allowed, "states")

    def _last(self, start: int, before: tuple[tuple[int, int], ...], most: int) -> int:
        """Return the last number up to `most` of which the theorem says that it is worth what `start` is."""
        step, last = 1, start
        while last + step <= most and self._same(start, before, last + step):
            last += step
            step *= 2
        while step > 1:
            step //= 2
            if last + step <= most and self._same(start, before, last + step):
                last += step
        return last

    def _same(self, start: int, before: tuple[tuple[int, int], ...], number: int) -> bool:
        """Say whether the ranges at `number` are those of the theorem."""
        after = self._rules.ends(number)
        self._check_order(before, after, number)
        for (low, high), (low_after, high_after) in zip(before, after, strict=True):
            if low > high:
                if high_after >= low:
                    return False
            elif low_after > high or high_after >= start or self._runs(low, high) != self._runs(low_after, high_after):
                return False
        return True

    def _check_order(
        self, before: tuple[tuple[int, int], ...], after: tuple[tuple[int, int], ...], number: int
    ) -> None:
        """Raise `RulesetError` where an end has fallen, or there are fewer or more ranges."""
        pairs = zip(before, after, strict=False)
        if len(before) != len(after) or any(new < old for one, two in pairs for old, new in zip(one, two, strict=True)):
            raise RulesetError("error.ranges-fall", name=self._rules.name, state=number, found=str([*before, *after]))


def ranges(function: Callable[[int], Iterable[tuple[int, int]]]) -> Ranges:
    """Return the ruleset of numbers whose options are ranges: of any size where equal nimbers come in long runs.

    `function` returns for n the ranges as pairs (lowest, highest), both included: as many pairs for each n, all of
    their numbers below n, and neither end falls as n grows. An empty range has its lowest number above its highest.
    Ends that fall are noticed below 1,000 and wherever a run is looked for (`RulesetError`); the rest is a promise.
    The theorem is at the head of the module. Cost: for each run a few calls of the function for each bit
    of its length.

    From the fourth root to the square root of a number, for instance:

    >>> import grundy
    >>> from math import isqrt
    >>> def roots(n):
    ...     fourth = isqrt(isqrt(n))
    ...     return [(fourth + (fourth**4 < n), min(isqrt(n), n - 1))]
    >>> game = grundy.ranges(roots)
    >>> game(777777777777).nimber, len(game.runs(777777777777))
    (2, 7)
    """
    if not callable(function):
        raise RulesetError("error.expected", expected=Message("expected.function"), found=repr(function))
    return Ranges(function)
