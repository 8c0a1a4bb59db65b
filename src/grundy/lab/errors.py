"""Errors as data: a kind for programs, a message for people, and figures or a place where there are some."""

from __future__ import annotations

from typing import Any

from grundy.errors import (
    CapacityError,
    GameOverError,
    GrundyError,
    IllegalMoveError,
    InputError,
    NoNimber,
    OverBudgetError,
    PictureError,
    UnknownNameError,
)
from grundy.games import declared
from grundy.lab.fields import FieldError

OVER_BUDGET = "over-budget"
_MOST_WORDS = 1000
_KINDS: list[tuple[type[GrundyError], str]] = [
    (FieldError, "fields"),
    (UnknownNameError, "name"),
    (IllegalMoveError, "move"),
    (GameOverError, "game-over"),
    (PictureError, "picture"),
    (CapacityError, "capacity"),
    (NoNimber, "no-nimber"),
    (GrundyError, "rules"),
]


def error_data(error: BaseException) -> dict[str, Any] | None:
    """Return an error as data for who asked; None for one that is a fault of the program.

    Keys: ``kind`` and ``message``; ``needed``, ``allowed`` and ``unit`` where the work is over the budget;
    ``line``, ``column``, ``expected`` and ``found`` where a text is wrong.

    >>> import grundy
    >>> error_data(grundy.errors.RulesetError("expected a code"))
    {'kind': 'rules', 'message': 'expected a code'}
    """
    if isinstance(error, OverBudgetError):
        figures = {"needed": str(error.needed), "allowed": str(error.allowed), "unit": error.unit}
        return {"kind": OVER_BUDGET, "message": str(error), **figures}
    if isinstance(error, MemoryError):
        return {"kind": OVER_BUDGET, "message": "expected enough memory for this position, found less"}
    place = declared.place_in_file(error)
    if isinstance(error, InputError):
        where = {"line": error.place.line, "column": error.place.column}
        return {"kind": "input", "message": str(error), **where, "expected": error.expected, "found": error.found}
    if place is not None:  # a line of a declared ruleset's file
        return {"kind": "rules", "message": f"{place}: {type(error).__name__}: {error}"[:_MOST_WORDS]}
    kind = next((name for type_, name in _KINDS if isinstance(error, type_)), None)
    return None if kind is None else {"kind": kind, "message": str(error)}
