"""``grundy audit``: faults of a declared ruleset."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from grundy.authoring import audit
from grundy.authoring.report import Finding, Report
from grundy.cli.common import STDIN, NumberRange, read_text, words_about_work
from grundy.cli.output import echo, json_text
from grundy.cli.output_file import output_option
from grundy.cli.watched import no_check, overrun, pass_on, report
from grundy.games import declared
from grundy.runtime import memory

if TYPE_CHECKING:
    from grundy.processes.child import Child, ChildStuck

_FOUND = 1
_BAD = 2


@click.command("audit")
@click.argument("game")
@click.option("--from", "start", metavar="STATE", help="The position to begin with; - reads it from stdin.")
@click.option("--states", type=click.IntRange(min=1), default=audit.MOST_STATES, show_default=True,
              help="How many states to look at.")  # fmt: skip
@click.option("--depth", type=click.IntRange(min=1), default=audit.DEEPEST, show_default=True,
              help="How many moves a game may take before it is said to have no end.")  # fmt: skip
@click.option("--patience", type=NumberRange(0.1, 86400), default=10.0, show_default=True, metavar="SECONDS",
              help="How long the rules may take for one state before they are said not to come back.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@output_option
def command(game: str, start: str | None, states: int, depth: int, patience: float, as_json: bool) -> None:
    """Look for faults in the declaration of GAME, a ruleset of yours such as mygames.py:cram.

    Explores small positions, and reports faults of each kind with the smallest position that shows it:
    canonical forms or components that change a value, formulas (known, known_outcome) that are wrong,
    labels with two results, states that cannot be hashed or change, options that change, cycles, descents
    without end, functions that do not come back,
    and texts that do not read back.

    Exit code 1 if there is a fault. No fault in small positions is no proof for large ones.
    """
    from grundy.cli.audit_host import ENTRY
    from grundy.processes.child import Child, ChildLimits

    text = None if start is None else read_text(STDIN) if start == STDIN else (start, "<start>")
    limits = ChildLimits(memory=memory.available() // 2, silence=patience)
    child = Child(ENTRY, {"game": game, "start": text}, limits, pass_on)
    try:
        with words_about_work():
            found = _reports(child, game, {"states": states, "depth": depth})
    finally:
        child.kill()
    shown = [one["data"] for one in found]
    echo(json_text(shown) if as_json else "\n".join(str(one["text"]) for one in found))
    if any(one["faults"] for one in found):
        raise click.exceptions.Exit(_FOUND)


def _reports(child: Child, game: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the reports of the child: data, text, and whether there are faults."""
    from grundy.processes.child import ChildDied, ChildError, ChildStuck

    found = []
    try:
        child.about(no_check)
        for _, body in child.call("audit", options, no_check, report):
            found.append(json.loads(body))
    except ChildError as error:
        echo(str(error), err=True)
        raise click.exceptions.Exit(_BAD) from None
    except ChildDied:
        found.append(_finding(game, "the rules end their process"))
    except ChildStuck as error:
        found.append(_finding(game, _stuck(error, game, child)))
    return found


def _stuck(error: ChildStuck, game: str, child: Child) -> str:
    """Say where rules stood that had to be ended."""
    where = declared.stood_at(error.lines, [declared.file_of(game)])
    at = "" if where is None else f", {where[0]}"
    return f"still inside {error.looking or 'the file'}{at}, {overrun(error, child)}"


def _finding(game: str, words: str) -> dict[str, Any]:
    """Return the report of an audit that found no end."""
    from grundy.cli.audit_host import report_data

    finding = Finding("rules that do not come back", None, words)
    report = Report(game.rpartition(":")[2], (finding,), 0, complete=False, longest=0, checked=())
    return {"data": report_data(report), "text": str(finding), "faults": True}
