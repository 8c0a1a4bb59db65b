"""Turns: few places to work, in processes, for the questions of many clients.

A question waits until a place is free. If others wait, a question that has worked for a while (`TURN_SECONDS`) is
paused, and goes on later at the same place. The next turn is that of the client that has had the least time, as in
start-time fair queueing (Goyal, Vin, Cheng 1996): a new client begins where the present turn began, so that a cheap
question passes expensive ones, and nobody waits for the questions of one client. All of this happens in the event loop.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol

from cachetools import LRUCache

from grundy.runtime.costs import TURN_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_MOST_CLIENTS = 4096  # whose time is remembered


class Pausable(Protocol):
    """What has turns."""

    waiting: Any  # the future of the first turn

    def pause(self) -> None:
        """Stop working until `go_on` is called."""

    def go_on(self) -> None:
        """Work again."""


class _Work:
    """A question: its client, when it came, in the time of clients, and its place."""

    def __init__(self, client: str, tag: float, job: Pausable) -> None:
        self.client, self.tag, self.job = client, tag, job
        self.place: int | None = None
        self.since = 0.0
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """The turns of questions that have the same places."""

    def __init__(self, places: int) -> None:
        """Share so many places."""
        self._working: list[_Work | None] = [None] * places
        self._waiting: list[_Work] = []
        self._now = 0.0  # the time at which the present turn began, in the time of its client
        self._tags: LRUCache[str, float] = LRUCache(_MOST_CLIENTS)
        self._places: LRUCache[str, int] = LRUCache(_MOST_CLIENTS)  # whose tables know what a client asked last

    @asynccontextmanager
    async def turn(self, client: str, job: Pausable) -> AsyncIterator[int]:
        """Wait for a place, and give its number: that of the client's last question if it is free."""
        work = _Work(client, self._now, job)
        self._waiting.append(work)
        self._fill()
        job.waiting = work.begun
        try:
            await work.begun
            assert work.place is not None
            yield work.place
        finally:
            if work in self._waiting:
                self._waiting.remove(work)
            elif work.place is not None:
                self._stop(work)
            self._fill()

    def _tag(self, work: _Work) -> float:
        """Return the time of its client at which the next turn of a question begins."""
        return max(work.tag, self._tags.get(work.client, 0.0))

    def _next(self, free: list[int]) -> _Work | None:
        """Return the question that should have the next turn at one of these places."""
        able = (one for one in self._waiting if one.place in (None, *free) and not one.begun.cancelled())
        return min(able, key=self._tag, default=None)

    def _fill(self) -> None:
        """Begin turns at the places that are free."""
        free = [place for place, work in enumerate(self._working) if work is None]
        while free and self._waiting:
            work = self._next(free)
            if work is None:
                return
            last = self._places.get(work.client)
            place = work.place if work.place is not None else last if last in free else free[0]
            free.remove(place)
            self._begin(work, place)

    def _begin(self, work: _Work, place: int) -> None:
        self._waiting.remove(work)
        self._working[place] = work
        self._now = max(self._now, self._tag(work))
        self._places[work.client] = place
        work.since = time.monotonic()
        if work.place is None:
            work.place = place
            work.begun.set_result(None)
        else:
            work.job.go_on()
        asyncio.get_running_loop().call_later(TURN_SECONDS, self._end_turn, work, place, work.since)

    def _stop(self, work: _Work) -> None:
        """Take the place from a question, and count its time."""
        assert work.place is not None
        if self._working[work.place] is work:
            self._working[work.place] = None
            # Questions that fit into one turn count alike; otherwise one of 15 ms would wait for 50 of 0.3 ms each.
            taken = max(time.monotonic() - work.since, TURN_SECONDS)
            self._tags[work.client] = self._tag(work) + taken
            self._now += taken / (1 + len(self._waiting))  # so that new clients do not pass the others for ever

    def _end_turn(self, work: _Work, place: int, since: float) -> None:
        """Pause a question if another one should have its place."""
        if self._working[place] is not work or work.since != since:
            return
        self._stop(work)
        self._waiting.append(work)
        if self._next([place]) is not work:
            work.job.pause()
        self._fill()
