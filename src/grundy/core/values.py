"""The values of states and sums: nimbers, `WIN` or `Loopy` where there is none, and outcomes."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final, NoReturn, final

from grundy.core.loopy import Loopy
from grundy.errors import NoNimber

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["WIN", "Outcome", "Value", "Win", "as_data", "outcome_of", "value_of_sum"]


@final
class Win:
    """The value of a state with a move that ends the whole game at once; `WIN` is the only one.

    It beats every sum, so it is no nimber and no integer: it equals nothing else and has no order
    (`TypeError`), and arithmetic with it raises `NoNimber` instead of giving a wrong number. It is true,
    as each value of an N-position.

    Source: entailing moves, in their simplest form (Winning Ways, chapter 12).

    >>> WIN, bool(WIN), WIN == -1
    (WIN, True, False)
    """

    __slots__ = ()

    def __new__(cls) -> Win:
        """Return the only one."""
        return _ONLY[0] if _ONLY else super().__new__(cls)

    def _refuse(self, *_: object) -> NoReturn:
        raise NoNimber("error.no-nimber-sum")

    __xor__ = __rxor__ = __and__ = __rand__ = __or__ = __ror__ = __invert__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _refuse

    def __repr__(self) -> str:
        return "WIN"

    def __format__(self, spec: str) -> str:
        return format("WIN", spec)

    def __reduce__(self) -> str:
        return "WIN"


_ONLY: list[Win] = []
WIN: Final = Win()
_ONLY.append(WIN)

Value = int | Win | Loopy


def value_of_sum(values: Iterable[Value]) -> Value:
    """Return the value of a sum of components of these values: their exclusive or, or `WIN` if one has that.

    Values after the first `WIN` are not asked for. For values of loopy components see `grundy.core.loopy`.

    >>> value_of_sum([3, 5]), value_of_sum([3, WIN]), value_of_sum([])
    (6, WIN, 0)
    """
    total: int | Loopy = 0
    for value in values:
        if isinstance(value, Win):
            return WIN
        total = total ^ value
    return total


def as_data(value: Value) -> dict[str, Any]:
    """Return a value for JSON: its ``nimber``, which is null, with ``value`` (WIN or ∞{0,2}), where it is no nimber."""
    return {"nimber": value} if isinstance(value, int) else {"nimber": None, "value": f"{value}"}


class Outcome(enum.Enum):
    """Who wins under best play: `N`, the next player (who moves now), `P`, the previous one, or nobody.

    `D`, a draw, is the outcome where play goes on for ever: of digraphs with cycles and of loopy rulesets alone.
    """

    N = "N"
    P = "P"
    D = "D"

    def __str__(self) -> str:
        """Write the letter."""
        return self.value


def outcome_of(value: Value) -> Outcome:
    """Return the outcome of a state or a sum of this value.

    >>> [outcome_of(value).value for value in (0, 3, WIN, Loopy(frozenset({0})), Loopy(frozenset({1})))]
    ['P', 'N', 'N', 'N', 'D']
    """
    if isinstance(value, Loopy):
        return Outcome.N if 0 in value.reach else Outcome.D
    return Outcome.P if value == 0 else Outcome.N
