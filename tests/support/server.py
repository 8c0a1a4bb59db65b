"""The lab's server on a free port, and calls of its API."""

from __future__ import annotations

import http.client
import json
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

import uvicorn

from grundy.lab.web.server import listening, settings
from grundy.lab.web.service import Service
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import httpx

API = "/api/v1"
CRAM = str(ROOT / "docs" / "mygames.py") + ":cram"
PETERSEN = CRAM.replace(":cram", ":petersen")
BOARD = "X.\n.."
LIVE = """import grundy
takes = (1, 2)


@grundy.ruleset
def first(n):
    yield from (n - take for take in takes if take <= n)


@grundy.ruleset
def second(n):
    yield from (n - take for take in takes if take <= n)
"""


@contextmanager
def serving(rulesets: Sequence[str] = (CRAM, PETERSEN), problems: Sequence[str] = (), **limits: Any) -> Iterator[int]:
    """Run a real server on a free port of 127.0.0.1, and yield the port; `limits` are those of `Service`."""
    with listening("127.0.0.1", 0) as listener:
        service = Service(rulesets, problems, **limits)
        server = uvicorn.Server(settings(service))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server does not start"
                time.sleep(0.01)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(timeout=30)
            assert not thread.is_alive(), "the server does not end"


@contextmanager
def request(port: int, method: str, path: str, body: object = None) -> Iterator[http.client.HTTPResponse]:
    """Ask without `httpx`, for an answer that comes in parts or is not waited for."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"content-type": "application/json"} if body is not None else {}
    try:
        connection.request(method, f"{API}/{path}", None if body is None else json.dumps(body), headers)
        with connection.getresponse() as response:
            yield response
    finally:
        connection.close()


def post(client: httpx.Client, path: str, **asked: object) -> httpx.Response:
    """Ask with these fields."""
    return client.post(f"{API}/{path}", json=asked)
