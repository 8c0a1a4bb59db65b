"""What a state is worth where it is no nimber: `WIN`."""

from __future__ import annotations

from typing import Any

from grundy.errors import NoNimber


class Win(int):
    """The value of a state with a move that ends the whole game at once; `WIN` is the only one.

    It beats every sum, so it is no nimber, and nothing can be added to it: the exclusive or with it
    raises `NoNimber` instead of giving a wrong number. It is an integer only in that it stands where
    nimbers stand; it equals -1, which no nimber does, and it is true, as each value of an N-position.

    Source: entailing moves, in their simplest form (Winning Ways, chapter 12).

    >>> WIN, bool(WIN)
    (WIN, True)
    """

    def __xor__(self, other: object) -> int:
        raise NoNimber("a component is worth WIN, which is no nimber: a move in it ends the whole game")

    __rxor__ = __xor__

    def __repr__(self) -> str:
        return "WIN"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "WIN"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return "WIN"


WIN = Win(-1)


def as_data(value: int) -> dict[str, Any]:
    """Return a value for JSON: its ``nimber``, which is null, with ``value`` WIN, where it is no nimber."""
    return {"nimber": None, "value": "WIN"} if value == WIN else {"nimber": value}
