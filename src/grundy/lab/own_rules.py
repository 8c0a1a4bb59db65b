"""Rules that the reader has written, as text: the games in it, and what the audit finds, by line.

This runs the text. It is for hosts that run on the reader's own machine, in a place that can be ended and begun anew.
"""

from __future__ import annotations

import ast
import os
import re
from typing import TYPE_CHECKING, Any

from grundy.authoring.audit import audit
from grundy.authoring.exploration import FAULTS
from grundy.errors import GrundyError, RulesetError
from grundy.games import declared
from grundy.lab.catalogue import Catalogue
from grundy.lab.error_data import error_data
from grundy.lab.fields import Flag, Text, checked
from grundy.lab.games import game_data
from grundy.lab.openings import opening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.authoring.report import AuditReport
    from grundy.games import Game

FILE = "mygames.py"
_MOST = 100_000  # characters
_STATES = 1000  # that the audit looks at
_FIELDS = {
    "text": Text(most=_MOST, about="Rules in Python, as in a file of rulesets."),
    "audit": Flag(default=True, about="Whether to look for faults."),
}
_PLACE = re.compile(rf"\b{re.escape(FILE)}:(\d+)|\bline (\d+)")


def read(data: object, folder: Path) -> tuple[Catalogue, dict[str, Any]]:
    """Write rules into a new folder within `folder`, go there, run them; return a catalogue, and what there is to say.

    The latter has ``games``, as the operation ``games`` describes them; ``findings``, each with the ``line`` that it is
    about, counted from 1 (null where it is about none), ``kind`` and ``words``; and ``notes``, texts. Where the rules
    cannot be read, there are no games, and ``error`` is the reason. An empty text is no rules, and no error.

    Raises `FieldError`.
    """
    values = checked(_FIELDS, data)
    found: dict[str, Any] = {"games": [], "findings": [], "notes": []}
    text = values["text"]
    if not text.strip():
        return Catalogue(), found
    _write(text, folder)
    try:
        games = declared.find_all(FILE)
        catalogue = Catalogue(games)
    except Exception as error:
        known = error_data(error)
        if known is None:
            raise
        return Catalogue(), {**found, "error": {**known, "line": _line_in(known["message"])}}
    found["games"] = [game_data(catalogue, game.title) for game in games]
    if values["audit"]:
        for game in games:
            _audit(game, text, found)
    return catalogue, found


def _write(text: str, folder: Path) -> None:
    """Write a file into a folder of its own, for Python keeps what it has made of files of the same name; go there."""
    own = folder / str(sum(1 for _ in folder.iterdir()))
    own.mkdir()
    os.chdir(own)  # errors name files as they are seen from the working folder
    (own / FILE).write_text(text, encoding="utf-8")


def _audit(game: Game, text: str, found: dict[str, Any]) -> None:
    """Add what the audit of a game says."""
    try:
        report = _report(game)
    except GrundyError as error:
        found["notes"].append(f"{game.title}: {error}")
        return
    lines = dict(_definitions(text))
    for one in report.findings:
        hook = one.kind.partition(" ")[0]
        line = _line_in(one.words) or _raised_at(game, one.state) or lines.get(hook) or lines.get(game.title)
        found["findings"].append({"line": line, "ruleset": game.title, "kind": one.kind, "words": str(one)})
    found["notes"].append(str(report).splitlines()[-1 if not report.note else -2].strip("()"))
    if report.note:
        found["notes"].append(f"{game.title}: {report.note}")


def _report(game: Game) -> AuditReport:
    """Audit from whole numbers, or else from the position with which the lab would begin."""
    rules = game.reader.rules  # type: ignore[attr-defined] # of a declared game
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
        for _ in game.reader.rules.options(state):  # type: ignore[attr-defined] # of a declared game
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
