"""Errors as HTTP answers: the status and the body of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from grundy.lab.error_data import OVER_BUDGET, error_data, message_data
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from starlette.responses import Response

FAULT = 500  # the status of a fault of the server
PREFER_ERRORS = "errors=200"  # the header `Prefer` of clients that want refusals with status 200, as the page does

# By the type of the error; other types have 422.
_STATUSES = {OVER_BUDGET: 413, "fault": FAULT}


class Error(BaseModel):
    """The reason why there is no answer. Further fields are the parameters of the message, which depend on its kind."""

    model_config = ConfigDict(extra="allow")

    type: str
    kind: str
    message: str


class ErrorAnswer(BaseModel):
    """The body of an answer that is an error."""

    error: Error


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in (
        (400, "The body is not JSON, or the header Host does not name this machine"),
        (403, "The request comes from another page"),
        (405, "The method is not allowed"),
        (413, "The body is too long, or the work exceeds the budget; the error has the figures"),
        (415, "The body is not declared as JSON"),
        (422, "The request does not fit the notation, the rules or the fields"),
    )
}


class RequestError(Exception):
    """A request that is refused before any work: a status, a type for programs, a message for people."""

    def __init__(self, status: int, type_: str, kind: str, **params: Any) -> None:
        message = Message(kind, params)
        super().__init__(str(message))
        self.status = status
        self.data = message_data(type_, message)


class RulesetFault(Exception):
    """The rules have failed in their process, or were ended. `data` is the error for JSON."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(str(data["message"]))
        self.data = data


def data_of(error: BaseException) -> dict[str, Any] | None:
    """Return the error of an answer; None for a fault of the server."""
    return error.data if isinstance(error, RequestError | RulesetFault) else error_data(error)


def response_to(error: BaseException) -> Response:
    """Return the answer to a request that failed."""
    data = data_of(error) or message_data("fault", Message("error.fault"))
    status = error.status if isinstance(error, RequestError) else _STATUSES.get(data["type"], 422)
    return JSONResponse({"error": data}, status, {"cache-control": "no-store"})
