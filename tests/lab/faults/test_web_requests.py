"""Requests that are not for the lab's server, and those that are none: refused, and said why."""

from __future__ import annotations

import json
import os
import random
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from grundy.lab.web import security
from grundy.lab.web.server import listening
from support.hostile import bodies
from support.server import API, CRAM, post

if TYPE_CHECKING:
    from pathlib import Path

    import httpx


@pytest.mark.slow
def test_no_address_names_a_file(client: httpx.Client, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'sprung')!r}).touch()\n")
    known = CRAM.removesuffix(":cram")
    for name in (f"{trap}:x", str(trap), f"{known}:cram", CRAM, f"file:{trap}", "../../etc/passwd", "/etc/passwd"):
        assert client.get(f"/{name}").status_code == 404
        assert client.get(f"{API}/docs/../../{name}").status_code == 404
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "0.0.0.0:8077"]
)
def test_foreign_hosts(host: str, client: httpx.Client) -> None:
    for path in ("/", f"{API}/games", "/nothing"):
        answer = client.get(path, headers={"host": host})
        assert (answer.status_code, answer.text) == (400, "Invalid host header")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]:8077", "localhost:1"])
def test_hosts_of_this_machine(host: str, client: httpx.Client) -> None:
    assert client.get(f"{API}/games", headers={"host": host}).status_code == 200


@pytest.mark.slow
def test_other_pages_cannot_ask(client: httpx.Client) -> None:
    body = {"game": "kayles", "position": "5"}
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert client.post(f"{API}/positions", json=body, headers=headers).status_code == 403
        assert client.get(f"{API}/worksheets", headers=headers).status_code == 403
        assert client.get("/", headers=headers).status_code == 200  # a link to the page
    own = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    answer = client.post(f"{API}/positions", json=body, headers=own)
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        wrong = client.post(f"{API}/positions", content=json.dumps(body), headers={"content-type": kind})
        assert wrong.status_code == 415


@pytest.mark.slow
def test_every_answer_carries_the_policy(client: httpx.Client) -> None:
    answers = [
        client.get("/"),
        client.get("/nothing"),
        client.get(f"{API}/games"),
        client.get(f"{API}/docs"),
        client.get(f"{API}/openapi.json"),
        client.get("/", headers={"host": "evil.example"}),
        client.put("/"),
        post(client, "positions", game="kayles", position="x"),
        client.post(f"{API}/positions", content=b"{", headers={"content-type": "application/json"}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_pages_have_no_inline_script_and_name_no_other_host(client: httpx.Client) -> None:
    for path in ("/", f"{API}/docs"):
        page = client.get(path)
        if page.status_code == 404 and path == "/":  # before the page is there
            continue
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "://" not in page.text.replace("http://www.w3.org", "")
        assert " on" not in page.text.replace(" on ", " ").lower().split("<body", 1)[0]
        for script in page.text.split("<script")[1:]:
            assert " src=" in script.split(">", 1)[0]
            assert script.split(">", 1)[1].startswith("</script>")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 50 + b"1" + b"}" * 50, 422),
        (b'{"game":"kayles","seed":NaN}', 422),
        (b'{"game":"\\ud800"}', 422),
        (b'{"\\ud800":1}', 422),
        (b'{"game":"kayles","position":' + b"9" * 5000 + b"}", 400),
        (b'{"game":"kayles","position":"' + b"1 " * 140_000 + b'"}', 413),
        (b"null", 422),
        (b'"kayles"', 422),
        (b'{"game":"kayles","size":[1e999],"density":1e999}', 422),
    ],
    ids=range(13),
)
def test_wrong_bodies(body: bytes, status: int, client: httpx.Client) -> None:
    answer = client.post(f"{API}/samples", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_line_that_is_large_when_it_is_turned(client: httpx.Client) -> None:
    for line in ("." * 4000, ".\n" * 4000):
        refused = post(client, "positions", game="card", position=line)
        assert (refused.status_code, refused.json()["error"]["unit"]) == (413, "cells")


@pytest.mark.slow
def test_hostile_bodies(client: httpx.Client) -> None:
    rng = random.Random(7)
    for path, body in bodies(rng, int(os.environ.get("GRUNDY_HOSTILE", "400"))):
        answer = client.post(f"{API}/{path}", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 400, 413, 422), (path, body[:300], answer.text[:300])
        if answer.status_code != 200:
            assert answer.json()["error"]["type"]


def test_answers_leave_at_once() -> None:
    with listening("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # what asyncio asks before it sets TCP_NODELAY


def test_head_is_answered_as_get_without_the_body(client: httpx.Client) -> None:
    for path in ("/", "/app.js", f"{API}/docs"):
        found, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == found.headers["content-length"]
        assert head.headers["content-type"] == found.headers["content-type"]


@pytest.mark.parametrize("path", ["positions", "replies", "hints"])
def test_pieces_far_out_are_refused(path: str, client: httpx.Client) -> None:
    further = {"board": True} if path == "positions" else {}
    for position in ("1000000000000000000 999999999999999999", "10000000 10000000"):
        refused = post(client, path, game="bishop", position=position, **further)  # a client waits for a minute
        assert refused.status_code == 413
        assert refused.json()["error"]["type"] == "over-budget"


def test_chunked_bodies_are_bounded(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        head = f"POST {API}/positions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        raw.sendall((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
        with suppress(OSError):  # the server need not read on once it has answered
            for _ in range(security.MOST_BYTES // 0x4000 + 1):
                raw.sendall(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
        assert b" 413 " in raw.recv(4096)


def test_files_are_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/app.js")
    again = client.get("/app.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/app.js", headers={"if-none-match": '"another"'})
    assert other.content == first.content
