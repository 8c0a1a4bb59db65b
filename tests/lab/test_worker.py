"""The lab in a worker: limits, rules of the reader's own, and what is sent. Answers: test_operations.py."""

from __future__ import annotations

import inspect
import json
import re
import signal
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from grundy.errors import MissingPackageError
from grundy.lab import OPERATIONS, worker
from grundy.lab.worker import WorkerHost
from grundy.runtime.costs import ANSWER_SECONDS, LONG_SECONDS, QUICK_SECONDS
from grundy.runtime.messages import Message
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

STATIC = ROOT / "src" / "grundy" / "lab" / "web" / "static"
TAKE = """import grundy

@grundy.ruleset
def take(tokens):
    yield from range(max(0, tokens - 2), tokens)
"""
ENDLESS = """import grundy

@grundy.ruleset
def endless(tokens):
    while tokens > 3:
        tokens += 1
    yield from range(tokens)
"""


@pytest.fixture
def host() -> WorkerHost:
    return WorkerHost()


@contextmanager
def watching(host: WorkerHost) -> Iterator[None]:
    """Look at the work every twentieth of a second, as the worker of a page does."""
    before = signal.signal(signal.SIGALRM, host.check_rules)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ask(host: WorkerHost, name: str, body: object = None) -> list[tuple[str, Any]]:
    """Return what is sent: kinds, and data."""
    sent: list[tuple[str, Any]] = []
    host.answer(
        name,
        None if body is None else json.dumps(body),
        lambda kind, text, type_: sent.append((kind, text if type_ else json.loads(text))),
    )
    return sent


def test_rules_are_games_until_others_come(host: WorkerHost) -> None:
    [(kind, found)] = ask(host, "rules", {"text": TAKE})
    assert (kind, found["findings"], [game["name"] for game in found["games"]]) == ("answer", [], ["take"])
    assert found["games"][0]["rules"] == "mygames.py says no rules: a docstring of take stands here."
    assert ask(host, "positions", {"game": "take", "position": "4"})[0][1]["nimber"] == 1
    ask(host, "rules", {"text": TAKE.replace("- 2", "- 3")})
    assert ask(host, "positions", {"game": "take", "position": "4"})[0][1]["nimber"] == 0
    assert ask(host, "rules", {"text": " "}) == [("answer", {"games": [], "findings": [], "notes": [], "printed": ""})]
    [(kind, found)] = ask(host, "positions", {"game": "take", "position": "4"})
    assert (kind, found["error"]["type"]) == ("refused", "name")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("import grundy\n\ndef f(:\n", 3, "SyntaxError"),
        ("import grundy\n\n\n1 / 0\n", 4, "ZeroDivisionError"),
        ("x = 1\n", None, "mygames.py"),
        ("raise SystemExit\n", None, "mygames.py"),
    ],
)
def test_rules_that_cannot_be_read(host: WorkerHost, text: str, line: int | None, words: str) -> None:
    [(_, found)] = ask(host, "rules", {"text": text})
    assert found["games"] == []
    assert found["error"]["line"] == line
    assert words in found["error"]["message"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (TAKE.replace("ruleset", "ruleset(canonical=lambda tokens: 0)"), 4, "canonical changes the value"),
        (TAKE.replace("yield from", "if tokens == 7: tokens = [][0]\n    yield from"), 5, "IndexError"),
        (TAKE.replace("tokens - 2), tokens", "tokens - 2), tokens + 1"), 4, "cycle"),
    ],
)
def test_faults_are_beside_their_lines(host: WorkerHost, text: str, line: int, words: str) -> None:
    [(_, found)] = ask(host, "rules", {"text": text})
    assert [one["line"] for one in found["findings"]] == [line]
    assert words in found["findings"][0]["words"]


def test_rules_without_whole_numbers_are_audited_from_where_the_lab_begins(host: WorkerHost) -> None:
    text = (ROOT / "docs" / "mygames.py").read_text(encoding="utf-8")
    [(_, found)] = ask(host, "rules", {"text": text})
    assert {game["name"] for game in found["games"]} == {"cram", "chomp", "petersen", "two_heaps", "pins"}
    assert found["findings"] == []
    assert len(found["notes"]) >= 3


