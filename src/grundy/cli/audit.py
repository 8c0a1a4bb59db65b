"""``grundy audit``: faults of a declared ruleset."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from grundy.authoring import audit
from grundy.authoring.report import AuditReport, Finding
from grundy.cli.common import Seconds, Whole, read_text, words_about_work
from grundy.cli.output import echo
from grundy.cli.output_file import output_options
from grundy.cli.usage import STDIN
from grundy.games import declared
from grundy.runtime import memory, progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs
    from grundy.runtime.processes.child import ChildLimits, ChildStuck

_FOUND = 1
_BAD = 2


@click.command("audit")
@click.argument("game")
@click.option("--from", "start", metavar="STATE", help="The position to begin with; - reads it from stdin.")
@click.option("--states", type=Whole(min=1), default=audit.MOST_STATES, show_default=True,
              help="How many states to examine.")  # fmt: skip
@click.option("--patience", type=Seconds(0.1, 86400), default=10.0, show_default=True, metavar="SECONDS",
              help="How long the rules may take for one state before the audit ends them.")  # fmt: skip
@output_options(json="Write JSON.")
def command(game: str, start: str | None, states: int, patience: float, outputs: Outputs) -> None:
    """Search for faults in the declaration of GAME, a ruleset of yours such as mygames.py:cram.

    Explores small positions, and reports faults of each kind with the smallest position that shows it:
    canonical forms or components that change a value, formulas (known, known_outcome) that are wrong,
    labels with two results, states that cannot be hashed or change, options that change, cycles, endless games,
    functions that do not return, and texts from which the position cannot be read again.

    Exit code 1 if there is a fault. If small positions have no fault, this proves nothing for large positions.
    """
    from grundy.runtime.processes.child import ChildLimits

    text = None if start is None else read_text(STDIN) if start == STDIN else (start, "<start>")
    call = {"game": game, "start": text, "options": {"states": states}}
    found = _reports(game, call, ChildLimits(memory=memory.available() // 2, silence=patience))
    outputs.write(
        {
            "txt": lambda: "\n".join(str(report["text"]) for report in found),
            "json": lambda: [report["data"] for report in found],
        }
    )
    if any(report["faults"] for report in found):
        raise click.exceptions.Exit(_FOUND)


def _reports(game: str, call: dict[str, Any], bounds: ChildLimits) -> list[dict[str, Any]]:
    """Return the reports of the child: data, text, and whether there are faults."""
    from grundy.cli.audit_host import ENTRY
    from grundy.runtime.processes.child import Child, ChildDied, ChildError, ChildStuck

    found: list[dict[str, Any]] = []
    child = Child(ENTRY, {}, bounds, _pass_on)
    try:
        with words_about_work():
            child.about(_no_check)
            for _, body in child.call("audit", call, _no_check, _report):
                found.append(json.loads(body))
    except ChildError as error:
        echo(str(error), err=True)
        raise click.exceptions.Exit(_BAD) from None
    except ChildDied:
        found.append(_finding(game, "the rules end their process"))
    except ChildStuck as error:
        found.append(_finding(game, _stuck(error, game, bounds)))
    finally:
        child.kill()
    return found


def _no_check() -> None:
    """Never cancel a call: Ctrl-C ends this process, and the child with it."""


def _pass_on(printed: bytes) -> None:
    """Write the child's stderr to stderr."""
    echo(printed.decode("utf-8", "backslashreplace"), err=True, nl=False)


def _report(head: dict[str, Any]) -> None:
    """Show the progress that the child reports."""
    if "compiling" in head:
        progress.report_compile()
    else:
        progress.report(head["beat"].get("done", 0), head["beat"].get("total"))


def _stuck(error: ChildStuck, game: str, bounds: ChildLimits) -> str:
    """Return the place at which rules were running when they were ended."""
    where = declared.location_of_lines(error.lines, [declared.file_of(game)])
    at = "" if where is None else f", {where[0]}"
    figures = {"silence": f"{bounds.silence:g}", "output": bounds.output, "processes": bounds.processes}
    limit = Message(f"usage.overrun-{error.why}", {"limit": figures[error.why]})
    return f"still inside {error.stage or 'the file'}{at}, {limit}"


def _finding(game: str, words: str) -> dict[str, Any]:
    """Return the report of an audit that had to be ended."""
    finding = Finding("rules that do not return", None, words)
    report = AuditReport(game.rpartition(":")[2], (finding,), 0, complete=False, longest=0, checked=())
    return {"data": report.data(), "text": str(finding), "faults": True}
