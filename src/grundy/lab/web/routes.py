"""The routes of the API: one for each operation of `grundy.lab`."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from grundy.lab import OPERATIONS
from grundy.lab.fields import checked, text
from grundy.lab.web.http_errors import RESPONSES, RequestError
from grundy.lab.web.line_streams import streamed
from grundy.lab.web.security import check_origin, read_body
from grundy.lab.web.service import Service, TheService, json_bytes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from grundy.lab import Operation
    from grundy.lab.fields import Field

_LINES = "application/x-ndjson"
_TYPED = {
    "text": text(100_000, 1, "Rules in Python."),
    "code": text(100, about="The code that the server has printed."),
}

router = APIRouter(responses=RESPONSES, dependencies=[Depends(check_origin)])


def _get(operation: Operation) -> Callable[[Request, TheService], Awaitable[Response]]:
    async def answer(request: Request, service: TheService) -> Response:
        return await service.answer(request, operation, {})

    return answer


def _post(operation: Operation) -> Callable[..., Awaitable[Response]]:
    async def answer(request: Request, service: TheService, body: Annotated[bytes, Depends(read_body)]) -> Response:
        values = checked(operation.fields, _json(body))
        lines = _LINES in operation.media_types and values.get("format") is None
        respond = streamed if lines else Service.answer
        return await respond(service, request, operation, values)

    return answer


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise RequestError(400, "json", "error.no-json") from None


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
    _method, _make = ("POST", _post) if _operation.fields else ("GET", _get)
    router.add_api_route(f"/{_operation.name}", _make(_operation), methods=[_method], **_documented(_operation))


@router.get("/worksheets", include_in_schema=False)  # the documentation of the POST mentions it
async def worksheet(request: Request, service: TheService) -> Response:
    """Answer as the POST does. The fields are in the query, and the size is written as ``6x6``."""
    operation = OPERATIONS["worksheets"]
    data = {name: _read(operation.fields.get(name), text) for name, text in request.query_params.items()}
    return await service.answer(request, operation, checked(operation.fields, data))


@router.get("/rules", include_in_schema=False)  # the header of the answer says whether they have changed
async def rules() -> Response:
    """Answer with nothing but headers."""
    return Response(status_code=204, headers={"cache-control": "no-store"})


@router.post("/rules", include_in_schema=False)
async def read_rules(service: TheService, body: Annotated[bytes, Depends(read_body)]) -> Response:
    """Run rules that a reader has typed; without a text, read the rules in files again.

    The body is JSON, so that no page of another origin can ask for it.
    """
    data = _json(body)
    found: dict[str, Any] = {}
    if data == {}:
        await asyncio.to_thread(service.read_rules)
    else:
        found = await asyncio.to_thread(service.read_typed, **checked(_TYPED, data))
    return Response(json_bytes(found), media_type="application/json", headers={"cache-control": "no-store"})


def _read(field: Field | None, text: str) -> Any:
    """Return the value of a field in a query; the text itself if it should be a number, and is not."""
    kind = field.schema["type"] if field else ""
    try:
        return list(map(int, text.split("x"))) if kind == "array" else int(text) if kind == "integer" else text
    except ValueError:
        return text
