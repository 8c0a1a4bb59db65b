"""Take-and-break games of heaps: codes with digits, and sets of takes.

Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.heaps import heap_tables
from grundy.games.families.heaps.closed import ClosedForm, IntervalForm, closed_form
from grundy.games.families.heaps.codes import (
    ALL_BUT,
    MOST_NUMBERS,
    MOST_PLACES,
    SHORTEST_RUN,
    shortest,
    write_digits,
    write_numbers,
)
from grundy.games.families.heaps.engines import browser_bytes
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.runtime import arrays, limits
from grundy.runtime.costs import EXTRA_OPTIONS, MANY_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available
from grundy.runtime.table_cache import tables
from grundy.theory.arithmetic_periods import ArithmeticTheorem
from grundy.theory.periods import Theorem

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.engines import HeapEngine
    from grundy.games.families.heaps.heap_tables import SolvedHeaps
    from grundy.theory.periods import Period

_SINGLE, _ONE, _TWO, _THREE = 1, 2, 4, 8  # bits of a digit: how many heaps may be left
_MOST_DIGIT = 15
_MOST_SAID = 6  # digits of a code in an explanation
_SETS_BYTES = 2**14  # of the kernel's sets, for each total that is kept
_SET_BYTES = 100  # of a set that is kept as an integer, beside its bits
_MOST_WIDE = 2**32 - 1  # the largest nimber in an array of 32 bits
_MOST_PAIRS = 100_000  # pairs that are listed one by one, for a heap beyond the table


class TakeAndBreak(HeapRules):
    """Rules that say, for each number of tokens taken, in how many heaps the rest may be left.

    If moves leave at most two heaps and the code ends, a table has 16 bits per value and takes n^2 / 4 options for each
    digit that splits. Otherwise it has 32 bits per value, and takes n^3 / 36 options for each digit that leaves three
    heaps.
    """

    tabulated = True
    digits: tuple[int, ...]
    cycle: tuple[int, ...]

    @cached_property
    def places(self) -> dict[int, int]:
        """The digits before the cycle that are not 0, by the number of tokens taken, in increasing order."""
        return {take: digit for take, digit in enumerate(self.digits) if digit}

    def digit(self, take: int) -> int:
        """Return the digit of a number of tokens taken."""
        if not self.cycle or take < len(self.digits):
            return self.places.get(take, 0)
        return self.cycle[(take - len(self.digits)) % len(self.cycle)]

    @property
    def most_heaps(self) -> int:
        """The most heaps that a move leaves."""
        return max((0, *self.places.values(), *self.cycle)).bit_length() - 1

    @property
    def inside(self) -> bool:  # type: ignore[override] # a constant elsewhere
        """Whether some move takes tokens and leaves two heaps."""
        return any(digit & _TWO for take, digit in self.places.items() if take) or any(
            digit & _TWO for digit in self.cycle
        )

    def digits_in_words(self) -> tuple[Message, ...]:
        """Return notes on what the first digits allow, with equal digits together, and on the digits that repeat."""
        first = dict(islice(self.places.items(), _MOST_SAID))
        last = len(self.digits) + len(self.cycle) - 1
        if any(self.cycle) and last < _MOST_SAID:
            first |= {take: self.digit(take) for take in range(len(self.digits), last + 1) if self.digit(take)}
        kinds = dict.fromkeys(first.values())
        notes = [_in_words([take for take in first if first[take] == digit], digit) for digit in kinds]
        if any(self.cycle):
            about = {"take": last, "digits": write_digits((0,), self.cycle).partition("[")[2][:-1]}
            notes.append(Message("reduction.note.digits-repeat", about))
        elif len(self.places) > _MOST_SAID:
            notes.append(Message("reduction.note.more", {"number": len(self.places) - _MOST_SAID}))
        return tuple(notes)

    def formula_in_words(self, state: int) -> Message | None:
        """Return a message that says how the closed form gives the nimber; None without a closed form."""
        form = closed_form(self)
        if isinstance(form, IntervalForm):
            about = {"heap": state, "least": form.least, "nimber": form.value(state)}
            if form.most is None:
                return Message("reduction.note.formula-from", about)
            total = form.least + form.most
            about |= {"most": form.most, "total": total, "rest": state % total}
            return Message("reduction.note.formula-interval", about)
        if form is None or not form.period.saltus or not form.period.period:
            return None
        equal, more = form.period.reduce(state)
        if not more:
            return None
        about = {"heap": state, "equal": equal, "period": form.period.period, "saltus": form.period.saltus}
        about |= {"rounds": more // form.period.saltus, "worth": form.value(equal), "nimber": form.value(state)}
        return Message("reduction.note.formula-rising", about)

    @property
    def summary(self) -> Message:
        """The meaning of the digits."""
        return Message("code.digits-three" if self.most_heaps > 2 else "code.digits", {"code": self.code})

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, each way to split once, smaller parts first."""
        for take in range(state + 1) if self.cycle else self.places:
            if take > state:
                break
            digit = self.digit(take)
            rest = state - take
            if digit & _SINGLE and rest == 0 and take:
                yield self._leave(state)
            if digit & _ONE and rest > 0:
                yield self._leave(state, rest)
            if digit & _TWO:
                for part in range(1, rest // 2 + 1):
                    yield self._leave(state, part, rest - part)
            if digit & _THREE:
                for least in range(1, rest // 3 + 1):
                    for part in range(least, (rest - least) // 2 + 1):
                        yield self._leave(state, least, part, rest - least - part)

    def prepare(self, state: int) -> int | None:
        """Return the nimber from the closed form (``heaps/closed.py``), else from a table if it pays off."""
        closed = closed_form(self)
        return super().prepare(state) if closed is None else closed.value(state)

    def known(self, state: int) -> int | None:
        """Return the nimber from the closed form or from the table; None if neither has it."""
        closed = closed_form(self)
        return super().known(state) if closed is None else closed.value(state)

    def of_table(self, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
        """Return the nimbers of many heaps at once, from the closed form or from the table."""
        closed = closed_form(self)
        return super().of_table(top, sizes) if closed is None else closed.of_heaps(sizes)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        """Return the first nimbers, from the closed form unless `direct`."""
        closed = None if direct or not length else closed_form(self)
        if closed is None or closed.value(length - 1) > _MOST_WIDE or not available("numpy"):
            return super()._first(length, direct=direct)
        limits.check(Message("over.nimbers"), limits.Cost(length, 4 * length))
        return arrays.freeze(closed.first(length))

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return the period; see `HeapRules.period`. The period of a closed form is proved."""
        closed = closed_form(self)
        if closed is None:
            return super().period(length, seconds=seconds)
        if length is not None:
            heap_tables.checked_length(length, 1)
        return closed.period

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options of a heap that are worth `nimber`. All pairs are looked up in the table at once."""
        closed = closed_form(self)
        if isinstance(closed, ClosedForm) and closed.period.saltus and state > EXTRA_OPTIONS:
            heaps = closed.heaps_worth(nimber)
            yield from (
                self._leave(state, *[heap] * bool(heap)) for heap in heaps if self.allows(state, (heap,) * bool(heap))
            )
            if self.most_heaps > 1:  # pairs would be tried one by one, and there are too many
                what = Message("over.moves-of-heap", {"heap": state, "code": self.shown_code})
                raise OverBudgetError(what, state, EXTRA_OPTIONS, "options")
            return
        solved: SolvedHeaps | None = tables.get(self)
        if solved is None or not solved.knows(state) or not self._short:
            period = None if solved is None else solved.period
            many = period is not None and period.saltus and self._has_many(state)
            yield from self._some_worth(period, state, nimber) if many else super().moves_worth(state, nimber)
            return
        for take, digit in self.places.items():
            rest = state - take
            if rest < 0:
                break
            if digit & _SINGLE and rest == 0 and nimber == 0:
                yield self._leave(state)
            if digit & _ONE and rest > 0 and solved.value(rest) == nimber:
                yield self._leave(state, rest)
            if digit & _TWO:
                for part in self._pairs_worth(solved, rest, nimber):
                    yield self._leave(state, part, rest - part)

    def _has_many(self, state: int) -> bool:
        """Return whether a heap has more than a million options, about."""
        return state > 0 and self.cost(state).options - self.cost(state - 1).options > MANY_OPTIONS

    def _some_worth(self, period: Period | None, state: int, nimber: int) -> Iterator[Option]:
        """Yield options of a large heap that are worth `nimber`, by its arithmetic period; then raise.

        They leave a heap of any size beside two equal ones, or beside small ones. By such options the theorem proves
        the period (`grundy.theory.arithmetic_periods`), so that there is one for each nimber below that of the heap.
        """
        assert period is not None
        bound = period.bound or 0
        values = tuple(map(int, self._first(bound, direct=False)))
        form = ClosedForm(values, period)
        found = set()
        for heap in form.heaps_worth(nimber):
            for take in range(len(self.digits) + 2 * len(self.cycle)):
                half, odd = divmod(state - take - heap, 2)
                if half > 0 and not odd:
                    found.add((heap, half, half))
        worth: dict[int, list[int]] = {}
        for least, part in combinations_with_replacement(range(bound), 2):
            rest = nimber ^ values[least] ^ values[part]
            if rest not in worth:
                worth[rest] = form.heaps_worth(rest)
            found.update((least, part, heap) for heap in worth[rest])
        options = {tuple(sorted(part for part in parts if part)) for parts in found}
        for parts in sorted(options, key=lambda parts: (-sum(parts), parts)):
            if self.allows(state, parts):
                yield self._leave(state, *parts)
        what = Message("over.moves-of-heap", {"heap": state, "code": self.shown_code})
        raise OverBudgetError(what, state, MANY_OPTIONS, "options")

    def _pairs_worth(self, solved: SolvedHeaps, total: int, nimber: int) -> Iterator[int]:
        """Yield the smaller parts of the pairs of a total that are worth `nimber`.

        In a table, all pairs are looked up at once. Beyond the table, a pair whose smaller part is in the periodic
        block has the same value as the pair whose smaller part is a period larger.
        """
        half = total // 2
        values = solved.values
        if total < len(values) and not isinstance(values, list):
            worth = values[1 : half + 1] ^ values[total - half : total][::-1]
            yield from ((worth == nimber).nonzero()[0] + 1).tolist()
            return
        start, period = (solved.period.preperiod or 1, solved.period.period or 1) if solved.period else (half, 1)
        found = [part for part in range(1, min(half, start + period - 1) + 1)
                 if solved.value(part) ^ solved.value(total - part) == nimber]  # fmt: skip
        yield from found
        again = [part for part in found if part >= start]
        for shift in range(period, half, period) if again else ():
            if shift // period * len(again) > _MOST_PAIRS:
                what = Message("over.moves-of-heaps", {"tokens": total})
                raise OverBudgetError(what, _MOST_PAIRS, _MOST_PAIRS, "options")
            yield from (part + shift for part in again if part + shift <= half)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether the digit of the take allows this number of heaps."""
        take = size - sum(parts)
        if take < 0 or size < 1 or min(parts, default=1) < 1:
            return False
        return bool(self.digit(take) >> len(parts) & 1)

    @property
    def theorem(self) -> Theorem | None:
        """The theorem of Guy and Smith, if the code has an end."""
        return None if self.cycle else Theorem(max(1, self.most_heaps), max(self.places, default=0))

    @property
    def tail(self) -> tuple[int, int] | None:
        """The first place of the digits that repeat, if each of them leaves a heap."""
        if not self.cycle or not all(digit & _ONE for digit in self.cycle):
            return None
        return len(self.digits), 0 if all(digit & _SINGLE for digit in self.cycle) else 1

    @property
    def arithmetic(self) -> bool | ArithmeticTheorem:
        """The theorem for codes with a saltus. Octal codes with an end have none: Winning Ways, chapter 4."""
        return False if self._short else ArithmeticTheorem(self.digit, len(self.digits), len(self.cycle))

    def cost(self, state: int) -> limits.Cost:
        """Return the cost of the table up to heap `state`: the number of options (at most), and the bytes."""
        heaps = state + 1
        options = 0
        cycles = max(1, -(-heaps // max(1, len(self.cycle))))
        for (plain, split, triple), repeats in zip(self._kinds, (1, cycles), strict=True):
            options += repeats * (plain * heaps + split * heaps**2 // 4 + triple * (heaps + 3) ** 3 // 36)
        return limits.Cost(options, self._bytes(heaps))

    @cached_property
    def _kinds(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of digits that leave at most one heap, two heaps, and three heaps: before and in the cycle."""
        kinds = _SINGLE | _ONE, _TWO, _THREE
        digits = self.places.values(), self.cycle
        return tuple(tuple(sum(bool(digit & kind) for digit in some) for kind in kinds) for some in digits)

    @property
    def pair_digits(self) -> tuple[dict[int, int], bool] | None:
        """The digits; None if the code does not end, or if no move leaves two heaps, or some move more."""
        return None if self.cycle or self.most_heaps != 2 else (self.places, False)

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return the fastest engine for the code: a kernel, or a plain engine."""
        from grundy.games.families.heaps.engines import SetEngine, pair_engine

        if self._short:
            return pair_engine(self._places_below(size), size, prefix)
        places = self._places_below(size)
        return SetEngine(places, size, prefix, bits=32, cycle=self.cycle, fixed=len(self.digits))

    @property
    def has_kernel(self) -> bool:
        """Whether the limits of a table are those of a kernel: also where `SetEngine` is all that there is."""
        return not self._short or super().has_kernel

    @property
    def _short(self) -> bool:
        """Whether the code ends and moves leave at most two heaps."""
        return not self.cycle and self.most_heaps <= 2

    @property
    def narrow(self) -> bool:  # type: ignore[override]
        """Whether arrays of nimbers have 16 bits per value."""
        return self._short

    def _bytes(self, heaps: int) -> int:
        if self._short:
            sets = 32 * len(self._places_below(heaps)) + _SETS_BYTES * self._splitting_span
            return 4 * heaps + sets + browser_bytes(heaps)
        # Nimbers may be as large as heaps, and each set of pairs or of triples has a bit for each of them.
        kept = heaps if self.most_heaps > 2 else min(heaps, len(self.digits) + 1)
        sets = kept * max(0, self.most_heaps - 1) + 4 * len(self.cycle)
        return 16 * heaps + sets * (heaps // 8 + _SET_BYTES)

    def _places_below(self, size: int) -> dict[int, int]:
        """Return the digits of the takes that are possible in a heap below `size`."""
        return {take: digit for take, digit in self.places.items() if take < size}

    @cached_property
    def _splitting_span(self) -> int:
        """The number of integers from the least to the largest number that may be taken with a split."""
        splitting = [take for take, digit in self.places.items() if digit & _TWO] or [0]
        return splitting[-1] - splitting[0] + 1

    def octal_heap(self, state: int) -> tuple[str, tuple[int, ...], int] | None:
        """Return the code, its digits and the heap, if misère quotients are defined for such codes."""
        return (self.code, self.digits, state) if self._short else None

    def _leave(self, size: int, *parts: int) -> Option:
        return Option((size, *parts), tuple([Component(self, part) for part in parts]))


@dataclass(frozen=True, repr=False)
class Code(TakeAndBreak):
    """The take-and-break game of a code d0.d1 d2 d3 ..., octal or hexadecimal.

    Digit d_t says how many heaps may be left when t tokens are taken from a heap: none if it has bit 1, one heap if it
    has bit 2, two heaps if bit 4, three heaps if bit 8. `digits` holds d0, d1, ..., and the digits of `cycle` follow
    again and again. A move that takes nothing must split, so d0 has neither bit 1 nor bit 2. The last of the digits is
    not 0, unless it is d0 or a cycle follows.

    >>> import grundy
    >>> grundy.heaps("0.77")(12).nimber
    4
    >>> str(grundy.heaps("0.3F")), grundy.heaps("4.[3]")(7).nimber
    ('0.3f', 8)
    """

    digits: tuple[int, ...]
    cycle: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check the digits."""
        fine = self.digits and all(0 <= digit <= _MOST_DIGIT for digit in (*self.digits, *self.cycle))
        fits = max(len(self.digits) - 1, len(self.cycle)) <= MOST_PLACES
        is_shortest = shortest(self.digits, self.cycle) == (self.digits, self.cycle)
        if not (fine and fits and is_shortest) or self.digits[0] & (_SINGLE | _ONE):
            raise RulesetError("error.code-digits", digits=str(self.digits), cycle=str(self.cycle))

    @property
    def code(self) -> str:
        """The code."""
        return write_digits(self.digits, self.cycle)


@dataclass(frozen=True, repr=False)
class Subtraction(TakeAndBreak):
    """Take one of some numbers of tokens, ``{1,3,4}``, or any number except some numbers, ``all-but{1,3}``.

    These rules are those of a code with digits 3 at these places: ``{1,3,4}`` is 0.3033, ``all-but{1,3}`` is 0.030[3].
    `takes` is in increasing order: a tuple, or a range for four or more neighbouring numbers. A range may have any
    length (``grundy.games.families.heaps.closed``).

    >>> import grundy
    >>> grundy.heaps("{1,3,4}").nimbers(8)
    array([0, 1, 0, 1, 2, 3, 2, 0], dtype=uint16)
    >>> grundy.heaps("{30000..60000}")(10**18 + 7).nimber
    0
    """

    takes: tuple[int, ...] | range
    all_but: bool = False

    def __post_init__(self) -> None:
        """Check the set, and keep neighbouring numbers as a range."""
        takes = self.takes
        if type(takes) is not range or takes.step != 1:
            if takes != tuple(sorted(set(takes))):
                raise RulesetError("error.expected", expected=Message("expected.takes"), found=str(takes))
            if len(takes) > 1 and takes[-1] - takes[0] + 1 == len(takes):
                takes = range(takes[0], takes[-1] + 1)
        if min(takes[:1], default=1 - (not self.all_but)) < 1:
            raise RulesetError("error.expected", expected=Message("expected.takes"), found=str(self.takes))
        object.__setattr__(self, "takes", takes if len(takes) >= SHORTEST_RUN else tuple(takes))

    @property
    def code(self) -> str:
        """The set in braces."""
        return f"{ALL_BUT if self.all_but else ''}{{{write_numbers(self.takes)}}}"

    def digits_in_words(self) -> tuple[Message, ...]:
        """Return no notes: the code shows no digits, and `summary` says all."""
        return ()

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        if type(self.takes) is range and (not self.all_but or self.takes[0] == 1):
            last, kind = self.takes[-1], "code.takes-from" if self.all_but else "code.takes-between"
            return Message(kind, {"low": last + 1 if self.all_but else self.takes[0], "high": last})
        takes = [write_numbers(self.takes)] if type(self.takes) is range else list(self.takes)
        return Message("code.takes-all-but" if self.all_but else "code.takes", {"takes": takes})

    @cached_property
    def places(self) -> dict[int, int]:
        """The digits of the same code that are not 0."""
        return super().places if self.all_but else dict.fromkeys(self.takes, _SINGLE | _ONE)

    def digit(self, take: int) -> int:
        """Return the digit of a number of tokens taken."""
        return (_SINGLE | _ONE) * (take > 0 and (take in self.takes) is not self.all_but)

    @property
    def most_heaps(self) -> int:
        """The most heaps that a move leaves: one."""
        return 1

    @property
    def inside(self) -> bool:  # type: ignore[override]
        """Whether some move leaves two heaps: none does."""
        return False

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, largest first."""
        for take in range(1, state + 1) if self.all_but else self.takes:
            if take > state:
                break
            if not self.all_but or take not in self.takes:
                yield self._leave(state, *[state - take] * (take < state))

    _splitting_span = 1  # no move leaves two heaps

    def _places_below(self, size: int) -> dict[int, int]:
        if type(self.takes) is not range or self.all_but:
            return super()._places_below(size)
        return dict.fromkeys(range(self.takes[0], min(size, self.takes[-1] + 1)), _SINGLE | _ONE)

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options of a heap that are worth `nimber`, by the formula if the takes are an interval."""
        closed = closed_form(self)
        if not isinstance(closed, IntervalForm):
            yield from super().moves_worth(state, nimber)
            return
        for rest in closed.left_worth(state, nimber):
            yield self._leave(state, *[rest] * bool(rest))

    @property
    def theorem(self) -> Theorem | None:
        """The theorem of Guy and Smith, if finitely many numbers may be taken."""
        return None if self.all_but else Theorem(1, self.takes[-1])

    @cached_property
    def _kinds(self) -> tuple[tuple[int, ...], ...]:
        many = 1 if type(self.takes) is range and self.all_but else len(self.takes)
        return ((many, 0, 0), (int(self.all_but), 0, 0))

    def octal_heap(self, state: int) -> tuple[str, tuple[int, ...], int] | None:
        """Return the code and the heap, unless the numbers are too large for misère quotients."""
        return None if self.all_but or self.takes[-1] > MOST_NUMBERS else super().octal_heap(state)

    @cached_property
    def digits(self) -> tuple[int, ...]:  # type: ignore[override]
        """The digits of the same code."""
        here, else_ = (0, _SINGLE | _ONE) if self.all_but else (_SINGLE | _ONE, 0)
        digits = [else_] * (max(self.takes, default=0) + 1)
        digits[0] = 0
        for take in self.takes:
            digits[take] = here
        return tuple(digits)

    @property
    def cycle(self) -> tuple[int, ...]:  # type: ignore[override]
        """The digit that repeats, if all except some numbers may be taken."""
        return (_SINGLE | _ONE,) if self.all_but else ()


def _in_words(takes: list[int], digit: int) -> Message:
    """Return the message that says what a digit allows at these places.

    >>> str(_in_words([1, 2], 7))
    'Digit 7 = 1 + 2 + 4 at 1 and 2: take 1 or 2, and leave nothing, one heap or two heaps.'
    """
    bits = [bit for bit in range(digit.bit_length()) if digit >> bit & 1]
    sum_of = " = " + " + ".join(str(1 << bit) for bit in bits) if len(bits) > 1 else ""
    leaves = [Message(f"reduction.left-{bit}") for bit in bits]
    return Message("reduction.note.digit", {"takes": takes, "digit": digit, "sum": sum_of, "leaves": leaves})
