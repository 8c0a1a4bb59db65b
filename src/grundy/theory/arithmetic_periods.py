"""Arithmetic periods of codes whose moves may leave three heaps, proved from finitely many values.

A heap is *low* below n0, *high* from n0 on. The *ceiling* of an option is the sum of the nimbers of its high heaps
and of the xor of its low ones. The xor of numbers is at most their sum and has the same parity, so an option is worth
at most its ceiling, and its worth has the parity of the ceiling.

Theorem. Let n0 >= 1, p even, v a power of 2 that divides s, L >= n0, and G(n + p) = G(n) + s for n0 <= n < L. Let
each low heap have a nimber below `low`, and each heap below n0 + p a nimber of at most M. Let these hold for the p
heaps n from L on:

1. An option of n with a high heap has a ceiling that is less than G(n) or of the other parity; or it has exactly one
   high heap, and the others are worth less than v.
2. Each number from `low` to G(n) - 1 is the worth of an option with a high heap beside which the others are worth
   less than v.
3. Each number below `low` + s is the worth of an option with two equal heaps beside a third one; or it is 0, and some
   option is two equal heaps.
4. 3 M < G(n) + s.

Then G(n + p) = G(n) + s for all n >= n0.

Proof. By induction on n >= L, let all this hold for n, and G(h + p) = G(h) + s for n0 <= h < n. Take an option of n +
p with a heap h >= n0 + p. With h - p in its place it is an option of n. If that has a ceiling less than G(n) or of
the other parity, then both numbers grow by s. If it has one high heap, this is h - p, and the others are worth w < v:
as v divides s, (G(h - p) + s) xor w = (G(h - p) xor w) + s, which is not G(n) + s. An option of n + p without such a
heap is worth at most 3 M. So no option of n + p is worth G(n) + s, and 1 holds for n + p. In an option of n with two
equal heaps both may have p / 2 tokens more: so 3 holds for n + p. A number u with `low` + s <= u < G(n) + s is the
worth of an option of n + p by 2: u - s is that of an option of n with a high heap, which takes p tokens more. A
number below `low` + s is by 3, which is also an option as in 2 if the number is `low` or more, for the third heap is
high then. So G(n + p) = G(n) + s, and 1 to 4 hold for n + p. (The digits that count are those of takes up to n; the
others are arbitrary.)

Coq has checked the theorem: proofs/Arithmetic.v. Such theorems are known: Austin, Impartial and partisan games
(thesis, Calgary 1976); Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games (2004).
Neither was at hand; this one was found anew, and its conditions may differ from theirs.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MOST_OPTIONS = 10**6  # options that a proof looks at: about a second
_MOST_DOUBLED = 4  # the period is doubled so often at most: larger powers of 2 divide the saltus then


class ArithmeticProof(NamedTuple):
    """What proves an arithmetic period: how many periods p is, the first heap L, and how many values it takes."""

    multiple: int
    row: int
    bound: int


class ArithmeticTheorem(NamedTuple):
    """The theorem of this module for a code, `digit` of which is the digit for a number of tokens taken."""

    digit: Callable[[int], int]

    def prove(self, values: Any, start: int, period: int) -> ArithmeticProof | None:
        """Return what proves that this period, which the values have from `start` on, goes on; None if nothing does.

        Also None if there are too few values for the proof, or if it has more than 10^6 options to look at.

        >>> import grundy
        >>> ArithmeticTheorem(grundy.heaps("0.3f").ruleset.digit).prove([3 * (n // 6) + n % 3 for n in range(60)], 0, 6)
        ArithmeticProof(multiple=1, row=23, bound=29)
        """
        saltus = int(values[-1]) - int(values[-1 - period])
        first = max(1, start)
        for doubled in range(_MOST_DOUBLED + 1):
            multiple = 2**doubled
            long, rise = multiple * period, multiple * saltus
            if long % 2 or first + long > len(values) or rise <= 0:
                continue
            row = _row_beyond([int(value) for value in values[: first + long]], first, long, rise)
            if row + long > len(values):
                return None
            known = [int(value) for value in values[: row + long]]
            if sum(self._options(heap) for heap in range(row, row + long)) > _MOST_OPTIONS:
                return None
            if all(self._goes_on(known, heap, first, rise) for heap in range(row, row + long)):
                return ArithmeticProof(multiple, row, row + long)
        return None

    def __str__(self) -> str:
        """Return the name of the theorem."""
        return "arithmetic periods of moves that leave at most three heaps"

    def _options(self, heap: int) -> int:
        """Return about how many options a heap has."""
        total = 0
        for take in range(heap):
            digit, rest = self.digit(take), heap - take
            total += bool(digit & 4) * rest // 2 + bool(digit & 8) * rest * rest // 12
        return total

    def _parts(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the options of a heap that leave a heap, smaller parts first."""
        for take in range(heap):
            digit, rest = self.digit(take), heap - take
            if digit & 2:
                yield (rest,)
            if digit & 4:
                yield from ((part, rest - part) for part in range(1, rest // 2 + 1))
            if digit & 8:
                for least in range(1, rest // 3 + 1):
                    for part in range(least, (rest - least) // 2 + 1):
                        yield least, part, rest - least - part

    def _goes_on(self, values: Sequence[int], heap: int, first: int, rise: int) -> bool:
        """Return whether 1, 2 and 3 hold for a heap. `rise` is the s of the theorem."""
        low = 1 + max(values[:first])
        power = rise & -rise
        reached, twins = set(), set()
        for parts in self._parts(heap):
            high = [values[part] for part in parts if part >= first]
            others = reduce(xor, [values[part] for part in parts if part < first], 0)
            worth = reduce(xor, high, others)
            if high and not (len(high) == 1 and others < power):
                over = sum(high) + others - values[heap]
                if over >= 0 and over % 2 == 0:
                    return False
            if any(worth ^ value < power for value in high):
                reached.add(worth)
            if len(parts) > 1 and len(set(parts)) < len(parts):
                twins.add(worth)
        return reached.issuperset(range(low, values[heap])) and twins.issuperset(range(low + rise))


def _row_beyond(values: Sequence[int], first: int, period: int, rise: int) -> int:
    """Return the first heap n from which on 3 M < G(n) + s. `values` are those below `first` + `period`."""
    most = 3 * max(values)
    last = [heap + period * ((most - values[heap]) // rise - 1) for heap in range(first, first + period)]
    return max(first, 1 + max(last))
