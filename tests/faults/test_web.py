"""The lab's server: answers like the command line, refuses what is not for it, stops what nobody waits for."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

import schemathesis
import uvicorn
from hostile import bodies
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.specs.openapi.checks import positive_data_acceptance

from conftest import JIT, ROOT
from grundy import games
from grundy.cli.main import run
from grundy.cli.serve import _listening
from grundy.web import security
from grundy.web.app import make_app
from grundy.web.desk import Desk
from grundy.web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

API = "/api/v1"
CRAM = str(ROOT / "docs" / "mygames.py") + ":cram"
BOARD = "X.\n.."
FIGURES = ("seconds", "options", "states", "hits", "engine")


@contextmanager
def serving(rulesets: Sequence[str] = (CRAM,)) -> Iterator[int]:
    """Run a real server on a free port of 127.0.0.1, and yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(make_app(Desk(Shelf(rulesets))), log_level="warning", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving() as port:
        yield port


@pytest.fixture(scope="module")
def client(port: int) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
        yield client


def post(client: httpx.Client, path: str, **asked: object) -> httpx.Response:
    return client.post(f"{API}/{path}", json=asked)


def lines(response: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


def without_figures(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"work": sorted(set(data["work"]) - {"dropped"})}


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_answers_are_those_of_the_command_line(
    game: games.Game, client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", game.name, "--sample", "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    answer = post(client, "positions", game=game.name, position=game.sample)
    assert answer.status_code == 200
    assert without_figures(answer.json()) == without_figures(expected)
    assert sorted(answer.json()["work"]) == sorted(FIGURES)


@pytest.mark.parametrize("game", [game.name for game in games.all_games()] + ["cram"])
def test_boards_say_what_their_moves_do(game: str, client: httpx.Client) -> None:
    sample = "2x3" if game == "cram" else games.find(game).sample
    data = post(client, "positions", game=game, position=sample, board=True).json()
    shelf = Shelf([CRAM])
    position = shelf.parse(game, data["position"])[1]
    assert str(position) == data["position"]
    assert [choice["move"] for choice in data["choices"]] == [choice.move for choice in position.choices()]
    assert {c["move"] for c in data["choices"] if c["wins"]} == {won["move"] for won in data["winning_moves"]}
    kinds = {scene["kind"] for scene in data["scenes"]}
    for choice in data["choices"]:
        assert choice["nimber"] == position.play(choice["move"]).nimber
        assert choice["wins"] == (choice["nimber"] == 0)
        assert bool(choice["places"]) == (kinds != {"text"})
        for place in choice["places"] if kinds == {"grid"} else ():
            assert data["scenes"][choice["term"]]["rows"][place[0]][place[1]]


def test_sums_of_anything_read_back(client: httpx.Client) -> None:
    text = "kayles 3 + cram 2x3 + nim 2"
    data = post(client, "positions", game="nim", position=text, board=True).json()
    assert data["outcome"] == "P"
    assert [scene["kind"] for scene in data["scenes"]] == ["heaps", "grid", "heaps"]
    again = post(client, "positions", game="nim", position=data["position"], board=True).json()
    assert without_figures(again) == without_figures(data)
    moved = post(client, "moves", game="nim", position=data["position"], move="2:r1c1 across").json()
    assert moved["comment"]["verdict"] == "lost-anyway"
    assert moved["position"]["nimber"] == next(c for c in data["choices"] if c["move"] == "2:r1c1 across")["nimber"]


def test_answers_about_declared_rulesets_name_no_files(client: httpx.Client) -> None:
    sum_of_two = post(client, "positions", game="cram", position="nim 3 + cram 2x3").json()
    assert sum_of_two["game"] == "cram"
    assert post(client, "positions", game=sum_of_two["game"], position=sum_of_two["position"]).is_success
    refused = post(client, "positions", game="cram", position="\n".join(["." * 110] * 110))
    assert refused.status_code == 422
    assert "at most 10,000 characters" in refused.json()["error"]["message"]


def test_large_heaps_have_some_choices_and_all_winning_moves(client: httpx.Client) -> None:
    data = post(client, "positions", game="nim", position="1000000000000000000 5", board=True).json()
    assert data["more_choices"] is True
    assert len(data["choices"]) == 2001
    assert [c["move"] for c in data["choices"] if c["wins"]] == ["1000000000000000000 -> 5"]
    assert data["scenes"][0]["heaps"][0]["size"] == "1000000000000000000"


def test_play_against_the_coach(client: httpx.Client) -> None:
    position, winner = "....\n....\n....", ""
    for turn in range(20):
        if turn % 2:
            data = post(client, "replies", game="wall-making", position=position, seed=1).json()
        else:
            hint = post(client, "hints", game="wall-making", position=position).json()
            data = post(client, "moves", game="wall-making", position=position, move=hint["move"]).json()
            assert data["comment"]["verdict"] in ("kept", "won")
        position = data["position"]["position"]
        if not data["position"]["choices"]:
            winner = ("person", "coach")[turn % 2]
            break
    assert winner == "person"
    over = post(client, "hints", game="wall-making", position=position)
    assert (over.status_code, over.json()["error"]["kind"]) == (422, "game-over")


def test_samples_are_positions_of_the_size(client: httpx.Client) -> None:
    for game in client.get(f"{API}/games").json():
        size = [side["usual"] for side in game["sides"]]
        answer = post(client, "samples", game=game["name"], size=size or [1], density=0.3, seed=5)
        if not size:
            assert answer.status_code == 422
            continue
        assert answer.json() == post(client, "samples", game=game["name"], size=size, density=0.3, seed=5).json()
        board = post(client, "positions", game=game["name"], position=answer.json()["position"], board=True).json()
        if board["scenes"][0]["kind"] == "grid" and len(size) == 2:
            assert [len(board["scenes"][0]["rows"]), len(board["scenes"][0]["rows"][0])] == size
        for contest in game["contests"]:
            assert post(client, "positions", game=game["name"], position=contest["position"]).status_code == 200


def test_pictures(client: httpx.Client) -> None:
    asked = {"game": "wall-making", "position": BOARD}
    svg = post(client, "pictures", **asked)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in svg.headers["content-security-policy"]
    assert "<svg" in svg.text
    assert post(client, "pictures", **asked, values=False).text != svg.text
    png = post(client, "pictures", **asked, format="png")
    assert png.content.startswith(b"\x89PNG")


def test_sequences_come_in_parts_and_as_files(client: httpx.Client) -> None:
    found = lines(post(client, "sequences", rules="0.77", length=700, period=True))
    values = [value for line in found for value in line.get("values", ())]
    assert values == games.find("kayles").reader.rules.nimbers(700).tolist()  # type: ignore[attr-defined]
    assert [line["from"] for line in found if "values" in line][:2] == [0, 256]
    assert found[-1]["period"]["status"] == "proved"
    assert (found[-1]["period"]["preperiod"], found[-1]["period"]["period"]) == (71, 12)
    csv = post(client, "sequences", rules="kayles", length=3, format="csv")
    assert csv.text == "heap,nimber\n0,0\n1,1\n2,2\n"
    b_file = post(client, "sequences", rules="kayles", length=3, format="b-file")
    assert b_file.text == "0 0\n1 1\n2 2\n"
    assert post(client, "sequences", rules="kayles", length=3, format="json").json()["values"] == [0, 1, 2]
    assert post(client, "sequences", rules="nim", format="certificate").status_code == 422


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "4.7", "{1,3,4}", "0.33f", "nim"])
def test_a_certificate_is_checked_by_a_program_that_knows_nothing_else(code: str, client: httpx.Client) -> None:
    answer = post(client, "sequences", rules=code, format="certificate")
    if code == "nim":  # proved by a formula, not by values
        assert answer.status_code == 422
        return
    made = answer.json()
    values, digits, bound = made["values"], made["digits"], made["bound"]
    assert made["cycle"] == []
    assert len(values) == bound
    for n in range(min(bound, 120)):
        reached = set()
        for take, digit in enumerate(digits[: n + 1]):
            rest = n - take
            if digit & 1 and rest == 0:
                reached.add(0)
            if digit & 2 and rest > 0:
                reached.add(values[rest])
            if digit & 4:
                reached |= {values[a] ^ values[rest - a] for a in range(1, rest // 2 + 1)}
            if digit & 8:
                reached |= {
                    values[a] ^ values[b] ^ values[rest - a - b]
                    for a in range(1, rest)
                    for b in range(a, rest - a)
                    if rest - a - b >= b
                }
        assert values[n] == next(value for value in range(len(reached) + 1) if value not in reached)
    start, period = made["preperiod"], made["period"]
    assert all(values[n] == values[n + period] for n in range(start, bound - period))
    assert bound >= made["heaps"] * (max(1, start) + period) + made["places"]
    assert made["places"] == len(digits) - 1
    assert made["heaps"] >= max(digit.bit_length() - 1 for digit in digits)


def test_long_work_says_its_cost_and_its_result(client: httpx.Client) -> None:
    found = lines(post(client, "solves", game="wall-making", position=BOARD, board=True))
    assert found[0]["cost"]["options"] == 12  # three cells, each in four rectangles
    assert without_figures(found[-1]["result"]) == without_figures(
        post(client, "positions", game="wall-making", position=BOARD, board=True).json()
    )
    assert lines(post(client, "solves", game="cram", position="2x2"))[0]["cost"] is None


def test_what_is_too_much_is_refused_with_the_figure(client: httpx.Client) -> None:
    large = "\n".join(["." * 300] * 300)
    for path in ("positions", "solves"):
        answer = post(client, path, game="wall-making", position=large)
        # A stream may have begun, with the cost, before the work is refused.
        assert answer.status_code == 413 or (path == "solves" and answer.status_code == 200)
        error = lines(answer)[-1]["error"]
        assert error["kind"] == "over-budget"
        assert int(error["needed"]) > int(error["allowed"])


def test_work_that_takes_too_much_memory_is_stopped(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter(range(0, 2**60, 2**30))
    monkeypatch.setattr("grundy.web.work._memory", lambda: next(held))
    answer = post(client, "positions", game="cram", position="5x5")
    assert answer.status_code == 413
    assert answer.json()["error"]["unit"] == "bytes"


# What the server refuses.


@pytest.mark.parametrize(
    ("asked", "kind", "further"),
    [
        ({"game": "wall-making", "position": "X.\nQ."}, "input", {"line": 2, "column": 1}),
        ({"game": "wall-making", "position": ""}, "input", {"line": 1}),
        ({"game": "chess", "position": "1"}, "name", {}),
        ({"game": "kayles", "position": "1\0"}, "input", {"column": 1}),
        ({"game": "kayles", "position": "9" * 5000}, "input", {}),
        ({"game": "{1," + "9" * 50 + "}", "position": "1"}, "input", {}),
        ({"game": "kayles"}, "fields", {}),
        ({"game": "kayles", "position": "1", "more": 1}, "fields", {}),
        ({"game": "kayles", "position": 1}, "fields", {}),
        ({"game": "kayles", "position": "1", "board": "yes"}, "fields", {}),
    ],
)
def test_wrong_requests(asked: dict[str, Any], kind: str, further: dict[str, int], client: httpx.Client) -> None:
    answer = post(client, "positions", **asked)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["kind"] == kind
    assert error["message"]
    assert error.items() >= further.items()


def test_no_text_of_a_request_names_a_file(client: httpx.Client, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'sprung')!r}).touch()\n")
    known = CRAM.removesuffix(":cram")
    for name in (f"{trap}:x", str(trap), f"{known}:cram", CRAM, f"file:{trap}", "../../etc/passwd", "/etc/passwd"):
        assert post(client, "positions", game=name, position="2x2").status_code == 422
        assert post(client, "positions", game="kayles", position=f"1 + {name} 2x2").status_code == 422
        assert post(client, "positions", game="cram", position=name).status_code == 422
        assert post(client, "sequences", rules=name).status_code == 422
        assert client.get(f"/{name}").status_code == 404
        assert client.get(f"{API}/docs/../../{name}").status_code == 404
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "0.0.0.0:8077"]
)
def test_foreign_hosts(host: str, client: httpx.Client) -> None:
    for path in ("/", f"{API}/games", "/nothing"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert answer.json()["error"]["kind"] == "host"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]:8077", "localhost:1"])
