"""Rulesets that do not return, grow or print without end: ended, with the line named; other games never notice."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import psutil
import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")
pytest.importorskip("resource", reason="needs limits on processes")

import resource

from grundy.errors import RulesetError
from grundy.lab.web.lab_processes import escaped
from grundy.lab.web.service import Service
from support.project import ROOT
from support.server import LIVE, request, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.command import Command

pytestmark = pytest.mark.slow

FILE = ROOT / "tests" / "support" / "rules_that_fail.py"
LINES = dict(enumerate(FILE.read_text().splitlines(), 1))
NAMES = (
    "forever",
    "counting",
    "growing",
    "printing",
    "starting",
    "abandoning",
    "dying",
    "closing",
    "leaving",
    "interrupting",
)
RULESETS = [f"{FILE}:{name}" for name in NAMES]
MOST_BYTES = 4 * 2**30  # of everything that these tests start, each by itself


@pytest.fixture(scope="module")
def fragile() -> Iterator[int]:
    """Give the port of a server whose rulesets fail; a quick answer has 0.9 seconds, and little memory."""
    with serving(RULESETS, quick_seconds=0.9, table_bytes=2**27) as port:
        yield port


def ask(port: int, path: str, **asked: Any) -> tuple[int, Any]:
    with request(port, "POST", path, asked) as answer:
        return answer.status, json.loads(answer.read())


def programs(name: str) -> list[psutil.Process]:
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile; a zombie as well
            found += [one] if name in " ".join(one.cmdline()) else []
    return found


@pytest.mark.parametrize(
    ("name", "at", "words"),
    [
        ("forever", "n += 1", "still inside forever: the answer takes longer than 0.9 seconds"),
        ("counting", "sum(range", "still inside counting: the answer takes longer than 0.9 seconds"),
        ("growing", "kept.append", "Memory"),
        ("printing", "print(", "still inside printing: more than 65,536 bytes were printed"),
        ("starting", "Popen", "still inside starting: more than 16 processes were started"),
        ("closing", "raise", "GeneratorExit"),
        ("leaving", "raise", "SystemExit: 0"),
        ("interrupting", "raise", "KeyboardInterrupt"),
    ],
)
def test_the_line_is_named_and_the_game_goes_on(name: str, at: str, words: str, fragile: int) -> None:
    status, answer = ask(fragile, "positions", game=name, position="7")
    error = answer["error"]
    assert (status, error["type"]) == (422, "rules")
    where, _, line = error["location"].rpartition(":")
    assert where == str(FILE.relative_to(ROOT))
    # A loop stands at its head, or in its body.
    assert any(at in LINES[number] for number in range(int(line) - 1, int(line) + 2))
    assert words in error["message"]
    status, answer = ask(fragile, "positions", game=name, position="3")
    assert (status, answer["nimber"]) == (200, 3)


def test_rules_that_end_their_process(fragile: int) -> None:
    status, answer = ask(fragile, "positions", game="dying", position="7")
    assert (status, answer["error"]["message"]) == (422, "the rules have ended their process")
    assert ask(fragile, "positions", game="nim", position="1 + dying 3")[1]["nimber"] == 2


def test_what_rules_start_ends_with_them(fragile: int) -> None:
    ask(fragile, "positions", game="starting", position="7")
    assert not programs("sleep 77")


def test_what_rules_have_started_ends_with_the_call(fragile: int) -> None:
    for size in range(3, 7):
        status, answer = ask(fragile, "positions", game="abandoning", position=str(size))
        assert (status, answer.get("nimber")) == (200, size), answer
        until = time.monotonic() + 9
        while programs("sleep 78"):  # for 78 seconds, if nobody ends them
            assert time.monotonic() < until


def test_games_beside_a_ruleset_that_does_not_come_back(fragile: int) -> None:
    stuck: list[Any] = []
    asking = [
        threading.Thread(target=lambda: stuck.append(ask(fragile, "positions", game="forever", position="9")))
        for _ in range(4)
    ]
    for thread in asking:
        thread.start()
    before = 0
    while all(thread.is_alive() for thread in asking):
        assert ask(fragile, "positions", game="nim", position="3 5")[1]["nimber"] == 6
        before += not stuck
    for thread in asking:
        thread.join()
    assert before, "the other game is answered while all four wait"
    assert {status for status, _ in stuck} == {422}


def test_a_solve_of_such_rules_is_stopped(fragile: int) -> None:
    with request(fragile, "POST", "solves", {"game": "counting", "position": "9"}) as stream:
        stream.readline()
        assert programs("child_main")
    until = time.monotonic() + 60
    while any(map(busy, programs("child_main"))):
        assert time.monotonic() < until


def busy(process: psutil.Process) -> bool:
    """Return whether a process computes; one that has ended does not."""
    try:
        return float(process.cpu_percent(0.3)) > 50
    except psutil.NoSuchProcess:
        return False


@contextmanager
def lab(*rulesets: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the command under limits of its own."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", *rulesets]
    bound = lambda: resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))  # noqa: E731
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=bound) as server:  # noqa: PLW1509
        assert server.stderr is not None
        line = next(line for line in server.stderr if "the lab is at" in line)
        try:
            yield server, int(line.split(":")[3].split("/")[0])
        finally:
            server.kill()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_nothing_is_left_of_a_lab_that_ends(number: int, code: int) -> None:
    names = ("forever", "counting")
    with lab(*(f"{FILE}:{name}" for name in names)) as (server, port):
        asking = [
            threading.Thread(target=unanswered, args=(port, path, name))
            for path in ("positions", "solves")
            for name in names
        ]
        for thread in asking:
            thread.start()
        family: list[psutil.Process] = []
        while len(family) < len(names):
            assert server.poll() is None
            time.sleep(0.2)
            family = psutil.Process(server.pid).children(recursive=True)
        os.kill(server.pid, number)
        assert server.wait(60) == code
        _, left = psutil.wait_procs(family, 30)
        assert not left
        for thread in asking:
            thread.join()


def unanswered(port: int, path: str, name: str) -> None:
    try:
        ask(port, path, game=name, position="9")
    except (OSError, ValueError, http.client.HTTPException):
        return


STUCK = """from grundy import heaps
from grundy.contests import Int, Problem, Words


