"""``grundy audit``: faults of a declared ruleset."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.authoring import audit
from grundy.cli.common import read_text, words_about_work
from grundy.games.declared import DeclaredStates

if TYPE_CHECKING:
    from grundy.authoring.report import Report
    from grundy.games import Game

_FOUND = 1


@click.command("audit")
@click.argument("game")
@click.option("--from", "start", metavar="STATE", help="The position to begin with; - reads it from stdin.")
@click.option("--states", type=click.IntRange(min=1), default=audit.MOST_STATES, show_default=True,
              help="How many states to look at.")  # fmt: skip
@click.option("--depth", type=click.IntRange(min=1), default=audit.DEEPEST, show_default=True,
              help="How many moves a game may take before it is said to have no end.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(game: str, start: str | None, states: int, depth: int, as_json: bool) -> None:
    """Look for faults in the declaration of GAME, a ruleset of yours such as mygames.py:cram.

    Explores small positions, and reports faults of each kind with the smallest position that shows it:
    canonical forms or components that change a value, labels with two results, states that cannot be
    hashed or change, options that change, cycles, descents without end, and texts that do not read back.

    Exit code 1 if there is a fault. No fault in small positions is no proof for large ones.
    """
    starts = _starts(games.find(game), start)
    with words_about_work():
        reports = [audit.audit(rules, *chosen, states=states, depth=depth) for rules, chosen in starts]
    click.echo(json.dumps([_data(one) for one in reports], indent=2) if as_json else "\n".join(map(str, reports)))
    if not all(reports):
        raise click.exceptions.Exit(_FOUND)


def _starts(game: Game, start: str | None) -> list[tuple[Any, list[Any]]]:
    """Return the rulesets to audit, each with the states to begin with."""
    if start is None and isinstance(game.reader, DeclaredStates):
        return [(game.reader.rules, [])]
    text, source = (game.sample, "<sample>") if start is None else (start, "<start>")
    position = game.parse(*(read_text("-") if start == "-" else (text, source)))
    found: dict[Any, list[Any]] = {}
    for rules, state in position.components:
        found.setdefault(rules, []).append(state)
    return list(found.items())


def _data(report: Report) -> dict[str, object]:
    return {
        "ruleset": report.name,
        "findings": [{"kind": one.kind, "state": repr(one.state), "words": one.words} for one in report.findings],
        "states": report.states,
        "complete": report.complete,
        "longest_game": report.longest,
        "checked": list(report.checked),
        "note": report.note or None,
    }
