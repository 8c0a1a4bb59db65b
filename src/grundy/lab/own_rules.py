"""Rules that the reader has written, as text: its games, and the findings of the audit by line.

The text is run. So this is for hosts on the reader's own machine, in a process or worker that can be restarted.
"""

from __future__ import annotations

import ast
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Any

from grundy.authoring.audit import audit
from grundy.authoring.exploration import FAULTS
from grundy.authoring.openings import candidates, opening
from grundy.errors import GrundyError, InputError, RulesetError, exception_words
from grundy.games import declared
from grundy.lab.catalogue import Catalogue
from grundy.lab.error_data import error_data
from grundy.lab.games import game_data
from grundy.lab.jobs import JobError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.authoring.report import AuditReport
    from grundy.games import Game

FILE = "mygames.py"
_STATES = 1000  # that the audit examines
_MOST_PRINTED = 2000  # characters
_PLACE = re.compile(rf"\b{re.escape(FILE)}:(\d+)|\bline (\d+)")


def read(text: str, *, audited: bool = True) -> tuple[Catalogue, dict[str, Any]]:
    """Run rules as if they stood in a file. Return a catalogue and a report.

    The report has ``games``, as the operation ``games`` describes them; ``findings``, each with its ``line``, counted
    from 1 (null if it belongs to no line), ``kind`` and ``words``; ``notes``, texts; and ``printed``, the beginning of
    what they print. If the rules cannot be read, there are no games, and ``error`` is the reason. An empty text gives
    no rules and no error.
    """
    printed = _Printed()
    with redirect_stdout(printed), redirect_stderr(printed):
        catalogue, found = _read(text, audited)
    return catalogue, found | {"printed": printed.getvalue()}


class _Printed(StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, _MOST_PRINTED - self.tell())])
        return len(text)


def _read(text: str, audited: bool) -> tuple[Catalogue, dict[str, Any]]:  # noqa: FBT001 - as above
    found: dict[str, Any] = {"games": [], "findings": [], "notes": []}
    if not text.strip():
        return Catalogue(), found
    declared.keep({declared.file_of(FILE): text.encode()})
    try:
        games = declared.find_all(FILE)
        catalogue = Catalogue(games)
    except Exception as error:
        known = error_data(error)
        if known is None:
            raise
        return Catalogue(), {**found, "error": {**known, "line": _line_in(known["message"])}}
    lines = dict(_definitions(text))
    for game in games:
        fault = _fault(game) if audited else None
        if fault is None:
            found["games"].append(game_data(catalogue, game.title))
            if audited:
                _audit(game, lines, found)
        else:
            words = str((error_data(fault) or {"message": exception_words(fault)})["message"])
            line = _line_in(words) or lines.get(game.title)
            found["findings"].append({"line": line, "ruleset": game.title, "kind": "an exception", "words": words})
    return catalogue, found


def _fault(game: Game) -> BaseException | None:
    """Return why the declared sample, or else each text that is tried, is no position with moves, if rules say why."""
    first: BaseException | None = None
    for text in [game.sample] if game.sample else candidates(game):
        try:
            if any(True for _ in game.parse(text).choices()):
                return None
        except InputError:  # no state of the rules
            continue
        except FAULTS as error:
            first = first or error
            if isinstance(error, MemoryError):
                break
    return first


def _audit(game: Game, lines: dict[str, int], found: dict[str, Any]) -> None:
    """Add the findings and the summary of the audit of a game."""
    try:
        report = _report(game)
    except JobError:  # the rules take too long
        raise
    except GrundyError as error:
        found["notes"].append(f"{game.title}: {error}")
        return
    for finding in report.findings:
        hook = finding.kind.partition(" ")[0]
        line = _line_in(finding.words) or _raised_at(game, finding.state) or lines.get(hook) or lines.get(game.title)
        found["findings"].append({"line": line, "ruleset": game.title, "kind": finding.kind, "words": str(finding)})
    found["notes"].append(str(report).splitlines()[-1 if not report.note else -2].strip("()"))
    if report.note:
        found["notes"].append(f"{game.title}: {report.note}")


def _report(game: Game) -> AuditReport:
    """Audit a game from small integers, or, if they are not states, from the opening position of the lab."""
    rules = game.reader.rules  # type: ignore[attr-defined] # a declared game has rules
    try:
        return audit(rules, states=_STATES)
    except RulesetError:
        start = opening(game)
        states = [state for own, state in game.parse(start).components if own == rules] if start else []
        if not states:
            raise
        return audit(rules, *states, states=_STATES)


def _raised_at(game: Game, state: Any) -> int | None:
    """Return the line at which the options of a state raise an exception, if they do."""
    try:
        for _ in game.reader.rules.options(state):  # type: ignore[attr-defined] # a declared game has rules
            pass
    except FAULTS as error:
        return _line_in(declared.location_in_file(error) or "")
    return None


def _line_in(words: str) -> int | None:
    place = _PLACE.search(words)
    return int(place[1] or place[2]) if place else None


def _definitions(text: str) -> Iterator[tuple[str, int]]:
    """Yield names with the lines where they are defined."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Assign):
            yield from ((name.id, node.lineno) for name in node.targets if isinstance(name, ast.Name))
