"""Closed forms of heaps: values of any size from a formula, or from a period that a theorem proves.

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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
_MOST_OWN = 64  # the largest number with a digit of its own, for that search
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


def closed_form(rules: TakeAndBreak) -> ClosedForm | None:
    """Return the closed form of a code, None where none is known; it is made once."""
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
    if not plain or len(rules.digits) - 1 > _MOST_OWN or rules.cycle not in ((_SINGLE | _ONE,), (_ONE,)):
        return None
    return _by_windows(rules)


def _by_windows(rules: TakeAndBreak) -> ClosedForm | None:
    """Look for two equal windows, and return what they prove."""
    own = len(rules.digits) - 1  # the largest number with a digit of its own
    values: list[int] = []
    far: set[int] = set()  # the values of heaps that may always be left
    least = 0  # mex of these
    seen: dict[Any, tuple[int, int]] = {}
    for heap in range(_MOST_VALUES):
        left = heap - own - 1
        if left > 0 or (left == 0 and rules.cycle[0] & _SINGLE):
            far.add(values[left])
        while least in far:
            least += 1
        if left > own:
            window = tuple(value - least if value >= least else -1 for value in values[left + 1 :])
            key = (frozenset(value - least for value in far if value > least), window)
            if key in seen:
                before, base = seen[key]
                return _shortest(values, before, heap - before, least - base)
            seen[key] = (heap, least)
        near = {
            values[heap - take] for take in range(1, min(own, heap) + 1) if _may_leave(rules.digits[take], heap - take)
        }
        value = least
        while value in far or value in near:
            value += 1
        values.append(value)
    return None


def _may_leave(digit: int, rest: int) -> bool:
    return bool(digit & (_ONE if rest else _SINGLE))


def _shortest(values: Sequence[int], start: int, period: int, saltus: int) -> ClosedForm:
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
    return with_period(tuple(values[: start + period]), start, period, saltus, theorem=_WINDOW, bound=bound)


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
