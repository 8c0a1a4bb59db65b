"""Commands on rules in a user's file, run in a watched child process: if the rules do not return, the command ends.

The parent passes on the output and the exit code of the child; `grundy audit` reads reports instead. The child is ended
if its rules report nothing for too long, or take too much memory (`grundy.processes.child`).
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.common import NumberRange, words_about_work
from grundy.cli.output import echo, results
from grundy.cli.usage import words
from grundy.games.declared import file_of, stood_at
from grundy.games.lookup import is_in_a_file
from grundy.messages import Message
from grundy.runtime import memory, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.processes.child import ChildLimits, ChildStuck

# Keys of a context:
ARGUMENTS = "grundy.arguments"  # the arguments of the whole command
APART = "grundy.apart"  # whether the command runs in a child process
_BAD = 2
_MOST_PRINTED = 2**24  # bytes that rules may print

patience_option: Callable[[Any], Any] = click.option(
    "--patience",
    type=NumberRange(0.1, 86400),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long rules in a file may take for one state before the command ends.",
)


def run_apart(game: str, patience: float, stdin: Callable[[], bytes] = bytes) -> None:
    """If `game` is in a file, run this command in a child process, and exit with its code; otherwise do nothing.

    `stdin` returns the bytes that the child reads from stdin.
    """
    context = click.get_current_context()
    if not is_in_a_file(game) or context.meta.get(APART):
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
        echo(f"grundy: {words('usage.rules-killed')}", err=True)
        code = _BAD
    except ChildStuck as error:
        where = stood_at(error.lines, [file_of(game)])
        place = "" if where is None else Message("usage.stuck-place", {"function": where[1], "line": where[0]})
        echo(f"grundy: {words('usage.stuck', limit=overrun(error, bounds), place=place)}", err=True)
        code = _BAD
    raise click.exceptions.Exit(code)


@contextmanager
def answers(name: str, data: dict[str, Any], bounds: ChildLimits) -> Iterator[Iterator[tuple[dict[str, Any], bytes]]]:
    """Provide the parts of the answer to a call of `CommandHost` in a child process, which ends with the block.

    The child's stderr is passed on, and its progress is shown. Raises what `grundy.processes.child.Child.call` raises,
    also while the parts are read.
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


def overrun(error: ChildStuck, bounds: ChildLimits) -> Message:
    """Return the message that says which limit rules have exceeded."""
    figures = {"silence": f"{bounds.silence:g}", "output": bounds.output, "processes": bounds.processes}
    return Message(f"usage.overrun-{error.why}", {"limit": figures[error.why]})
