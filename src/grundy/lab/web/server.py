"""The settings of the HTTP server, which listens on this machine alone."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn

from grundy.lab.web.app import make_app

if TYPE_CHECKING:
    from grundy.lab.web.service import Service


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
        http="h11",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=512,
        timeout_graceful_shutdown=1,
    )
