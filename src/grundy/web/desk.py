"""Where requests meet the work: two lanes of threads, and the pieces of long work by their ids."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, TypeVar

from starlette.requests import Request

from grundy.web.refusals import refusal_of
from grundy.web.work import Lane, Ticket

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.web.shelf import Shelf

Result = TypeVar("Result")

_LOOK = 0.1  # seconds between two looks whether somebody still waits
_QUICK = {"search_options": 2_000_000, "shape_options": 100_000, "search_states": 500_000, "kernel_options": 4 * 10**9}
_LONG = {"search_options": 10**9, "shape_options": 10**7, "search_states": 5_000_000, "kernel_options": 2 * 10**12}
_QUICK_BYTES = 2**28
_LONG_BYTES = 2**31


class Desk:
    """What all requests share."""

    def __init__(self, shelf: Shelf) -> None:
        """Open the lanes."""
        self.shelf = shelf
        self.quick = Lane("quick", 4, 256, 3, table_bytes=_QUICK_BYTES, threads=1, **_QUICK)
        self.long = Lane("long", 2, 4, 600, table_bytes=_LONG_BYTES, **_LONG)
        self.solves: dict[str, tuple[Ticket, asyncio.Event]] = {}

    async def answer(self, request: Request, job: Callable[[Ticket], Result]) -> Result:
        """Have quick work done; stop it where the client goes away."""
        ticket = Ticket(self.quick.seconds)
        future = await self.quick.submit(job, ticket)
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

    def begin(self) -> tuple[str, Ticket, asyncio.Event]:
        """Make a ticket for long work, under an id that nobody can guess."""
        name, ticket, ended = secrets.token_urlsafe(12), Ticket(self.long.seconds), asyncio.Event()
        self.solves[name] = (ticket, ended)
        return name, ticket, ended

    def close(self) -> None:
        """Stop all work."""
        for ticket, _ in self.solves.values():
            ticket.stop()
        self.quick.close()
        self.long.close()


def desk_of(request: Request) -> Desk:
    """Return the desk of the server that a request came to."""
    desk = request.app.state.desk
    if not isinstance(desk, Desk):
        raise TypeError(desk)
    return desk