def test_a_fault_at_every_state_is_beside_its_line_and_the_rules_before_stay(host: WorkerHost) -> None:
    ask(host, "rules", {"text": TAKE})
    for fault, line, words in (
        ("yield tokenz - 1", 5, "NameError: name 'tokenz' is not defined"),
        ("return tokens - 1", 3, "expected take(10) to yield or return its options, found 9"),
        ("return [0] * 10**12", 5, "MemoryError"),
    ):
        [(_, found)] = ask(host, "rules", {"text": TAKE.split("    yield", maxsplit=1)[0] + f"    {fault}\n"})
        [finding] = found["findings"]
        assert (found["games"], finding["line"]) == ([], line)
        assert words in finding["words"]
        assert ask(host, "positions", {"game": "take", "position": "4"})[0][1]["nimber"] == 1


def test_what_rules_print_is_in_the_report(host: WorkerHost) -> None:
    [(_, found)] = ask(host, "rules", {"text": f"print('read' * 1000)\n{TAKE}"})
    assert found["printed"] == "read" * 500


@pytest.mark.skipif(sys.platform == "win32", reason="needs timers that send signals")
@pytest.mark.slow
def test_rules_that_do_not_come_back_are_named_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "ANSWER_SECONDS", 2.0)  # they run until then
    host = WorkerHost(quick_seconds=0.2)
    with watching(host):
        ask(host, "rules", {"text": ENDLESS, "audit": False})
        [(kind, found)] = ask(host, "positions", {"game": "endless", "position": "9"})
        assert (kind, found["error"]["kind"]) == ("refused", "error.stuck")
        assert re.fullmatch(r"mygames\.py:[56]", found["error"]["location"])
        assert found["error"]["function"] == "endless"
        [(kind, found)] = ask(host, "rules", {"text": ENDLESS})
        assert (kind, found["error"]["kind"]) == ("refused", "error.stuck")
        assert ask(host, "positions", {"game": "nim", "position": "5"})[0][1]["nimber"] == 5


def test_other_work_is_never_broken_off_by_the_signal() -> None:
    host = WorkerHost(quick_seconds=-1.0)
    sent: list[str] = []

    def send(kind: str, *_: object) -> None:
        host.check_rules(0, inspect.currentframe())  # over the time, but in no file of rules
        sent.append(kind)

    host.answer("samples", json.dumps({"game": "nim", "size": [3, 5]}), send)
    assert sent == ["answer"]


def test_the_list_of_games_has_more_time_than_a_position() -> None:
    """It checks rules of the reader, and imports each game: on a busy machine more than the seconds of a position."""
    hasty = WorkerHost(quick_seconds=0.0)
    ask(hasty, "rules", {"text": TAKE, "audit": False})
    [(kind, found)] = ask(hasty, "games")
    assert kind == "answer", found


def test_limits_of_time_and_memory(host: WorkerHost) -> None:
    asked = {"game": "clobber", "position": "xoxox\noxoxo\nxoxox\noxoxo"}
    hasty = WorkerHost(quick_seconds=0.05)
    [(kind, found)] = ask(hasty, "positions", asked)
    assert (kind, found["error"]["kind"], found["error"]["seconds"]) == ("refused", "error.time", "0.05")
    held = iter(range(0, 2**60, 2**30))
    small = WorkerHost(table_bytes=2**20, held=lambda: next(held))
    *parts, (kind, last) = ask(small, "solves", asked)
    assert parts[0][1]["seconds"] == LONG_SECONDS
    assert (kind, last["error"]["unit"]) == ("part", "bytes")
    [(kind, found)] = ask(host, "positions", {"game": "wall-making", "position": "\n".join(["." * 300] * 300)})
    assert (kind, found["error"]["type"]) == ("refused", "over-budget")
    assert int(found["error"]["needed"]) > int(found["error"]["allowed"])


def test_what_needs_a_package_says_so(host: WorkerHost, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> object:
        raise MissingPackageError("numpy", Message("what.many-states"))

    monkeypatch.setitem(OPERATIONS, "tables", replace(OPERATIONS["tables"], function=fails))
    [(kind, found)] = ask(host, "tables", {"game": "rook"})
    assert (kind, found["error"]["kind"], found["error"]["package"]) == ("refused", "error.worker-package", "numpy")
    assert found["error"]["message"].startswith("an array of states needs numpy, which this site does not have")


def test_the_page_knows_which_answers_take_long() -> None:
    text = (STATIC / "base/solver.js").read_text(encoding="utf-8")
    listed = re.search(r"const LONG = \[(.*)\]", text)
    assert listed is not None
    assert set(re.findall(r"'(\w+)'", listed[1])) == {name for name, one in OPERATIONS.items() if one.streams}
    seconds = re.search(r"const SECONDS = \{ quick: (\d+), rules: (\d+), long: (\d+) \}", text)
    assert seconds is not None
    assert tuple(map(float, seconds.groups())) == (QUICK_SECONDS, ANSWER_SECONDS, LONG_SECONDS)
