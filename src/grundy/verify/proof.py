"""Proof of every value of a long sequence, a block of heaps at a time.

For each heap n, two statements are proved: no option of heap n has value G(n), and each smaller number is the value of
some option. Both are statements about the given values alone, so heaps can be checked in any order. By induction on n
the values are then right.

*No option has value G(n).* Let the weight of a number v be the parity of the bits that v and a mask have in common. The
weight is linear: the weight of v xor w is the xor of both weights. Let the class of a heap n be the weight of G(n). If
all numbers of tokens taken before a split have one parity s, the class can also be the weight xor the parity of n - s.
Heaps of class 0 are called rare, heaps of class 1 common. A split of n into a and b, with t tokens taken, has
a + b = n - t. So the weight of G(a) xor G(b) is the weight of G(n) only if class(a) xor class(b) = class(n). For a
common heap n, only splits into a rare and a common heap can have this: with few rare heaps, few comparisons. The proof
is right with any mask; the mask with the fewest rare heaps is chosen, because it is the fastest. Rare heaps are
compared with all their options. If there are many rare heaps, all heaps are.

*Smaller numbers.* Pairs with the same small heap on the left are checked for a whole block at once. A sample shows
which small heaps find the most numbers. Numbers that these pairs do not find are searched for heap by heap.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.verify.report import Refused, VerifyReport
from grundy.verify.witnesses import Witnesses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.verify.definition import Heaps

    Values = NDArray[np.unsignedinteger[Any]]
    Flags = NDArray[np.bool_]

BLOCK = 2**16  # heaps
_MOST_MASK_BITS = 10
_SEARCHED = 4096  # small heaps tried for a missing number before all options are
_MOST_RARE = 1600  # rare heaps among the small heaps that are tried
_POOL = 1200  # common small heaps from which the most useful ones are chosen


class Classes(NamedTuple):
    """A mask, and which heaps are rare with it."""

    mask: int
    alternating: bool  # whether the class uses the parity of the heap
    rare: Flags  # for each heap; the empty heap 0 counts as common


def parity(numbers: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Return the parity of the bits of each number below 2^16."""
    found = numbers.copy()
    for shift in (8, 4, 2, 1):
        found ^= found >> shift
    return found & 1


def find_classes(values: Values, splits: list[int]) -> Classes | None:
    """Return the mask with the fewest rare heaps; None if nimbers are too large to try all masks."""
    bits = int(values.max()).bit_length()
    if not splits or not 0 < bits <= _MOST_MASK_BITS:
        return None
    numbers = np.arange(1 << bits)
    weights = parity(numbers[:, None] & numbers)  # mask, number
    # How often each nimber occurs among even heaps, and among odd heaps.
    counts = [np.bincount(values[start::2], minlength=1 << bits) for start in (0, 1)]
    counts[0][int(values[0])] -= 1  # without heap 0
    rare = (1 - weights) @ (counts[0] + counts[1])
    found = int(rare[1:].argmin()) + 1
    mask, alternating, least = found, False, int(rare[found])
    side = splits[0] & 1
    if all(take & 1 == side for take in splits):
        other = sum((weights == (start ^ side)) @ counts[start] for start in (0, 1))
        found = int(other[1:].argmin()) + 1
        if int(other[found]) < least:
            mask, alternating = found, True
    return Classes(mask, alternating, rare_heaps(values, mask, alternating=alternating, side=side))


def rare_heaps(values: Values, mask: int, *, alternating: bool, side: int) -> Flags:
    """Return for each heap whether it is rare."""
    size = 1 << int(values.max()).bit_length()
    weight = parity(np.arange(size) & mask).astype(np.bool_)[values]
    if alternating:
        weight[1 - side :: 2] ^= True
    rare: Flags = ~weight
    rare[0] = False
    return rare


