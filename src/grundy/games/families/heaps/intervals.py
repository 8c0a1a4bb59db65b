"""Takes in an interval: any number of tokens from L to R, or any number from L on.

Theorem. Let a move take from L to R tokens from a heap, 1 <= L <= R, and p = L + R. Then G(n) = floor((n mod p) / L).
If a move takes any number from L on, G(n) = floor(n / L).

Proof, by induction on n. Let r = n mod p, or r = n if there is no R, and let g = floor(r / L). A take t <= r leaves a
heap with the value floor((r - t) / L) <= g - 1, because t >= L. A take t > r is possible only if there is an R. It
leaves a heap with the value floor((r + p - t) / L) = floor((r + L + R - t) / L) >= g + 1, because t <= R. So no option
has the value g. Each v < g is the value of some option: a take t <= r leaves v exactly if t is one of the L numbers
from r - vL - L + 1 to r - vL. The last of these numbers is at least L, because (v + 1)L <= gL <= r. The first is at
most R, because r <= p - 1 = L + R - 1. So one of them is a take.

Within a period the values do not fall; they begin with 0 and end with floor((p - 1) / L) >= 1: no period is shorter.

That subtraction sets are periodic: Winning Ways, chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.theory.periods import Exceptions, Period

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.take_and_break import TakeAndBreak

_THEOREM = "takes from L to R: G(n) = floor((n mod (L + R)) / L)"
_FROM = "takes from L on: G(n) = floor(n / L)"


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
    """Return the form of rules that are a set of takes in an interval, or None for all other rules."""
    takes: Any = getattr(rules, "takes", None)
    if not takes or takes[-1] - takes[0] + 1 != len(takes):
        return None
    if not rules.cycle:
        return IntervalForm(takes[0], takes[-1])
    return IntervalForm(takes[-1] + 1, None) if takes[0] == 1 else None
