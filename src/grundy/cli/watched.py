"""Commands on rules in a user's file, run in a watched child process: rules that do not come back end the command.

The parent passes on what the child writes, and its exit code. The child is ended where its rules show no sign of life,
or take too much memory, as those of `grundy audit` and of the lab are (`grundy.processes.child`).
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.common import NumberRange, words_about_work
from grundy.cli.output import echo, results
from grundy.cli.output_file import APART, ARGUMENTS
from grundy.games import declared
from grundy.processes import ctrl_c
from grundy.runtime import memory, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.processes.child import Child, ChildStuck

_BAD = 2
_MOST_PRINTED = 2**24  # bytes, by rules

patience_option: Callable[[Any], Any] = click.option(
    "--patience",
    type=NumberRange(0.1, 86400),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long rules in a file may take for one state before they are said not to come back.",
)


def run_apart(game: str, patience: float, stdin: Callable[[], bytes] = bytes) -> None:
    """Run this command in a child process if `game` is in a file, and end it then; otherwise return at once.

    `stdin` returns what the child finds on stdin.
    """
    context = click.get_current_context()
    if not declared.is_in_a_file(game) or context.meta.get(APART):
        return
    from grundy.cli.watched_host import ENTRY
    from grundy.processes.child import Child, ChildDied, ChildError, ChildLimits, ChildStuck

    file = results()
    setup = {
        "terminal": file is not None and file.isatty(),
        "columns": shutil.get_terminal_size().columns,
        "stdin": stdin().decode("latin-1"),
    }
    bounds = ChildLimits(memory=memory.available() * 3 // 4, silence=patience, output=_MOST_PRINTED)
    child = Child(ENTRY, setup, bounds, pass_on)
    try:
        with words_about_work():
            code = _code(child, context.meta[ARGUMENTS])
    except ChildError as error:
        echo(str(error), err=True)
        code = _BAD
    except ChildDied:
        echo(f"grundy: {ctrl_c.RULES_END}", err=True)
        code = _BAD
    except ChildStuck as error:
        echo(f"grundy: {_stuck(error, game, child)}", err=True)
        code = _BAD
    finally:
        child.kill()
    raise click.exceptions.Exit(code)


def _code(child: Child, arguments: list[str]) -> int:
    """Let the child run the command, pass on its results, and return its exit code."""
    child.about(no_check)
    code = 0
    for head, body in child.call("command", arguments, no_check, report):
        if "code" in head:
            code = int(head["code"])
        elif body:
            echo(body, nl=False)
    return code


def no_check() -> None:
    """Let a call go on: Ctrl-C ends this process, and the child with it."""


def pass_on(printed: bytes) -> None:
    """Write what the child writes to stderr."""
    echo(printed.decode("utf-8", "backslashreplace"), err=True, nl=False)


def report(head: dict[str, Any]) -> None:
    """Pass on what the child reports of its work."""
    if "compiling" in head:
        progress.report_compile()
    else:
        progress.report(head["beat"].get("done", 0), head["beat"].get("total"))


def overrun(error: ChildStuck, child: Child) -> str:
    """Say which limit rules have overrun."""
    ends = {
        "silence": f"after {child.limits.silence:g} seconds (--patience allows more)",
        "output": f"after they had printed {child.limits.output:,} bytes",
        "processes": f"after they had started {child.limits.processes} processes",
    }
    return ends[error.why]


def _stuck(error: ChildStuck, game: str, child: Child) -> str:
    """Say where rules stood that had to be ended."""
    where = declared.stood_at(error.lines, [declared.file_of(game)])
    at = "" if where is None else f", in {where[1]} at {where[0]}"
    return f"expected rules that come back, found them at work {overrun(error, child)}{at}"
