"""The audit of rules in a child process that its parent can end (`grundy.cli.audit`).

Each report is sent when it is complete, so that reports of other rulesets remain when a ruleset has to be ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.authoring import audit
from grundy.cli import main
from grundy.games.declared import DeclaredStates
from grundy.runtime import progress

if TYPE_CHECKING:
    from grundy.games import Game
    from grundy.runtime.processes.child_main import Call

ENTRY = f"{__name__}:AuditHost"

Parts = Iterator[tuple[dict[str, Any], bytes]]


class AuditHost:
    """Audits games for the parent process."""

    def about(self) -> None:
        """Return nothing."""

    def run(self, name: str, data: Any, call: Call) -> Parts:
        """Yield a part for each ruleset of a game: its report as data and text.

        `data` has the ``game``; ``start``, the position to begin with, as a text and the name of its source, or None;
        and ``options``, keywords of `grundy.audit`.
        """
        del name
        starts = _starts(games.find(data["game"]), data["start"])
        with progress.reporting(call.progress, call.compiling, call.check, stage=call.stage):
            for rules, chosen in starts:
                report = audit.audit(rules, *chosen, **data["options"])
                found = {"data": report.data(), "text": str(report), "faults": bool(report.findings)}
                yield {}, json.dumps(found).encode()

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return the text that the command writes for an exception; None for a fault of grundy."""
        words = main.words_of(error, "en")
        return None if words is None else {"message": words}


def _starts(game: Game, start: list[str] | None) -> list[tuple[Any, list[Any]]]:
    """Return the rulesets to audit, each with the states to begin with."""
    if start is None and isinstance(game.reader, DeclaredStates):
        return [(game.reader.rules, [])]
    position = game.parse(*(start or (game.sample, "<sample>")))
    found: dict[Any, list[Any]] = {}
    for rules, state in position.components:
        found.setdefault(rules, []).append(state)
    return list(found.items())
