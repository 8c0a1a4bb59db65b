"""Errors as answers: which status an exception has, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

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
from grundy.web.work import Busy, OverMemory, OverTime, Stopped

if TYPE_CHECKING:
    from starlette.responses import Response

_OVER = "over-budget"
_MOST_WORDS = 1000
_KINDS: list[tuple[type[GrundyError], str]] = [
    (UnknownNameError, "name"),
    (IllegalMoveError, "move"),
    (GameOverError, "game-over"),
    (PictureError, "picture"),
    (CapacityError, "capacity"),
    (NoNimber, "no-nimber"),
    (GrundyError, "rules"),
]


class Refusal(Exception):
    """An answer that says why there is no other: a status, a kind for programs, a message for people."""

    def __init__(self, status: int, kind: str, message: str, **further: Any) -> None:
        """Keep the parts; `further` stands beside kind and message."""
        super().__init__(message)
        self.status = status
        self.data: dict[str, Any] = {"kind": kind, "message": message, **further}


def refusal_of(error: BaseException) -> Refusal | None:
    """Return what an exception means to who asked; None for one that is a fault of the server."""
    if isinstance(error, Refusal):
        return error
    place = declared.place_in_file(error)
    return _too_much(error) or _not_now(error) or _wrong(error, place)


def _too_much(error: BaseException) -> Refusal | None:
    if isinstance(error, OverBudgetError):
        figures = {"needed": str(error.needed), "allowed": str(error.allowed), "unit": error.unit}
        return Refusal(413, _OVER, str(error), **figures)
    if isinstance(error, OverTime):
        return Refusal(413, _OVER, str(error), needed=None, allowed=f"{error.seconds:g}", unit="seconds")
    if isinstance(error, OverMemory):
        return Refusal(413, _OVER, str(error), needed=str(error.needed), allowed=str(error.allowed), unit="bytes")
    if isinstance(error, MemoryError):
        return Refusal(413, _OVER, "expected enough memory for this position, found less")
    return None


def _not_now(error: BaseException) -> Refusal | None:
    if isinstance(error, Busy):
        return Refusal(503, "busy", str(error), retry_after=error.seconds)
    return Refusal(409, "stopped", "the work was stopped") if isinstance(error, Stopped) else None


def _wrong(error: BaseException, place: str | None) -> Refusal | None:
    """Return a refusal of what was asked; `place` is the line of an operator's file that it comes from."""
    if isinstance(error, InputError):
        where = {"line": error.place.line, "column": error.place.column}
        return Refusal(422, "input", str(error), **where, expected=error.expected, found=error.found)
    if place is not None:
        return Refusal(422, "rules", f"{place}: {type(error).__name__}: {error}"[:_MOST_WORDS])
    return next((Refusal(422, name, str(error)) for kind, name in _KINDS if isinstance(error, kind)), None)


def response(refusal: Refusal) -> Response:
    """Return the answer."""
    headers = {"cache-control": "no-store"}
    if "retry_after" in refusal.data:
        headers["retry-after"] = str(refusal.data["retry_after"])
    return JSONResponse({"error": refusal.data}, refusal.status, headers)