class Proof:
    """The proof of all values from some heap on."""

    def __init__(self, heaps: Heaps, first: int, report: VerifyReport) -> None:
        """Choose a mask, or the comparison of all pairs if there are many rare heaps with every mask."""
        self._heaps = heaps
        self._values = heaps.values
        self._first = first
        self._report = report
        self._splits = heaps.rules.places(4)
        length = len(self._values)
        classes = find_classes(self._values, self._splits)
        everything = length // 2
        if classes is not None and int(classes.rare.sum()) >= everything // 2:
            classes = None
        self._classes = classes
        self._left = np.arange(1, everything + 1) if classes is None else np.flatnonzero(classes.rare)
        self._pool = np.zeros(0, np.intp)
        self._witnesses = Witnesses(self._values, self._values, 1, heaps.rules)
        self.method = "all pairs compared"
        if classes is not None:
            sign = " with parity" if classes.alternating else ""
            self.method = f"{len(self._left):,} rare heaps, mask {classes.mask:#x}{sign}"

    def run(self) -> None:
        """Check every heap. Raises `Refused` at the first block that holds a wrong value."""
        length = len(self._values)
        self._report.say(f"every value: {self.method}, about {self._comparisons():.1e} comparisons")
        # Small heaps that can be split off from each heap that is checked, rare heaps first.
        most = self._first - max(self._splits, default=0) - 1
        most = most // 2 if self._heaps.rules.unequal or self._classes is None else most
        rare = self._left[self._left <= most][:_MOST_RARE]
        small = np.arange(1, min(_SEARCHED, most) + 1)
        self._pool = np.concatenate((rare, np.setdiff1d(small, rare)))
        learnt = self._pool[: len(rare) + _POOL] if self._classes is not None else self._pool[:_POOL]
        self._witnesses.learn(np.arange(self._first, length), learnt, int(self._values.max()))
        start = time.monotonic()
        blocks = range(self._first, length, BLOCK)
        for number, low in enumerate(blocks):
            self._check_block(low, min(length, low + BLOCK))
            if number == 0 and len(blocks) > 1:
                seconds = (time.monotonic() - start) * self._growth(low) * len(blocks)
                self._report.say(f"about {max(1, round(seconds)):,} seconds to go")
            self._report.show("every value", low, length)

    def _comparisons(self) -> float:
        """Return how many values are compared, without the comparisons for smaller numbers."""
        length, splits = len(self._values), len(self._splits)
        return float(splits * (length * length // 4 if self._classes is None else len(self._left) * length))

    def _growth(self, low: int) -> float:
        """Return the time of an average block divided by the time of the first block."""
        return 1.0 if self._classes is not None else (low + len(self._values)) / 2 / (low + BLOCK)

    def _check_block(self, low: int, high: int) -> None:
        values = self._values[low:high]
        wrong = np.zeros(high - low, np.bool_)
        for take in self._heaps.rules.places(2):  # `low` is beyond all digits, so at least one token remains
            wrong |= self._values[low - take : high - take] == values
        for take in self._splits:
            self._compare(low, high, take, wrong)
        rare_here = np.zeros(0, np.intp)
        if self._classes is not None:
            rare = self._classes.rare[low:high]
            wrong &= ~rare
            rare_here = np.flatnonzero(rare)
        if wrong.any():
            self._heaps.check(low + int(wrong.argmax()))
            raise Refused("proof", f"heap {low + int(wrong.argmax()):,}: an option is worth its value")
        for index in rare_here:
            self._heaps.check(low + int(index))
        places, bits = self._witnesses.uncovered(low, high)
        for heap in self._witnesses.search(places, bits, self._pool):
            missing = self._heaps.missing(int(heap))
            if missing is not None:
                message = f"G({heap}) is said to be {self._values[heap]}, but no option leaves {missing}"
                raise Refused("definition", message)

    def _compare(self, low: int, high: int, take: int, wrong: Flags) -> None:
        """Mark heaps with an option of their own value: a split with one part in `self._left`."""
        values = self._values[low:high]
        total = np.empty_like(values)
        equal = np.empty(high - low, np.bool_)
        unequal = self._heaps.rules.unequal
        most = high - 1 - take
        most = most // 2 if self._classes is None else most - 1
        for part in self._left[: np.searchsorted(self._left, most, side="right")].tolist():
            skip = max(0, part + take + 1 - low)  # the other part has at least one token
            here, hits = total[skip:], equal[skip:]
            np.bitwise_xor(self._values[low + skip - take - part : high - take - part], values[skip:], out=here)
            np.equal(here, self._values[part], out=hits)
            twice = 2 * part + take - low
            if unequal and skip <= twice < high - low:
                equal[twice] = False
            np.logical_or(wrong[skip:], hits, out=wrong[skip:])
