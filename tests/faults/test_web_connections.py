"""Connections that stand still: closed after a while, so that they do not pile up."""

from __future__ import annotations

import json
import socket
import time
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from typing import TYPE_CHECKING

import psutil
import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from grundy.web import security, server, service
from support.server import API, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEAD = f"POST {API}/positions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hasty() -> Iterator[int]:
    """Give the port of a server that waits for a second or two: nobody else is slower than that by accident."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "_QUICK_SECONDS", 60)  # of work, however busy the machine is
        patch.setattr(server, "_HEAD_SECONDS", 1)
        patch.setattr(server, "_IDLE_SECONDS", 2)
        patch.setattr(server, "_UNREAD_SECONDS", 1)
        patch.setattr(security, "_BODY_SECONDS", 1)
        with serving(()) as port:
            yield port


@contextmanager
def connection(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as raw:
        yield raw


def ends(raw: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    found = b""
    try:
        while data := raw.recv(2**16):
            found += data
    except ConnectionResetError:
        pass
    return found


def test_nothing_comes(hasty: int) -> None:
    with connection(hasty) as raw:
        assert ends(raw) == b""


@pytest.mark.slow
def test_a_head_that_has_no_end(hasty: int) -> None:
    with connection(hasty) as raw, suppress(ConnectionError):
        for letter in chain(HEAD, repeat("x", 3000)):  # for a minute
            raw.sendall(letter.encode())
            time.sleep(0.02)
        pytest.fail("the head was waited for")


@pytest.mark.slow
def test_a_second_head_that_has_no_end(hasty: int) -> None:
    body = b'{"game":"nim","position":"3"}'
    with connection(hasty) as raw:
        raw.sendall(f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode() + body + b"POST /")
        assert b" 200 OK" in ends(raw)


@pytest.mark.slow
def test_a_body_that_does_not_come(hasty: int) -> None:
    with connection(hasty) as raw:
        raw.sendall(f"{HEAD}Content-Length: 50\r\n\r\n{{".encode())
        assert b" 408 " in ends(raw)


@pytest.mark.slow
def test_work_that_takes_longer_than_a_head_may(hasty: int) -> None:
    body = json.dumps({"rules": "0.77", "length": 400_000}).encode()
    with connection(hasty) as raw:
        raw.sendall(HEAD.replace("positions", "sequences").encode() + f"Content-Length: {len(body)}\r\n\r\n".encode())
        raw.sendall(body)
        assert b'"period":null' in ends(raw)


@pytest.mark.slow
def test_an_answer_that_nobody_reads(hasty: int) -> None:
    """All answers together are larger than what the system takes on by itself."""
    asked = f"GET /words/ko.json HTTP/1.1\r\nHost: 127.0.0.1:{hasty}\r\n\r\n".encode()
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", hasty))
        wait_for(lambda: held(hasty, raw))
        raw.sendall(asked * 300)
        wait_for(lambda: not held(hasty, raw))


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def held(port: int, raw: socket.socket) -> bool:
    """Say whether the server, in this process, still has its end of a connection."""
    own = raw.getsockname()[1]
    return any(
        one.raddr and one.raddr.port == own and one.laddr.port == port for one in psutil.Process().net_connections()
    )
