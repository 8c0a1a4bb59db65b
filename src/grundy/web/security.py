"""Checks of every request before anything else looks at it, and headers of every answer.

A page of any other origin can reach a server on 127.0.0.1 through the browser. It is kept out by the
``Host`` header (no name of another machine leads here), by ``Origin`` and ``Sec-Fetch-Site``, and because
a body must say that it is JSON, which other origins may not send unasked.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware

from grundy.lab.fields import is_unicode
from grundy.web.errors import RequestError, response_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024  # of a body
_MOST_SECONDS = 10.0  # for a body to arrive
_MOST_AT_ONCE = 4096  # bytes of JSON that the event loop reads itself, in less than a tenth of a millisecond
_MOST_DEPTH = 16  # of JSON
_MOST_TARGET = 2048  # bytes of a path and its query
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The worker that runs a solution of the reader's: it may evaluate text, and reach nothing.
# A page to print: it has a style of its own, and no script.
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
# A string to its end, or to that of the body: what cannot fail is not tried again from each further quote, which would
# take time in the square of the body. The quantifiers with a second + keep nothing to come back to.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_AS_LISTS = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def secured(app: ASGIApp) -> ASGIApp:
    """Return an application that checks requests before `app` sees them, and adds headers to all answers."""
    return SafeHeaders(TrustedHostMiddleware(RequestChecks(app), _HOSTS, www_redirect=False))


class SafeHeaders:
    """Adds the content policy and its like to all answers."""

    def __init__(self, app: ASGIApp) -> None:
        """Pass requests on to `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = _POLICIES.get(str(scope.get("path")), _POLICY)
                own = (b"content-security-policy", policy.encode())
                message["headers"] = [*message.get("headers", ()), own, *_HEADERS]
            await send(message)

        await self._app(scope, receive, send_safely)


class RequestChecks:
    """Refuses requests of other pages, reads bodies within bounds, and their JSON into ``request.state.body``."""

    def __init__(self, app: ASGIApp) -> None:
        """Pass requests on to `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its body read, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            message = f"no such protocol: {scope['type']}"
            raise ValueError(message)
        try:
            _check_origin(scope)
            body = await _body(scope, receive)
        except RequestError as error:
            await response_to(error)(scope, receive, send)
            return
        if scope["method"] == "POST":
            scope.setdefault("state", {})["body"] = body
        await self._app(scope, receive, send)


def _check_origin(scope: Scope) -> None:
    """Refuse long addresses, and requests that another page makes."""
    headers = Headers(scope=scope)
    if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > _MOST_TARGET:
        raise RequestError(414, "address", "error.address-bytes", most=_MOST_TARGET)
    origins = headers.getlist("origin")
    changes = scope["method"] not in ("GET", "HEAD")
    foreign = any(origin != f"http://{headers.get('host')}" for origin in origins) and (changes or len(origins) > 1)
    if foreign or (changes and not {*headers.getlist("sec-fetch-site")} <= {"same-origin", "none"}):
        raise RequestError(403, "origin", "error.origin")


async def _body(scope: Scope, receive: Receive) -> object:
    """Return the JSON of a POST; read other bodies too, for they are bounded as well."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MOST_BYTES:
        _too_long()
    try:
        async with asyncio.timeout(_MOST_SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise RequestError(408, "body", "error.body-seconds", seconds=f"{_MOST_SECONDS:g}") from None
    if scope["method"] != "POST":
        return None
    kinds = headers.getlist("content-type")
    if len(kinds) != 1 or kinds[0].split(";")[0].strip().lower() != "application/json":
        raise RequestError(415, "content-type", "error.body-type")
    return read_json(body) if len(body) <= _MOST_AT_ONCE else await asyncio.to_thread(read_json, body)


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


def read_json(body: bytes) -> object:
    """Return the value of a body; refuse one that is no JSON, nested too deep, or has NaN or halves of characters.

    Takes time in the length of the body, whatever is in it.

    >>> read_json(b'{"size": [4, 4]}')
    {'size': [4, 4]}
    >>> read_json(b'{"seed": NaN}')
    Traceback (most recent call last):
    grundy.web.errors.RequestError: expected JSON, found NaN
    """
    if body.count(b"[") + body.count(b"{") > _MOST_DEPTH and _is_deep(_STRING.sub(b"", body)):
        raise RequestError(400, "json", "error.json-levels", most=_MOST_DEPTH)
    try:
        value: object = json.loads(body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise RequestError(400, "json", "error.expected", expected="JSON", found=str(error)) from None
        raise RequestError(400, "json", "error.no-json") from None
    if _SURROGATE.search(body):
        for text in _texts(value):
            if not is_unicode(text):
                raise RequestError(400, "json", "error.surrogate")
    return value


def _no_number(word: str) -> NoReturn:
    raise RequestError(400, "json", "error.expected", expected="JSON", found=word)


def _is_deep(rest: bytes) -> bool:
    """Say whether brackets are nested too deep: pairs are taken away from the inside, a level at a time."""
    rest = rest.translate(_AS_LISTS, _NO_BRACKETS)
    for _ in range(_MOST_DEPTH):
        rest = rest.replace(b"[]", b"")
    return b"[]" in rest or rest.count(b"[") > _MOST_DEPTH


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value, keys as well; it is not nested deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for own in value:
            yield from _texts(own)
    elif isinstance(value, dict):
        for key, own in value.items():
            yield key
            yield from _texts(own)
