"""The server as one application: the guard, the API, the files of the page."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import grundy
from grundy.errors import GrundyError
from grundy.web import play, positions, sequences, solves, work
from grundy.web.files import Files
from grundy.web.models import REFUSALS
from grundy.web.refusals import Refusal, refusal_of, response
from grundy.web.security import Guard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp

    from grundy.web.desk import Desk

_NO_SUCH = 404
_FAULT = Refusal(500, "fault", "a fault of the server; more is written where it was started")


def make_app(desk: Desk) -> ASGIApp:
    """Return the application that serves the games of a desk; its end is the end of the desk's work."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        work.start()
        app.state.desk = desk
        try:
            yield
        finally:
            desk.close()

    app = FastAPI(
        title="grundy",
        version=grundy.__version__,
        summary="Impartial games: nimbers, winning moves, reasons",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    for part in (positions, play, sequences, solves):
        app.include_router(part.router, prefix="/api/v1", responses=REFUSALS)
    pages = Files()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        found = pages.find(f"/{path}")
        if found is None and f"/{path}" in app.openapi()["paths"]:
            raise HTTPException(405)
        return found or response(Refusal(404, "address", "there is nothing at this address"))

    @app.exception_handler(RequestValidationError)
    async def wrong_fields(_: Request, error: RequestValidationError) -> Response:
        return response(Refusal(422, "fields", _said(error)))

    @app.exception_handler(HTTPException)
    async def wrong_address(_: Request, error: HTTPException) -> Response:
        kind = "address" if error.status_code == _NO_SUCH else "request"
        answer = response(Refusal(error.status_code, kind, str(error.detail).lower()))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Refusal)
    @app.exception_handler(GrundyError)
    async def refused(_: Request, error: Exception) -> Response:
        return response(refusal_of(error) or _FAULT)

    @app.exception_handler(Exception)
    async def failed(_: Request, __: Exception) -> Response:
        return response(_FAULT)  # uvicorn logs it

    return Guard(app)


def _said(error: RequestValidationError) -> str:
    """Say where a request is wrong, without what it says there."""
    found = [(".".join(map(str, one["loc"][1:])) or "the body", one["msg"]) for one in error.errors()[:5]]
    return "; ".join(f"{place[:80]}: {message}" for place, message in found)
