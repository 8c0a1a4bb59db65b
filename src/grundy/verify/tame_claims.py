"""Claims that all heaps of a code are tame: in misère play their sums are like sums of nim heaps.

The *kind* of a heap is its nimber g, with *fickle* for the heaps that the certificate lists, and *firm* for all
others. The kind of a sum is the nim-sum of the nimbers, firm if one of its heaps is. For each heap one of these is
checked, where "an option of kind (v, ...)" means the kind of the sum that a move leaves:

- fickle, g < 2: it has no move, and g = 0; or it has an option (1 - g, fickle), and no option (1 - g, firm);
- firm, g < 2: it has a move, and no option (1 - g, fickle);
- firm, g >= 2: it has an option (0, firm) or (1, fickle), and an option (1, firm) or (0, fickle).

Then a sum is lost exactly if its kind is (0, firm) or (1, fickle), by induction: a sum without a move is (0, fickle).
Write L for these two kinds. A move changes the nimber of a heap. So a move from L to L goes from (0, firm) to (1,
fickle), or back. In the first case the heap was the only firm one, with the nimber g < 2 of the others together, and
became (1 - g, fickle); in the second it was fickle, as all were, and became (1 - g, firm): both are excluded. From a
firm sum of nimber v > 0 some heap has a move to nimber 0; if that leaves no firm heap, the others are fickle, with
nimber b < 2, and the heap was firm. With g >= 2 it has an option (b, firm) or (1 - b, fickle), which leads to L. With
g < 2 it has g = 1, b = 0, and its option of nimber 0 was firm. From a fickle sum of nimber 0 each heap that has a
move leads to (1, fickle).

The misère quotient has an element for each kind of a sum: one or two fickle ones, and, if a heap is firm, one for
each nim-sum of nimbers of heaps.

For all heaps: moves take at most d tokens and leave at most m heaps. If the kinds of i and i + p are equal for all i
from n0 >= 1 to N - p, and N >= m (n0 + p - 1) + d, a heap beyond N has options of the same kinds as the one p tokens
smaller: a heap of n0 + p or more is among those that a move leaves, and p tokens fewer in it leave its kind the same,
and conversely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.certificate_files import Certificate, integer, only, text
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import check_values, claimed_values, prime_factors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Pair = tuple[NDArray[np.int64], Flags]  # nimbers, and whether they are those of firm sums

TAME = "tame"
MOST_TAME = 2**24  # heaps
_MOST_SLOW = 2000  # heaps of a code that leaves three heaps, or whose digits repeat for ever
_SMALL = 1000  # small heaps that are tried beside all others
_TAME_TAME = {"kind", "code", "heaps", "order", "values", "fickle"}
_REPEATS = {"theorem", "preperiod", "period"}


def check_tame(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that heaps of a code are tame, some or all of them, with their kinds and the quotient's order."""
    claim = only(certificate.claim, _TAME_TAME | _REPEATS, "claim")
    code, most = text(claim, "code", "claim"), integer(claim, "heaps", "claim", 0, MOST_TAME)
    rules = read_rules(code, tail=min(most, _MOST_SLOW) + 1)
    slow = rules.heaps > 2 or rules.tail is not None
    last = integer(claim, "heaps", "claim", 0, _MOST_SLOW if slow else MOST_TAME)
    present = [name in claim for name in _REPEATS]
    if any(present) and not all(present):
        message = f"claim: expected all of {', '.join(sorted(_REPEATS))}, or none, found some"
        raise Unreadable(message)
    heaps = "all heaps" if all(present) else f"heaps up to {last:,}"
    report.claim = f"in misère play {heaps} of {rules.code} are tame: order {shown(claim.get('order'))}"
    values = claimed_values(certificate, claim, last + 1, report)
    check_values(values, rules, report, every=True)
    kinds = TameKinds(rules, values.astype(np.int64), _listed(claim, last))
    kinds.check(report)
    if integer(claim, "order", "claim") != kinds.order():
        raise Refused("order", f"the sums have {kinds.order():,} kinds, the certificate says {claim['order']:,}")
    report.checked.append(f"the quotient's elements: {kinds.order():,} kinds of sums")
    if all(present):
        _check_repeats(claim, kinds, report)


