"""Tokens in rows and on circles, of which moves take neighbours; gaps are not closed.

A circle under a code, ``circle-0.77``: the first move takes neighbours and leaves a row, which is played by the code.

A row from which a move takes L to R neighbours, ``row{L..R}``: the code whose digits L to R are 7, for any L and R.

Theorem. Let 1 <= L < R. A row of n tokens from which a move takes L to R neighbours is an N-position exactly if n >= L.
Proof: a row of n < L tokens has no move. If n = L, take all tokens. If n > L, take L or L + 1 tokens, whichever has the
parity of n, from the middle. This leaves two equal rows. Then answer each move in one row by the same move in the other
row. So a circle of n tokens is an N-position exactly if a take leaves fewer than L tokens: L <= n <= R + L - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.core.nimbers import mex
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.games.families.heaps.closed import shortest
from grundy.games.families.heaps.codes import CIRCLE, MOST_PLACES, ROW, write_numbers
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.games.families.heaps.take_and_break import Code, TakeAndBreak
from grundy.runtime import arrays, limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.theory.periods import Period

_ALL, _INSIDE = 1, 4  # bits of a digit: nothing is left; tokens are taken from between other tokens


@dataclass(frozen=True, repr=False)
class TokenRow(HeapRules):
    """Take from `least` to `most` neighbouring tokens from anywhere in a row; a state is the length of a row.

    If `most` is at most 1,000, the nimbers are those of a code with digits 7. Otherwise outcomes of all rows are known
    by the theorem at the head of this module, and nimbers are searched for.

    >>> TokenRow(1, 10**9)(10**18).outcome.value
    'N'
    """

    least: int
    most: int
    inside = True

    def __post_init__(self) -> None:
        """Check `least` and `most`."""
        if not 1 <= self.least <= self.most:
            found = str((self.least, self.most))
            raise RulesetError("error.expected", expected=Message("expected.takes"), found=found)

    @property
    def code(self) -> str:
        """The first and the last number that may be taken."""
        return f"{ROW}{{{write_numbers(range(self.least, self.most + 1))}}}"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.row", {"low": self.least, "high": self.most})

    @cached_property
    def _digits(self) -> Code | None:
        """The same rules as a code; None if the code would be too long."""
        if self.most > MOST_PLACES:
            return None
        return Code((0,) * self.least + (_ALL + 2 + _INSIDE,) * (self.most - self.least + 1))

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a row, each way to split once."""
        for take in range(self.least, min(self.most, state) + 1):
            for part in range((state - take) // 2 + 1):
                parts = tuple(size for size in (part, state - take - part) if size)
                yield Option((state, *parts), tuple([Component(self, size) for size in parts]))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether a move may turn a row into rows of these lengths."""
        return len(parts) <= 2 and min(parts, default=1) > 0 and self.least <= size - sum(parts) <= self.most

    def prepare(self, state: int) -> int | None:
        """Return the nimber from a table of the code."""
        if state < self.least:
            return 0
        return None if self._digits is None else self._digits.nimber(state)

    def known(self, state: int) -> int | None:
        """Return the nimber that the code knows."""
        if state < self.least:
            return 0
        return None if self._digits is None else self._digits.known(state)

    def known_outcome(self, state: int) -> Outcome | None:
        """Return the outcome by the theorem; None if the theorem does not apply."""
        if state < self.least:
            return Outcome.P
        if self.least < self.most or state == self.least or (state - self.least) % 2 == 0:
            return Outcome.N
        return Outcome.P if self.most == 1 else None

    def octal_heap(self, state: int) -> tuple[str, tuple[int, ...], int] | None:
        """Return the code, for misère quotients."""
        return None if self._digits is None else self._digits.octal_heap(state)

    def cost(self, state: int) -> limits.Cost:
        """Return the cost of the table of the code."""
        if self._digits is not None:
            return self._digits.cost(state)
        takes = max(0, min(self.most, state) - self.least + 1)
        return limits.Cost(takes * (state + 1) ** 2 // 4, 4 * (state + 1))

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        if self._digits is not None:
            return self._digits.nimbers(length, direct=direct)
        return super()._first(length, direct=direct)

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return the period of the code."""
        return (
            super().period(length, seconds=seconds)
            if self._digits is None
            else self._digits.period(length, seconds=seconds)
        )


@dataclass(frozen=True, repr=False)
class TokenCircle(HeapRules):
    """A circle of tokens under the rules of a row: the first move takes neighbours, and leaves the rest as one row.

    Under a code, the first move may take t tokens if digit t has bit 4, which takes tokens from between other tokens.
    It may take all t tokens of a circle if digit t has bit 1. A state is the number of tokens. The nimber of a circle
    is the mex of the nimbers of the rows that a move leaves. If rows have a proved period from n0 on, circles have the
    same period from n0 + k on, where k is the largest number that may be taken.

    >>> import grundy
    >>> grundy.heaps("circle-0.77").nimbers(8)
    array([0, 1, 2, 0, 0, 0, 0, 0], dtype=uint32)
    """

    row: TakeAndBreak | TokenRow

    def __post_init__(self) -> None:
        """Check that some move takes tokens from between other tokens, and that the code ends."""
        rules: HeapRules = self.row
        fine = isinstance(rules, TokenRow) or (isinstance(rules, TakeAndBreak) and not rules.cycle and rules.inside)
        if not fine:
            raise RulesetError("error.circle", code=rules.shown_code)

    @property
    def code(self) -> str:
        """The code of rows after ``circle-``."""
        return f"{CIRCLE}{self.row.code}"

    @property
    def summary(self) -> Message:
        """The moves in a sentence."""
        return Message("code.circle", {"code": self.row.shown_code})

    @property
    def left(self) -> HeapRules:
        """The rules of the row."""
        return self.row

    def _digit(self, take: int) -> int:
        if isinstance(self.row, TokenRow):
            return (_ALL + _INSIDE) * (self.row.least <= take <= self.row.most)
        return self.row.digit(take) if take else 0

    def _rests(self, state: int) -> Iterator[int]:
        """Yield the lengths of the rows that a move may leave, longest first; 0 if no token is left."""
        takes = range(self.row.least, self.row.most + 1) if isinstance(self.row, TokenRow) else self.row.places
        for take in takes:
            if take > state:
                break
            if take and self._digit(take) & (_INSIDE if take < state else _ALL):
                yield state - take

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of a circle, longest rows first."""
        for rest in self._rests(state):
            yield Option((state, rest) if rest else (state,), (Component(self.row, rest),) * bool(rest))

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether a move may turn a circle into one row of this length, or into nothing."""
        if len(parts) > 1 or not 0 <= sum(parts) < size or min(parts, default=1) < 1:
            return False
        return bool(self._digit(size - sum(parts)) & (_INSIDE if parts else _ALL))

    def known_outcome(self, state: int) -> Outcome | None:
        """Return the outcome by the theorem; None if the theorem does not apply."""
        row = self.row
        if not isinstance(row, TokenRow) or row.least == row.most:
            return None
        return Outcome.N if row.least <= state < row.least + row.most else Outcome.P

    def known(self, state: int) -> int | None:
        """Return the mex of the rows, if their table or formula has all of them."""
        if isinstance(self.row, TokenRow) and self.row.most > MOST_PLACES:
            return None
        values = [0 if rest == 0 else self.row.known(rest) for rest in self._rests(state)]
        return None if None in values else mex(value for value in values if value is not None)

    def prepare(self, state: int) -> int | None:
        """Return the nimber from a table of the rows."""
        rests = next(self._rests(state), 0)
        if rests and not (isinstance(self.row, TokenRow) and self.row.most > MOST_PLACES):
            self.row.prepare(rests)
        return self.known(state)

    def period(self, length: int | None = None, *, seconds: float | None = None) -> Period:
        """Return the period. It is proved if the period of the rows is proved and has no saltus."""
        rows = self.row.period(length, seconds=seconds)
        if rows.status != "proved" or rows.saltus or rows.period is None:
            return super().period(length, seconds=seconds)
        largest = self.row.most if isinstance(self.row, TokenRow) else max(self.row.places)
        start = (rows.preperiod or 0) + largest + 1
        values = arrays.listed(self.nimbers(start + rows.period))
        return shortest(values, start, rows.period, 0, f"circles of rows: {rows.theorem}").period

    def cost(self, state: int) -> limits.Cost:
        """Return the cost of the table of the rows."""
        return self.row.cost(state)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        rows = arrays.listed(self.row.nimbers(length, direct=direct))
        found = [mex(rows[rest] for rest in self._rests(circle)) for circle in range(length)]
        return arrays.freeze(arrays.array(found, 32))
