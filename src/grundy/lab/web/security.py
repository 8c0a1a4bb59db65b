"""Checks of every request, and headers of every answer.

Pages of other origins can send requests to a server on 127.0.0.1 through the browser. They are refused by the ``Host``
header (only names of this machine are accepted), by ``Origin`` and ``Sec-Fetch-Site``, and because a body must be
declared as JSON, which a page of another origin may send only after a preflight request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request

from grundy.lab.web.http_errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024  # of a body
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The worker that runs a solution of the reader may evaluate text, and may not connect to anything.
# A page to print contains its style, and no script.
_POLICIES = {
    "/classroom/clinic-worker.js": "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'",
    "/api/v1/worksheets": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
}
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


def secured(app: ASGIApp, more: Callable[[str], list[tuple[bytes, bytes]]]) -> ASGIApp:
    """Return an application that refuses requests to other hosts, and adds headers to all answers.

    `more` returns further headers for a path.
    """
    return SafeHeaders(TrustedHostMiddleware(app, _HOSTS, www_redirect=False), more)


class SafeHeaders:
    """Adds headers to all answers, such as the content policy."""

    def __init__(self, app: ASGIApp, more: Callable[[str], list[tuple[bytes, bytes]]]) -> None:
        self._app, self._more = app, more

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, and add headers to its answer."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                path = str(scope.get("path"))
                own = (b"content-security-policy", _POLICIES.get(path, _POLICY).encode())
                message["headers"] = [*message.get("headers", ()), own, *_HEADERS, *self._more(path)]
            await send(message)

        await self._app(scope, receive, send_safely)


async def check_origin(request: Request) -> None:
    """Refuse requests of other pages. A link in another page may open the page, but not start work."""
    origins = request.headers.getlist("origin")
    own = f"http://{request.headers.get('host')}"
    sites = {*request.headers.getlist("sec-fetch-site")}
    if any(origin != own for origin in origins) or not sites <= {"same-origin", "none"}:
        raise RequestError(403, "origin", "error.origin")


async def read_body(request: Request) -> bytes:
    """Return the body of a request, which must be declared as JSON and may not be too long."""
    kinds = request.headers.getlist("content-type")
    if len(kinds) != 1 or kinds[0].split(";")[0].strip().lower() != "application/json":
        raise RequestError(415, "content-type", "error.body-type")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise RequestError(413, "body", "error.body-bytes", most=MOST_BYTES)
    return body
