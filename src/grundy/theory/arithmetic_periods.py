"""Arithmetic periods of codes whose moves leave at most three heaps, proved from finitely many values.

A heap is *low* below n0, *high* from n0 on. Let v be a power of 2. The *ceiling* of an option is the same as its
worth modulo v; its multiple of v is a sum, of those of the nimbers of its high heaps and of the xor of its low ones.
The xor of numbers is at most their sum and has the same parity, so an option is worth at most its ceiling, and both
are the same modulo 2 v.

Theorem. Let n0 >= 1, p even, s a multiple of v, L >= n0, and G(n + p) = G(n) + s for n0 <= n < L. If digits of the
code repeat for ever, let p be a multiple of their number; a move *lasts* if it takes so many tokens that its digit is
one of these. Let each low heap have a nimber below `low`, and each heap below n0 + p a nimber of at most M. Let these
hold for the p heaps n from L on:

1. An option of n with a high heap has a ceiling that is less than G(n), or another one modulo 2 v; or it has exactly
   one high heap, and the others are worth less than v.
2. Each number from `low` to G(n) - 1 is the worth of an option with a high heap beside which the others are worth
   less than v.
3. Each number u below `low` + s is the worth of an option with two equal heaps beside a third one; or u = 0, and some
   option is two equal heaps; or u is the worth of an option by a move that lasts, which is as in 2 unless u < `low`.
4. 3 M < G(n) + s.

Then G(n + p) = G(n) + s for all n >= n0.

Proof. By induction on n >= L, let all this hold for n, and G(h + p) = G(h) + s for n0 <= h < n. Take an option of n +
p with a heap h >= n0 + p. With h - p in its place it is an option of n. If 1 holds for that by its ceiling, this and
G(n) both grow by s. If it has one high heap, this is h - p, and the others are worth w < v: as v divides s, (G(h - p)
+ s) xor w = (G(h - p) xor w) + s, which is not G(n) + s. An option of n + p without such a heap has a ceiling of at
most 3 M. So no option of n + p is worth G(n) + s, and 1 holds for n + p. In an option of n with two equal heaps both
may have p / 2 tokens more, and a move that lasts may take p more: so 3 holds for n + p. A number u with `low` + s <=
u < G(n) + s is the worth of an option of n + p by 2: u - s is that of an option of n with a high heap, which takes p
tokens more. A number below `low` + s is by 3, by an option as in 2 if it is `low` or more: beside two equal heaps the
third one is high then. So G(n + p) = G(n) + s, and 1 to 4 hold for n + p. QED. (The digits that count are those up to
place n.)

Coq has checked the theorem: proofs/Arithmetic.v. Such theorems are known: Austin, Impartial and partisan games
(thesis, Calgary 1976); Howse and Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games (2004).
Neither was at hand; this one was found anew, and its conditions may differ from theirs.
"""

from __future__ import annotations

from functools import reduce
from math import lcm
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MOST_OPTIONS = 10**6  # options that a proof looks at: about a second
_MOST_DOUBLED = 4  # p is doubled so often at most: larger powers of 2 divide s then


class ArithmeticProof(NamedTuple):
    """What proves an arithmetic period: how many periods p is, the first heap L, and how many values it takes."""

    multiple: int
    row: int
    bound: int


class ArithmeticTheorem(NamedTuple):
    """The theorem of this module for a code.

    `digit` returns the digit for a number of tokens taken. From digit `tail` on the digits repeat, after `cycle` ones;
    if they end, `cycle` is 0.
    """

    digit: Callable[[int], int]
    tail: int = 0
    cycle: int = 0

    def prove(self, values: Any, start: int, period: int) -> ArithmeticProof | None:
        """Return what proves that this period, which the values have from `start` on, goes on; None if nothing does.

        Also None if there are too few values for the proof, or if it has more than 10^6 options to look at.

        >>> import grundy
        >>> ArithmeticTheorem(grundy.heaps("0.3f").digit).prove([3 * (n // 6) + n % 3 for n in range(60)], 0, 6)
        ArithmeticProof(multiple=1, row=16, bound=22)
        """
        saltus = int(values[-1]) - int(values[-1 - period])
        first = max(1, start)
        least = lcm(period, self.cycle or 1) // period
        for multiple in (least << doubled for doubled in range(_MOST_DOUBLED + 1)):
            long, rise = multiple * period, multiple * saltus
            if long % 2 or first + long > len(values) or rise <= 0:
                continue
            row = _row_beyond([int(value) for value in values[: first + long]], first, long, rise)
            if row + long > len(values) or sum(map(self._cost, range(row, row + long))) > _MOST_OPTIONS:
                return None
            known = [int(value) for value in values[: row + long]]
            if all(self._goes_on(known, heap, first, rise) for heap in range(row, row + long)):
                return ArithmeticProof(multiple, row, row + long)
        return None

    def __str__(self) -> str:
        """Return the name of the theorem."""
        return "arithmetic periods of moves that leave at most three heaps"

    def _cost(self, heap: int) -> int:
        """Return about how many options a heap has."""
        total = 0
        for take in range(heap):
            digit, rest = self.digit(take), heap - take
            total += 1 + bool(digit & 4) * rest // 2 + bool(digit & 8) * rest * rest // 12
        return total

    def _options(self, heap: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield what a move takes and leaves, smaller parts first."""
        for take in range(heap + 1):
            digit, rest = self.digit(take), heap - take
            if digit & 1 and not rest:
                yield take, ()
            if digit & 2 and rest:
                yield take, (rest,)
            if digit & 4:
                yield from ((take, (part, rest - part)) for part in range(1, rest // 2 + 1))
            if digit & 8:
                for least in range(1, rest // 3 + 1):
                    for part in range(least, (rest - least) // 2 + 1):
                        yield take, (least, part, rest - least - part)

    def _goes_on(self, values: Sequence[int], heap: int, first: int, rise: int) -> bool:
        """Return whether 1, 2 and 3 hold for a heap. `rise` is the s of the theorem, and v its largest power of 2."""
        low = 1 + max(values[:first])
        power = rise & -rise
        reached, kept = set(), set()
        for take, parts in self._options(heap):
            high = [values[part] for part in parts if part >= first]
            others = reduce(xor, [values[part] for part in parts if part < first], 0)
            worth = reduce(xor, high, others)
            if high and not (len(high) == 1 and others < power):
                tops = sum(value // power for value in (*high, others))
                over = tops * power + worth % power - values[heap]
                if over >= 0 and over % (2 * power) == 0:
                    return False
            beside_small = any(worth ^ value < power for value in high)
            if beside_small:
                reached.add(worth)
            twins = len(parts) > 1 and len(set(parts)) < len(parts)
            lasts = self.cycle and take >= max(1, self.tail) and (worth < low or beside_small)
            if twins or lasts:
                kept.add(worth)
        return reached.issuperset(range(low, values[heap])) and kept.issuperset(range(low + rise))


def _row_beyond(values: Sequence[int], first: int, period: int, rise: int) -> int:
    """Return the first heap n from which on 3 M < G(n) + s. `values` are those below `first` + `period`."""
    most = 3 * max(values)
    last = [heap + period * ((most - values[heap]) // rise - 1) for heap in range(first, first + period)]
    return max(first, 1 + max(last))
