"""Heaps of tokens: octal codes, and nim.

Octal codes: Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass
from math import isqrt
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy import tables, work
from grundy.errors import CapacityError, InputError, Place, RulesetError, figure
from grundy.positions import Notation, Position, Term
from grundy.rules import Component, Option, Ruleset
from grundy.scenes import Heap, HeapsScene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

_SINGLE, _ONE, _TWO = 1, 2, 4  # bits of a digit: how many heaps may be left
_MAX_HEAPS = 2
_NUMBER = re.compile(r"[0-9]{1,4000}")
_MARKS_BYTES = 8 * 2**16
_OPTIONS_A_SLAB = 500_000_000  # a fraction of a second between two reports
_EAGER = 50_000  # tables below this, which take well under a second, grow by a quarter at least
_PUTTING = Lock()


class HeapRules(Ruleset):
    """Rulesets whose states are sizes of heaps, integers of at least 0."""

    @property
    @abstractmethod
    def code(self) -> str:
        """The code that reads back."""

    @abstractmethod
    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Say whether a heap of `size` may be turned into heaps of these sizes, each at least 1."""

    @abstractmethod
    def nimbers(self, length: int) -> NDArray[np.unsignedinteger[Any]]:
        """Return G(0), G(1), ..., G(length - 1) as an array of unsigned integers."""

    def notation(self) -> Notation:
        """Write heaps after the code: ``0.77: 10 7``."""
        return HeapNotation(f"{self.code}:")

    def label(self, state: int) -> str:
        """Write a heap as its size."""
        return str(state)

    def __call__(self, *state: Any) -> Position:
        """Return the position with heaps of these sizes. Raises `RulesetError` for a negative one."""
        return Position([Term(self.notation(), tuple(Component(self, _heap(size)) for size in state))])

    def value(self, state: int) -> int:
        """Return the nimber of a heap. Raises `RulesetError` for a negative size."""
        return super().value(_heap(state))


