"""Misère quotients of octal codes: who loses each sum of heaps, where the last move loses, and why that is proved.

**Definitions.** Let A be the set of the sums of heaps 1 to n of a code whose moves leave at most two heaps. A sum is
*lost* if whoever is to move loses in misère play: it has a move, and all its options are won. Two sums X and Y are
*indistinguishable* if X + Z and Y + Z have the same outcome for each Z of A. The classes of that relation are a
commutative monoid Q under addition, the *misère quotient* of the heaps up to n. P is the set of the classes of lost
sums, and the value of a heap is its class. The value of a sum is the product of those of its heaps, and it is lost
exactly if that lies in P. (Plambeck 2005; Plambeck and Siegel 2008.) The quotient of the heaps up to n - 1 is no
submonoid of it: sums that smaller heaps do not tell apart may be told apart by heap n.

**The finite check.** Let S be a finite commutative monoid with identity 1, P a subset, and let each heap h have an
element v(h), which is 1 if h has no move; v(X) is the product over the heaps of X. Write E(X) for the set of the
elements of the options of X. If, for each sum X of A that has a move,

- (P) v(X) in P implies that E(X) and P have no common element, and
- (N) v(X) not in P implies that they have one,

and 1 is not in P, then X is lost exactly if v(X) is in P. Proof: a heap h weighs 2h - 1 if it has a move, a sum as
much as its heaps. Each move makes a sum lighter: one heap that is left is smaller than h, and two heaps a + b <= h
weigh 2(a + b) - 2 < 2h - 1. So induction over the weight works, also where a move takes nothing and only splits. A sum
without a move is worth 1 and is won, for 1 is not in P. Any other X is lost exactly if no option is lost; that is, by
induction, if E(X) and P have no common element; that is, by (P) and (N), if v(X) is in P.

If also each element of S is the value of a sum, and no two elements x, y have {z : xz in P} = {z : yz in P}, then S
with P is the misère quotient: two sums are indistinguishable exactly if their values are equal.

*Why it is finite.* (P) is about one heap: it holds for all sums if and only if there is no heap h with an element e of
E(h), and no y in S, such that v(h)y and ey are both in P. For an option of X is made in a heap h of it, y is
the value of the others, and each y is the value of a sum. For (N), let the *transition pair* of a sum X with a move be
(v(X), s(X)), where s(X) = {z : ez in P for some e in E(X)}. It is all that matters of X in a larger sum:

    s(X + Y) = {z : v(Y)z in s(X), or v(X)z in s(Y)},

and (N) says that for each pair (x, s) x is in P or 1 is in s. Write (x, s) <= (x, t) if s is a subset of t. Addition
keeps this order, and if (N) holds for a pair, it holds for those above. So it is enough to look at pairs below which
there is none that is kept. Start with the pairs of single heaps and add heaps one by one; a pair above one that is
kept already is dropped, with all that would be made of it. There are finitely many pairs, so that ends. (The empty sum
is left out: it has no option, its s is empty, and its pair would lie below all of element 1, to which (N) does not
apply.) The same sum is made only once: from the one without its last heap, the heaps being in some order. For that a
pair may only be dropped for one of a smaller *key*, a positive number for each heap that is added up. Each sum is then
kept or has a kept one of a smaller key below it: if the sum without its last heap is kept, by construction; else
that has a kept one below, of a smaller key, to which the last heap is added, and induction over the key applies.

**The periodicity theorem** (Plambeck 2005, for quotients). Let d be the last place of the code with a digit that
is not 0, let the finite check hold for heaps 1 to N, and let v(i + p) = v(i) for all i from n0 >= 1 to N - p, where
N >= 2 n0 + 2p + d - 2. Give the heaps beyond N the values that continue this. Then the check holds for all heaps, with
the same S and P. Proof: it is enough that E(i + p) = E(i) for each heap i + p beyond N, so i >= 2 n0 + p + d - 1. For
then the pair of each heap beyond N is that of a heap from N - p + 1 to N, whichever is a multiple of p below, and
nothing new is to be checked. An option of i + p leaves a heap, or two, of together i + p - j, j <= d; all of it is
taken only from heaps up to d. The larger part a is at least (i + p - d)/2 > n0 + p - 1, so v(a) = v(a - p), and
a - p >= 1 beside the other part is an option of i of the same value. Conversely, the larger part a of an option of i is
at least (i - d)/2 > n0 - 1, so v(a + p) = v(a), and a + p beside the other part is an option of i + p. (Values of heaps
beyond N are used only for heaps beyond them: induction over i.) Plambeck asks for two heaps more; Coq has checked that
these are enough: `misere_sound` in proofs/MisereChecker.v.

The theorem is for splits into at most two heaps: hexadecimal codes, which split into three, are refused.

**Powers.** The powers of an element come again from some exponent on, so sums of any number of equal heaps of any size
are valued in a number of products that is logarithmic in both.

Sources: Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005), G5; Plambeck and Siegel, Misère
quotients for impartial games, Journal of Combinatorial Theory A 115 (2008). The idea to set heaps of a failing guess
free again is that of Siegel's MisereSolver.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.errors import RulesetError
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.certificate_files import sealed
from grundy.runtime.packages import available, require
from grundy.runtime.table_cache import tables
from grundy.theory.finite_quotients import FiniteQuotient, letter_of
from grundy.theory.periods import MOST_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grundy.theory.quotient_growth import Growth

MOST_HEAPS = 8000
THEOREM = "Plambeck"
_SINGLE, _ONE, _TWO = 1, 2, 4
_QUICK_STEPS = 30_000_000  # for one position: about a second
_PLAIN_STEPS = 40_000  # the same without Numba
_FAR = 1000  # heaps, for one position


class MoveFamily(NamedTuple):
    """Moves of a heap that have the same value: `moves` of them, the parts of each `step` apart.

    `parts` are those of the first: none, one, or two, of which the smaller grows by `step` and the larger shrinks.

    >>> print(MoveFamily(100, (3, 95), 12, 4))
    100 -> 3+95, 15+83, ..., 39+59 (4 moves)
    """

    heap: int
    parts: tuple[int, ...]
    step: int = 0
    moves: int = 1

    def move(self, number: int) -> tuple[int, ...]:
        """Return the parts that move `number` leaves, counted from 0."""
        if number == 0:
            return self.parts
        return (self.parts[0] + number * self.step, self.parts[1] - number * self.step)

    def __str__(self) -> str:
        """Write the first moves and the last."""
        numbers = range(self.moves) if self.moves <= 3 else (0, 1, self.moves - 1)
        words = ["+".join(map(str, self.move(number))) or "0" for number in numbers]
        if self.moves > 3:
            words[2:2] = ["..."]
        return f"{self.heap} -> {', '.join(words)}" + (f" ({self.moves} moves)" if self.moves > 3 else "")


@dataclass(frozen=True, eq=False, repr=False)
class MisereQuotient(FiniteQuotient):
    """The misère quotient of the heaps of an octal code: of all of them, or of those up to `heaps`.

    - `code`, and its `digits`;
    - `monoid`: the ``table`` of products, shape (order, order), element 0 being the identity; which elements are
      ``lost``, shape (order,); and the element of each heap in ``values``, shape (heaps + 1,);
    - `preperiod` and `period`: of the values, from heap 1 on; None where the quotient is not proved for all heaps;
    - `reason`: why it is not, as a message; None where it is;
    - `steps`: the work that was done for it.

    `status` is ``proved`` (for all heaps: by the finite check for heaps up to `heaps` and the periodicity theorem) or
    ``partial`` (by the finite check, for heaps up to `heaps`). Definitions, theorems and proofs are at the head of
    `grundy.theory.quotients`; `certificate` is what ``grundy verify`` checks without trusting this program.

    >>> import grundy
    >>> quotient = grundy.heaps("0.123").misere_quotient()
    >>> print(quotient)
    order 20, 5 P; preperiod 5, period 5; proved for all heaps (computed to 21)
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
        """Whether it is proved for all heaps."""
        return "partial" if self.period is None else "proved"

    @property
    def message(self) -> Message:
        """What is claimed, and on what grounds."""
        figures: dict[str, Any] = {"order": self.order, "lost": len(self.lost_elements), "heaps": self.heaps}
        if self.period is None:
            return Message("quotient.partial", figures | {"reason": self.reason})
        return Message("quotient.proved", figures | {"preperiod": self.preperiod, "period": self.period})

    def __str__(self) -> str:
        """Say what is claimed, in English."""
        return str(self.message)

    def __repr__(self) -> str:
        """Show the code and what is claimed."""
        return f"<MisereQuotient {self.code}: {self}>"

    @property
    def endless(self) -> bool:
        """Whether it has stopped because the quotient of more heaps is probably infinite, which is not proved."""
        return self.reason is not None and self.reason.kind in ("quotient.stopped.powers", "quotient.stopped.grows")

    def reaches(self, heap: int) -> bool:
        """Say whether the value of a heap is known."""
        return self.period is not None or heap <= self.heaps

    def element(self, heap: int) -> int:
        """Return the element of a heap of any size. Raises `RulesetError` for one that is not reached.

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
        """Return the element of a sum of heaps: their sizes, or how many there are of each size.

        Raises `RulesetError` for a heap that is not reached.
        """
        found = 0
        for heap, number in Counter(heaps).items():
            found = int(self.monoid.table[found, self.power(self.element(heap), number)])
        return found

    def is_lost(self, heaps: Iterable[int] | Mapping[int, int]) -> bool:
        """Say whether whoever is to move loses a sum of heaps in misère play. Raises `RulesetError`."""
        return bool(self.monoid.lost[self.value(heaps)])

    def winning_moves(self, heaps: Iterable[int] | Mapping[int, int]) -> Iterator[MoveFamily]:
        """Yield all winning moves of a sum of heaps, each size once, as families: see `MoveFamily`.

        A move to two parts a <= b, where a is not less than the preperiod, is like that to a + period and b - period,
        while that is not larger than its other part. So a heap of any size has at most preperiod + 2 period families
        for each digit. Raises `RulesetError` for a heap that is not reached.

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
        """Yield the winning moves of a heap beside others of some value."""
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
        """Yield what each winning move leaves of a heap beside others of element `rest`, in the order of `options`."""
        families = list(self._winning(heap, rest))
        for _, group in groupby(families, key=lambda family: (sum(family.parts), len(family.parts))):
            same = list(group)
            for number in range(max(family.moves for family in same)):
                yield from (family.move(number) for family in same if number < family.moves)

    def data(self) -> dict[str, Any]:
        """Return it for JSON: the figures, the presentation, P and the values of the heaps as words."""
        made = self.presentation()
        return {
            "code": self.code,
            "status": self.status,
            "order": self.order,
            "lost": len(self.lost_elements),
            "heaps": self.heaps,
            "preperiod": self.preperiod,
            "period": self.period,
            "reason": None if self.reason is None else self.reason.kind.rpartition(".")[2],
            "generators": {letter_of(number): heap for number, heap in enumerate(made.generators)},
            "relations": [[made.word(left), made.word(right)] for left, right in made.relations],
            "P": [made.word(made.words[element]) for element in self.lost_elements],
            "values": [made.word(made.words[element]) for element in self.monoid.values.tolist()],
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


def find_quotient(
    code: str,
    digits: tuple[int, ...],
    heaps: int | None = None,
    *,
    steps: int | None = None,
    seconds: float | None = MOST_SECONDS,
) -> MisereQuotient:
    """Return the misère quotient of a code that ends: proved for all heaps, or for as many as the bounds allow.

    It grows heap by heap until a period is proved, to heap `heaps`, for `steps` or for `seconds`. Where no heap is
    asked for, it stops at heap 8,000, and where the quotient is probably infinite: where sums of ever more equal heaps
    are told apart, or each of many heaps brought new elements in the same way. What was proved before is kept in the
    cache of tables, also when an exception ends the work, and is gone on from. `digits` are octal: no theorem here is
    about moves that leave three heaps. Raises `MissingPackageError` without NumPy.
    """
    require("numpy", Message("what.quotient"))
    from grundy.theory.quotient_games import OctalHeaps
    from grundy.theory.quotient_growth import Bounds, Growth, Stop

    known = known_quotient(digits)
    patient, most = heaps is not None, MOST_HEAPS if heaps is None else heaps
    if known is not None and (known.period is not None or known.heaps >= most or (known.endless and not patient)):
        return known
    bounds = Bounds(steps, seconds, patient=patient)
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
    """Return what was found of a quotient before, None if that is nothing."""
    return tables.get(("misere-quotient", digits))


def quick_quotient(code: str, digits: tuple[int, ...], heap: int) -> MisereQuotient | None:
    """Return a quotient that reaches a heap, if it is known or takes about a second; what fails is not tried again."""
    known = known_quotient(digits)
    steps = min(limits.budget().search_options, _QUICK_STEPS if available("numba") else _PLAIN_STEPS)
    if not available("numpy"):
        return None
    if known is None or not (known.reaches(heap) or known.steps >= steps):
        known = find_quotient(code, digits, None if heap <= MOST_HEAPS else _FAR, steps=steps, seconds=None)
    return known if known.reaches(heap) else None


def _of_growth(code: str, digits: tuple[int, ...], growth: Growth, reason: str, before: int) -> MisereQuotient:
    period = growth.period(len(digits) - 1)
    steps = before + growth.steps
    if period is None:
        return MisereQuotient(growth.monoid, Message(f"quotient.stopped.{reason}"), steps, code, digits)
    return MisereQuotient(growth.monoid, None, steps, code, digits, *period)
