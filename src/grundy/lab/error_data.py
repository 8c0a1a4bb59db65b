"""Errors as data: a type for programs, and a message with its parameters and its English text."""

from __future__ import annotations

from typing import Any

from grundy.drawing.export.answers import plain
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
    raised,
)
from grundy.games import declared
from grundy.lab.fields import FieldError
from grundy.lab.jobs import JobError, JobStoppedError
from grundy.runtime.messages import Message

OVER_BUDGET = "over-budget"
_MOST_WORDS = 1000  # characters of an exception's text
_TYPES: list[tuple[type[GrundyError], str]] = [
    (OverBudgetError, OVER_BUDGET),
    (JobStoppedError, "stopped"),
    (JobError, OVER_BUDGET),
    (InputError, "input"),
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
    """Return an error as data for the client; None for a fault of grundy itself.

    Keys: ``type``, for programs; the ``kind`` of the message and its parameters by their names; and ``message``, its
    English text. Parameters are ``needed``, ``allowed`` and ``unit`` if the work exceeds the budget; ``line``,
    ``column``, ``expected`` and ``found`` if a text is wrong.

    >>> from grundy.errors import RulesetError
    >>> error_data(RulesetError("error.component-none", found=7))["kind"]
    'error.component-none'
    """
    location = declared.location_in_file(error)
    if isinstance(error, MemoryError) and location is None:
        return message_data(OVER_BUDGET, Message("error.no-memory"))
    # Other errors that were raised in the file of a declared ruleset are faults of its rules.
    if location is not None and not isinstance(error, OverBudgetError | InputError | JobError):
        words = raised(error, _MOST_WORDS)
        return message_data("rules", Message("error.in-file", {"location": location, "error": words}))
    if not isinstance(error, GrundyError):
        return None
    return message_data(next(name for type_, name in _TYPES if isinstance(error, type_)), error.message)


def message_data(type_: str, message: Message) -> dict[str, Any]:
    """Return the message of an error as data, with the type of the error and the English text."""
    return {"type": type_, **plain(message.data()), "message": str(message)}
