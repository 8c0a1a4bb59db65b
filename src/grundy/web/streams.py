"""Answers that come line by line while the work goes on."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from grundy.web.refusals import refusal_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from grundy.web.desk import Desk
    from grundy.web.work import Ticket

_LOOK = 0.1  # seconds between two looks at the work
_TELL = 5  # looks between two words on its progress
_FIRST_LOOKS = 10  # in which work that is refused has an answer of its own


async def streamed(desk: Desk, request: Request, job: Callable[[Ticket], bytes]) -> Response:
    """Have long work done; answer with its news as they come, its progress, and its last line.

    What is refused at once has a status of its own.
    """
    ticket = desk.begin()
    try:
        future = await desk.long.submit(job, ticket)
    except BaseException:
        desk.end(ticket)
        raise
    future.add_done_callback(lambda _: desk.end(ticket))
    try:
        for _ in range(_FIRST_LOOKS):  # until it is known that the work is not refused
            await asyncio.wait({future}, timeout=_LOOK)
            if future.done() or ticket.done:
                break
    except BaseException:
        ticket.stop()
        raise
    error = future.exception() if future.done() else None
    if error is not None:
        raise refusal_of(error) or error
    return StreamingResponse(
        _lines(request, future, ticket), media_type="application/x-ndjson", headers={"cache-control": "no-store"}
    )


async def _lines(request: Request, future: asyncio.Future[bytes], ticket: Ticket) -> AsyncIterator[bytes]:
    looks = 0
    try:
        while not future.done():
            while ticket.news:
                yield _line(ticket.news.popleft())
            if looks % _TELL == 0:
                yield _line({"progress": {"done": ticket.done, "total": ticket.total}})
            looks += 1
            await asyncio.wait({future}, timeout=_LOOK)
            if await request.is_disconnected():
                return
        while ticket.news:
            yield _line(ticket.news.popleft())
        error = future.exception()
        if error is None:
            yield future.result() + b"\n"
        else:
            refusal = refusal_of(error)
            if refusal is None:
                raise error
            yield _line({"error": refusal.data})
    finally:
        ticket.stop()


def _line(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
