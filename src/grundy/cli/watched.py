"""Commands on rules in a user's file, run in a watched child process: rules that do not come back end the command.

The parent passes on what the child writes, and its exit code; `grundy audit` reads reports in place of that. The child
is ended where its rules show no sign of life, or take too much memory (`grundy.processes.child`).
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.common import NumberRange, words_about_work
from grundy.cli.output import echo, results
from grundy.cli.output_file import APART, ARGUMENTS
from grundy.games import declared
from grundy.processes import ctrl_c
from grundy.runtime import memory, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.processes.child import ChildLimits, ChildStuck

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
    from grundy.processes.child import ChildDied, ChildError, ChildLimits, ChildStuck

    file = results()
    data = {
        "arguments": context.meta[ARGUMENTS],
        "terminal": file is not None and file.isatty(),
        "columns": shutil.get_terminal_size().columns,
        "stdin": stdin().decode("latin-1"),
    }
    bounds = ChildLimits(memory=memory.available() * 3 // 4, silence=patience, output=_MOST_PRINTED)
    code = 0
    try:
        with answers("command", data, bounds) as parts:
            for head, body in parts:
                if "code" in head:
                    code = int(head["code"])
                elif body:
                    echo(body, nl=False)
    except ChildError as error:
        echo(str(error), err=True)
        code = _BAD
    except ChildDied:
        echo(f"grundy: {ctrl_c.RULES_END}", err=True)
        code = _BAD
    except ChildStuck as error:
        where = declared.stood_at(error.lines, [declared.file_of(game)])
        at = "" if where is None else f", in {where[1]} at {where[0]}"
        words = f"expected rules that come back, found them at work {overrun(error, bounds)}{at}"
        echo(f"grundy: {words}", err=True)
        code = _BAD
    raise click.exceptions.Exit(code)


@contextmanager
def answers(name: str, data: dict[str, Any], bounds: ChildLimits) -> Iterator[Iterator[tuple[dict[str, Any], bytes]]]:
    """Give the parts of the answer to a call of `CommandHost` in a child process, which ends with the block.

    What the child writes to stderr is passed on, and what it reports of its work is shown. Raises, also where the parts
    are read, what `grundy.processes.child.Child.call` does.
    """
    from grundy.cli.watched_host import ENTRY
    from grundy.processes.child import Child

    child = Child(ENTRY, {}, bounds, _pass_on)
    try:
        with words_about_work():
            child.about(_no_check)
            yield child.call(name, data, _no_check, _report)
    finally:
        child.kill()


def _no_check() -> None:
    """Let a call go on: Ctrl-C ends this process, and the child with it."""


def _pass_on(printed: bytes) -> None:
    """Write what the child writes to stderr."""
    echo(printed.decode("utf-8", "backslashreplace"), err=True, nl=False)


def _report(head: dict[str, Any]) -> None:
    """Pass on what the child reports of its work."""
    if "compiling" in head:
        progress.report_compile()
    else:
        progress.report(head["beat"].get("done", 0), head["beat"].get("total"))


def overrun(error: ChildStuck, bounds: ChildLimits) -> str:
    """Say which limit rules have overrun."""
    ends = {
        "silence": f"after {bounds.silence:g} seconds (--patience allows more)",
        "output": f"after they had printed {bounds.output:,} bytes",
        "processes": f"after they had started {bounds.processes} processes",
    }
    return ends[error.why]
