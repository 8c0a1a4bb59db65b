"""Programs under limits: what is ended, what Ctrl-C keeps, and that nothing of a program is left running."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grundy import contests
from grundy.contests.stress.inputs import Inputs, MadeInput
from grundy.contests.stress.programs import ProgramLimits
from grundy.contests.stress.session import SearchPlan, Workers, stress
from grundy.contests.stress.verdicts import judge
from support import programs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random
    from typing import Any

TIGHT = ProgramLimits(seconds=0.5, memory=2**27, output=2**20)
MARK = f"grundy-test-{os.getpid()}"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc"),
]


@pytest.fixture(scope="module")
def misbehaving() -> Iterator[Workers]:
    """Run programs that have to be ended."""
    with Workers([sys.executable, str(programs.FOLDER / "misbehaving.py"), MARK], TIGHT, 1) as workers:
        yield workers


def running(name: str, first: str = "") -> list[str]:
    """Return the processes with this word in their command, and the other one as the first argument."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if name.encode() in words and (not first or words[1:2] == [first.encode()]):
            found.append(path.parent.name)
    return found


@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("leaves-children", "right"),
        ("forks-much", "right"),
        ("sleeps", "time limit"),
        ("ignores-signals", "time limit"),
        ("computes", "time limit"),
        ("prints", "output limit"),
        ("eats-memory", "memory limit"),
    ],
)
def test_a_program_is_ended_and_nothing_of_it_is_left(way: str, kind: str, misbehaving: Workers) -> None:
    run = misbehaving.submit(f"{way}\n").result()
    assert running(MARK) == []
    assert judge(contests.find("boj-11717"), (), run, "First\n", TIGHT).kind == kind


def started(*words: str, folder: Path) -> subprocess.Popen[str]:
    """Start ``grundy stress`` in a process group of its own, as a terminal does."""
    command = [sys.executable, "-m", "grundy", "stress", *words]
    return subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_for(condition: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_the_search_ends_the_program(way: signal.Signals, tmp_path: Path) -> None:
    sleeper = (sys.executable, "-c", "import time; time.sleep(60)", MARK)
    with started("boj-13034", "--time-limit", "60", "--json", "--", *sleeper, folder=tmp_path) as search:
        wait_for(lambda: running(MARK, "-c"))
        (os.killpg if way in (signal.SIGINT, signal.SIGHUP) else os.kill)(search.pid, way)
        out, err = search.communicate(timeout=60)
    if way == signal.SIGKILL:
        wait_for(lambda: not running(MARK))
        return
    assert (search.returncode, err) == (3, "")
    report = json.loads(out)
    assert report["stopped"]
    assert report["counterexample"] is None
    assert running(MARK) == []
    assert list(tmp_path.iterdir()) == []


class Interrupted(Inputs):
    """Makes 900; the user stops the shrinking after 700."""

    def made(self, rng: Random) -> Iterator[MadeInput]:
        """Yield 900 for ever."""
        del rng
        return repeat(MadeInput("random", (900,)))

    def cuts(self, case: Any) -> Iterator[Any]:
        """Yield 700, then stop."""
        assert case in {(900,), (700,)}
        if case == (900,):
            yield (700,)
        raise KeyboardInterrupt


def test_ctrl_c_while_shrinking_keeps_the_smallest_input() -> None:
    wrong = next(one for one in programs.WRONG if one.words == ("polygon", "recursion"))
    with Workers(wrong.command(Path()), ProgramLimits(10), 1) as workers:
        report = stress(Interrupted(contests.find(wrong.problem)), workers, SearchPlan(seconds=60))
    assert report.stopped
    assert report.counterexample is not None
    assert report.counterexample.text == "700\n"
    assert report.counterexample.expected == contests.answer("boj-13034", "700")


def test_a_program_is_started_as_the_user_starts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same folder, as the same user, with the same environment: interpreters of a home folder are found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRUNDY_TEST", "kept")
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\nid -u; pwd; echo "$HOME"; echo "$GRUNDY_TEST"\n')
    program.chmod(0o700)
    with Workers(["./program"], TIGHT, 1) as workers:
        said = workers.submit("").result().stdout.decode().split("\n")
    assert said == [str(os.getuid()), str(tmp_path), os.environ["HOME"], "kept", ""]


def test_a_program_may_have_ten_threads(tmp_path: Path) -> None:
    """As programs in JavaScript have: the stacks of all of them fit into the memory."""
    program = tmp_path / "threads.py"
    waits = "from threading import Barrier, Thread\nb = Barrier(10)\n"
    program.write_text(f"{waits}for _ in range(9): Thread(target=b.wait).start()\nb.wait()\nprint('all')\n")
    with Workers([sys.executable, str(program)], ProgramLimits(seconds=5), 1) as workers:
        assert workers.submit("").result().stdout == b"all\n"
