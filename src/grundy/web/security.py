"""Checks of every request before anything else handles it, and headers of every answer.

Pages of other origins can send requests to a server on 127.0.0.1 through the browser. They are refused by the ``Host``
header (only names of this machine are accepted), by ``Origin`` and ``Sec-Fetch-Site``, and because a body must be
declared as JSON, which a page of another origin may send only after a preflight request.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware

from grundy.lab.bodies import BodyError, read_json
from grundy.web.http_errors import RequestError, response_to

if TYPE_CHECKING:
    from typing import NoReturn

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024  # of a body
_BODY_SECONDS = 10.0  # in which a body has to arrive
_MOST_IN_LOOP = 4096  # bytes of JSON that the event loop parses itself, in less than a tenth of a millisecond
_MOST_TARGET = 2048  # bytes of a path and its query
_API = "/api/"  # addresses that start work
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The worker that runs a solution of the reader may evaluate text, and may not connect to anything.
# A page to print contains its style, and no script.
_POLICIES = {
    "/clinic-worker.js": "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'",
    "/api/v1/worksheets": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
}
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


def secured(app: ASGIApp) -> ASGIApp:
    """Return an application that checks requests before `app` gets them, and adds headers to all answers."""
    return SafeHeaders(TrustedHostMiddleware(RequestChecks(app), _HOSTS, www_redirect=False))


class SafeHeaders:
    """Adds headers to all answers, such as the content policy."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, and add headers to its answer."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = _POLICIES.get(str(scope.get("path")), _POLICY)
                own = (b"content-security-policy", policy.encode())
                message["headers"] = [*message.get("headers", ()), own, *_HEADERS]
            await send(message)

        await self._app(scope, receive, send_safely)


class RequestChecks:
    """Refuses requests of other pages, and reads bodies within bounds; their JSON goes to ``request.state.body``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body of a request and handle the request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            message = f"no such protocol: {scope['type']}"
            raise ValueError(message)
        try:
            _check_origin(scope)
            body = await _body(scope, receive)
        except (RequestError, BodyError) as error:
            await response_to(error)(scope, receive, send)
            return
        if scope["method"] == "POST":
            scope.setdefault("state", {})["body"] = body
        await self._app(scope, receive, send)


def _check_origin(scope: Scope) -> None:
    """Refuse long addresses, and requests of other pages."""
    headers = Headers(scope=scope)
    if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > _MOST_TARGET:
        raise RequestError(414, "address", "error.address-bytes", most=_MOST_TARGET)
    origins = headers.getlist("origin")
    changes = scope["method"] not in ("GET", "HEAD")
    foreign = any(origin != f"http://{headers.get('host')}" for origin in origins) and (changes or len(origins) > 1)
    # A link in another page may open the page, but not start work.
    starts_work = changes or str(scope["path"]).startswith(_API)
    if foreign or (starts_work and not {*headers.getlist("sec-fetch-site")} <= {"same-origin", "none"}):
        raise RequestError(403, "origin", "error.origin")


async def _body(scope: Scope, receive: Receive) -> object:
    """Return the JSON of a POST. Bodies of other requests are read within the same bounds, and ignored."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MOST_BYTES:
        _too_long()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise RequestError(408, "body", "error.body-seconds", seconds=f"{_BODY_SECONDS:g}") from None
    if scope["method"] != "POST":
        return None
    kinds = headers.getlist("content-type")
    if len(kinds) != 1 or kinds[0].split(";")[0].strip().lower() != "application/json":
        raise RequestError(415, "content-type", "error.body-type")
    return read_json(body) if len(body) <= _MOST_IN_LOOP else await asyncio.to_thread(read_json, body)


async def _read(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
        if size > MOST_BYTES:
            _too_long()
    return b"".join(parts)


def _too_long() -> NoReturn:
    raise RequestError(413, "body", "error.body-bytes", most=MOST_BYTES)