def test_hosts_of_this_machine(host: str, client: httpx.Client) -> None:
    assert client.get(f"{API}/games", headers={"host": host}).status_code == 200


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
        assert client.delete(f"{API}/solves/x", headers=headers).status_code == 403
    own = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    answer = client.post(f"{API}/positions", json=body, headers=own)
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        wrong = client.post(f"{API}/positions", content=json.dumps(body), headers={"content-type": kind})
        assert wrong.status_code == 415


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


def test_pages_hold_no_inline_script_and_name_no_other_place(client: httpx.Client) -> None:
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
        (b'{"a":' * 50 + b"1" + b"}" * 50, 400),
        (b'{"game":"kayles","position":"1","seed":NaN}', 400),
        (b'{"game":"kayles","position":"\\ud800"}', 400),
        (b'{"game":"kayles","position":' + b"9" * 5000 + b"}", 400),
        (b'{"game":"kayles","position":"' + b"1 " * 140_000 + b'"}', 413),
        (b"null", 422),
        (b'"kayles"', 422),
        (b'{"game":"kayles","size":[1e999],"density":1e999}', 422),
    ],
    ids=range(12),
)
def test_bodies_that_are_no_requests(body: bytes, status: int, client: httpx.Client) -> None:
    answer = client.post(f"{API}/samples", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_hostile_bodies(client: httpx.Client) -> None:
    rng = random.Random(7)
    for path, body in bodies(rng, int(os.environ.get("GRUNDY_HOSTILE", "400"))):
        answer = client.post(f"{API}/{path}", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 400, 413, 422, 503), (path, body[:300], answer.text[:300])
        if answer.status_code != 200:
            assert answer.json()["error"]["kind"]


def test_answers_leave_at_once() -> None:
    with _listening(0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # what asyncio asks before it sets TCP_NODELAY


def test_head_is_answered_as_get_without_the_body(client: httpx.Client) -> None:
    for path in ("/", "/app.js", f"{API}/docs"):
        found, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == found.headers["content-length"]
        assert head.headers["content-type"] == found.headers["content-type"]


@pytest.mark.parametrize("position", ["1000000000000000000 999999999999999999", "10000000 10000000"])
@pytest.mark.parametrize("path", ["positions", "replies", "hints"])
def test_pieces_far_out_are_refused_in_time(path: str, position: str, client: httpx.Client) -> None:
    further = {"board": True} if path == "positions" else {}
    start = time.monotonic()
    refused = post(client, path, game="bishop", position=position, **further)
    assert refused.status_code == 413
    assert refused.json()["error"]["kind"] == "over-budget"
    assert time.monotonic() - start < 30


def test_chunked_bodies_are_bounded(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        head = f"POST {API}/positions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        raw.sendall((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
        with suppress(OSError):  # the server need not read on once it has answered
            for _ in range(security.MOST_BYTES // 0x4000 + 1):
                raw.sendall(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
        assert b" 413 " in raw.recv(4096)


# Long work on a real server.


@contextmanager
def request(port: int, method: str, path: str, body: object = None) -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"content-type": "application/json"} if body is not None else {}
    try:
        connection.request(method, f"{API}/{path}", None if body is None else json.dumps(body), headers)
        with connection.getresponse() as response:
            yield response
    finally:
        connection.close()


LARGE = {"game": "cram", "position": "7x7"}  # minutes of plain search


def busy(seconds: float) -> bool:
    """Say whether this process, in which the server runs, takes a good part of a core."""
    before = time.process_time()
    time.sleep(seconds)
    return (time.process_time() - before) / seconds > 0.1


def test_a_stopped_solve_frees_its_core_within_a_second(port: int) -> None:
    with request(port, "POST", "solves", LARGE) as stream:
        name = json.loads(stream.readline())["id"]
        assert "progress" in json.loads(stream.readline())
        start = time.monotonic()
        with request(port, "DELETE", f"solves/{name}") as answer:
            assert json.loads(answer.read()) == {"id": name, "stopped": True}
        assert time.monotonic() - start < 1
        assert json.loads(stream.read().splitlines()[-1])["error"]["kind"] == "stopped"
    assert not busy(0.5)
    with request(port, "DELETE", f"solves/{name}") as again:
        assert again.status == 404


def test_a_closed_connection_frees_the_core(port: int) -> None:
    with request(port, "POST", "solves", LARGE) as stream:
        stream.readline()
        assert busy(0.3)
    time.sleep(1)
    assert not busy(0.5)


def test_a_long_solve_does_not_keep_others_waiting(port: int) -> None:
    seconds = []
    with request(port, "POST", "solves", LARGE) as stream:
        stream.readline()
        for _ in range(20):
            start = time.monotonic()
            with request(port, "POST", "positions", {"game": "wall-making", "position": BOARD}) as answer:
                assert answer.status == 200
            seconds.append(time.monotonic() - start)
    assert sorted(seconds)[10] < 1


def test_a_full_queue_is_refused(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.web.work._PATIENCE", 0.2)
    with request(port, "POST", "solves", LARGE) as first, request(port, "POST", "solves", LARGE) as second:
        first.readline()
        second.readline()
        with request(port, "POST", "solves", LARGE) as third:
            assert third.status == 503
            assert int(third.headers["retry-after"]) > 0


def test_the_document_describes_what_the_server_does(client: httpx.Client) -> None:
    document = client.get(f"{API}/openapi.json").json()
    assert set(document["paths"]) == {f"{API}/{path}" for _, path in OPERATIONS}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)


# The command.


@pytest.mark.parametrize("working", [False, True])
def test_ctrl_c_ends_the_lab(working: bool) -> None:  # noqa: FBT001
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", CRAM]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        words = server.stderr.readline()
        assert re.fullmatch(r"grundy: the lab is at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n", words)
        own = int(words.split(":")[3].split("/")[0])
        with request(own, "GET", "games") as answer:
            assert "cram" in answer.read().decode()
        with request(own, "POST", "solves", LARGE if working else {"game": "kayles", "position": "1"}) as stream:
            stream.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(10) == 0
        assert server.stderr.read() == "grundy: the lab has ended\n"


def test_a_port_that_is_taken(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-browser", "--port", str(port)]) == 2
    assert f"expected a free port, found: {port}, one that is taken" in capsys.readouterr().err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", "--no-browser"]) == 2
    assert "pip install 'grundy[web]'" in capsys.readouterr().err


def test_a_ruleset_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("nowhere.py:cram", f"{CRAM}x", "kayles"):
        assert run(["serve", "--no-browser", "--port", "0", name]) == 2
        assert capsys.readouterr().err.startswith("grundy: expected")


# Calls made from the document.


OPERATIONS = [
    ("GET", "games"),
    ("DELETE", "solves/{name}"),
    *(
        ("POST", path)
        for path in (
            "explanations", "hints", "moves", "pictures", "positions", "replies", "samples", "sequences", "solves"
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_calls_made_from_the_document(method: str, path: str, mode: schemathesis.GenerationMode, port: int) -> None:
    """Valid requests and wrong ones: no fault of the server, nothing that the document does not tell."""
    refused = {"negative_data_rejection": {"expected-statuses": [400, 404, 405, 413, 415, 422]}}
    config = schemathesis.Config.from_dict({"checks": refused})
    document = schemathesis.openapi.from_url(f"http://127.0.0.1:{port}{API}/openapi.json", config=config)
    operation = document[f"{API}/{path}"][method]
    count = int(os.environ.get("GRUNDY_CALLS", "20" if JIT else "3"))

    @settings(max_examples=count, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=30)

    with suppress(Unsatisfiable):  # there is nothing to get wrong in a GET without fields
        check()
