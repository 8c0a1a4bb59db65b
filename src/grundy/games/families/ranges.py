"""Numbers whose options are ranges of smaller numbers: runs of equal nimbers, up to numbers of any size.

Theorem. Let the options of n be the numbers of ranges lo_i(n) to hi_i(n), below n, whose ends do not fall as n grows.
Let s <= e, and for each i let one of two conditions hold. (1) The ends at s and at e lie in the same runs of equal
nimbers, and lo_i(e) <= hi_i(s). (2) hi_i(e) < lo_i(s). Then all numbers from s to e have the same nimber.

Proof. For s <= x <= e the ends at x lie between those at s and at e. In case (1) they lie in the same runs, and
lo_i(x) <= lo_i(e) <= hi_i(s) <= hi_i(x). So the range is not empty at x, and its numbers have the nimbers of the runs
from the run of lo_i to the run of hi_i. In case (2) hi_i(x) <= hi_i(e) < lo_i(s) <= lo_i(x), so the range is empty. So
the options have the same nimbers for all x.

The largest such e is found by doubling and halving a step; then the next run begins.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.nimbers import mex
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.base_rules import OneStateRules
from grundy.runtime import limits, progress
from grundy.runtime.costs import MANY_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grundy.core.components import Option

    Ends = tuple[tuple[int, int], ...]  # the lowest and the highest number of each range

SINGLE_NUMBERS = 1000  # that are solved one by one, so that each is checked for ends that fall
_BYTES_PER_RUN = 200


@dataclass(frozen=True)
class Ranges(OneStateRules):
    """The options of a number are the numbers of the ranges that a function returns; a state is an integer >= 0.

    For each number `function` returns equally many pairs (lowest, highest), both included, of smaller numbers. Neither
    end may fall as the number grows. A range whose lowest number is above its highest is empty.
    """

    function: Callable[[int], Iterable[tuple[int, int]]]

    @property
    def name(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "ranges")

    def check(self, state: Any) -> int:
        """Return the number; raise `RulesetError` if it is no integer of at least 0."""
        if not hasattr(state, "__index__") or index(state) < 0:
            expected = Message("expected.integer-from", {"what": Message("expected.number"), "low": 0})
            raise RulesetError("error.expected", expected=expected, found=repr(state))
        return index(state)

    def options(self, state: int) -> Iterator[Option]:
        """Yield each number of the ranges once."""
        earlier: list[range] = []
        for low, high in self.ends(state):
            for number in range(low, high + 1):
                if not any(number in numbers for numbers in earlier):
                    yield self.option(number, str(number))
            earlier.append(range(low, high + 1))

    def ends(self, state: int) -> Ends:
        """Return the ends of the ranges.

        Raises `RulesetError` if the function returns anything else, or numbers below 0 or not below `state`.
        """
        try:
            ends = tuple((index(low), index(high)) for low, high in self.function(state))
        except (TypeError, ValueError) as error:
            raise RulesetError("error.ranges", name=self.name, state=state, error=str(error)) from error
        if any(low <= high and not 0 <= low <= high < state for low, high in ends):
            raise RulesetError("error.ranges-below", name=self.name, state=state, found=str(list(ends)))
        return ends

    def prepare(self, state: int) -> int:
        """Return the nimber; find the runs up to the number."""
        return self._table().value(state)

    def known(self, state: int) -> int:
        """Return the nimber; find the runs up to the number."""
        return self.prepare(state)

    def known_many(self, states: list[Any]) -> list[int]:
        """Return the nimbers of many numbers from one table."""
        table = self._table()
        table.value(max(states))
        return [table.value(state) for state in states]

    def options_below(self, state: int) -> int:
        """Return at most `SINGLE_NUMBERS`: the cost grows with the runs, which are few in these games."""
        return min(state, SINGLE_NUMBERS)

    def runs(self, number: int) -> list[tuple[int, int, int]]:
        """Return the runs of equal nimbers from 0 to `number`: first number, last number, nimber.

        >>> import grundy
        >>> three_to_seven = grundy.ranges(lambda n: [(max(0, n - 7), n - 3)])
        >>> three_to_seven.runs(12)
        [(0, 2, 0), (3, 5, 1), (6, 8, 2), (9, 9, 3), (10, 12, 0)]
        """
        return self._table().runs(self.check(number))

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options worth `nimber`, run by run. Raises `OverBudgetError` after `MANY_OPTIONS` of them."""
        count = 0
        earlier: list[range] = []
        for low, high in self.ends(state):
            for first, last, worth in self._table().between(low, high) if low <= high else ():
                for number in range(first, last + 1) if worth == nimber else ():
                    if count == MANY_OPTIONS:
                        what = Message("over.moves-of-heap", {"heap": state, "code": self.name})
                        raise OverBudgetError(what, count, count, "options")
                    if not any(number in numbers for numbers in earlier):
                        count += 1
                        yield self.option(number, str(number))
            earlier.append(range(low, high + 1))

    def _table(self) -> _Runs:
        found: _Runs | None = tables.get(("ranges", self))
        if found is None:
            found = _Runs(self)
            tables.put(("ranges", self), found, _BYTES_PER_RUN * SINGLE_NUMBERS)
        return found


