"""Long work on a real server: it can be stopped, keeps nobody waiting, and ends with the command."""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING

import psutil
import pytest

from grundy.cli.main import run
from support.server import API, BOARD, CRAM, post, request

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

pytestmark = pytest.mark.slow

LARGE = {"game": "cram", "position": "7x7"}  # minutes of plain search
SLOW = {"game": "clobber", "position": "\n".join(["xoxox", "oxoxo"] * 3)}  # as long as a question may take


@contextmanager
def asked(port: int, path: str, body: object) -> Iterator[None]:
    """Ask, and wait for no answer; until another question is answered, so that the server has begun with this one."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", f"{API}/{path}", json.dumps(body), {"content-type": "application/json"})
    with request(port, "GET", "games") as answer:
        answer.read()
    try:
        yield
    finally:
        connection.close()


def used() -> float:
    """Return the processor time of this process, in which the server runs, and of its children."""
    own = psutil.Process()
    return sum(sum(one.cpu_times()[:2]) for one in (own, *own.children()))


def gets_idle() -> bool:
    """Say whether a while comes in which that hardly grows, within a minute; the work alone would take longer."""
    for _ in range(200):
        before = used()
        time.sleep(0.3)
        if used() - before < 0.03:
            return True
    return False


def gets_busy() -> bool:
    """Say whether that grows."""
    before = used()
    for _ in range(600):
        time.sleep(0.1)
        if used() - before > 0.1:
            return True
    return False


def test_a_closed_connection_frees_the_core(port: int) -> None:
    with request(port, "POST", "solves", LARGE) as stream:
        stream.readline()
        assert gets_busy()
    assert gets_idle()


def test_a_long_solve_does_not_keep_others_waiting(port: int) -> None:
    """All are answered within the minute that `request` waits; the solve would take more. Times: bench/load.py."""
    with request(port, "POST", "solves", LARGE) as stream:
        stream.readline()
        assert "progress" in json.loads(stream.readline())
        for _ in range(20):
            with request(port, "POST", "positions", {"game": "wall-making", "position": BOARD}) as answer:
                assert answer.status == 200


def test_work_that_takes_too_much_memory_is_stopped(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter(range(0, 2**60, 2**40))
    monkeypatch.setattr("grundy.runtime.processes.child.Child.memory", lambda _: next(held))
    answer = post(client, "positions", game="kayles", position="5")
    assert answer.status_code == 413
    assert answer.json()["error"]["unit"] == "bytes"


def test_of_many_long_solves_some_wait(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(request(port, "POST", "solves", LARGE)).readline()
        stack.enter_context(asked(port, "solves", {"game": "kayles", "position": "5"}))
    assert gets_idle()
    with request(port, "POST", "solves", {"game": "kayles", "position": "5"}) as stream:
        assert json.loads(stream.read().splitlines()[-1])["result"]["nimber"] == 4


def test_many_new_boards_at_once(port: int) -> None:
    """None is refused, and a small question in between is answered before most of them."""
    rng = random.Random(8)
    boards = ["\n".join("".join(rng.choices(".X", (9, 1), k=45)) for _ in range(45)) for _ in range(24)]
    ended: list[tuple[str, int]] = []

    def ask(position: str) -> None:
        with request(port, "POST", "positions", {"game": "wall-making", "position": position, "board": True}) as answer:
            answer.read()
            ended.append((position, answer.status))

    threads = [threading.Thread(target=ask, args=(board,)) for board in (*boards, BOARD)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [status for _, status in ended] == [200] * 25
    assert ended.index((BOARD, 200)) < 12


def games_of(port: int) -> str:
    with request(port, "GET", "games") as answer:
        return answer.read().decode()


@pytest.mark.parametrize(
    ("working", "number"),
    [
        (False, signal.SIGINT),
        (True, signal.SIGINT),
        (True, signal.SIGTERM),
        (False, getattr(signal, "SIGHUP", signal.SIGTERM)),
    ],
)
def test_signals_end_the_lab(working: bool, number: signal.Signals) -> None:  # noqa: FBT001
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", CRAM]
    before = signal.signal(number, signal.SIG_DFL)  # `nohup` has SIGHUP ignored
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    signal.signal(number, before)
    with server, ExitStack() as stack:
        stack.callback(server.kill)  # where a check fails, nothing else would end it
        assert server.stderr is not None
        words = server.stderr.readline()
        assert re.fullmatch(r"grundy: the lab is at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n", words)
        assert re.search("code: [A-Z2-7]{8}$", server.stderr.readline())
        own = int(words.split(":")[3].split("/")[0])
        assert any("cram" in games_of(own) for _ in range(10))  # on a busy machine the first seconds may not do
        with request(own, "POST", "solves", LARGE if working else {"game": "kayles", "position": "1"}) as stream:
            stream.readline()
            with asked(own, "positions", SLOW) if working else nullcontext():
                server.send_signal(number)
                assert server.wait(60) == 0
        assert server.stderr.read() == "grundy: the lab has ended\n"


def test_a_port_that_is_taken(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-browser", "--port", str(port)]) == 2
    assert f"expected a free port, found: {port}, one that is taken" in capsys.readouterr().err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", "--no-browser"]) == 2
    assert "pip install 'grundy[web]'" in capsys.readouterr().err


def test_wrong_rulesets_to_serve(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("nowhere.py:cram", f"{CRAM}x", "kayles"):
        assert run(["serve", "--no-browser", "--port", "0", name]) == 2
        assert capsys.readouterr().err.startswith("grundy: expected")
