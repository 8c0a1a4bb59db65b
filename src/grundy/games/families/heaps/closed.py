"""Closed forms of heaps: values of heaps of any size, from a formula or from a period that a theorem proves.

Takes in an interval. Theorem. Let a move take from L to R tokens from a heap, 1 <= L <= R, and p = L + R. Then
G(n) = floor((n mod p) / L). If a move takes any number from L on, G(n) = floor(n / L).

Proof, by induction on n. Let r = n mod p, or r = n if there is no R, and let g = floor(r / L). A take t <= r leaves a
heap with the value floor((r - t) / L) <= g - 1, because t >= L. A take t > r is possible only if there is an R. It
leaves a heap with the value floor((r + p - t) / L) = floor((r + L + R - t) / L) >= g + 1, because t <= R. So no option
has the value g. Each v < g is the value of some option: a take t <= r leaves v exactly if t is one of the L numbers
from r - vL - L + 1 to r - vL. The last of these numbers is at least L, because (v + 1)L <= gL <= r. The first is at
most R, because r <= p - 1 = L + R - 1. So one of them is a take.

Within a period the values do not fall; they begin with 0 and end with floor((p - 1) / L) >= 1: no period is shorter.
That subtraction sets are periodic: Winning Ways, chapter 4.

Lasker's nim (4.[3]): heaps 4k + 3 and 4k + 4 change places; Lasker (1931), Winning Ways, chapter 4.

Codes in which any number from some number on may be taken, without splitting (``all-but{...}``, 0.[2], 0.12[3]): let k
be the largest number with a digit of its own. The options of a heap n >= 2k + 2 are all heaps below n - k (the empty
heap only if it may be left), and some of the k heaps before n. So G(n) is the mex of the set A of the values below
n - k, which grows by one value with n, and of some of the last k values. Values below c = mex A do not matter for this
mex. Subtract c from the values of A above c, and from the last k values. If the results at n + p are the same as at n,
then all later values are the same too, p heaps later and larger by the difference s of the two values of c. So the
sequence is arithmetic periodic, which the values up to n + p prove. (That all-but games are arithmetic periodic:
Siegel, Combinatorial Game Theory, section IV.2.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.runtime.table_cache import tables
from grundy.theory.periods import Exceptions, Period

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.take_and_break import TakeAndBreak

_THEOREM = "takes from L to R: G(n) = floor((n mod (L + R)) / L)"
_FROM = "takes from L on: G(n) = floor(n / L)"
_LASKER = "Lasker (1931): heaps 4k + 3 and 4k + 4 change places"
_WINDOW = "equal windows of an all-but code"
_NO_WINDOW: tuple[Any, ...] = ()  # cached for a code without a closed form
_MOST_VALUES = 20_000  # in which equal windows are searched for
_MOST_COMPARED = 8_000_000  # values in all windows that are compared
_SINGLE, _ONE = 1, 2  # bits of a digit: no heap is left, one heap is left


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
        """Return the nimbers of many heaps at once; both arrays have shape (n,)."""
        import numpy as np

        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        sizes = heaps.astype(np.int64)
        rounds = np.maximum(sizes - start, 0) // period
        found: NDArray[np.signedinteger[Any]] = np.array(self.values, np.int64)[sizes - rounds * period]
        found += rounds * saltus
        return found

    def first(self, length: int) -> NDArray[np.uint32]:
        """Return the nimbers of heaps 0 to length - 1. They must fit 32 bits."""
        import numpy as np

        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        found = np.empty(length, np.uint32)
        found[:start] = self.values[: min(start, length)]
        for place in range(start, min(start + period, length)):
            same_place = found[place::period]
            same_place[:] = self.values[place] + saltus * np.arange(len(same_place))
        return found

    def heaps_worth(self, nimber: int) -> list[int]:
        """Return the heaps with a nimber. The period must have a saltus, so that they are finitely many."""
        start, period, saltus = self.period.preperiod or 0, self.period.period or 1, self.period.saltus or 0
        found = [heap for heap in range(start) if self.values[heap] == nimber]
        for heap in range(start, start + period):
            rounds, rest = divmod(nimber - self.values[heap], saltus)
            if rest == 0 and rounds >= 0:
                found.append(heap + rounds * period)
        return sorted(found)


def closed_form(rules: TakeAndBreak) -> ClosedForm | IntervalForm | None:
    """Return the closed form of a code, or None if none is known. It is computed once."""
    interval = interval_of(rules)
    if interval is not None:
        return interval
    if not rules.cycle:
        return None
    found: ClosedForm | tuple[Any, ...] | None = tables.get(("closed", rules))
    if found is None:
        found = _without_cache(rules) or _NO_WINDOW
        tables.put(("closed", rules), found, 1000 + 40 * (len(found.values) if isinstance(found, ClosedForm) else 0))
    return found if isinstance(found, ClosedForm) else None


def _without_cache(rules: TakeAndBreak) -> ClosedForm | None:
    if rules.digits == (4,) and rules.cycle == (_SINGLE | _ONE,):
        return with_period((0, 1, 2, 4, 3), 1, 4, 4, theorem=_LASKER, bound=None)
    plain = all(digit <= (_SINGLE | _ONE) for digit in rules.digits)
    if not plain or rules.cycle not in ((_SINGLE | _ONE,), (_ONE,)):
        return None
    return _by_windows(rules)


def _by_windows(rules: TakeAndBreak) -> ClosedForm | None:
    """Return the closed form that two equal windows prove, or None if no such windows are found.

    Each window is compared with an earlier window. At each power of two, the present window replaces the earlier one
    (Brent 1980).
    """
    own = len(rules.digits) - 1  # the largest number with a digit of its own
    refused = [take for take in range(1, own + 1) if not rules.digits[take] & _ONE]
    values: list[int] = []
    near, far = _Values(), _Values()  # of all heaps but the empty heap; of the heaps that may always be left
    kept, base, above = (
        0,
        0,
        frozenset[int](),
    )  # of the earlier window: the heap after it, the mex of `far`, values above
    for heap in range(min(_MOST_VALUES, _MOST_COMPARED // (own + 1))):
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
    """A multiset of values: how often each value occurs, the least value that is missing, and the values above it."""

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
        """Return the least value that is missing when the values of `lost` are taken away; 0 is present if `empty`."""
        free = [value for value, count in lost.items() if count == self._counts[value] and (value or not empty)]
        if empty and self.least == 0:
            return min([*free, next(value for value in range(1, len(self.above) + 2) if value not in self.above)])
        return min([*free, self.least])


def shortest(values: Sequence[int], start: int, period: int, saltus: int, theorem: str = _WINDOW) -> ClosedForm:
    """Return the closed form, with the least period and preperiod, of values that repeat from `start` on."""
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


def with_period(  # noqa: PLR0913 - the numbers that describe a period
    values: tuple[int, ...], start: int, period: int, saltus: int, *, theorem: str, bound: int | None
) -> ClosedForm:
    """Return the closed form of values that reach to the end of the first period."""
    more = Period("proved", len(values), start, period, saltus)

    def value(heap: int) -> int:
        equivalent, further = more.reduce(heap)
        return values[equivalent] + further

    unequal = [heap for heap in range(start) if value(heap + period) != values[heap] + saltus]
    off = []  # heaps before `start` whose nimbers differ from the nimbers that the period would give
    for heap in range(start):
        rounds = (start - heap + period - 1) // period
        if value(heap + rounds * period) != values[heap] + rounds * saltus:
            off.append(heap)
    exceptions = [Exceptions(len(found), found[-1] if found else None) for found in (off, unequal)]
    checked = bound or len(values)
    return ClosedForm(values, Period("proved", checked, start, period, saltus, theorem, bound, *exceptions))


@dataclass(frozen=True)
class IntervalForm:
    """The nimbers if a move takes from `least` to `most` tokens, or any number from `least` on if `most` is None.

    >>> form = IntervalForm(30_000, 60_000)
    >>> form.value(10**18), str(form.period).partition(" (")[0]
    (0, 'proved: period 90,000 from heap 0 on')
    """

    least: int
    most: int | None

    @property
    def period(self) -> Period:
        """The period that the theorem proves for all heaps at once."""
        none = Exceptions(0, None)
        if self.most is None:
            return Period("proved", 0, 0, self.least, 1, _FROM, None, none, none)
        return Period("proved", 0, 0, self.least + self.most, 0, _THEOREM, None, none, none)

    def value(self, heap: int) -> int:
        """Return the nimber of a heap of any size."""
        return (heap if self.most is None else heap % (self.least + self.most)) // self.least

    def of_heaps(self, heaps: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]]:
        """Return the nimbers of many heaps at once; both arrays have shape (n,)."""
        import numpy as np

        sizes = heaps.astype(np.int64)
        rests = sizes if self.most is None else sizes % (self.least + self.most)
        return rests // self.least

    def first(self, length: int) -> NDArray[np.uint32]:
        """Return the nimbers of heaps 0 to length - 1. They must fit 32 bits."""
        import numpy as np

        return self.of_heaps(np.arange(length, dtype=np.int64)).astype(np.uint32)

    def left_worth(self, heap: int, nimber: int) -> Iterator[int]:
        """Yield the heaps with a nimber that a move may leave of a heap, largest first."""
        largest, smallest = heap - self.least, max(0, heap - self.most) if self.most else 0
        if largest < 0:
            return
        period = self.least + self.most if self.most else heap + 1
        for start in range(largest // period * period, smallest // period * period - 1, -period):
            first, last = start + nimber * self.least, start + min((nimber + 1) * self.least, period) - 1
            yield from range(min(last, largest), max(first, smallest) - 1, -1)


def interval_of(rules: TakeAndBreak) -> IntervalForm | None:
    """Return the form of ``{L..R}`` or of ``all-but{1..k}``, which takes any number above k; None for other rules."""
    takes: Any = getattr(rules, "takes", None)
    if not takes or takes[-1] - takes[0] + 1 != len(takes):
        return None
    if not rules.cycle:  # without ``all-but``
        return IntervalForm(takes[0], takes[-1])
    return IntervalForm(takes[-1] + 1, None) if takes[0] == 1 else None
