"""Misère quotients of octal codes: which sums of heaps are lost in misère play, with the proof.

**Definitions.** Let A be the set of the sums of heaps 1 to n of a code whose moves leave at most two heaps. A sum is
*lost* if the player to move loses in misère play: it has a move, and all its options are won. Two sums X and Y are
*indistinguishable* if X + Z and Y + Z have the same outcome for each Z in A. The classes of this relation are a
commutative monoid Q under addition, the *misère quotient* of the heaps up to n. P is the set of the classes of lost
sums. The value of a heap is its class. The value of a sum is the product of the values of its heaps, and the sum is
lost exactly if its value is in P. (Plambeck 2005; Plambeck and Siegel 2008.) The quotient of the heaps up to n - 1 is
no submonoid of Q: heap n may distinguish sums that smaller heaps do not distinguish.

**The finite check.** Let S be a finite commutative monoid with identity 1, and P a subset of S. Let each heap h have an
element v(h), which is 1 if h has no move; v(X) is the product of v(h) over the heaps h of X. Write E(X) for the set of
the elements of the options of X. Suppose that 1 is not in P, and that for each sum X of A that has a move

- (P) if v(X) is in P, then E(X) and P have no common element, and
- (N) if v(X) is not in P, then E(X) and P have a common element.

Then X is lost exactly if v(X) is in P. Proof: let the weight of a heap h with a move be 2h - 1, and the weight of a sum
that of its heaps together. Each move lowers the weight: a single remaining heap is smaller than h, and two heaps with
a + b <= h have weight 2(a + b) - 2 < 2h - 1. So induction over the weight works, even if a move takes no token and only
splits. A sum without a move has value 1 and is won; 1 is not in P. Any other X is lost exactly if no option is lost. By
induction this holds exactly if E(X) and P have no common element, which by (P) and (N) holds exactly if v(X) is in P.

If in addition each element of S is the value of a sum, and no two elements x, y have {z : xz in P} = {z : yz in P},
then S with P is the misère quotient: two sums are indistinguishable exactly if their values are equal.

*Why the check is finite.* (P) is a condition on single heaps: it holds for all sums if and only if no heap h, element e
of E(h) and y in S exist such that v(h)y and ey are both in P. Reason: a move on X changes one heap h of X, y is the
value of the other heaps, and each y in S is the value of a sum.

For (N), let the *transition pair* of a sum X with a move be (v(X), s(X)), where s(X) = {z : ez in P for some e in
E(X)}. A larger sum depends on X by this pair only:

    s(X + Y) = {z : v(Y)z in s(X), or v(X)z in s(Y)}.

(N) says for a pair (x, s): x is in P, or 1 is in s. Write (x, s) <= (x, t) if s is a subset of t. Addition preserves
this order, and if (N) holds for a pair, it holds for all pairs above it. So only minimal pairs must be checked. Start
with the pairs of single heaps and add heaps one by one. A pair above a kept pair is dropped, and nothing is added to
it. There are finitely many pairs, so the procedure ends. (The empty sum is left out: it has no option, so its s is
empty and its pair would be below all pairs of element 1; but (N) does not apply to it.)

Each sum is built once only: from the sum without its last heap, in a fixed order of the heaps. For this, a pair may be
dropped only because of a pair with a smaller *key*. The key of a sum is the total of a positive number for each of its
heaps. Then each sum is kept, or a kept sum with a smaller key is below it. Proof by induction over the key: let X' be
the sum without its last heap. If X' is kept, the claim holds by construction. Otherwise a kept sum with a smaller key
is below X'; add the last heap to this sum, and use the induction.

**The periodicity theorem** (Plambeck 2005, for quotients). Let d be the last place of the code with a digit that
is not 0, let the finite check hold for heaps 1 to N, and let v(i + p) = v(i) for all i from n0 >= 1 to N - p, where
N >= 2 n0 + 2p + d - 2. Give the heaps beyond N the values that continue this. Then the check holds for all heaps, with
the same S and P. Proof: it is enough to show E(i + p) = E(i) for each heap i + p beyond N, so i >= 2 n0 + p + d - 1.
Then the pair of each heap beyond N equals the pair of a heap from N - p + 1 to N, which is smaller by a multiple of p,
so nothing new must be checked. An option of i + p leaves one or two heaps with i + p - j tokens together, j <= d. (A
move that takes the whole heap exists only for heaps up to d.) The larger part a has at least (i + p - d)/2 > n0 + p - 1
tokens, so v(a) = v(a - p), and a - p >= 1 with the other part is an option of i with the same value. Conversely, the
larger part a of an option of i has at least (i - d)/2 > n0 - 1 tokens, so v(a + p) = v(a), and a + p with the other
part is an option of i + p. (Values of heaps beyond N are used only for larger heaps: induction over i.) Plambeck's
bound has two heaps more; Coq has checked that this bound is enough: `misere_sound` in proofs/MisereChecker.v.

The theorem is about splits into at most two heaps. For other codes, `grundy.theory.tame` has the quotients of heaps
that are all tame.

**Powers.** The powers of an element repeat from some exponent on. So the value of a sum of any number of equal heaps of
any size needs a number of products that is logarithmic in the number and in the size.

Sources: Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005), G5; Plambeck and Siegel, Misère
quotients for impartial games, Journal of Combinatorial Theory A 115 (2008). The idea of setting heaps of a failing
guess free is from Siegel's MisereSolver.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.runtime.certificate_files import sealed
from grundy.runtime.compiling import MachineCode
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, require
from grundy.runtime.table_cache import tables
from grundy.theory.finite_quotients import FiniteQuotient, letter_of
from grundy.theory.periods import MOST_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from grundy.theory.quotient_growth import Growth

MOST_HEAPS = 8000
THEOREM = "Plambeck"
_SINGLE, _ONE, _TWO = 1, 2, 4
_FAR = 1000  # heaps that a quotient for one larger heap tries to reach
_KERNELS = str(Path(__file__).with_name("quotient_kernel.py"))
_FUNCTIONS = tuple((_KERNELS, name) for name in ("close", "colour", "reach", "refine", "shift"))
KERNEL = MachineCode(_FUNCTIONS)


class MoveFamily(NamedTuple):
    """A number of `moves` of a heap that have the same value.

    The first move leaves `parts`: no heap, one, or two. In each further move, the smaller part is larger by `step`, and
    the larger part is smaller by `step`.

    >>> print(MoveFamily(100, (3, 95), 12, 4))
    100 -> 3+95, 15+83, ..., 39+59 (4 moves)
    """

    heap: int
    parts: tuple[int, ...]
    step: int = 0
    moves: int = 1

    def move(self, number: int) -> tuple[int, ...]:
        """Return the parts that a move of the family leaves; moves are counted from 0."""
        if number == 0:
            return self.parts
        return (self.parts[0] + number * self.step, self.parts[1] - number * self.step)

    def __str__(self) -> str:
        """Return the text of the first moves and of the last move."""
        numbers = range(self.moves) if self.moves <= 3 else (0, 1, self.moves - 1)
        words = ["+".join(map(str, self.move(number))) or "0" for number in numbers]
        if self.moves > 3:
            words[2:2] = ["..."]
        return f"{self.heap} -> {', '.join(words)}" + (f" ({self.moves} moves)" if self.moves > 3 else "")


@dataclass(frozen=True, eq=False, repr=False)
class MisereQuotient(FiniteQuotient):
    """The misère quotient of the heaps of an octal code: of all heaps, or of the heaps up to `heaps`.

    - `code`, and its `digits`;
    - `monoid`: the ``table`` of products, shape (order, order), with element 0 as identity; flags of the ``lost``
      elements, shape (order,); and ``values``, the element of each heap, shape (heaps + 1,);
    - `preperiod` and `period` of the values, from heap 1 on; None if the quotient is not proved for all heaps;
    - `reason`: the message that says why it is not proved for all heaps; None if it is;
    - `steps`: the work that was done to find it.

    `status` is ``proved`` (for all heaps: by the finite check for heaps up to `heaps` and the periodicity theorem) or
    ``partial`` (by the finite check, for heaps up to `heaps`). The docstring of `grundy.theory.quotients` has the
    definitions, theorems and proofs. ``grundy verify`` checks a `certificate` without trusting this program.

    >>> import grundy
    >>> quotient = grundy.heaps("0.123").misere_quotient()
    >>> print(quotient)
    20 elements, 5 of them lost (P); values repeat with period 5 from heap 5 on: proved for all heaps (computed to 21)
    >>> quotient.is_lost([10**100, 10**100 + 3, 7, 7]), quotient.is_lost([5, 8, 7, 7])
    (True, True)
    """

    code: str = ""
    digits: tuple[int, ...] = ()
    preperiod: int | None = None
    period: int | None = None

    @property
    def heaps(self) -> int:
        """The largest heap for which the finite check was done."""
        return len(self.monoid.values) - 1

    @property
    def status(self) -> Literal["proved", "partial"]:
        """Whether the quotient is proved for all heaps."""
        return "partial" if self.period is None else "proved"

    @property
    def message(self) -> Message:
        """The claim, and what proves it."""
        figures: dict[str, Any] = {"order": self.order, "lost": len(self.lost_elements), "heaps": self.heaps}
        if self.period is None:
            return Message("quotient.partial", figures | {"reason": self.reason})
        return Message("quotient.proved", figures | {"preperiod": self.preperiod, "period": self.period})

    def __str__(self) -> str:
        """Return the claim in English."""
        return str(self.message)

    def __repr__(self) -> str:
        """Return the code and the claim."""
        return f"<MisereQuotient {self.code}: {self}>"

    @property
    def endless(self) -> bool:
        """Whether the search stopped because the quotient of more heaps is probably infinite, which is not proved."""
        return self.reason is not None and self.reason.kind in ("quotient.stopped.powers", "quotient.stopped.grows")

    def reaches(self, heap: int) -> bool:
        """Return whether the element of a heap is known."""
        return self.period is not None or heap <= self.heaps

    def element(self, heap: int) -> int:
        """Return the element of a heap of any size. Raises `RulesetError` if the heap is not reached.

        >>> import grundy
        >>> quotient = grundy.heaps("0.77").misere_quotient()
        >>> quotient.element(10**100) == quotient.element(10**100 % 12 + 72)
        True
        """
        if not self.reaches(heap):
            raise RulesetError("error.quotient-heap", heap=heap, last=self.heaps)
        if self.preperiod is not None and self.period is not None and heap >= self.preperiod + self.period:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return int(self.monoid.values[heap])

    def value(self, heaps: Iterable[int] | Mapping[int, int]) -> int:
        """Return the element of a sum of heaps, given by their sizes or by the count of each size.

        Raises `RulesetError` if a heap is not reached.
        """
        found = 0
        for heap, number in Counter(heaps).items():
            found = int(self.monoid.table[found, self.power(self.element(heap), number)])
        return found

    def is_lost(self, heaps: Iterable[int] | Mapping[int, int]) -> bool:
        """Return whether the player to move loses a sum of heaps in misère play. Raises as `value`."""
        return bool(self.monoid.lost[self.value(heaps)])

    def winning_moves(self, heaps: Iterable[int] | Mapping[int, int]) -> Iterator[MoveFamily]:
        """Yield all winning moves of a sum of heaps as families (see `MoveFamily`), once for each size of heap.

        Consider a move to two parts a <= b with a >= preperiod. The move to a + period and b - period has the same
        value, as long as a + period <= b - period. So a heap of any size has at most preperiod + 2 period families for
        each digit. Raises `RulesetError` if a heap is not reached.

        >>> import grundy
        >>> quotient = grundy.heaps("0.77").misere_quotient()
        >>> [str(family) for family in quotient.winning_moves([9, 5, 3])]
        ['9 -> 3+5', '3 -> 1+1']
        """
        counts = Counter(heaps)
        for heap in counts:
            if heap:
                rest = self.value(counts - Counter([heap]))
                yield from self._winning(heap, rest)

    def _winning(self, heap: int, rest: int) -> Iterator[MoveFamily]:
        """Yield the winning moves of a heap as families; `rest` is the element of the other heaps."""
        table, lost = self.monoid.table, self.monoid.lost
        for take, digit in enumerate(self.digits):
            left = heap - take
            if left < 0:
                break
            if digit & _SINGLE and not left and lost[rest]:
                yield MoveFamily(heap, ())
            if digit & _ONE and left and lost[table[rest, self.element(left)]]:
                yield MoveFamily(heap, (left,))
            half = left // 2 if digit & _TWO else 0
            start, step = self.preperiod or half + 1, self.period or 1
            for part in range(1, min(half, start + step - 1) + 1):
                if lost[table[rest, table[self.element(part), self.element(left - part)]]]:
                    count = (half - part) // step + 1 if part >= start else 1
                    yield MoveFamily(heap, (part, left - part), step if count > 1 else 0, count)

    def winning_parts(self, heap: int, rest: int) -> Iterator[tuple[int, ...]]:
        """Yield the parts that each winning move of a heap leaves, in the order of `options`.

        `rest` is the element of the other heaps.
        """
        families = list(self._winning(heap, rest))
        for _, group in groupby(families, key=lambda family: (sum(family.parts), len(family.parts))):
            same = list(group)
            for number in range(max(family.moves for family in same)):
                yield from (family.move(number) for family in same if number < family.moves)

    def data(self) -> dict[str, Any]:
        """Return the quotient for JSON: the figures, the presentation, P and the values of the heaps as words."""
        presentation = self.presentation()
        return {
            "code": self.code,
            "status": self.status,
            "order": self.order,
            "lost": len(self.lost_elements),
            "heaps": self.heaps,
            "preperiod": self.preperiod,
            "period": self.period,
            "reason": None if self.reason is None else self.reason.kind.rpartition(".")[2],
            "generators": {letter_of(number): heap for number, heap in enumerate(presentation.generators)},
            "relations": [
                [presentation.word(left), presentation.word(right)] for left, right in presentation.relations
            ],
            "P": [presentation.word(presentation.words[element]) for element in self.lost_elements],
            "values": [presentation.word(presentation.words[element]) for element in self.monoid.values.tolist()],
        }

    def certificate(self) -> dict[str, Any]:
        """Return a certificate for `grundy verify` as one object for JSON: `docs/certificates.md` describes it.

        >>> import grundy
        >>> claim = grundy.heaps("0.123").misere_quotient().certificate()["claim"]
        >>> claim["order"], claim["heaps"], claim["preperiod"], claim["period"]
        (20, 21, 5, 5)
        """
        generators = self.presentation().generators
        claim: dict[str, Any] = {
            "kind": "misere-quotient",
            "code": self.code,
            "heaps": self.heaps,
            "order": self.order,
            "P": list(self.lost_elements),
            "generators": list(generators),
            "action": self.monoid.table[:, self.monoid.values[list(generators)]].tolist(),
            "values": self.monoid.values.tolist(),
        }
        if self.period is not None:
            claim |= {"theorem": THEOREM, "preperiod": self.preperiod, "period": self.period}
        return sealed(claim)


def find_quotient(  # noqa: PLR0913 - what to solve, and the bounds
    code: str,
    digits: tuple[int, ...],
    heaps: int | None = None,
    *,
    steps: int | None = None,
    seconds: float | None = MOST_SECONDS,
    nimbers: Callable[[int], NDArray[np.integer[Any]]] | None = None,
) -> MisereQuotient:
    """Return the misère quotient of a finite octal code, proved for all heaps, or for as many as the bounds allow.

    The quotient grows heap by heap until a period is proved, heap `heaps` is reached, or `steps` or `seconds` are used
    up. If `heaps` is None, it also stops at heap 8,000, or if the quotient is probably infinite: if sums of more and
    more equal heaps are distinguished, or if many heaps brought new elements in the same pattern. If `nimbers`, which
    returns as many nimbers of the code as one asks for, is given and all heaps to 8,000 are tame, they go on: see
    `grundy.theory.tame`. The result is stored in the cache of tables, also if an exception ends the work, and a later
    call continues from it. `digits` must be octal: the theorems here are not about moves that leave three heaps.
    Raises `MissingPackageError` without NumPy.
    """
    require("numpy", Message("what.quotient"))
    until = None if seconds is None else time.monotonic() + seconds
    most = MOST_HEAPS if heaps is None else heaps
    found = _grown(code, digits, min(most, MOST_HEAPS), steps, seconds, patient=heaps is not None)
    if found.period is not None or found.heaps < MOST_HEAPS or (heaps is not None and heaps <= found.heaps):
        return found
    if nimbers is not None and steps is None:
        from grundy.theory.tame import OctalKinds, find_tame

        left = None if until is None else until - time.monotonic()
        tame = find_tame(code, OctalKinds(digits, nimbers), heaps, left)
        if tame.period is not None or tame.heaps > found.heaps:
            tables.put(("misere-quotient", digits), tame, tame.memory_bytes)
            return tame
    if most <= found.heaps:
        return found
    return _grown(code, digits, most, steps, None if until is None else until - time.monotonic(), patient=True)


def _grown(  # noqa: PLR0913 - what to solve, and the bounds
    code: str, digits: tuple[int, ...], most: int, steps: int | None, seconds: float | None, *, patient: bool
) -> MisereQuotient:
    """Return the quotient of heaps up to `most`, or of as many as the bounds allow."""
    from grundy.theory.quotient_games import OctalHeaps
    from grundy.theory.quotient_growth import Growth, GrowthLimits, Stop

    known = known_quotient(digits)
    if known is not None and (known.period is not None or known.heaps >= most or (known.endless and not patient)):
        return known
    bounds = GrowthLimits(steps, seconds, patient=patient)
    growth = Growth(OctalHeaps(digits), None if known is None else known.monoid, bounds)
    reason = "stopped"
    before = 0 if known is None else known.steps
    try:
        while growth.heaps < most and growth.period(len(digits) - 1) is None:
            growth.step()
        reason = "heaps"
    except Stop as stop:
        reason = str(stop)
    finally:
        found = _of_growth(code, digits, growth, reason, before)
        tables.put(("misere-quotient", digits), found, found.memory_bytes)
    return found


def known_quotient(digits: tuple[int, ...]) -> MisereQuotient | None:
    """Return the stored quotient of a code; None if there is none."""
    return tables.get(("misere-quotient", digits))


def quick_quotient(code: str, digits: tuple[int, ...], heap: int) -> MisereQuotient | None:
    """Return a quotient that reaches a heap if it is stored or found in about a second. A failure is not repeated."""
    if not available("numpy"):
        return None
    from grundy.theory.quotient_growth import quick_steps

    known = known_quotient(digits)
    steps = min(limits.budget().search_options, quick_steps())
    if known is None or not (known.reaches(heap) or known.steps >= steps):
        known = find_quotient(code, digits, None if heap <= MOST_HEAPS else _FAR, steps=steps, seconds=None)
    return known if known.reaches(heap) else None


def _of_growth(code: str, digits: tuple[int, ...], growth: Growth, reason: str, before: int) -> MisereQuotient:
    period = growth.period(len(digits) - 1)
    steps = before + growth.steps
    if period is None:
        return MisereQuotient(growth.monoid, Message(f"quotient.stopped.{reason}"), steps, code, digits)
    return MisereQuotient(growth.monoid, None, steps, code, digits, *period)
