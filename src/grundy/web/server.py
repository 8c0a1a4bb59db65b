"""The settings of the HTTP server, and its connections: those that stand still are closed."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from grundy.web.app import make_app

if TYPE_CHECKING:
    import asyncio

    from grundy.web.service import Service

_MOST_IDLE = 30  # seconds between an answer and the next request on its connection
_MOST_HEAD = 10.0  # seconds in which the head of a request has to come
_MOST_UNREAD = 20.0  # seconds for which an answer may wait for its reader


class TimedConnection(H11Protocol):
    """A connection that is closed where no head of a request comes in time, or nobody reads an answer.

    uvicorn itself limits only the time between two requests.
    """

    _head: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request; its head is there when it has a cycle of its own."""
        super().data_received(data)
        self._await_head()

    def on_response_complete(self) -> None:
        """Wait for the next head where it has begun to come."""
        super().on_response_complete()
        if self.timeout_keep_alive_task is None:
            self._await_head()

    def pause_writing(self) -> None:
        """Wait for the reader."""
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(_MOST_UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the reader reads."""
        super().resume_writing()
        _cancel(self._unread)
        self._unread = None

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, also where the end of an answer has not been read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(_MOST_UNREAD, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        for timer in (self._head, self._unread):
            _cancel(timer)
        super().connection_lost(exc)

    def _await_head(self) -> None:
        """Begin to wait for a head, unless a request is being answered, which has limits of its own."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first
        if cycle is not None and not cycle.response_complete:
            _cancel(self._head)
            self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(_MOST_HEAD, self._end_slow)

    def _end_slow(self) -> None:
        self._head = None
        if self.timeout_keep_alive_task is None:  # else it is idle, and has another limit
            self.transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; whoever uses it closes it. Raises `OSError`."""
    # The protocol is named so that asyncio sends small packets at once: else answers wait 40 ms for an ACK.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def settings(service: Service) -> uvicorn.Config:
    """Return the settings of a server on sockets that its user makes."""
    return uvicorn.Config(
        make_app(service),
        http=TimedConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
        timeout_keep_alive=_MOST_IDLE,
        timeout_graceful_shutdown=1,
    )
