"""Closed forms of heaps: values of any size from a formula, or from a period that a theorem proves.

Takes in an interval: ``grundy.families.heaps.intervals``.

Lasker's nim (4.[3]): heaps 4k + 3 and 4k + 4 change places; Lasker (1931), Winning Ways, chapter 4.

Codes in which from some number on any number may be taken, without splitting (``all-but{...}``, 0.[2], 0.12[3]): let
k be the largest number with a digit of its own. The options of a heap n >= 2k + 2 are all heaps below n - k, the
empty one only where it may be left, and some of the k before it. So G(n) is the mex of the set A of the values below
n - k, which grows by one value with n, and of some of the last k values. Values below c = mex A play no part in that.
If A above c and the last k values, all less c, are at n + p the same as at n, then all that follows is the same, p
heaps later and larger by the difference s of the two c: the sequence is arithmetic periodic, which is proved by the
values up to n + p. (That all-but games are arithmetic periodic: Siegel, Combinatorial Game Theory, section IV.2.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.families.heaps.intervals import IntervalForm, interval_of
from grundy.runtime.table_cache import tables
from grundy.theory.periods import Exceptions, Period

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.take_and_break import TakeAndBreak

_LASKER = "Lasker (1931): heaps 4k + 3 and 4k + 4 change places"
_WINDOW = "equal windows of an all-but code"
_NO_WINDOW: tuple[Any, ...] = ()
_MOST_VALUES = 20_000  # that a search for equal windows looks at
_MOST_LOOKED_AT = 8_000_000  # values in the windows that it compares
_SINGLE, _ONE = 1, 2


@dataclass(frozen=True)
class ClosedForm:
    """The first values of a sequence, and its proved period."""

    values: tuple[int, ...]
    period: Period

    def value(self, heap: int) -> int:
        """Return the nimber of a heap of any size.

        >>> import grundy
        >>> lasker = closed_form(grundy.heaps("4.[3]"))
        >>> lasker.value(10**30 + 3), lasker.value(10**30 + 4)
        (1000000000000000000000000000004, 1000000000000000000000000000003)
        """
        equivalent, more = self.period.reduce(heap)
        return self.values[equivalent] + more

    def of_heaps(self, heaps: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]]:
        """Return the nimbers of many heaps at once, arrays of shape (n,)."""
        import numpy as np

        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        sizes = heaps.astype(np.int64)
        rounds = np.maximum(sizes - start, 0) // period
        found: NDArray[np.signedinteger[Any]] = np.array(self.values, np.int64)[sizes - rounds * period]
        found += rounds * saltus
        return found

    def first(self, length: int) -> NDArray[np.uint32]:
        """Return the nimbers of heaps 0 to length - 1, which must fit 32 bits."""
        import numpy as np

        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        found = np.empty(length, np.uint32)
        found[:start] = self.values[: min(start, length)]
        for place in range(start, min(start + period, length)):
            line = found[place::period]
            line[:] = self.values[place] + saltus * np.arange(len(line))
        return found

    def heaps_worth(self, nimber: int) -> list[int]:
        """Return the heaps with a nimber, where there is a saltus."""
        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        found = [heap for heap in range(start) if self.values[heap] == nimber]
        for heap in range(start, start + period):
            rounds, rest = divmod(nimber - self.values[heap], saltus)
            if rest == 0 and rounds >= 0:
                found.append(heap + rounds * period)
        return sorted(found)


def closed_form(rules: TakeAndBreak) -> ClosedForm | IntervalForm | None:
    """Return the closed form of a code, None where none is known; it is made once."""
    interval = interval_of(rules)
    if interval is not None:
        return interval
    if not rules.cycle:
        return None
    found: ClosedForm | tuple[Any, ...] | None = tables.get(("closed", rules))
    if found is None:
        found = _made(rules) or _NO_WINDOW
        tables.put(("closed", rules), found, 1000 + 40 * (len(found.values) if isinstance(found, ClosedForm) else 0))
    return found if isinstance(found, ClosedForm) else None


def _made(rules: TakeAndBreak) -> ClosedForm | None:
    if rules.digits == (4,) and rules.cycle == (_SINGLE | _ONE,):
        return with_period((0, 1, 2, 4, 3), 1, 4, 4, theorem=_LASKER, bound=None)
    plain = all(digit <= (_SINGLE | _ONE) for digit in rules.digits)
    if not plain or rules.cycle not in ((_SINGLE | _ONE,), (_ONE,)):
        return None
    return _by_windows(rules)


def _by_windows(rules: TakeAndBreak) -> ClosedForm | None:
    """Look for two equal windows, and return what they prove.

    A window is compared with an earlier one, which is replaced by the present one at each power of two (Brent 1980).
    """
    own = len(rules.digits) - 1  # the largest number with a digit of its own
    refused = [take for take in range(1, own + 1) if not rules.digits[take] & _ONE]
    values: list[int] = []
    near, far = _Values(), _Values()  # of all heaps but the empty one, and of those that may always be left
    kept, base, above = 0, 0, frozenset[int]()  # the earlier window: the heap after it, and what is far then
    for heap in range(min(_MOST_VALUES, _MOST_LOOKED_AT // (own + 1))):
        left = heap - own - 1
        if left > 0 or (left == 0 and rules.cycle[0] & _SINGLE):
            far.add(values[left])
        if left > own:
            least = far.least
            step = least - base
            same = kept and all(values[heap - back] - values[kept - back] == step for back in range(1, own + 1))
            if same and frozenset(value - least for value in far.above) == above:
                return shortest(values, kept, heap - kept, step)
            if not kept or heap & (heap - 1) == 0:
                kept, base, above = heap, least, frozenset(value - least for value in far.above)
        lost = Counter(values[heap - take] for take in refused if take < heap)
        empty = heap > 0 and bool(rules.digit(heap) & _SINGLE)  # whether the empty heap may be left
        values.append(near.mex_without(lost, empty=empty))
        if heap:
            near.add(values[-1])
    return None


class _Values:
    """Values that are added one by one: how often each one occurs, the least that does not, and those above it."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.least = 0
        self.above: set[int] = set()

    def add(self, value: int) -> None:
        self._counts[value] += 1
        if value > self.least:
            self.above.add(value)
        elif value == self.least:
            self.least += 1
            while self.least in self.above:
                self.above.remove(self.least)
                self.least += 1

    def mex_without(self, lost: Counter[int], *, empty: bool) -> int:
        """Return the least value that does not occur once `lost` are taken away; 0 does if `empty`."""
        free = [value for value, count in lost.items() if count == self._counts[value] and (value or not empty)]
        if empty and self.least == 0:
            return min([*free, next(value for value in range(1, len(self.above) + 2) if value not in self.above)])
        return min([*free, self.least])


