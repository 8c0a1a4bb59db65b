"""Tame heaps: misère quotients of codes under which every heap behaves like a sum of nim heaps.

**Definitions.** The *kind* of a heap is its nimber g, with *firm* or *fickle*. The kind of a sum is the nim-sum of the
nimbers, firm if some heap is firm. Let S be the set of the kinds of a heap's options. The heap is *tame*, with the
following kind, if its options are sums of tame heaps and one of these cases holds:

- g < 2, fickle: it has no option; or (1 - g, fickle) is in S, and (1 - g, firm) is not;
- g < 2, firm: it has an option, and (1 - g, fickle) is not in S;
- g >= 2, firm: (0, firm) or (1, fickle) is in S, and (1, firm) or (0, fickle) is in S.

(Conway, ONAG, chapter 12. `grundy.theory.misere` has a wider definition, with wild options.)

**Theorem 1.** A sum of tame heaps is lost in misère play exactly if its kind is (0, firm) or (1, fickle).

Proof: it is enough to show two facts for each sum that has a move (induction over the moves; a sum without a move has
the kind (0, fickle), and is won). Let a move change a heap of kind (g, f) to parts of kind (a, e); a is not g, by the
mex. Let the other heaps have the kind (b, c).

(P) A sum of such a kind has a move, and no move leads to such a kind again. It has a move, as a firm heap and a heap of
nimber 1 have one. For the second part, the nimber changes, so that one of the two sums is (0, firm) and the other is
(1, fickle). If the first is firm: b = g, c and e are fickle, so that f is firm and g = b < 2; but a = 1 - g, and a firm
heap has no option (1 - g, fickle). If the second is firm: f and c are fickle, e is firm, and a = b = 1 - g; but a
fickle heap has no option (1 - g, firm).

(N) A sum of any other kind has a move to such a kind. Let it be firm: its nimber v is not 0, and a heap of it has
g ^ v < g, so an option of nimber g ^ v, which leaves 0. This is lost if the option or some other heap is firm.
Otherwise the other heaps are fickle, b < 2, and the heap itself is firm. If g >= 2, one of its options (b, firm) and
(1 - b, fickle) leaves (0, firm) or (1, fickle). If g < 2, then g = 1 and b = 0; a firm heap has no option (0, fickle),
so the option of nimber 0 was firm. Let the sum be fickle: its nimber is 0, and any heap that has an option has an
option (1 - g, fickle), which leaves (1, fickle).

**The quotient.** The kinds of the sums are the misère quotient: sums tell them apart. Two fickle kinds differ if
nothing is added, two firm ones if the first is added to both. If x is fickle and y is firm, add y + y, of the kind (0,
firm): then x is lost exactly if its nimber is 0; without it, exactly if that is 1. For y both are the same.

**Theorem 2** (periods; after Guy and Smith). Let moves take at most k tokens and leave at most m >= 1 heaps. Let heaps
1 to N be tame, and the kinds of i and i + p equal for all i from n0 >= 1 to N - p, where N >= m (n0 + p - 1) + k. Then
all heaps are tame, and the kinds repeat for ever. Proof: an option of i + p > N leaves more than m (n0 + p - 1) tokens,
so a heap of n0 + p or more; with p tokens fewer in it, it is an option of i, of the same kind. An option of i leaves
more than m (n0 - 1) tokens, so a heap of n0 or more; with p tokens more in it, it is an option of i + p. So both heaps
have the same set S. Coq has checked theorems 1 and 2 and the quotient: proofs/Tame.v.

**Theorem 3** (codes without end). Let each move be allowed that takes at least k tokens and leaves one heap. Let the
heaps below L + k be tame. Let the kinds of heaps 1 to L (of heap 0 too, if k tokens or more may be a whole heap) have
the nimbers 0 and 1, one of (0, firm) and (1, fickle), and one of (1, firm) and (0, fickle). Then all heaps are tame.
Proof: all these kinds are in the set S of each further heap.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import progress
from grundy.runtime.certificate_files import sealed
from grundy.runtime.messages import Message
from grundy.theory.misere_kinds import MisereKind, kind_from_options
from grundy.theory.periods import MOST_VALUES, Theorem, search_period
from grundy.theory.quotient_growth import Monoid
from grundy.theory.quotients import MisereQuotient, MoveFamily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Kinds = NDArray[np.uint32]  # 2 g for a fickle heap of nimber g, 2 g + 1 for a firm one
    Parts = tuple[int, ...]

THEOREM = "tame"
MOST_LISTED = 200  # heaps whose options are listed, by default
_MOST_NIMBER = 2**11 - 1  # of a monoid with about 2,000 elements
_SINGLE, _ONE, _TWO = 1, 2, 4
_TRIED = 500  # small heaps that are tried as parts of all large heaps at once
_CHECKED = re.compile(
    r"[048c]\.[0-9a-f]*(\[[0-9a-f]+\]|[0-9a-f])|\{[0-9,.]*[0-9]\}|unequal-2"
)  # `grundy verify` can read
_NIM = {"nim": "0.[3]"}  # a name, and the code that the checker reads
_NONE = 4  # a kind that no rule asks for


@dataclass(frozen=True, eq=False, repr=False)
class TameQuotient(MisereQuotient):
    """The misère quotient of heaps that are all tame: its elements are the kinds of the sums, in increasing order.

    `kinds` has 2 g for each fickle heap of nimber g, and 2 g + 1 for each firm one, shape (heaps + 1,). `options`
    yields the options of a heap, if the rules have no octal code that ends. The docstring of `grundy.theory.tame` has
    the proofs.
    """

    kinds: Kinds = field(default_factory=lambda: np.zeros(1, np.uint32))
    options: Callable[[int], Iterable[Parts]] | None = None

    @property
    def fickle(self) -> list[int]:
        """The fickle heaps."""
        found: list[int] = np.flatnonzero(self.kinds & 1 == 0).tolist()
        return found

    @property
    def message(self) -> Message:
        """The claim, and what proves it."""
        found = super().message
        return Message(f"quotient.tame-{'partial' if self.period is None else 'proved'}", found.params)

    def _winning(self, heap: int, rest: int) -> Iterator[MoveFamily]:
        if self.options is None:
            yield from super()._winning(heap, rest)
            return
        table, lost = self.monoid.table, self.monoid.lost
        for parts in dict.fromkeys(self.options(heap)):
            if lost[table[rest, self.value(parts)]]:
                yield MoveFamily(heap, parts)

    def data(self) -> dict[str, Any]:
        """Return the quotient for JSON, with the fickle heaps."""
        return super().data() | {"fickle": self.fickle}

    def certificate(self) -> dict[str, Any]:
        """Return a certificate for `grundy verify` as one object for JSON: `docs/certificates.md` describes it.

        Raises `RulesetError` for rules that the checker does not know.
        """
        code = _NIM.get(self.code, self.code)
        if not _CHECKED.fullmatch(code):
            raise RulesetError("error.certificate-tame", code=self.code)
        claim: dict[str, Any] = {
            "kind": "tame-heaps",
            "code": code,
            "heaps": self.heaps,
            "order": self.order,
            "values": (self.kinds >> 1).tolist(),
            "fickle": self.fickle,
        }
        if self.period is not None:
            claim |= {"theorem": THEOREM, "preperiod": self.preperiod, "period": self.period}
        return sealed(claim)


class HeapKinds(ABC):
    """The kinds of heaps 0, 1, ..., as far as all are tame.

    `theorem` is the one that proves periods, if one does; `most` the heap at which searches end by default; `until` the
    time at which they end.
    """

    theorem: Theorem | None = None
    most = MOST_VALUES
    until = inf
    digits: Parts = ()
    options: Callable[[int], Iterable[Parts]] | None = None

    def __init__(self) -> None:
        """Start with heap 0."""
        self.known: Kinds = np.zeros(1, np.uint32)
        self.reason: Message | None = None  # why there are no more

    def __call__(self, length: int) -> Kinds:
        """Return the kinds of the first `length` heaps, shape (length,); of fewer heaps if there is a reason."""
        if len(self.known) < length and self.reason is None:
            self._extend(length)
        return self.known[:length]

    def all_tame(self) -> bool:
        """Return whether all heaps are proved to be tame, although no period is known."""
        return False

    @abstractmethod
    def _extend(self, length: int) -> None:
        """Add the kinds of heaps below `length`, or set the reason why there are no more."""

    def _is_late(self, heap: int) -> bool:
        """Return whether the time is over; then only the heaps below this one are known."""
        if time.monotonic() <= self.until:
            return False
        self.known = self.known[:heap]
        self.reason = Message("quotient.stopped.time")
        return True

    def _wild(self, heap: int) -> None:
        self.known = self.known[:heap]
        self.reason = Message("quotient.stopped.wild", {"heap": heap})


class ListedKinds(HeapKinds):
    """The kinds of heaps by lists of their options."""

    most = MOST_LISTED

    def __init__(
        self,
        options: Callable[[int], Iterable[Parts]],
        theorem: Theorem | None = None,
        tail: tuple[int, int] | None = None,
    ) -> None:
        """Store the function that yields the options of a heap, each as the heaps that it leaves.

        `tail` is k of theorem 3, and the least heap that moves which take so many tokens may leave, 0 or 1.
        """
        super().__init__()
        self.options = self._listed = options
        self.theorem, self._tail = theorem, tail

    def all_tame(self) -> bool:
        """Return whether theorem 3 proves that all heaps are tame."""
        if self._tail is None or self.reason is not None:
            return False
        take, least = self._tail
        seen = self.known[least : max(least, len(self.known) - take)]
        return bool(_serves(seen).any(axis=1).all() and {0, 1} <= set((seen >> 1).tolist()))

    def _extend(self, length: int) -> None:
        kinds = self.known.tolist()
        for heap in range(len(kinds), length):
            after = set()
            for parts in self._listed(heap):
                total = 0
                for part in parts:
                    total = _sum(total, kinds[part])
                after.add(MisereKind(total >> 1, firm=bool(total & 1)))
            kind = kind_from_options(after) if after else MisereKind(0, firm=False)
            progress.check_cancelled()
            if kind is None:
                self._wild(heap)
                break
            if self._is_late(heap):
                break
            kinds.append(2 * kind.nimber + bool(kind.firm))
        self.known = np.array(kinds, np.uint32)


class OctalKinds(HeapKinds):
    """The kinds of the heaps of an octal code that ends, from their nimbers.

    Each heap of nimber 2 or more is taken to be firm at first. A heap of nimber less than 2 is compared with sums of
    fickle heaps, of which there are few; only if one of them has the nimber 1 - g, all its options are listed. In the
    end a search shows that the large nimbers are right. The least heap for which something fails is not tame.
    """

    def __init__(self, digits: Parts, nimbers: Callable[[int], NDArray[np.integer[Any]]]) -> None:
        """Store the digits of the code, and the function that returns as many nimbers as one wants."""
        super().__init__()
        self.digits, self.theorem = digits, Theorem(2, len(digits) - 1)
        self._places = [(take, digit) for take, digit in enumerate(digits) if digit]
        self._nimbers = nimbers

    def _extend(self, length: int) -> None:
        start = len(self.known)
        try:
            nimbers = self._nimbers(length).astype(np.uint32)
        except OverBudgetError as error:
            self.reason = error.message
            return
        kinds = 2 * nimbers + (nimbers > 1)
        kinds[:start] = self.known
        self.known = kinds
        fickle = np.flatnonzero(kinds[:start] & 1 == 0).tolist()
        for heap in (start + np.flatnonzero(nimbers[start:] < 2)).tolist():
            progress.check_cancelled()
            if self._is_late(heap):
                break
            if self._is_fickle(heap, np.array(fickle)):
                fickle.append(heap)
            else:
                kinds[heap] |= 1
            if self.reason is not None:
                break
        wild = self._not_firm(start + np.flatnonzero(nimbers[start : len(self.known)] > 1))
        if wild is not None:
            self._wild(wild)

    def _is_fickle(self, heap: int, fickle: NDArray[np.int64]) -> bool:
        """Return whether a heap of nimber less than 2 is fickle; take note if it is wild."""
        sought = 2 - (self.known[heap] & 2)  # the kind (1 - g, fickle)
        if not any(np.any(after == sought) for after in self._options(heap, fickle)):
            return not any(len(after) for after in self._options(heap, np.arange(1, 2)))
        if any(np.any(after == sought + 1) for after in self._options(heap, np.arange(1, heap // 2 + 1))):
            self._wild(heap)
        return True

    def _options(self, heap: int, parts: NDArray[np.int64]) -> Iterator[Kinds]:
        """Yield the kinds of the options of a heap, in arrays; of splits, those with one of these parts."""
        for take, digit in self._places:
            rest = heap - take
            if (digit & _SINGLE and not rest) or (digit & _ONE and rest > 0):
                yield self.known[rest : rest + 1]
            if digit & _TWO:
                split = parts[(parts > 0) & (parts < rest)]
                yield _sum(self.known[split], self.known[rest - split])

    def _not_firm(self, heaps: NDArray[np.int64]) -> int | None:
        """Return the least of these heaps of nimber 2 or more that is not firm; None if all are.

        Small parts are tried for all heaps at once; part 0 stands for the moves that leave at most one heap.
        """
        lacks = np.ones((2, len(heaps)), np.bool_)
        for part in range(min(_TRIED, len(self.known))):
            for take, digit in self._places:
                rest = heaps - take
                if part:
                    allowed = (rest >= 2 * part) & bool(digit & _TWO)
                else:
                    allowed = ((rest == 0) & bool(digit & _SINGLE)) | ((rest > 0) & bool(digit & _ONE))
                after = np.where(allowed, _sum(self.known[part], self.known[np.maximum(rest - part, 0)]), _NONE)
                lacks &= ~_serves(after)
            left = lacks.any(axis=0)
            heaps, lacks = heaps[left], lacks[:, left]
            if not len(heaps):
                return None
        for heap in heaps.tolist():
            after = np.concatenate([*self._options(heap, np.arange(1, heap // 2 + 1))])
            if not _serves(after).any(axis=1).all():
                return int(heap)
        return None


def _sum(first: Any, second: Any) -> Any:
    """Return the kinds of sums: the nim-sums of the nimbers, firm if a part is firm."""
    return (first ^ second) | (first & second & 1)


def _serves(kinds: Kinds) -> NDArray[np.bool_]:
    """Return which kinds are in {(0, firm), (1, fickle)}, and which in {(1, firm), (0, fickle)}, shape (2, n)."""
    return np.array([(kinds == 1) | (kinds == 2), (kinds == 3) | (kinds == 0)])


def find_tame(code: str, kinds: HeapKinds, heaps: int | None, seconds: float | None) -> TameQuotient:
    """Return the quotient of all heaps, or of the tame heaps up to `heaps`, or of those found before time is over.

    If `heaps` is None, as many are tried as is usual for these kinds.
    """
    most = 1 + (kinds.most if heaps is None else heaps)
    if seconds is not None:
        kinds.until = time.monotonic() + seconds
    proves = kinds.theorem is not None
    period = search_period(
        kinds, kinds.theorem, most=most, seconds=seconds, arithmetic=False, worth_a_look=lambda _: proves
    )
    found = kinds.known[:most]
    reason: Message | None = kinds.reason or Message(f"quotient.stopped.{'heaps' if len(found) == most else 'time'}")
    repeats: tuple[int | None, int | None] = (None, None)
    if period.status == "proved" and period.preperiod is not None:
        found, reason, repeats = found[: period.bound], None, (max(1, period.preperiod), period.period)
    elif kinds.all_tame():
        reason = Message("quotient.stopped.endless")
    beyond = np.flatnonzero(found >> 1 > _MOST_NIMBER)
    if len(beyond):
        found, reason, repeats = found[: int(beyond[0])], Message("quotient.stopped.order"), (None, None)
    return TameQuotient(_monoid(found), reason, len(found), code, kinds.digits, *repeats, found, kinds.options)


def _monoid(kinds: Kinds) -> Monoid:
    """Return the monoid of the kinds of all sums of heaps of these kinds."""
    span = {0}
    for nimber in np.unique(kinds >> 1).tolist():
        span |= {nimber ^ other for other in span} if nimber not in span else set()
    firm = {2 * nimber + 1 for nimber in span} if (kinds & 1).any() else set()
    elements = np.array(sorted(set(kinds[kinds & 1 == 0].tolist()) | firm), np.uint32)
    table = np.searchsorted(elements, _sum(elements[:, None], elements)).astype(np.uint16)
    return Monoid(table, (elements == 1) | (elements == 2), np.searchsorted(elements, kinds).astype(np.int64))
