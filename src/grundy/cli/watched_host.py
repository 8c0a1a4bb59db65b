"""Commands on rules in a user's file, in a child process that its parent can end (`grundy.cli.watched`).

An audit sends its reports, so that reports of other rulesets remain when a ruleset has to be ended. All other commands
send their output.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.authoring import audit
from grundy.cli import common, main, output
from grundy.games.declared import DeclaredStates
from grundy.runtime import progress

if TYPE_CHECKING:
    from grundy.authoring.report import AuditReport
    from grundy.games import Game
    from grundy.processes.child_main import Call

ENTRY = f"{__name__}:CommandHost"

Parts = Iterator[tuple[dict[str, Any], bytes]]


class CommandHost:
    """Runs commands for the parent process: ``command``, any command line, or ``audit``."""

    def about(self) -> None:
        """Return nothing."""

    def run(self, name: str, data: Any, call: Call) -> Parts:
        """Yield the parts of the answer to a call of this name."""
        return _CALLS[name](call, **data)

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return the text that the command writes for an exception; None for a fault of grundy."""
        words = main.words_of(error, "en")
        return None if words is None else {"message": words}


def _command(call: Call, *, arguments: list[str], terminal: bool, columns: int, stdin: str) -> Parts:
    """Run a command line, and yield its exit code at the end. Its output is sent in parts without a code.

    `terminal` says whether stdout is a terminal, `columns` how wide it is, and `stdin` has the bytes of stdin as
    Latin-1.
    """
    os.environ["COLUMNS"] = str(columns)
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode("latin-1")))
    raw = io.BufferedWriter(_Pipe(call, terminal=terminal))
    with io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True) as file:
        with output.results_to(file), common.work_reported_to(call):
            code = main.run_apart(arguments)
        file.flush()
    yield {"code": code}, b""


def _audit(call: Call, *, game: str, start: list[str] | None, options: dict[str, int]) -> Parts:
    """Yield a part for each ruleset of a game: its report as data and text.

    `start` is the position to begin with, a text and the name of its source, if one was given; `options` are keywords
    of `grundy.audit`.
    """
    starts = _starts(games.find(game), start)
    with progress.reporting(call.progress, call.compiling, call.check, looking=call.looking):
        for rules, chosen in starts:
            report = audit.audit(rules, *chosen, **options)
            found = {"data": report_data(report), "text": str(report), "faults": bool(report.findings)}
            yield {}, json.dumps(found).encode()


_CALLS: dict[str, Callable[..., Parts]] = {"command": _command, "audit": _audit}


def report_data(report: AuditReport) -> dict[str, object]:
    """Return the report of an audit for JSON."""
    return {
        "ruleset": report.name,
        "findings": [
            {"kind": finding.kind, "state": repr(finding.state), "words": finding.words} for finding in report.findings
        ],
        "states": report.states,
        "complete": report.complete,
        "longest_game": report.longest,
        "checked": list(report.checked),
        "note": report.note or None,
    }


def _starts(game: Game, start: list[str] | None) -> list[tuple[Any, list[Any]]]:
    """Return the rulesets to audit, each with the states to begin with."""
    if start is None and isinstance(game.reader, DeclaredStates):
        return [(game.reader.rules, [])]
    position = game.parse(*(start or (game.sample, "<sample>")))
    found: dict[Any, list[Any]] = {}
    for rules, state in position.components:
        found.setdefault(rules, []).append(state)
    return list(found.items())


class _Pipe(io.RawIOBase):
    """A file whose content is sent to the parent."""

    def __init__(self, call: Call, *, terminal: bool) -> None:
        super().__init__()
        self._call = call
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        body = bytes(data)
        self._call.answers.send({"call": self._call.number, "part": {}}, body)
        return len(body)
