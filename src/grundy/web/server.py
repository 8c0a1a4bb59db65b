"""The settings of the HTTP server, and its connections, which are closed if they make no progress."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from grundy.web.app import make_app

if TYPE_CHECKING:
    import asyncio

    from grundy.web.service import Service

_IDLE_SECONDS = 30  # between an answer and the next request on its connection
_HEAD_SECONDS = 10.0  # in which the head of a request has to arrive
_UNREAD_SECONDS = 20.0  # for which the client may leave an answer unread


class TimedConnection(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time, or if an answer is not read.

    uvicorn itself limits only the time between two requests.
    """

    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # the type that uvicorn declares
        """Wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Receive bytes of a request. uvicorn makes a new cycle when the head of a request is complete."""
        super().data_received(data)
        self._await_head()

    def on_response_complete(self) -> None:
        """Wait for the rest of the next head if its first bytes have arrived."""
        super().on_response_complete()
        if self.timeout_keep_alive_task is None:
            self._await_head()

    def pause_writing(self) -> None:
        """Start the time limit for the reader of an answer."""
        super().pause_writing()
        self._unread_timer = self._unread_timer or self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """End the time limit, because the reader reads."""
        super().resume_writing()
        _cancel(self._unread_timer)
        self._unread_timer = None

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if the end of an answer was not read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers."""
        for timer in (self._head_timer, self._unread_timer):
            _cancel(timer)
        super().connection_lost(exc)

    def _await_head(self) -> None:
        """Start the time limit for a head, unless a request is being answered: answers have limits of their own."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        if cycle is not None and not cycle.response_complete:
            _cancel(self._head_timer)
            self._head_timer = None
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(_HEAD_SECONDS, self._end_slow)

    def _end_slow(self) -> None:
        self._head_timer = None
        if self.timeout_keep_alive_task is None:  # otherwise the connection is idle, and has another limit
            self.transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket, which the caller closes. Raises `OSError`."""
    # With the protocol named, asyncio sends small packets at once; otherwise answers wait 40 ms for an ACK.
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
    """Return the settings of a server; its sockets are made by the caller."""
    return uvicorn.Config(
        make_app(service),
        http=TimedConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=1,
    )
