"""Heaps that are split into equal or into unequal parts: Grundy's game and its relatives."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.errors import RulesetError
from grundy.games.families.heaps import heap_tables
from grundy.games.families.heaps.closed import with_period
from grundy.games.families.heaps.codes import EQUAL, UNEQUAL
from grundy.games.families.heaps.engines import browser_bytes
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.engines import HeapEngine
    from grundy.theory.periods import Period

_EVEN = "an even number of equal heaps is worth 0"
_PAIRS = {0: 4}  # the digits for the kernel: nothing is taken, and two heaps are left
_SETS_BYTES = 2**14  # of the sets that the kernel keeps


@dataclass(frozen=True, repr=False)
class HeapSplit(HeapRules):
    """Split a heap into a fixed number of parts that are all equal, ``equal-2``, or all different, ``unequal-2``.

    ``unequal-2`` is Grundy's game (1939). With equal parts, a heap has at most one option.

    >>> import grundy
    >>> grundy.heaps("unequal-2").nimbers(12)
    array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2], dtype=uint16)
    >>> grundy.heaps("equal-3")(3**40).nimber
    0
    """

    parts: int
    equal: bool

    def __post_init__(self) -> None:
        """Check the number of parts."""
        if self.parts < 2:
            raise RulesetError("error.expected", expected=Message("expected.two-parts"), found=self.parts)

    @property
    def code(self) -> str:
        """The kind of parts and their number."""
        return f"{EQUAL if self.equal else UNEQUAL}{self.parts}"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.equal" if self.equal else "code.unequal", {"parts": self.parts})

    @property
    def tabulated(self) -> bool:  # type: ignore[override]
        """Whether a table is faster than the plain search: there is a kernel for two unequal parts."""
        return self.parts == 2 and not self.equal

    @property
    def narrow(self) -> bool:  # type: ignore[override]
        """Whether arrays of nimbers have 16 bits per value, as the kernel fills them."""
        return self.tabulated

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, smallest parts first."""
        if self.equal:
            if state and state % self.parts == 0:
                yield self._leave(state, (state // self.parts,) * self.parts)
            return
        for parts in _unequal(state, self.parts, 1):
            yield self._leave(state, parts)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether these parts have the right number and sum, and are all equal or all different."""
        kinds = len(set(parts))
        fits = len(parts) == self.parts and sum(parts) == size and min(parts, default=0) > 0
        return fits and kinds == (1 if self.equal else self.parts)

    def cost(self, state: int) -> limits.Cost:
        """Return the cost of the table up to heap `state`: the number of options (at most), and the bytes."""
        heaps = state + 1
        # All ways to write a total of at most `state` as different parts, counted once for all orders.
        options = heaps if self.equal else comb(max(0, state), self.parts) // factorial(self.parts)
        return limits.Cost(options, 4 * heaps + _SETS_BYTES + browser_bytes(heaps))

    def known(self, state: int) -> int | None:
        """Return the nimber by a formula for equal parts, else from the table.

        An even number of equal parts has the value 0, and an odd number of them has the value of one part. So with an
        even number of parts, a heap has the nimber 1 if that number divides it. With an odd number of parts, a heap has
        the nimber 1 if that number divides it an odd number of times. All other heaps have the nimber 0.
        """
        if not self.equal:
            return super().known(state)
        times = 0
        while state and state % self.parts == 0 and not (times and self.parts % 2 == 0):
            state, times = state // self.parts, times + 1
        return times % 2

    def prepare(self, state: int) -> int | None:
        """Return the nimber from a table of pairs; refuse heaps with more options than a search may try."""
        value = self.known(state) if self.equal else super().prepare(state)
        if value is None and not self.tabulated and not self.equal:
            heap_tables.check(self, "over.heap", state)
        return value

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return the period; see `HeapRules.period`. For an even number of equal parts it is proved."""
        if not self.equal or self.parts % 2:
            return super().period(length, seconds=seconds)
        if length is not None:
            heap_tables.checked_length(length, 1)
        values = (0,) * self.parts + (1,)
        return with_period(values, 1, self.parts, 0, theorem=_EVEN, bound=None).period

    @property
    def pair_digits(self) -> tuple[dict[int, int], bool] | None:
        """The digit of a split into two different parts; None for other splits."""
        return (_PAIRS, True) if self.tabulated else None

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return the engine of pairs for two unequal parts, else the plain engine."""
        if not self.tabulated:
            return super().engine(size, prefix)
        from grundy.games.families.heaps.engines import pair_engine

        return pair_engine(_PAIRS, size, prefix, unequal=True)

    def _leave(self, size: int, parts: tuple[int, ...]) -> Option:
        return Option((size, *parts), tuple([Component(self, part) for part in parts]))


def _unequal(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a total as a sum of different numbers in increasing order, each at least `least`."""
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for part in range(least, (total - parts * (parts - 1) // 2) // parts + 1):
        for rest in _unequal(total - part, parts - 1, part + 1):
            yield (part, *rest)
