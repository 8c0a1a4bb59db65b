"""Claims about misère quotients of octal codes: which sums of heaps are lost where the last move loses.

The claim is a finite commutative monoid S with identity 0, a subset P of S, and an element for each heap. A heap
without moves has element 0. The element of a sum is the product of the elements of its heaps. Two conditions are
checked for all sums of heaps up to N that have a move:

- (P): if the element of a sum is in P, no option of the sum has an element in P;
- (N): if the element of a sum is not in P, some option of the sum has an element in P.

Then, by induction over the moves, a sum is lost exactly if its element is in P. The base of the induction: a sum
without moves is won, and its element 0 is not in P.

How (P) is checked: a move changes one heap h, and the other heaps have some element y. So it is enough that no h, y and
option element e of h have both hy and ey in P.

How (N) is checked: for a sum with element x and option elements E, only the pair (x, s) matters in larger sums, where
s = {z : ez in P for some e in E}. The sum of (x, s) and (y, t) is (xy, {z : yz in s or xz in t}), which grows with s
and t. (N) for a pair says: x is in P, or 0 is in s. So a pair whose s contains that of another pair with the same x is
dropped. The remaining pairs are closed under adding single heaps.

S and P are the misère quotient if, in addition, no two elements x and y have the same set {z : xz in P}.

For all heaps: the moves of the code take at most d tokens and leave at most two heaps. Let the elements of heaps i and
i + p be equal for all i from n0 >= 1 to N - p, and let N >= 2 n0 + 2 p + d - 2. Then a heap i + p beyond N has the
same option elements as heap i: a move leaves more than 2 (n0 + p - 1) tokens, so the larger heap that it leaves has at
least n0 + p tokens, and p fewer tokens in it give the same element. So heaps beyond N add nothing that was not checked.
(Plambeck, 2005; this bound has two heaps more than his.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.certificate_files import Certificate, integer, only, text
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import MEANING, TRUST

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAMBECK = "Plambeck"
MOST_ORDER = 4000
MOST_HEAPS = 20_000
TOKENS = 14  # largest total size of the sums that plain search checks as well
MOST_SUMS = 20_000  # about as many sums are checked by plain search
_QUOTIENT = {"kind", "code", "heaps", "order", "P", "generators", "action", "values"}
_OF_ALL = {"theorem", "preperiod", "period"}


def check_quotient(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that this is the misère quotient of the heaps of a code, of some or of all."""
    quotient, all_heaps = read_quotient(certificate)
    heaps = "all heaps" if all_heaps else f"heaps up to {quotient.heaps:,}"
    figures = f"order {quotient.order:,}, {len(quotient.lost):,} P"
    report.claim = f"the misère quotient of {quotient.rules.code}, {heaps}: {figures}"
    quotient.check(report)
    if all_heaps:
        _check_all_heaps(certificate.claim, quotient, report)
    report.slips.extend((MEANING, TRUST))


def read_quotient(certificate: Certificate) -> tuple[HeapQuotient, bool]:
    """Return the quotient of a claim, not checked yet, and whether the claim is about all heaps."""
    claim = only(certificate.claim, _QUOTIENT | _OF_ALL, "claim")
    rules = read_rules(text(claim, "code", "claim"))
    if rules.unequal or rules.heaps > 2:
        message = f"claim, code: expected moves that leave at most two heaps, found {rules.code}"
        raise Unreadable(message)
    if certificate.files:
        message = "files: expected none beside a misère quotient, found some"
        raise Unreadable(message)
    quotient = HeapQuotient(claim, rules)
    names_present = [name in claim for name in _OF_ALL]
    if any(names_present) and not all(names_present):
        message = f"claim: expected all of {', '.join(sorted(_OF_ALL))}, or none, found some"
        raise Unreadable(message)
    return quotient, all(names_present)


def read_repeats(claim: dict[str, Any]) -> tuple[int, int]:
    """Return the preperiod and the period of a claim about all heaps."""
    if text(claim, "theorem", "claim") != PLAMBECK:
        message = f"claim, theorem: expected {PLAMBECK!r}, found {shown(claim['theorem'])}"
        raise Unreadable(message)
    start = integer(claim, "preperiod", "claim", 1, MOST_HEAPS)
    return start, integer(claim, "period", "claim", 1, MOST_HEAPS)


def _check_all_heaps(claim: dict[str, Any], quotient: HeapQuotient, report: VerifyReport) -> None:
    start, period = read_repeats(claim)
    report.claim += f"; preperiod {start:,}, period {period:,}"
    bound = 2 * (start + period - 1) + quotient.rules.last
    if quotient.heaps < bound:
        found = f"{bound:,} heaps prove this, the certificate has {quotient.heaps:,}"
        raise Refused("bound of the theorem", found)
    values = quotient.values
    for heap in range(start, quotient.heaps - period + 1):
        if values[heap] != values[heap + period]:
            raise Refused("period", f"heaps {heap:,} and {heap + period:,} have other elements")
    if start > 1 and values[start - 1] == values[start - 1 + period]:
        raise Refused("preperiod", f"it is not the least one: the elements repeat from {start - 1:,} on already")
    for part in range(1, period):
        if period % part == 0 and all(values[heap] == values[heap + part] for heap in range(start, start + period)):
            raise Refused("period", f"it is not the least one: the elements repeat after {part:,} already")
    sum_of_bound = f"2 x ({start:,} + {period:,} - 1) + {quotient.rules.last} = {bound:,}"
    report.checked.append(
        f"the elements repeat from heap {start:,} on after {period:,}, as far as heap {quotient.heaps:,}; "
        f"by the theorem of Plambeck {sum_of_bound} heaps prove it for all"
    )


