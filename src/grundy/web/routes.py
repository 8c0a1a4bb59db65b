"""The routes of the API: one for each operation of `grundy.lab`, and one that stops a long job."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from grundy.lab import OPERATIONS
from grundy.lab.fields import Integer, Integers, checked
from grundy.web.http_errors import RESPONSES, ErrorAnswer, RequestError
from grundy.web.line_streams import streamed
from grundy.web.service import Service, TheService

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from grundy.lab import Operation
    from grundy.lab.fields import Field

_LINES = "application/x-ndjson"
_MOST_DIGITS = 20  # of a number in a query
_STOP_SECONDS = 5.0  # in which a stopped job has to end

router = APIRouter(responses=RESPONSES)


def _answer(operation: Operation) -> Callable[[Request, TheService], Awaitable[Response]]:
    async def answer(request: Request, service: TheService) -> Response:
        values = checked(operation.fields, getattr(request.state, "body", {}))
        lines = _LINES in operation.media_types and values.get("format") is None
        respond = streamed if lines else Service.answer
        return await respond(service, request, operation, values)

    return answer


def _documented(operation: Operation) -> dict[str, Any]:
    """Return the API's documentation of an operation, with the fields that the lab checks."""
    body = {"required": True, "content": {"application/json": {"schema": operation.schema()}}}
    return {
        "name": operation.name,
        "summary": operation.summary,
        "description": operation.description,
        "response_class": Response,
        "responses": {200: {"content": {kind: {} for kind in operation.media_types}}},
        "openapi_extra": {"requestBody": body} if operation.fields else None,
    }


for _operation in OPERATIONS.values():
    _method = "POST" if _operation.fields else "GET"
    router.add_api_route(f"/{_operation.name}", _answer(_operation), methods=[_method], **_documented(_operation))


@router.get("/worksheets", include_in_schema=False)  # the documentation of the POST mentions it
async def worksheet(request: Request, service: TheService) -> Response:
    """Answer as the POST does. The fields are in the query, and the size is written as ``6x6``."""
    operation = OPERATIONS["worksheets"]
    data = {name: _read(operation.fields.get(name), text) for name, text in request.query_params.items()}
    return await service.answer(request, operation, checked(operation.fields, data))


def _read(field: Field | None, text: str) -> Any:
    """Return the value of a field in a query; the text itself if it should be a number, and is not."""
    if isinstance(field, Integers):
        return [_number(part) for part in text.split("x")]
    return _number(text) if isinstance(field, Integer) else text


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS else text


@router.delete("/solves/{job_id}", summary="Stop a long job", responses={404: {"model": ErrorAnswer}})
async def stop(job_id: str, service: TheService) -> dict[str, object]:
    """Stop a job. The answer comes when its thread is free."""
    if job_id not in service.jobs:
        raise RequestError(404, "id", "error.no-job")
    job, ended = service.jobs[job_id]
    job.stop()
    async with asyncio.timeout(_STOP_SECONDS):
        await ended.wait()
    return {"id": job_id, "stopped": True}
