"""Nimbers of heaps from the definition: the mex of the values of all options.

A value g of a heap is right if no option has value g and each number below g is the value of some option. Both
conditions are checked here for all options of a heap at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.report import Refused, Unreadable, VerifyReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from grundy.verify.code_rules import Rules

    Values = NDArray[np.unsignedinteger[Any]]

PREFIX = 20_000  # heaps that are always checked
POSITIONS = 1000  # heaps beyond the prefix that a sample checks
_FIRST = 1024  # pairs checked first for the numbers below a value
CHUNK = 2**17  # pairs per operation
_MOST_TRIPLES = 2**31  # bytes of the table for moves that leave three heaps


class Heaps:
    """The values of a sequence, with methods that check single values against their options.

    `values` holds G(0), G(1), ... in 8 or 16 bits. With a copy in reverse order, all pairs of one total are two slices.
    """

    def __init__(self, values: Values, rules: Rules) -> None:
        self.values = values
        self.rules = rules
        self._reverse = np.ascontiguousarray(values[::-1])
        self.size = 1 << int(values.max()).bit_length()  # the exclusive or of any two is below it
        self._pairs = self._pair_table() if rules.places(8) else None

    def check(self, heap: int) -> None:
        """Raise `Refused` if the value of a heap is not the mex of its options."""
        value = int(self.values[heap])
        for option, how in self._single_options(heap):
            if option == value:
                raise Refused("definition", f"G({heap}) is said to be {value}, but {how} leaves {value}")
        for take, first, second in self._pair_chunks(heap, CHUNK):
            equal = (first ^ second) == value
            if equal.any():
                message = f"G({heap}) is said to be {value}, but an option that takes {take} leaves two heaps of that"
                raise Refused("definition", message)
        missing = self.missing(heap)
        if missing is not None:
            raise Refused("definition", f"G({heap}) is said to be {value}, but no option leaves {missing}")

    def missing(self, heap: int) -> int | None:
        """Return the least number below the value of a heap that no option has as its value; None if none exists."""
        value = int(self.values[heap])
        if not value:
            return None
        seen = np.zeros(max(self.size, value), np.bool_)
        for option, _ in self._single_options(heap):
            seen[option] = True
        below = seen[:value]
        for _, first, second in self._pair_chunks(heap, _FIRST):
            seen[(first ^ second).astype(np.intp)] = True
            if below.all():
                return None
        return None if below.all() else int(below.argmin())

    def _single_options(self, heap: int) -> Iterator[tuple[int, str]]:
        for take, digit in enumerate(self.rules.digits[: heap + 1]):
            rest = heap - take
            if digit & 1 and take and not rest:
                yield 0, f"taking all {take}"
            if digit & 2 and rest:
                yield int(self.values[rest]), f"taking {take}"
            if digit & 8 and rest > 2 and self._pairs is not None:
                for option in self._triples(rest):
                    yield option, f"taking {take} and leaving three heaps"

    def _pair_chunks(self, heap: int, first: int) -> Iterator[tuple[int, Values, Values]]:
        """Yield, for each number of tokens taken, the values of both heaps of all pairs.

        The `first` pairs of each number come before all others, which follow in chunks of `CHUNK`.
        """
        last = len(self.values) - 1
        splits = []
        for take, digit in enumerate(self.rules.digits[: heap + 1]):
            rest = heap - take
            half = (rest - 1) // 2 if self.rules.unequal else rest // 2
            if digit & 4 and half:
                splits.append((take, rest, half))
        for low, high in ((1, first), (first + 1, None)):
            for take, rest, half in splits:
                stop = half if high is None else min(half, high)
                for start in range(low, stop + 1, CHUNK):
                    end = min(stop + 1, start + CHUNK)
                    shift = last - rest
                    yield take, self.values[start:end], self._reverse[shift + start : shift + end]

    def _pair_table(self) -> NDArray[np.bool_]:
        """Return for each total the values of all pairs of heaps with that total, as flags."""
        if len(self.values) * self.size > _MOST_TRIPLES:
            message = f"{len(self.values):,} values where moves leave three heaps are too many for this program"
            raise Unreadable(message)
        table = np.zeros((len(self.values), self.size), np.bool_)
        for total in range(2, len(self.values)):
            half = total // 2
            table[total, self.values[1 : half + 1] ^ self.values[total - half : total][::-1]] = True
        return table

    def _triples(self, total: int) -> list[int]:
        """Return the values of all triples of heaps with a total, each value once."""
        assert self._pairs is not None
        parts = self.values[1 : total - 1]
        reached = np.zeros(self.size, np.bool_)
        numbers = np.arange(self.size)
        for value in np.unique(parts):
            rows = total - 1 - np.flatnonzero(parts == value)
            reached |= np.any(self._pairs[rows], axis=0)[numbers ^ int(value)]
        return [int(option) for option in np.flatnonzero(reached)]


def check_heaps(heaps: Heaps, chosen: Iterable[int], count: int, report: VerifyReport, what: str) -> None:
    """Check the chosen heaps against all their options; `what` names them in the lines about progress."""
    for done, heap in enumerate(chosen):
        heaps.check(heap)
        report.show(what, done, count)
