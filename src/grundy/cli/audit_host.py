"""``grundy audit`` in a child process (`grundy.processes.child`): rules that do not come back can be ended there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.authoring import audit
from grundy.cli.main import words_of
from grundy.games.declared import DeclaredStates
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.authoring.report import Report
    from grundy.games import Game
    from grundy.processes.child_main import Call

ENTRY = f"{__name__}:AuditHost"


class AuditHost:
    """The game of an audit, and the text of the position to begin with, if one was given."""

    def __init__(self, game: str, start: list[str] | None) -> None:
        """Load the file, and read the position: a text and the name of its source."""
        self._starts = _starts(games.find(game), start)

    def about(self) -> None:
        """Return nothing: a game is all that was asked for."""

    def run(self, name: str, data: Any, call: Call) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Yield a part for each ruleset: its report as data and text. The data of the call are keywords of `audit`."""
        del name
        with progress.reporting(call.progress, call.compiling, call.check, looking=call.looking):
            for rules, chosen in self._starts:
                report = audit.audit(rules, *chosen, **data)
                found = {"data": report_data(report), "text": str(report), "faults": bool(report.findings)}
                yield {}, json.dumps(found).encode()

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return an exception as the command writes it."""
        words = words_of(error, "en")
        return None if words is None else {"message": words}


def report_data(report: Report) -> dict[str, object]:
    """Return a report for JSON."""
    return {
        "ruleset": report.name,
        "findings": [{"kind": one.kind, "state": repr(one.state), "words": one.words} for one in report.findings],
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
