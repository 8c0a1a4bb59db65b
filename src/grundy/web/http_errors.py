"""Errors as HTTP answers: the status and the body of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from grundy.lab.error_data import OVER_BUDGET, error_data, message_data
from grundy.lab.jobs import JobError
from grundy.messages import Message

if TYPE_CHECKING:
    from starlette.responses import Response

FAULT = 500  # the status of a fault of the server
PREFER_ERRORS = "errors=200"  # the header `Prefer` of clients that want refusals with status 200, as the page does

# By the type of the error; other types have 422.
_STATUSES = {
    "json": 400,
    OVER_BUDGET: 413,
    "busy": 503,
    "stopped": 409,
}


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
        (408, "The body took too long"),
        (409, "The work was stopped"),
        (413, "The body is too long, or the work exceeds the budget; the error has the figures"),
        (415, "The body is not declared as JSON"),
        (422, "The request does not fit the notation, the rules or the fields"),
        (503, "Too many requests wait; the header Retry-After says when to try again"),
    )
}


class RequestError(Exception):
    """A request that is refused before any work: a status, a type for programs, a message for people."""

    def __init__(self, status: int, type_: str, kind: str, **params: Any) -> None:
        message = Message(kind, params)
        super().__init__(str(message))
        self.status = status
        self.data = message_data(type_, message)


def data_of(error: BaseException) -> dict[str, Any] | None:
    """Return the error of an answer; None for a fault of the server."""
    return error.data() if isinstance(error, JobError) else error_data(error)


def response_to(error: BaseException) -> Response:
    """Return the answer to a request that failed."""
    if isinstance(error, RequestError):
        return _response(error.status, error.data)
    data = data_of(error)
    if data is None:
        return _response(500, message_data("fault", Message("error.fault")))
    return _response(_STATUSES.get(data["type"], 422), data)


def _response(status: int, data: dict[str, Any]) -> Response:
    headers = {"cache-control": "no-store"}
    if "retry_after" in data:
        headers["retry-after"] = str(data["retry_after"])
    return JSONResponse({"error": data}, status, headers)
