"""Where requests meet the work: two lanes of threads, and the tickets of long work by their names."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Request, Response

from grundy.runtime import limits, memory
from grundy.web.refusals import refusal_of
from grundy.web.work import Lane, Ticket

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.web.shelf import Shelf

Result = TypeVar("Result")

_LOOK = 0.1  # seconds between two looks whether somebody still waits
_QUICK = {"search_options": 2_000_000, "shape_options": 100_000, "search_states": 500_000, "kernel_options": 2 * 10**9}
_LONG = {"search_options": 10**9, "shape_options": 10**7, "search_states": 5_000_000, "kernel_options": 2 * 10**12}
_QUICK_BYTES = 2**28
_LONG_BYTES = 2**31


class Desk:
    """What all requests share."""

    def __init__(self, shelf: Shelf) -> None:
        """Open the lanes."""
        self.shelf = shelf
        self.quick = Lane(
            "quick", 2, 256, seconds=3, most_bytes=2 * _QUICK_BYTES, table_bytes=_QUICK_BYTES, threads=1, **_QUICK
        )
        cores = max(1, limits.threads() - 1)  # one is left for the others
        room = min(_LONG_BYTES, memory.available() // 8)  # two at a time, and the process may hold twice that
        self.long = Lane("long", 2, 4, seconds=600, most_bytes=2 * room, table_bytes=room, threads=cores, **_LONG)
        self.tickets: dict[str, tuple[Ticket, asyncio.Event]] = {}

    async def answer(self, request: Request, job: Callable[[Ticket], Result], lane: Lane | None = None) -> Result:
        """Have work done, quick work if no lane is given; stop it where the client goes away."""
        lane = lane or self.quick
        ticket = lane.ticket()
        future = await lane.submit(job, ticket)
        try:
            while not (await asyncio.wait({future}, timeout=_LOOK))[0]:
                if await request.is_disconnected():
                    ticket.stop()
        finally:
            ticket.stop()
        error = future.exception()
        if error is not None:
            raise refusal_of(error) or error
        return future.result()

    async def json(self, request: Request, job: Callable[[Ticket], object]) -> Response:
        """Have quick work done, and its result written, beside the event loop."""
        text = await self.answer(request, lambda ticket: written(job(ticket)))
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    def begin(self) -> Ticket:
        """Make a ticket for long work, with a name that nobody can guess."""
        ticket = self.long.ticket(secrets.token_urlsafe(12), self.quick.works)
        self.tickets[ticket.name] = (ticket, asyncio.Event())
        return ticket

    def end(self, ticket: Ticket) -> None:
        """Tell who waits for it that long work has ended."""
        self.tickets.pop(ticket.name)[1].set()

    def stop(self) -> None:
        """Stop all long work."""
        for ticket, _ in list(self.tickets.values()):
            ticket.stop()

    def close(self) -> None:
        """Stop all work, for good."""
        self.stop()
        self.quick.close()
        self.long.close()


async def desk_of(request: Request) -> Desk:  # not a plain function, for those are called on threads
    """Return the desk of the server that a request came to."""
    desk = request.app.state.desk
    if not isinstance(desk, Desk):
        raise TypeError(desk)
    return desk


TheDesk = Annotated[Desk, Depends(desk_of)]


def written(data: object) -> bytes:
    """Write JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