def _listed(claim: dict[str, Any], last: int) -> NDArray[np.int64]:
    """Return the fickle heaps."""
    found = claim.get("fickle")
    if not isinstance(found, list) or any(type(heap) is not int or not 0 <= heap <= last for heap in found):
        message = f"claim, fickle: expected a list of heaps from 0 to {last:,}, found something else"
        raise Unreadable(message)
    if found != sorted(set(found)):
        raise Refused("order of lists", "the fickle heaps do not increase")
    return np.array(found, np.int64)


def _check_repeats(claim: dict[str, Any], kinds: TameKinds, report: VerifyReport) -> None:
    if text(claim, "theorem", "claim") != TAME:
        message = f"claim, theorem: expected {TAME!r}, found {shown(claim['theorem'])}"
        raise Unreadable(message)
    rules, last = kinds.rules, len(kinds.values) - 1
    start = integer(claim, "preperiod", "claim", 1, MOST_TAME)
    period = integer(claim, "period", "claim", 1, MOST_TAME)
    report.claim += f"; preperiod {start:,}, period {period:,}"
    if rules.unequal or rules.tail is not None:
        raise Refused("theorem", f"it is not about {rules.code}")
    bound = rules.heaps * (start + period - 1) + rules.last
    if last < bound:
        raise Refused("bound of the theorem", f"{bound:,} heaps prove this, the certificate has {last:,}")
    both = 2 * kinds.values + kinds.firm
    if not np.array_equal(both[start + period :], both[start:-period]):
        raise Refused("period", f"the kinds do not repeat after {period:,} from heap {start:,} on")
    if start > 1 and both[start - 1] == both[start - 1 + period]:
        raise Refused("preperiod", f"it is not the least one: the kinds repeat from {start - 1:,} on already")
    for part in (period // prime for prime in prime_factors(period)):
        if np.array_equal(both[start + part : start + period], both[start : start + period - part]):
            raise Refused("period", f"it is not the least one: the kinds repeat after {part:,} already")
    report.checked.append(
        f"the kinds repeat from heap {start:,} on after {period:,}, as far as heap {last:,}; "
        f"{rules.heaps} x ({start:,} + {period:,} - 1) + {rules.last} = {bound:,} heaps prove it for all"
    )


class TameKinds:
    """The kinds of heaps 0 to N as they are claimed."""

    def __init__(self, rules: Rules, values: NDArray[np.int64], fickle: NDArray[np.int64]) -> None:
        """Store the nimbers and the fickle heaps."""
        self.rules = rules
        self.values = values
        self.firm = np.ones(len(values), np.bool_)
        self.firm[fickle] = False
        self._fickle = fickle

    def check(self, report: VerifyReport) -> None:
        """Check the kind of each heap against its options."""
        values, fickle = self.values, self._fickle
        wrong = [int(heap) for heap in fickle if values[heap] > 1]
        if wrong:
            raise Refused("fickle", f"heap {wrong[0]:,} is not")
        if self.firm[0]:
            raise Refused("fickle", "heap 0 is fickle")
        moves = self._has_move()
        leads = self._to_fickle_sums()
        small = values < 2
        other = leads[1 - values.clip(0, 1), np.arange(len(values))]  # whether there is an option (1 - g, fickle)
        self._refuse(small & self.firm & ~moves, "it has no move, and is fickle")
        self._refuse(small & self.firm & other, "it has a fickle option of the other nimber, and is not firm")
        self._refuse(~self.firm & moves & ~other, "it has no fickle option of the other nimber, and is not fickle")
        for heap in fickle[moves[fickle]].tolist():
            report.show("fickle heaps", heap, len(values))
            if any(np.any((nimbers == 1 - values[heap]) & firm) for nimbers, firm in self._options(heap)):
                raise Refused("kind of a heap", f"heap {heap:,}: it has a firm option of the other nimber: not tame")
        self._check_large(report)
        report.checked.append(
            f"the kind of each heap, from all its options: {len(fickle):,} heaps are fickle, "
            f"{int(self.firm.sum()):,} are firm"
        )

    def order(self) -> int:
        """Return how many kinds sums have."""
        fickle = len({0} | set(self.values[self._fickle].tolist()))
        if not self.firm.any():
            return fickle
        sums = {0}
        for value in np.unique(self.values).tolist():
            sums |= {value ^ other for other in sums}
        return fickle + len(sums)

    def _refuse(self, wrong: Flags, why: str) -> None:
        if wrong.any():
            raise Refused("kind of a heap", f"heap {int(wrong.argmax()):,}: {why}")

    def _has_move(self) -> Flags:
        found = np.zeros(len(self.values), np.bool_)
        for take, digit in enumerate(self.rules.digits[: len(found)]):
            if digit & 1:
                found[take] = True
            for bit, least in ((2, 1), (4, 2 + self.rules.unequal), (8, 3)):
                if digit & bit:
                    found[take + least :] = True
        return found

    def _to_fickle_sums(self) -> Flags:
        """Return, by nimber 0 or 1 and heap, whether a move leaves fickle heaps alone, with this nimber."""
        length = len(self.values)
        parts = [int(heap) for heap in self._fickle if heap]
        sums = np.zeros((1 + self.rules.heaps, 2, length), np.bool_)  # by number of heaps, nimber, and tokens together
        sums[0, 0, 0] = True
        for number in range(1, 1 + self.rules.heaps):
            for part in parts:
                before = sums[number - 1][:, : length - part]
                if self.rules.unequal and number == 2:
                    before = before & (np.arange(length - part) != part)
                sums[number][:, part:] |= before[:: -1 if self.values[part] else 1]
        found = np.zeros((2, length), np.bool_)
        for take, digit in enumerate(self.rules.digits[:length]):
            for number in range(1 + self.rules.heaps):
                if digit >> number & 1:
                    found[:, take:] |= sums[number][:, : length - take]
        return found

    def _options(self, heap: int) -> Iterator[Pair]:
        """Yield the nimbers of all options of a heap, and whether they are firm."""
        for take, digit in enumerate(self.rules.digits[: heap + 1]):
            rest = heap - take
            if (digit & 1 and not rest) or (digit & 2 and rest):
                yield self.values[rest : rest + 1], self.firm[rest : rest + 1]
            if digit & 4:
                yield self._splits(rest)
            for part in range(1, rest // 3 + 1) if digit & 8 else ():
                nimbers, firm = self._splits(rest - part)
                yield nimbers ^ self.values[part], firm | self.firm[part]

    def _splits(self, total: int) -> Pair:
        half = (total - 1) // 2 if self.rules.unequal else total // 2
        low, high = np.arange(1, half + 1), total - np.arange(1, half + 1)
        return self.values[low] ^ self.values[high], self.firm[low] | self.firm[high]

    def _check_large(self, report: VerifyReport) -> None:
        """Check that each heap of nimber 2 or more has the options of a firm heap."""
        heaps = np.flatnonzero(self.values > 1)
        needs = np.ones((2, len(heaps)), np.bool_)
        for part in range(min(_SMALL, len(self.values))):
            for take, digit in enumerate(self.rules.digits):
                rest = heaps - take
                if part:
                    there = rest > 2 * part if digit & 4 else np.zeros(len(heaps), np.bool_)
                else:
                    there = rest > 0 if digit & 2 else (rest == 0) & bool(digit & 1)
                beside = np.where(there, rest - part, 0)
                nimbers, firm = self.values[beside] ^ self.values[part], self.firm[beside] | self.firm[part]
                needs[0] &= ~(there & (nimbers == 1 - firm))
                needs[1] &= ~(there & (nimbers == firm))
            left = needs.any(axis=0)
            heaps, needs = heaps[left], needs[:, left]
            if not len(heaps):
                return
        for heap in heaps.tolist():
            report.show("firm heaps", heap, len(self.values))
            options = list(self._options(heap))
            for side in (0, 1):  # nimber 0 is needed firm, or 1 fickle; and the reverse
                if not any(np.any(nimbers == (firm if side else 1 - firm)) for nimbers, firm in options):
                    raise Refused("kind of a heap", f"heap {heap:,}: it lacks an option of a firm heap: not tame")
