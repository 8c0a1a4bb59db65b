"""Heaps of tokens: take-and-break codes, sets of takes, splits, nim, and rules given as a function.

Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.errors import OverBudgetError, Place, RulesetError
from grundy.families.heaps import tables as heap_tables
from grundy.families.heaps.codes import ALL_BUT, EQUAL, UNEQUAL, Digits, Takes, read_code, write_digits
from grundy.families.heaps.rules import HeapNotation, HeapRules
from grundy.messages import Message, figure
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.theory.periods import Exceptions, Period, Theorem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.notation import Notation
    from grundy.families.heaps.tables import Engine, Solved

__all__ = ["Code", "Function", "HeapNotation", "HeapRules", "Nim", "Splits", "Subtraction", "heaps", "read_heaps"]

_SINGLE, _ONE, _TWO, _THREE = 1, 2, 4, 8  # bits of a digit: how many heaps may be left
_MOST_DIGIT = 15
_SETS_BYTES = 2**14  # of the kernel, for each total that is kept
_SIZES = "sizes of heaps, integers of at least 0"
_MOST_PAIRS = 100_000  # of a heap beyond the table that are listed one by one


class TakeAndBreak(HeapRules):
    """Rules that say, for each number of tokens taken, into how many heaps the rest may be left.

    A table is of 16 bits where moves leave at most two heaps and the code ends, and then takes
    n^2 / 4 options for each digit that splits; else of 32 bits, and n^3 / 36 where three heaps are left.
    """

    tabulated = True
    digits: tuple[int, ...]
    cycle: tuple[int, ...]

    def digit(self, take: int) -> int:
        """Return the digit of a number of tokens taken."""
        if take < len(self.digits):
            return self.digits[take]
        return self.cycle[(take - len(self.digits)) % len(self.cycle)] if self.cycle else 0

    @property
    def most_heaps(self) -> int:
        """The most heaps that a move leaves."""
        return max((*self.digits, *self.cycle)).bit_length() - 1

    @property
    def summary(self) -> Message:
        """The meaning of the digits."""
        return Message("code.digits-three" if self.most_heaps > 2 else "code.digits", {"code": self.code})

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, each way to split once: smaller parts first."""
        for take in range(state + 1 if self.cycle else min(len(self.digits), state + 1)):
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

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options of a heap that are worth `nimber`: pairs are looked up in the table all at once."""
        solved: Solved | None = tables.get(self)
        if solved is None or not solved.knows(state) or not self._short:
            yield from super().moves_worth(state, nimber)
            return
        for take, digit in enumerate(self.digits[: state + 1]):
            rest = state - take
            if digit & _SINGLE and rest == 0 and nimber == 0:
                yield self._leave(state)
            if digit & _ONE and rest > 0 and solved.value(rest) == nimber:
                yield self._leave(state, rest)
            if digit & _TWO:
                for part in self._pairs_worth(solved, rest, nimber):
                    yield self._leave(state, part, rest - part)

    def _pairs_worth(self, solved: Solved, total: int, nimber: int) -> Iterator[int]:
        """Yield the smaller parts of the pairs of a total that are worth `nimber`.

        A table is looked up all at once. Beyond it, a pair whose smaller part is in the periodic block is
        worth the same as one whose smaller part is a period larger.
        """
        half = total // 2
        if total < len(solved.values):
            values = solved.values
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
                what = f"not all moves from heaps of {figure(total)} tokens and more were looked at"
                raise OverBudgetError(what, _MOST_PAIRS, _MOST_PAIRS, "options")
            yield from (part + shift for part in again if part + shift <= half)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Look the digit up."""
        take = size - sum(parts)
        if take < 0 or size < 1 or min(parts, default=1) < 1:
            return False
        return bool(self.digit(take) >> len(parts) & 1)

    @property
    def theorem(self) -> Theorem | None:
        """Guy and Smith's, if the code has an end."""
        return None if self.cycle else Theorem(max(1, self.most_heaps), len(self.digits) - 1)

    @property
    def never_arithmetic(self) -> bool:  # type: ignore[override]
        """Octal codes with an end have no saltus (Winning Ways, chapter 4)."""
        return not self.cycle and self.most_heaps <= 2

    def cost(self, state: int) -> limits.Cost:
        """Return what the table up to heap `state` takes: its options (at most), and its bytes."""
        heaps = state + 1
        options = 0
        for digits, repeats in ((self.digits, 1), (self.cycle, max(1, -(-heaps // max(1, len(self.cycle)))))):
            split = sum(1 for digit in digits if digit & _TWO)
            triple = sum(1 for digit in digits if digit & _THREE)
            plain = sum(1 for digit in digits if digit & (_SINGLE | _ONE))
            options += repeats * (plain * heaps + split * heaps**2 // 4 + triple * (heaps + 3) ** 3 // 36)
        return limits.Cost(options, self._bytes(heaps))

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> Engine:
        """Return the kernel: windows of values for short moves, else rows of bits."""
        if self._short:
            from grundy.families.heaps.direct_kernel import Table

            return Table({take: digit for take, digit in enumerate(self.digits) if digit}, size, prefix)
        from grundy.families.heaps.rows_kernel import Table as Rows

        return Rows(self.digits, self.cycle, size, prefix)

    @property
    def _short(self) -> bool:
        return not self.cycle and self.most_heaps <= 2

    def _bytes(self, heaps: int) -> int:
        if self._short:
            return 4 * heaps + _SETS_BYTES * len(self.digits)
        # Nimbers may be as large as heaps, rows are powers of two, and half as long while they are copied.
        row = heaps // 4 + heaps // 8 + 64
        rows = (heaps if self.most_heaps > 2 else len(self.digits)) + 4 * max(1, len(self.cycle))
        return 4 * heaps + row * rows

    def _leave(self, size: int, *parts: int) -> Option:
        return Option((size, *parts), tuple([Component(self, part) for part in parts]))


@dataclass(frozen=True, repr=False)
class Code(TakeAndBreak):
    """The take-and-break game of a code d0.d1 d2 d3 ..., octal or hexadecimal.

    Digit d_t says what may be left of a heap from which t tokens are taken: no heap if it has bit 1,
    one heap if bit 2, two heaps if bit 4, three if bit 8. `digits` holds d0, d1, ...; those of `cycle`
    follow again and again. Taking nothing can only split: d0 has neither bit 1 nor bit 2. The last of
    the digits is not 0 unless it is d0 or something follows.

    >>> heaps("0.77")(12).nimber
    4
    >>> str(heaps("0.3F")), heaps("4.[3]")(7).nimber
    ('0.3f', 8)
    """

    digits: tuple[int, ...]
    cycle: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check the digits."""
        fine = self.digits and all(0 <= digit <= _MOST_DIGIT for digit in (*self.digits, *self.cycle))
        if not fine or self.digits[0] & (_SINGLE | _ONE) or read_code(self.code) != (self.digits, self.cycle):
            message = (
                "expected digits from 0 to 15, the first without bits 1 and 2, in their shortest form, "
                f"found {self.digits} and {self.cycle}"
            )
            raise RulesetError(message)

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code!r})"

    @property
    def code(self) -> str:
        """The code."""
        return write_digits(self.digits, self.cycle)


@dataclass(frozen=True, repr=False)
class Subtraction(TakeAndBreak):
    """Take one of some numbers of tokens, ``{1,3,4}``, or any number but some, ``all-but{1,3}``.

    The same as a code with digits 3 at these places: ``{1,3,4}`` is 0.3033, ``all-but{1,3}`` is
    0.030[3]. `takes` is in increasing order.

    >>> heaps("{1,3,4}").nimbers(8)
    array([0, 1, 0, 1, 2, 3, 2, 0], dtype=uint16)
    """

    takes: tuple[int, ...]
    all_but: bool = False

    def __post_init__(self) -> None:
        """Check the set."""
        if self.takes != tuple(sorted(set(self.takes))) or min(self.takes, default=1 - (not self.all_but)) < 1:
            message = f"expected numbers of at least 1, in increasing order, found {self.takes}"
            raise RulesetError(message)

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code!r})"

    @property
    def code(self) -> str:
        """The set in braces."""
        return f"{ALL_BUT if self.all_but else ''}{{{','.join(map(str, self.takes))}}}"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.takes-all-but" if self.all_but else "code.takes", {"takes": list(self.takes)})

    @property
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
        """The digit that repeats, if all but some numbers may be taken."""
        return (_SINGLE | _ONE,) if self.all_but else ()


@dataclass(frozen=True, repr=False)
class Splits(HeapRules):
    """Split a heap into so many parts that are all equal, ``equal-2``, or all different, ``unequal-2``.

    ``unequal-2`` is Grundy's game (1939). Equal parts are cheap: a heap has one option at most.

    >>> heaps("unequal-2").nimbers(12)
    array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2], dtype=uint16)
    >>> heaps("equal-3")(3**40).nimber
    0
    """

    parts: int
    equal: bool

    def __post_init__(self) -> None:
        """Check the number of parts."""
        if self.parts < 2:
            message = f"expected at least 2 parts, found {self.parts}"
            raise RulesetError(message)

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code!r})"

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
        """Two unequal parts have a kernel."""
        return self.parts == 2 and not self.equal

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, smallest parts first."""
        if self.equal:
            if state and state % self.parts == 0:
                yield self._leave(state, (state // self.parts,) * self.parts)
            return
        for parts in _unequal(state, self.parts, 1):
            yield self._leave(state, parts)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Count and compare the parts."""
        kinds = len(set(parts))
        fits = len(parts) == self.parts and sum(parts) == size and min(parts, default=0) > 0
        return fits and kinds == (1 if self.equal else self.parts)

    def cost(self, state: int) -> limits.Cost:
        """Return what the table up to heap `state` takes: its options (at most), and its bytes."""
        heaps = state + 1
        # The ways to write a total of at most `state` as different parts in any order are counted together.
        options = heaps if self.equal else comb(max(0, state), self.parts) // factorial(self.parts)
        return limits.Cost(options, 4 * heaps + _SETS_BYTES)

    def prepare(self, state: int) -> int | None:
        """Make a table of pairs; refuse heaps with more options than a search may look at."""
        value = super().prepare(state)
        if value is None and not self.tabulated and not self.equal:
            heap_tables.check(self, f"heap {figure(state)} of {self.code}", state)
        return value

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> Engine:
        """Return the kernel of pairs, or the plain engine."""
        if not self.tabulated:
            return super().engine(size, prefix)
        from grundy.families.heaps.direct_kernel import Table

        return Table({0: _TWO}, size, prefix, unequal=True)

    def _leave(self, size: int, parts: tuple[int, ...]) -> Option:
        return Option((size, *parts), tuple([Component(self, part) for part in parts]))


@dataclass(frozen=True)
class Nim(HeapRules):
    """Nim: take any number of tokens from one heap (Bouton 1901). A heap of n is worth n.

    >>> Nim()(10**18).nimber
    1000000000000000000
    """

    @property
    def code(self) -> str:
        """Its name, for 0.[3]."""
        return "nim"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.nim")

    def notation(self) -> Notation:
        """Write heaps after the name: ``nim 3 5``."""
        return HeapNotation(self.code)

    def options(self, state: int) -> Iterator[Option]:
        """Yield the smaller heaps, largest first."""
        return (self._to(state, left) for left in range(state - 1, -1, -1))

    def nim_heap(self, state: int) -> int:
        """Return the size."""
        return state

    def options_below(self, state: int) -> int:
        """Count the pairs of heaps."""
        return state * (state + 1) // 2

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the one option that is worth `nimber`, if there is one."""
        if nimber < state:
            yield self._to(state, nimber)

    def prepare(self, state: int) -> int:
        """Return the size: no table is needed."""
        return state

    def known(self, state: int) -> int:
        """Return the size."""
        return state

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes: there is nothing to look at."""
        return limits.Cost(0, 8 * (state + 1))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Allow any smaller heap."""
        return len(parts) <= 1 and 0 <= sum(parts) < size and min(parts, default=1) > 0

    def nimbers(self, length: int, *, direct: bool = False) -> NDArray[np.uint64]:
        """Return 0, 1, ..., length - 1, shape (length,)."""
        import numpy as np

        del direct
        length = heap_tables.checked_length(length, 0)
        if length:
            limits.check("so many nimbers", self.cost(length - 1))
        return np.arange(length, dtype=np.uint64)

    def period(self, length: int | None = None) -> Period:
        """Return period 1 with saltus 1, which Bouton's theorem proves for all heaps at once."""
        none = Exceptions(0, None)
        return Period(
            "proved",
            0 if length is None else heap_tables.checked_length(length, 1),
            0,
            1,
            1,
            "Bouton (1901): a heap of n is worth n",
            None,
            none,
            none,
        )

    def _to(self, size: int, left: int) -> Option:
        if left == 0:
            return Option((size,), ())
        return Option((size, left), (Component(self, left),))


@dataclass(frozen=True, repr=False)
class Function(HeapRules):
    """Rules given as a Python function from the size of a heap to what its moves leave.

    The function returns or yields, for each option, one size or several: the heaps that are left, of
    which empty ones do not count. Heap 0 is worth 0 and has no options. The function must depend on its
    argument alone. There is no theorem for its period, which can be observed but not proved, and no text
    reads back to it.

    >>> def powers_of_two(n):
    ...     return [n - 2**k for k in range(n.bit_length())]
    >>> heaps(powers_of_two)(100).nimber
    1
    """

    function: Callable[[int], Iterable[int | Iterable[int]]]

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code})"

    @property
    def code(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "function")

    @property
    def summary(self) -> Message:
        """The first line that the function says of itself."""
        lines = (self.function.__doc__ or "").strip().splitlines()
        return Message("text", {"text": lines[0]}) if lines else Message("code.function", {"name": self.code})

    def options(self, state: int) -> Iterator[Option]:
        """Yield what the function does, each set of heaps once. Raises `RulesetError` for what are no sizes."""
        seen = set()
        for option in self._iterate(self.function(state), "to give options of a heap"):
            sizes = (option,) if hasattr(option, "__index__") else self._iterate(option, f"to give {_SIZES}")
            parts = tuple(sorted(part for part in map(self._size, sizes) if part))
            if state == 0:
                message = f"expected {self.code} to give no options of heap 0, which is worth 0, found {option!r}"
                raise RulesetError(message)
            if parts not in seen:
                seen.add(parts)
                yield Option((state, *parts), tuple([Component(self, part) for part in parts]))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Look through the options."""
        return any(option.move == (size, *parts) for option in self.options(size))

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of a table; the options are not known beforehand."""
        return limits.Cost(0, 4 * (state + 1))

    def _iterate(self, found: Any, expected: str) -> Iterable[Any]:
        if not hasattr(found, "__iter__"):
            message = f"expected {self.code} {expected}, found {found!r}"
            raise RulesetError(message)
        return found  # type: ignore[no-any-return] # whatever it yields is checked

    def _size(self, part: Any) -> int:
        if not hasattr(part, "__index__") or index(part) < 0:
            message = f"expected {self.code} to give {_SIZES}, found {part!r}"
            raise RulesetError(message)
        return index(part)


def _unequal(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a total as so many different numbers of at least `least`, in order."""
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for part in range(least, (total - parts * (parts - 1) // 2) // parts + 1):
        for rest in _unequal(total - part, parts - 1, part + 1):
            yield (part, *rest)


def read_heaps(code: str, place: Place = Place("code", 1, 1)) -> HeapRules:  # noqa: B008 - it is immutable
    """Return the ruleset of a code that stands at `place` in a larger text."""
    read = read_code(code, place)
    if isinstance(read, Digits):
        return Nim() if read == ((0,), (3,)) else Code(*read)
    if isinstance(read, Takes):
        return Subtraction(*read) if read.numbers else Nim()
    return Splits(*read)


def heaps(code: str | Callable[[int], Iterable[int | Iterable[int]]]) -> HeapRules:
    """Return the ruleset of heaps under a code, or under a function from a size to its options.

    Codes: octal and hexadecimal digits, ``0.77``, ``4.007``, ``0.3f``; digits that repeat for ever,
    ``0.7[3]``; sets of takes ``{1,3,4}`` and ``all-but{1,3}``; splits ``unequal-2`` (Grundy's game)
    and ``equal-3``; ``nim``. A code is hexadecimal if it has digits above 7. `str` gives the code in
    its shortest form, and it reads back. Raises `InputError` that points at the character.

    >>> heaps("0.77")(10, 7).nimber
    0
    >>> heaps("1.77")
    Traceback (most recent call last):
    grundy.errors.InputError: code:1:1: expected 0, 4, 8 or c as the digit d0 (a move that takes nothing must split the heap), found '1'
    """  # noqa: E501 - an output
    if isinstance(code, str):
        return read_heaps(code)
    if not callable(code):
        message = f"expected a code or a function, found {code!r}"
        raise RulesetError(message)
    return Function(code)