class _Runs:
    """The runs of equal nimbers that are known."""

    def __init__(self, rules: Ranges) -> None:
        self._rules = rules
        self._starts: list[int] = []  # the first number of each run
        self._nimbers: list[int] = []  # the nimber of each run
        self._known = 0  # all numbers below this are in a run

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
        """Return the run of a known number; for a number that is not known, the number of runs."""
        return len(self._starts) if number >= self._known else bisect_right(self._starts, number) - 1

    def _extend(self, number: int) -> None:
        """Find runs until `number` is known."""
        allowed = limits.budget().search_states
        while self._known <= number:
            progress.check_cancelled()
            start = self._known
            ends = self._rules.ends(start)
            options: set[int] = set()
            for low, high in ends:
                if low <= high:
                    options.update(self._nimbers[self._run(low) : self._run(high) + 1])
            last = start if start < SINGLE_NUMBERS else self._last(start, ends, number)
            if start < SINGLE_NUMBERS and start:
                self._check_order(self._rules.ends(start - 1), ends, start)
            nimber = mex(options)
            if not self._nimbers or self._nimbers[-1] != nimber:
                self._starts.append(start)
                self._nimbers.append(nimber)
            self._known = last + 1
            if len(self._starts) > allowed:
                what = Message("over.work", {"what": Message("label.text", {"text": self._rules.name})})
                raise OverBudgetError(what, len(self._starts), allowed, "states")

    def _last(self, start: int, ends: Ends, most: int) -> int:
        """Return the last number up to `most` that by the theorem has the nimber of `start`, whose `ends` are given."""
        step, last = 1, start
        while last + step <= most and self._has_same_nimber(start, ends, last + step):
            last += step
            step *= 2
        while step > 1:
            step //= 2
            if last + step <= most and self._has_same_nimber(start, ends, last + step):
                last += step
        return last

    def _has_same_nimber(self, start: int, ends: Ends, number: int) -> bool:
        """Return whether the conditions of the theorem hold for `start` and `number`."""
        ends_after = self._rules.ends(number)
        self._check_order(ends, ends_after, number)
        for (low, high), (low_after, high_after) in zip(ends, ends_after, strict=True):
            if low > high:
                if high_after >= low:
                    return False
                continue
            if low_after > high or high_after >= start:
                return False
            if self._run(low) != self._run(low_after) or self._run(high) != self._run(high_after):
                return False
        return True

    def _check_order(self, before: Ends, after: Ends, number: int) -> None:
        """Raise `RulesetError` if an end falls from one number to a later `number`, or the number of ranges differs."""
        fall = any(
            new_low < low or new_high < high for (low, high), (new_low, new_high) in zip(before, after, strict=False)
        )
        if fall or len(before) != len(after):
            raise RulesetError("error.ranges-fall", name=self._rules.name, state=number, found=str([*before, *after]))


def ranges(function: Callable[[int], Iterable[tuple[int, int]]]) -> Ranges:
    """Return the ruleset of numbers whose options are ranges. Numbers may have any size if equal nimbers come in runs.

    `function` returns for n the ranges as pairs (lowest, highest), both included: equally many pairs for each n, all
    of their numbers below n, and neither end falls as n grows. An empty range has its lowest number above its highest.
    Ends that fall raise `RulesetError` at numbers below 1,000 and at each number that the search for runs visits; at
    other numbers nothing checks them. The theorem is at the head of the module. Cost: for each run a few calls of the
    function for each bit of its length.

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