def position(n):
    while n > 5:
        n += 1
    return heaps("nim")(n)


PROBLEM = Problem(title="Stuck", source="", input=Int("n", 0, 9), position=position, output=Words("first", "second"))
"""


def test_a_problem_that_does_not_come_back_is_ended(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has it, small inputs are answered; a large one ends its process, and the next one is answered again."""
    (tmp_path / "stuck.py").write_text(STUCK)
    monkeypatch.chdir(tmp_path)
    with serving([], ["stuck.py"], quick_seconds=0.9) as port:
        with request(port, "GET", "problems") as answer:
            listed = json.loads(answer.read())
        assert {"problem": "stuck", "title": "Stuck", "source": "", "game": "", "argument": "stuck.py"} in listed
        assert ask(port, "answers", problem="stuck", text="3\n") == (200, {"outputs": "first\n"})
        status, found = ask(port, "answers", problem="stuck", text="7\n")
        assert status == 422
        assert re.search(r"stuck\.py:[67]: still inside position: the answer takes", found["error"]["message"])
        assert ask(port, "answers", problem="cses-1730", text="1\n1\n3\n") == (200, {"outputs": "first\n"})
        assert ask(port, "answers", problem="stuck", text="0\n") == (200, {"outputs": "second\n"})
        status, found = ask(port, "programs", code="print(1)", inputs=[""])
        assert (status, found["error"]["kind"]) == (403, "error.programs")  # it was not started for that


def test_problems_that_contradict_their_samples_are_not_served(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = STUCK.replace('"second")', '"second"), samples=[contests.Sample("3\\n", "second\\n")]')
    (tmp_path / "false.py").write_text(f"from grundy import contests\n{text}".replace("Stuck", "False"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesetError, match=r"sample 1 at case 1, the position nim 3: the sample says second, .* first"):
        Service([], ["false.py"])
    service = Service([], ["false.py"], check_samples=False)
    service.close()


def test_files_that_do_not_come_back_are_not_served(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow.py").write_text("import time\nwhile True:\n    time.sleep(0.01)\n")
    monkeypatch.chdir(tmp_path)
    before = programs("child_main")
    with pytest.raises(Exception, match=r"slow.py:[23]: still inside <module>: nothing was returned within 10 seconds"):
        Service(["slow.py:x"])
    assert programs("child_main") == before


def test_what_rules_print_commands_no_terminal() -> None:
    assert escaped(b"a\x1b[31m\tb\n\xff\x07") == "a\\x1b[31m\tb\n\\xff\\x07"


def test_two_rulesets_of_one_name(tmp_path: Any, grundy_command: Command) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(
            "import grundy\n@grundy.ruleset\ndef game(n):\n    if n:\n        yield n - 1\n"
        )
    result = grundy_command("serve", str(tmp_path / "one.py"), str(tmp_path / "two.py"), "--no-browser")
    assert result.code == 2
    assert f"two rulesets are called game, {tmp_path / 'one.py'}:game and {tmp_path / 'two.py'}:game" in result.err


def test_a_file_that_changes_while_it_is_served(tmp_path: Any) -> None:
    """The second ruleset is first asked after the edit: both answer by one version."""
    file = tmp_path / "live.py"
    file.write_text(LIVE)

    def nimbers() -> list[int]:
        return [ask(port, "positions", game=name, position="3")[1]["nimber"] for name in ("first", "second")]

    def version() -> str | None:
        with request(port, "GET", "rules") as answer:
            return answer.headers.get("grundy-rules")

    with serving([str(file)]) as port:
        assert ask(port, "positions", game="first", position="3")[1]["nimber"] == 0
        assert version() == "1"
        file.write_text(LIVE.replace("(1, 2)", "(1, 3)"))
        assert version() == "1 changed"
        assert nimbers() == [0, 0]
        assert ask(port, "rules")[0] == 200
        assert (version(), nimbers()) == ("2", [1, 1])
        file.write_text("takes = (\n")
        status, answer = ask(port, "rules")
        assert (status, answer["error"]["message"].count("live.py:1")) == (422, 1)
        assert (version(), nimbers()) == ("2 changed", [1, 1])


def test_reload(tmp_path: Any) -> None:
    file = tmp_path / "live.py"
    file.write_text(LIVE)
    with serving([str(file)], reload=True) as port:
        for takes, nimber in (("(1, 2)", 0), ("(1, 3)", 1), ("(2, 3)", 1), ("(1, 2)", 0)):
            file.write_text(LIVE.replace("(1, 2)", takes))
            for name in ("first", "second"):
                assert ask(port, "positions", game=name, position="3")[1]["nimber"] == nimber
