"""Rulesets in files on the command line: what they print, what their labels hold, and rules that do not return."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from grundy.runtime.messages import printable
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

FAILING = ROOT / "tests" / "support" / "rules_that_fail.py"
COMMANDS = "\x1b]0;title\x07\x9b31m\u202e"
FILE = f"""
import os
import grundy
from grundy.core.scenes import Cell, GridScene
print("loaded")

@grundy.ruleset(format=lambda n: "{COMMANDS}%d" % n)
def red(n):
    print("asked")
    yield from (grundy.split(k, move="to {COMMANDS} %d" % k) for k in range(n))

@grundy.ruleset
def loud(n):
    print("asked")
    yield from range(n)

@grundy.ruleset(scene=lambda n, winning: GridScene(((Cell("{COMMANDS}"),),)))
def drawn(n):
    yield from range(n)

@grundy.ruleset(components=lambda n: "ab")
def letters(n):
    yield from range(n)

@grundy.ruleset
def raising(n):
    raise ValueError("{COMMANDS}")
""".encode("unicode_escape").decode().replace("\\n", "\n")  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "loud.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_plain(text: str) -> bool:
    return text == printable(text)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_only_results_reach_stdout() -> None:
    command = [sys.executable, "-m", "grundy", "solve", "loud.py:loud", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["nimber"] == 2
    assert all(word in done.stderr for word in ("loaded", "asked"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "loud.py:red", "2"),
        ("solve", "loud.py:drawn", "2"),
        ("solve", "loud.py:red", "2", "--json"),
        ("solve", "loud.py:red", "2", "-o", "-.svg"),
        pytest.param(("explain", "loud.py:red", "2"), marks=pytest.mark.slow),
        pytest.param(("play", "loud.py:red", "2"), marks=pytest.mark.slow),
        ("solve", "loud.py:raising", "2"),
        ("solve", f"loud.py:{COMMANDS}"),
        ("solve", "nim", f"{COMMANDS}.txt"),
        ("solve", COMMANDS),
        ("explain", "boj-11717", COMMANDS),
        ("answer", COMMANDS),
    ],
)
def test_only_text_reaches_a_terminal(arguments: tuple[str, ...], grundy_command: Command) -> None:
    result = grundy_command(*arguments, stdin=COMMANDS)
    assert is_plain(result.out)
    assert is_plain(result.err)
    if "--json" in arguments:
        assert json.loads(result.out)
        assert "\\\\x1b]0;title" in result.out
    elif arguments[0] != "play" and result.code == 0:
        assert "\\x1b]0;title" in result.out
    if "-.svg" in arguments:
        ET.fromstring(result.out)  # noqa: S314 - our own


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_components_that_are_no_list(grundy_command: Command) -> None:
    result = grundy_command("solve", "loud.py:letters", "2")
    assert result.code == 2
    assert result.err.endswith("expected the components of letters(2) to be a list of states, found 'ab'\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["forever", "counting"])
def test_audit_names_the_state_and_the_line(name: str, grundy_command: Command) -> None:
    result = grundy_command("audit", f"{FAILING}:{name}", "--patience", "4", "--json")
    assert result.code == 1
    (finding,) = json.loads(result.out)[0]["findings"]
    assert finding["kind"] == "rules that do not return"
    assert f"still inside the options of {name}(5), " in finding["words"]
    assert "rules_that_fail.py:" in finding["words"]
    assert "\\x1b[31mloaded" in result.err


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process beside the one that ends")
@pytest.mark.parametrize(("name", "code", "out"), [("dying", 2, ""), ("lingering", 0, "nimber   6")])
def test_rules_that_end_their_process_or_keep_it(name: str, code: int, out: str) -> None:
    """No result is not taken for a result, and nobody waits for a thread that rules have left."""
    command = [sys.executable, "-m", "grundy", "solve", f"{FAILING}:{name}", "6"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, out in done.stdout) == (code, True), done.stderr
    assert ("found that they end their process" in done.stderr) == (code == 2)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("position", [(), ("-",)])
def test_a_position_on_stdin_reaches_the_rules(position: tuple[str, ...], grundy_command: Command) -> None:
    result = grundy_command("solve", "loud.py:loud", *position, stdin="7")
    assert (result.code, "nimber   7" in result.out) == (0, True), result.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a process what its children leave")
def test_processes_that_rules_leave_end_with_the_command() -> None:
    """They hold stdout open: whoever reads the results would wait for them."""
    command = [sys.executable, "-m", "grundy", "solve", f"{FAILING}:forking", "6"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "nimber   6" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process beside the one that does not return")
@pytest.mark.parametrize("name", ["forever", "counting"])
def test_ctrl_c_ends_a_command_whatever_runs(name: str) -> None:
    command = [sys.executable, "-m", "grundy", "solve", f"{FAILING}:{name}", "9"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        running.stderr.readline()  # what the file prints
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 3
        assert "stopped before the end" in running.stderr.read()


SLOW_TO_END = """
import time
from grundy.runtime.messages import Message
from grundy.runtime.processes.ctrl_c import supervised

def work():
    try:
        print("begun", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        time.sleep(1)  # a busy machine
        print("what is kept")
    return 3

raise SystemExit(supervised(work, Message("usage.rules-killed"), Message("usage.stopped")))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process beside the one that ends slowly")
def test_a_command_may_take_a_second_to_say_what_is_kept() -> None:
    command = [sys.executable, "-c", SLOW_TO_END]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (3, "what is kept\n", "")