def shortest(values: Sequence[int], start: int, period: int, saltus: int, theorem: str = _WINDOW) -> ClosedForm:
    """Return the closed form with the least period and preperiod, of values that repeat from `start` on."""
    bound = start + period
    block = list(values[start:bound])
    for part in range(1, period + 1):
        if period % part == 0 and saltus * part % period == 0:
            step = saltus * part // period
            if all(block[place] == block[place - part] + step for place in range(part, period)):
                period, saltus = part, step
                break
    while start and values[start - 1] + saltus == values[start - 1 + period]:
        start -= 1
    return with_period(tuple(values[: start + period]), start, period, saltus, theorem=theorem, bound=bound)


def with_period(  # noqa: PLR0913 - a period
    values: tuple[int, ...], start: int, period: int, saltus: int, *, theorem: str, bound: int | None
) -> ClosedForm:
    """Return the closed form with its period described; the values reach to the end of the first period."""
    more = Period("proved", len(values), start, period, saltus)

    def value(heap: int) -> int:
        equivalent, further = more.reduce(heap)
        return values[equivalent] + further

    unequal = [heap for heap in range(start) if value(heap + period) != values[heap] + saltus]
    off = []
    for heap in range(start):
        behind = (start - heap + period - 1) // period
        if value(heap + behind * period) != values[heap] + behind * saltus:
            off.append(heap)
    exceptions = [Exceptions(len(found), found[-1] if found else None) for found in (off, unequal)]
    checked = bound or len(values)
    return ClosedForm(values, Period("proved", checked, start, period, saltus, theorem, bound, *exceptions))
