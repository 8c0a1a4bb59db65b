"""What a state is worth where it is no nimber, `WIN`; and who wins a position, `Outcome`."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from grundy.errors import NoNimber

if TYPE_CHECKING:
    from collections.abc import Iterable


class Win(int):
    """The value of a state with a move that ends the whole game at once; `WIN` is the only one.

    It beats every sum, so it is no nimber, and nothing can be added to it: the exclusive or with it,
    as all arithmetic, raises `NoNimber` instead of giving a wrong number. It is an integer only in that it stands where
    nimbers stand; it equals -1, which no nimber does, and it is true, as each value of an N-position.

    Source: entailing moves, in their simplest form (Winning Ways, chapter 12).

    >>> WIN, bool(WIN)
    (WIN, True)
    """

    def __xor__(self, *_: object) -> int:
        raise NoNimber("error.no-nimber-sum")

    __rxor__ = __and__ = __rand__ = __or__ = __ror__ = __invert__ = __xor__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = __xor__

    def __repr__(self) -> str:
        return "WIN"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "WIN"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return "WIN"


WIN = Win(-1)


def together(values: Iterable[int]) -> int:
    """Return what components of these values are worth as a sum: their exclusive or, or `WIN` if one is worth that.

    Values after the first `WIN` are not asked for.

    >>> together([3, 5]), together([3, WIN]), together([])
    (6, WIN, 0)
    """
    total = 0
    for value in values:
        if value == WIN:
            return WIN
        total ^= value
    return total


def as_data(value: int) -> dict[str, Any]:
    """Return a value for JSON: its ``nimber``, which is null, with ``value`` WIN, where it is no nimber."""
    return {"nimber": None, "value": "WIN"} if value == WIN else {"nimber": value}


class Outcome(enum.Enum):
    """Who wins under best play: `N`, the next player (who moves now), or `P`, the previous one."""

    N = "N"
    P = "P"

    def __str__(self) -> str:
        """Write the letter."""
        return self.value
