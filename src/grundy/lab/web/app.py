"""The server as one application: the checks of every request, the API, the files of the page."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

import grundy
from grundy.errors import GrundyError
from grundy.lab.web.http_errors import FAULT, PREFER_ERRORS, RequestError, RulesetFault, response_to
from grundy.lab.web.page_files import Files
from grundy.lab.web.routes import router
from grundy.lab.web.security import secured

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp

    from grundy.lab.web.service import Service


API = "/api/v1"


def make_app(service: Service) -> ASGIApp:
    """Return the application. It closes the service when it ends."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.prepare()
        try:
            yield
        finally:
            service.close()

    app = FastAPI(
        title="grundy",
        version=grundy.__version__,
        summary="Impartial games: nimbers, winning moves, reasons",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    app.include_router(router, prefix=API)
    pages = Files()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        found = pages.find(f"/{path}", request.headers)
        if found is None and f"/{path}" in app.openapi()["paths"]:
            raise HTTPException(405)
        return found or response_to(RequestError(404, "address", "error.address"))

    @app.exception_handler(HTTPException)
    async def wrong_address(_: Request, error: HTTPException) -> Response:
        type_ = "address" if error.status_code == 404 else "request"
        reason = str(error.detail).lower()
        answer = response_to(RequestError(error.status_code, type_, "error.http", reason=reason))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(ClientDisconnect)  # the client has gone; nobody gets the answer
    @app.exception_handler(RequestError)
    @app.exception_handler(RulesetFault)
    @app.exception_handler(GrundyError)
    @app.exception_handler(Exception)  # a fault of the server, which uvicorn logs
    async def failed(request: Request, error: Exception) -> Response:
        answer = response_to(error)
        if request.headers.get("prefer") == PREFER_ERRORS and answer.status_code < FAULT:
            answer.status_code = 200  # so that browsers do not log an expected refusal as a failure
            answer.headers["preference-applied"] = PREFER_ERRORS
        return answer

    def version_of_rules(path: str) -> list[tuple[bytes, bytes]]:
        return service.rules_header() if path.startswith(API) else []

    return secured(app, version_of_rules)
