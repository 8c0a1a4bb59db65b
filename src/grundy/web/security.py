"""What every request passes before anything else looks at it, and what every answer carries.

A page of any other origin can reach a server on 127.0.0.1 through the browser. It is kept out by the
``Host`` header (no name of another machine leads here), by ``Origin`` and ``Sec-Fetch-Site``, and because
a body must say that it is JSON, which other origins may not send unasked.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING

from grundy.web.refusals import Refusal, response

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024  # of a body
_MOST_SECONDS = 10.0  # for a body to arrive
_MOST_DEPTH = 16  # of JSON
_MOST_TARGET = 2048  # bytes of a path and its query
_HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class Guard:
    """Refuses what is not meant for this server, reads bodies within bounds, and adds headers to all answers."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its body read, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            message = f"no such protocol: {scope['type']}"
            raise ValueError(message)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            body = await _checked(scope, receive)
        except Refusal as refusal:
            await response(refusal)(scope, receive, send_safely)
            return
        await self._app(scope, _again(body, receive), send_safely)


async def _checked(scope: Scope, receive: Receive) -> bytes:
    """Return the body of a request that may pass."""
    headers: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.lower(), []).append(value)
    hosts = headers.get(b"host", [])
    host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    if not _HOST.fullmatch(host):
        raise Refusal(421, "host", "this server answers requests to 127.0.0.1 and localhost only")
    if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > _MOST_TARGET:
        raise Refusal(414, "address", f"expected an address of at most {_MOST_TARGET:,} bytes")
    origins = headers.get(b"origin", [])
    changes = scope["method"] not in ("GET", "HEAD")
    if any(origin.decode("latin-1") != f"http://{host}" for origin in origins) and (changes or len(origins) > 1):
        raise Refusal(403, "origin", "requests of other pages are not answered")
    if changes and not {*headers.get(b"sec-fetch-site", ())} <= {b"same-origin", b"none"}:
        raise Refusal(403, "origin", "requests of other pages are not answered")
    length = headers.get(b"content-length", [b"0"])[0]
    if length.isdigit() and int(length) > MOST_BYTES:
        _too_long()
    try:
        async with asyncio.timeout(_MOST_SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise Refusal(408, "body", f"expected the body within {_MOST_SECONDS:g} seconds") from None
    if scope["method"] == "POST":
        kind = headers.get(b"content-type", [b""])
        if len(kind) != 1 or kind[0].split(b";")[0].strip().lower() != b"application/json":
            raise Refusal(415, "content-type", "expected a body of content type application/json")
        check_json(body)
    return body


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
    raise Refusal(413, "body", f"expected a body of at most {MOST_BYTES:,} bytes")


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that begins with a body that has been read."""
    given = False

    async def first_the_body() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return first_the_body


def check_json(body: bytes) -> None:
    """Refuse a body that is no JSON, nested too deep, or with numbers and letters that there are not.

    >>> check_json(b'{"size": [4, 4]}')
    >>> check_json(b'{"seed": NaN}')
    Traceback (most recent call last):
    grundy.web.refusals.Refusal: expected JSON, found NaN
    """
    if body.count(b"[") + body.count(b"{") > _MOST_DEPTH and _depth(_STRING.sub(b"", body)) > _MOST_DEPTH:
        raise Refusal(400, "json", f"expected JSON of at most {_MOST_DEPTH} levels")
    try:
        value = json.loads(body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        found = f"found: {error}" if isinstance(error, json.JSONDecodeError) else "found something else"
        raise Refusal(400, "json", f"expected JSON, {found}") from None
    if _SURROGATE.search(body):
        for text in _texts(value):
            if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
                raise Refusal(400, "json", "expected text, found half of a surrogate pair")


def _no_number(word: str) -> NoReturn:
    raise Refusal(400, "json", f"expected JSON, found {word}")


def _depth(rest: bytes) -> int:
    depth = deepest = 0
    for letter in rest:
        if letter in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in b"]}":
            depth -= 1
    return deepest


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