class Quotient(ABC):
    """A claimed quotient of heaps or of other games: its validated lists, and the table of products."""

    noun = "heaps"

    def __init__(self, claim: dict[str, Any], heaps: int) -> None:
        """Read and validate the lists of a claim about heaps 0 to `heaps`."""
        self.heaps = heaps
        self.order = integer(claim, "order", "claim", 1, MOST_ORDER)
        self.values = _numbers(claim, "values", self.order - 1)
        self.lost = _numbers(claim, "P", self.order - 1)
        self.generators = _numbers(claim, "generators", self.heaps)
        rows = claim.get("action")
        if not isinstance(rows, list) or len(rows) != self.order:
            message = f"claim, action: expected a row for each of {self.order:,} elements, found another number"
            raise Unreadable(message)
        self.action = [
            _numbers({"action": row}, "action", self.order - 1, f"row {number}") for number, row in enumerate(rows)
        ]
        if any(len(row) != len(self.generators) for row in self.action):
            message = "claim, action: expected an element for each generator in each row, found another number"
            raise Unreadable(message)
        if len(self.values) != self.heaps + 1:
            raise Refused("number of values", f"heaps 0 to {self.heaps:,} are claimed, {len(self.values):,} have one")
        if any(low >= high for numbers in (self.lost, self.generators) for low, high in pairwise(numbers)):
            raise Refused("order of lists", "P and the generators do not increase")
        self.table: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._rows: list[int] = []

    def check_monoid(self, report: VerifyReport) -> None:
        """Check that S is a commutative monoid with identity 0, reduced with respect to P; compute its table."""
        size = self.order
        self._multiply(np.array(self.action, np.int64).reshape(size, -1))
        if 0 in self.lost:
            raise Refused("empty sum", "it is in P, but whoever is to move has won")
        marks = np.zeros(size, np.bool_)
        marks[self.lost] = True
        self._rows = [_bits(row) for row in marks[self.table]]
        if len(set(self._rows)) != size:
            raise Refused("reduced", "two elements are told apart by no sum")
        report.checked.append(
            f"{size:,} elements: the generators commute, so that products are associative and 0 is the identity; each "
            "is the element of a sum, and no two are alike in all sums"
        )

    def _multiply(self, action: NDArray[np.int64]) -> None:
        """Check that the generators commute and reach all elements, and compute the table of products.

        The product with an element is a sequence of generators that leads from 0 to the element. All such sequences
        give the same product, because the generators commute.
        """
        size = self.order
        for place, heap in enumerate(self.generators):
            if self.values[heap] != action[0, place] or self.values.index(self.values[heap]) != heap:
                raise Refused("generators", f"heap {heap:,} is not the first one with the element of its generator")
            for other in range(place):
                if not np.array_equal(action[action[:, place], other], action[action[:, other], place]):
                    raise Refused("commutative", f"generators {self.generators[other]} and {heap} do not commute")
        self.table = np.full((size, size), -1, np.int64)
        self.table[:, 0] = np.arange(size)
        queue, reached = deque([0]), {0}
        while queue:
            element = queue.popleft()
            for place in range(len(self.generators)):
                after = int(action[element, place])
                if after not in reached:
                    reached.add(after)
                    queue.append(after)
                    self.table[:, after] = action[self.table[:, element], place]
        if len(reached) != size:
            raise Refused("onto", f"{size - len(reached):,} elements are no products of the generators")

    @abstractmethod
    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of a heap, each as the heaps that it leaves."""

    @abstractmethod
    def size(self, heap: int) -> int:
        """Return the size of a heap, by which plain search chooses small sums."""

    def check(self, report: VerifyReport) -> None:
        """Check all conditions for being the misère quotient of the sums of these heaps."""
        self.check_monoid(report)
        pairs = self.pairs()
        self.check_lost(pairs, report)
        self.check_won(list(pairs), report)
        self.check_small_sums(report)

    def element(self, heaps: tuple[int, ...]) -> int:
        """Return the product of the elements of heaps."""
        found = 0
        for heap in heaps:
            found = int(self.table[found, self.values[heap]])
        return found

    def pairs(self) -> dict[tuple[int, int], int]:
        """Return the pairs (x, s) of single heaps that have a move, each with the smallest such heap.

        x is the element of the heap; s is {z : ez in P for an option element e} as bits.
        """
        found: dict[tuple[int, int], int] = {}
        for heap in range(self.heaps + 1):
            after = {self.element(parts) for parts in self.options(heap)}
            if not after:
                if self.values[heap]:
                    raise Refused("heaps without moves", f"heap {heap:,} has no move, but element {self.values[heap]}")
                continue
            union = 0
            for element in after:
                union |= self._rows[element]
            found.setdefault((self.values[heap], union), heap)
        return found

    def check_lost(self, pairs: dict[tuple[int, int], int], report: VerifyReport) -> None:
        """Check (P): a sum in P has no option in P."""
        for (element, union), heap in pairs.items():
            if self._rows[element] & union:
                raise Refused("(P)", f"beside some sum, heap {heap:,} and an option of it are both in P")
        report.checked.append(
            f"(P): no sum in P has an option in P; {self.heaps:,} {self.noun} with all their options, "
            f"{len(pairs):,} kinds"
        )

    def check_won(self, pairs: list[tuple[int, int]], report: VerifyReport) -> None:
        """Check (N): each sum that is not in P, and has a move, has an option in P."""
        single_heaps = [  # without pairs whose s contains that of another pair
            (element, union)
            for element, union in pairs
            if not any(element == other and union != less and not less & ~union for other, less in pairs)
        ]
        lost = set(self.lost)
        kept: dict[int, list[int]] = {}
        queue: deque[tuple[int, int]] = deque()
        moved = cache(self._moved)

        def add_if_minimal(element: int, union: int) -> None:
            minimal = kept.setdefault(element, [])
            if any(not less & ~union for less in minimal):
                return
            if element not in lost and not union & 1:
                raise Refused("(N)", f"a sum of element {element} is not in P, and none of its options is")
            kept[element] = [more for more in minimal if union & ~more] + [union]
            queue.append((element, union))

        for pair in single_heaps:
            add_if_minimal(*pair)
        done = 0
        while queue:
            element, union = queue.popleft()
            done += 1
            report.show("transition pairs", done, done + len(queue))
            if union in kept[element]:
                for heap, own in single_heaps:
                    add_if_minimal(int(self.table[element, heap]), moved(union, heap) | moved(own, element))
        closed = sum(map(len, kept.values()))
        report.checked.append(f"(N): each other sum with a move has an option in P; {closed:,} transition pairs closed")

    def _moved(self, union: int, element: int) -> int:
        """Return {z : the product of `element` and z is in `union`}, as bits."""
        size = self.order
        data = np.frombuffer(union.to_bytes(-(-size // 8), "little"), np.uint8)
        return _bits(np.unpackbits(data, count=size, bitorder="little")[self.table[element]])

    def check_small_sums(self, report: VerifyReport) -> None:
        """Compare the outcomes of all small sums with those of a plain search by the definition."""
        options = cache(self.options)
        lost = set(self.lost)

        @cache
        def is_lost(heaps: tuple[int, ...]) -> bool:
            has_move = False
            for place, heap in enumerate(heaps):
                for parts in options(heap):
                    has_move = True
                    if is_lost(tuple(sorted((*heaps[:place], *heaps[place + 1 :], *parts)))):
                        return False
            return has_move

        small = [heap for heap in range(1, self.heaps + 1) if self.size(heap) <= TOKENS]
        sums: list[tuple[int, ...]] = [()]
        count = 0
        while sums:
            heaps = sums.pop()
            count += 1
            if (self.element(heaps) in lost) != is_lost(heaps):
                raise Refused("plain search", f"the sum of heaps {heaps} has the other outcome")
            if count + len(sums) < MOST_SUMS:
                room = TOKENS - sum(map(self.size, heaps))
                sums.extend((heap, *heaps) for heap in small[: heaps[0] if heaps else None] if self.size(heap) <= room)
        report.checked.append(f"besides, {count:,} sums of size up to {TOKENS} by plain search")


class HeapQuotient(Quotient):
    """A claimed quotient of the heaps of a code."""

    def __init__(self, claim: dict[str, Any], rules: Rules) -> None:
        """Read and validate the lists of a claim about the heaps of `rules`."""
        super().__init__(claim, integer(claim, "heaps", "claim", 1, MOST_HEAPS))
        self.rules = rules

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of a heap, each as the heaps that it leaves."""
        found: list[tuple[int, ...]] = []
        for take, digit in enumerate(self.rules.digits[: heap + 1]):
            rest = heap - take
            if digit & 1 and take and not rest:
                found.append(())
            if digit & 2 and take and rest:
                found.append((rest,))
            if digit & 4:
                found.extend((part, rest - part) for part in range(1, rest // 2 + 1))
        return found

    def size(self, heap: int) -> int:
        """Return the number of tokens of a heap."""
        return heap


def _bits(flags: NDArray[Any]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _numbers(claim: dict[str, Any], name: str, most: int, where: str = "") -> list[int]:
    """Return a list of a claim. Raises `Unreadable` unless it holds integers from 0 to `most` only."""
    numbers = claim.get(name)
    if not isinstance(numbers, list):
        message = f"claim, {name}: expected a list, found {shown(numbers)}"
        raise Unreadable(message)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
            message = (
                f"claim, {name}{where and ', '}{where}: expected integers from 0 to {most:,}, found {shown(number)}"
            )
            raise Unreadable(message)
    return numbers