@dataclass(frozen=True, repr=False)
class Octal(HeapRules):
    """The take-and-break game of an octal code 0.d1 d2 d3 ..., or d0.d1 d2 d3 ...

    Digit d_t says what may be left of a heap from which t tokens are taken: no heap if it has bit 1,
    one heap if bit 2, two heaps if bit 4. `digits` holds d0, d1, ...; the last one is not 0, d0 is 0
    or 4 (taking nothing can only split).

    Values come from the plain search while heaps are small, else from a table of 16-bit values that
    is grown when larger heaps are asked for: n^2 / 4 options for each digit that splits.

    >>> octal("0.77")(12).nimber
    4
    """

    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check the digits."""
        fine = self.digits and all(0 <= digit <= 7 for digit in self.digits)  # noqa: PLR2004 - octal digits
        if not fine or self.digits[0] not in (0, 4) or (len(self.digits) > 1 and self.digits[-1] == 0):
            message = f"expected octal digits, the first 0 or 4 and the last not 0, found {self.digits}"
            raise RulesetError(message)

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code!r})"

    @property
    def code(self) -> str:
        """The octal code."""
        return f"{self.digits[0]}." + ("".join(map(str, self.digits[1:])) or "0")

    @property
    def name(self) -> str:
        """The octal code."""
        return self.code

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a heap, each way to split once: smaller part first."""
        for take, digit in enumerate(self.digits):
            rest = state - take
            if digit & _SINGLE and rest == 0:
                yield self._leave(state)
            if digit & _ONE and rest > 0:
                yield self._leave(state, rest)
            if digit & _TWO:
                for part in range(1, rest // 2 + 1):
                    yield self._leave(state, part, rest - part)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Look the digit up."""
        take = size - sum(parts)
        if not 0 <= take < len(self.digits) or len(parts) > _MAX_HEAPS or min(parts, default=1) < 1:
            return False
        return bool(self.digits[take] & 1 << len(parts)) and size > 0

    def prepare(self, state: int) -> int | None:
        """Grow the table up to `state` if that is worth a kernel."""
        table = self._table_to(state)
        return None if table is None else int(table[state])

    def known(self, state: int) -> int | None:
        """Look the heap up in the table, if there is one."""
        table = tables.cache.get(self)
        return int(table[state]) if table is not None and state < len(table) else None

    def cost(self, state: int) -> work.Cost:
        """Return what the table up to heap `state` takes: its options (at most), and its bytes."""
        splitting = sum(1 for digit in self.digits if digit & _TWO)
        plain = sum(1 for digit in self.digits if digit & (_SINGLE | _ONE))
        return work.Cost(splitting * (state + 1) ** 2 // 4 + plain * (state + 1), 2 * (state + 1) + _MARKS_BYTES)

    def nimbers(self, length: int) -> NDArray[np.uint16]:
        """Return G(0), G(1), ..., G(length - 1), shape (length,), read-only.

        Raises `ValueError` for a negative length, `OverBudgetError` for a table beyond the budget.

        >>> octal("0.77").nimbers(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
        """
        import numpy as np  # noqa: PLC0415 - only arrays need NumPy

        if length < 0:
            message = f"expected a length of at least 0, found {length}"
            raise ValueError(message)
        table = self._table_to(length - 1) if length else None
        if table is None:
            table = np.array([self.value(heap) for heap in range(length)], np.uint16)
        found = table[:length]
        found.flags.writeable = False
        return found

    def _leave(self, size: int, *parts: int) -> Option:
        return Option((size, *parts), tuple([Component(self, part) for part in parts]))

    def _table_to(self, heap: int) -> NDArray[np.uint16] | None:
        """Return a table that reaches `heap`, made or grown if that is worth a kernel; else None."""
        table: NDArray[np.uint16] | None = tables.cache.get(self)
        if table is not None and heap < len(table):
            return table
        if not work.worth_a_kernel(self.cost(heap).options):
            return None
        if table is not None and heap < _EAGER:  # so that heaps asked for one by one are not all new tables
            heap = max(heap, len(table) * 5 // 4)
        return self._grow(table, heap + 1)

    def _grow(self, old: NDArray[np.uint16] | None, length: int) -> NDArray[np.uint16]:
        cost = self.cost(length - 1)
        work.check(f"the table of {self.code} up to heap {figure(length - 1)}", cost)
        import numpy as np  # noqa: PLC0415 - small heaps need neither NumPy nor Numba

        from grundy.kernels import heaps as kernel  # noqa: PLC0415
        from grundy.kernels.jit import announcing  # noqa: PLC0415

        nimbers = np.zeros(length, np.uint16)
        start = 1
        if old is not None:
            start = len(old)
            nimbers[:start] = old
        marks = np.full(kernel.CAPACITY, -1, np.int64)
        digits = np.array(self.digits, np.int64)
        done = self.cost(start - 1).options
        with announcing(work.report_compile):
            while start < length:
                # Heaps up to n have at most n^2 / 4 options for each digit.
                stop = min(length, isqrt(start**2 + _OPTIONS_A_SLAB // len(digits)) + 1)
                reached = kernel.extend(nimbers[:stop], start, digits, marks)
                if reached < stop:
                    message = f"the nimber of heap {reached} of {self.code} is more than {kernel.CAPACITY - 1}"
                    raise CapacityError(message)
                start = stop
                work.report(self.cost(start - 1).options - done, cost.options - done)
        work.record("kernel", cost.options - done)
        with _PUTTING:  # another thread may have put a longer one meanwhile
            now = tables.cache.get(self)
            if now is None or len(now) < length:
                tables.cache.put(self, nimbers, nimbers.nbytes)
        return nimbers


@dataclass(frozen=True)
class Nim(HeapRules):
    """Nim: take any number of tokens from one heap (Bouton 1901). A heap of n is worth n.

    >>> Nim()(10**18).nimber
    1000000000000000000
    """

    @property
    def code(self) -> str:
        """Its name: the octal code 0.333... has no end."""
        return "nim"

    @property
    def name(self) -> str:
        """Its name."""
        return self.code

    def notation(self) -> Notation:
        """Write heaps after the name: ``nim 3 5``."""
        return HeapNotation(self.code)

    def options(self, state: int) -> Iterator[Option]:
        """Yield the smaller heaps, largest first."""
        return (self._to(state, left) for left in range(state - 1, -1, -1))

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

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Allow any smaller heap."""
        return len(parts) <= 1 and 0 <= sum(parts) < size and min(parts, default=1) > 0

    def nimbers(self, length: int) -> NDArray[np.uint64]:
        """Return 0, 1, ..., length - 1, shape (length,)."""
        import numpy as np  # noqa: PLC0415 - only arrays need NumPy

        return np.arange(length, dtype=np.uint64)

    def _to(self, size: int, left: int) -> Option:
        if left == 0:
            return Option((size,), ())
        return Option((size, left), (Component(self, left),))


@dataclass(frozen=True)
class HeapNotation(Notation):
    """The sizes of the heaps after a name or a code: ``kayles 10 7``, ``0.137: 12``.

    A move says which heap turns into which: ``10 -> 4+5``, or ``1 -> 0`` for nothing.
    """

    head: str
    gathers = True

    @property
    def game(self) -> str:
        """The name or the code."""
        return self.head.rstrip(":")

    def text(self, components: Sequence[Component]) -> str:
        """Write the sizes after the head; no heap at all is written as 0."""
        return f"{self.head} {' '.join(str(component.state) for component in components) or 0}"

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Heaps are equal in any order, and empty ones do not count."""
        return (self, tuple(sorted(component.state for component in components if component.state)))

    def move_text(self, component: Component, move: Any) -> str:
        """Write a move."""
        del component
        return f"{move[0]} -> {'+'.join(map(str, move[1:])) or 0}"

    def find(self, component: Component, text: str) -> Option | None:
        """Ask the ruleset, without walking through the options; blanks do not count."""
        size, _, right = "".join(text.split()).partition("->")
        parts = [part for part in right.split("+") if part != "0"]
        if size != str(component.state) or not all(_NUMBER.fullmatch(part) for part in parts):
            return None
        sizes = tuple(sorted(int(part) for part in parts))
        rules = component.ruleset
        if not isinstance(rules, HeapRules) or not right or not rules.allows(component.state, sizes):
            return None
        return Option((component.state, *sizes), tuple(Component(rules, part) for part in sizes))

    def scene(self, components: Sequence[Component], winning: Sequence[str], total: int | None = None) -> HeapsScene:
        """Describe the heaps; equal heaps show the same winning moves."""
        del total
        moves: dict[str, dict[str, None]] = {}
        for move in winning:
            moves.setdefault(move.split(" ")[0], {})[move] = None
        heaps = [
            Heap(size, component.ruleset.value(size), tuple(moves.get(str(size), ())))
            for component in components
            for size in (component.state,)
        ]
        return HeapsScene(self.game, tuple(heaps))


def _heap(size: Any) -> int:
    """Return `size` as an integer, if it is the size of a heap."""
    if not hasattr(size, "__index__") or index(size) < 0:
        message = f"expected the size of a heap, an integer of at least 0, found {size!r}"
        raise RulesetError(message)
    return index(size)


def octal(code: str, place: Place = Place("code", 1, 1)) -> Octal:  # noqa: B008 - it is immutable
    """Return the ruleset of an octal code such as ``0.77`` or ``4.007``.

    Raises `InputError` that points at the character that is wrong; `place` says where the code
    begins in a larger text.

    >>> octal("4.007").digits
    (4, 0, 0, 7)
    >>> octal("0.79")
    Traceback (most recent call last):
    grundy.errors.InputError: code:1:4: expected an octal digit, 0 to 7, found '9'
    """

    def wrong(expected: str, index: int) -> InputError:
        found = repr(code[index]) if index < len(code) else "the end of the code"
        return InputError(expected, found, place._replace(column=place.column + index))

    if not code.startswith(("0", "4")):
        why = " (taking nothing can only split a heap)" if code[:1].isdecimal() else ""
        raise wrong(f"0 or 4 before the point{why}", 0)
    if not code.startswith(".", 1):
        raise wrong("a point after the digit d0", 1)
    if len(code) == len("0."):
        raise wrong("an octal digit after the point", len(code))
    for place_in_code, letter in enumerate(code):
        if place_in_code > 1 and letter not in "01234567":
            raise wrong("an octal digit, 0 to 7", place_in_code)
    return Octal((int(code[0]), *map(int, code[2:].rstrip("0"))))


def heaps(code: str) -> HeapRules:
    """Return the ruleset of heaps under a code: an octal code, or ``nim``.

    >>> heaps("0.77")(10, 7).nimber
    0
    """
    return Nim() if code == "nim" else octal(code)
