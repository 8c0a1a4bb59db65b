"""The command ``grundy``: finds its subcommands, and turns errors into messages and exit codes.

Exit codes: 0 done; 1 the check found a fault; 2 bad input or usage, or more work than the budget; 3 interrupted.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
import threading
import time
from importlib import import_module
from typing import TYPE_CHECKING

import click

from grundy import __version__
from grundy.cli import output
from grundy.cli.system_errors import refusal, refuse_large_packages
from grundy.cli.usage import language_of
from grundy.errors import (
    GrundyError,
    InputError,
    OverBudgetError,
    UnknownNameError,
    raised,
)
from grundy.runtime import provenance
from grundy.runtime.costs import WAIT_SECONDS
from grundy.runtime.messages import Message, render
from grundy.runtime.processes import ctrl_c

if TYPE_CHECKING:
    from types import FrameType

# The groups of the help, each with an example, and the lines of their commands: so the help imports no command.
_GROUPS = {
    "Solve a position (grundy solve kayles 10 7)": {
        "solve": "Solve a position: outcome, nimber, winning moves.",
        "explain": "Say why a position is won or lost, and why it has its nimber.",
        "misere": "Find the misère quotient of a code, or of a position.",
        "graph": "List or draw all positions that can be reached from a position.",
        "games": "List the games, or describe one.",
    },
    "Play and teach (grundy play nim 3 4 5)": {
        "play": "Play against the coach, or with a second person.",
        "serve": "Open the lab in the browser.",
        "worksheet": "Write exercises to print, with a key.",
        "embed": "Write a page with a board to play on, which needs no server.",
        "site": "Write the lab as static files, which solve by themselves.",
        "warm": "Compile in advance what a lab or a class will need.",
    },
    "Solve a contest problem (grundy stress boj-11717 -- ./solution)": {
        "problems": "List the contest problems, or describe one.",
        "answer": "Answer the input of a contest problem.",
        "stress": "Find the smallest input on which a program is wrong.",
        "vectors": "Write a test set with answers for a contest problem.",
    },
    "Find patterns in many values (grundy sequence 0.137 --length 200)": {
        "sequence": "Print, store or plot the nimbers of heaps under a code.",
        "pattern": "Search for a formula for nimbers or outcomes, or check one.",
        "table": "Print, draw or save the nimbers of all states within bounds.",
        "stream": "Compute nimbers of very large heaps, and prove a period.",
        "census": "Solve all positions of a kind, or a sample, into a folder.",
    },
    "Declare a game of your own, and check (grundy audit mygames.py:cram)": {
        "completion": "Write the script with which a shell completes words.",
        "examples": "Write the files that the commands of the documents use.",
        "audit": "Search for faults in a ruleset of your own.",
        "verify": "Check a certificate, by an independent program.",
        "reproduce": "Make a result again by the command that it names, and compare.",
    },
}
_COMMANDS = dict(sorted(line for group in _GROUPS.values() for line in group.items()))
# These commands start child processes of their own, and stress saves its result after Ctrl-C.
_OWN_CHILDREN = (["audit"], ["serve"], ["stress"])
_QUERY = ["census", "query"]  # Python does not notice Ctrl-C while DuckDB works
_FOUND = 1
_BAD = 2
_ALLOWED_BY = {"options": "--budget", "states": "--memory", "bytes": "--memory", "positions": "--most"}
_LISTED_BY = {
    "what.game": ["grundy games"],
    "what.problem": ["grundy problems"],
    "what.game-or-problem": ["grundy games", "grundy problems"],
}
_STOPPED = 3


class _Commands(click.Group):
    """A group that imports a command only to run it or to print its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"grundy.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; suggest one if they name none."""
        if args[0] not in _COMMANDS:
            from grundy.cli.meant import unknown_command

            raise unknown_command(ctx, args)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        for title, commands in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="grundy")
def cli() -> None:
    """Impartial combinatorial games: nimbers, winning moves and answers to contest problems.

    Results go to stdout, messages and progress to stderr. Exit codes: 0 done, 1 the check found
    a fault, 2 bad input or usage, or more work than the budget, 3 interrupted.
    """


def main() -> None:
    """Run the command line and exit."""
    # A process makes few reference cycles, and searching for them would take a tenth of its start.
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # titles may be Korean
    if "_GRUNDY_COMPLETE" in os.environ:  # the shell asks for the ends of a word
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(cli, {}, "grundy", "_GRUNDY_COMPLETE", os.environ["_GRUNDY_COMPLETE"]))
    refuse_large_packages()
    arguments = sys.argv[1:]
    if arguments[:1] != ["stress"]:  # a tested program gets the environment as it is
        # Threads for linear algebra, which grundy hardly needs, would take a third of the time to import NumPy.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    runs_rules = arguments[:1] not in _OWN_CHILDREN and output.names_a_file(arguments)
    if runs_rules or arguments[:2] == _QUERY:
        ended = Message("usage.rules-killed" if runs_rules else "usage.query-killed")
        code = ctrl_c.supervised(lambda: _run_bounded(arguments), ended, Message("usage.stopped"))
    else:
        code = run(arguments)
    if code == _STOPPED:
        ctrl_c.stopped()
    sys.exit(code)


def _run_bounded(arguments: list[str]) -> int:
    """Run the command line in a process of its own, which may take three quarters of the available memory."""
    from grundy.runtime import memory
    from grundy.runtime.processes import system

    if sys.platform == "linux":
        system.bind_memory(system.data_bytes() + memory.available() * 3 // 4)
    threading.Thread(target=_tell_what_runs, daemon=True).start()
    return run(arguments)


def _tell_what_runs() -> None:
    """Say once which function of a file of rules the main thread is in, if one call of it takes long."""
    before: FrameType | None = None
    while True:
        time.sleep(WAIT_SECONDS)
        declared = sys.modules.get("grundy.games.declared")
        frame = sys._current_frames().get(threading.main_thread().ident or 0)  # noqa: SLF001 - the only way
        while frame is not None and (declared is None or declared.location_of_frame(frame) is None):
            frame = frame.f_back
        if declared is not None and frame is not None and frame is before:
            break
        before = frame
    location, function = declared.location_of_frame(frame)
    words = Message("usage.call-long", {"location": location, "function": function, "seconds": f"{WAIT_SECONDS:g}"})
    sys.stderr.write(f"grundy: {words}\n")


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    with output.results_apart(arguments), ctrl_c.noticed() as pressed:
        return _run(arguments, pressed)


def _run(arguments: list[str], pressed: list[int]) -> int:
    context = None
    provenance.arguments = arguments
    try:
        # Not `cli.main`: it would end the process itself if the reader of stdout has gone.
        context = cli.make_context("grundy", list(arguments))
        with context:
            ended = _invoked(context)
        results = output.results()
        if results is not None:
            results.flush()
    except click.exceptions.Exit as end:
        if end.exit_code == 0 and output.results() is None:  # click itself has written the help or the version
            return _output_failed(output.closed(), language_of(context))
        return end.exit_code
    except click.ClickException as error:
        from grundy.cli.meant import mended

        text = io.StringIO()
        mended(error, arguments, language_of(context)).show(text)
        output.echo(text.getvalue(), err=True, nl=False)
        return error.exit_code
    except BaseException as error:
        of_rules = not pressed and _location_in_file(error) is not None
        if isinstance(error, click.Abort | KeyboardInterrupt) and not of_rules:
            output.echo(f"\ngrundy: {render(Message('usage.stopped'), language_of(context))}", err=True)
            return _STOPPED
        code = _failed(error, language_of(context))
        if code is None:
            raise
        return code
    return ended


def _invoked(context: click.Context) -> int:
    """Run the command of a context, and return its exit code; raise `click.exceptions.Exit` if it has no result."""
    try:
        cli.invoke(context)
    except click.exceptions.Exit as end:
        if end.exit_code not in (0, _FOUND) or (end.exit_code == 0 and output.results() is None):
            raise
        return end.exit_code
    return 0


def _failed(error: BaseException, language: str) -> int | None:
    """Return the exit code of an error of the input, of a user's file or of the system; None for any other."""
    words = words_of(error, language)
    refused = refusal(error) if words is None else None
    if refused is not None:
        words = f"grundy: {render(refused, language)}"
    if words is not None:
        output.echo(words, err=True)
        return _BAD
    if isinstance(error, OSError):
        return _output_failed(error, language)
    return None


def _output_failed(error: OSError, language: str) -> int:
    """Return the exit code for an error of stdout; files have errors of their own."""
    results = output.results()
    if results is not None:  # so that Python does not try to write again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), results.fileno())
    if error.errno == errno.EPIPE:  # the reader needs no more
        return 0
    output.echo(f"grundy: {render(Message('usage.stdout', {'error': str(error.strerror)}), language)}", err=True)
    return _BAD


def _location_in_file(error: BaseException) -> str | None:
    """Return the line of a user's file that raised an exception; None if no such file did."""
    declared = sys.modules.get("grundy.games.declared")
    location: str | None = None if declared is None else declared.location_in_file(error)
    return location


def words_of(error: BaseException, language: str) -> str | None:
    """Return the text for an error; None for a fault of grundy itself."""
    location = _location_in_file(error)
    if location is not None:
        words = error.message if isinstance(error, GrundyError) else raised(error)
        text = render(Message("error.in-file", {"location": location, "error": words}), language)
        numbers = [word for word in provenance.arguments if word.isdecimal()]
        read = {f"({word!r})": "usage.read-as-text" for word in provenance.arguments}
        read[f"(({', '.join(numbers)}))"] = "usage.read-as-tuple"
        kinds = [(end, kind) for end, kind in read.items() if text.endswith(end)]
        if kinds and isinstance(error, TypeError):  # the rules take numbers, and a text or a tuple was given
            text += "; " + render(Message(kinds[0][1], {"found": kinds[0][0][1:-1]}), language)
        return text
    if isinstance(error, MemoryError) and not isinstance(error, GrundyError):
        return f"grundy: {render(Message('error.no-memory'), language)}"
    if isinstance(error, SystemExit):  # raised by a ruleset: it has no result, whatever its exit code
        return f"grundy: {render(Message('usage.rules-end'), language)}"
    if not isinstance(error, GrundyError):
        return None
    message = error.message
    if isinstance(error, InputError):
        return render(message, language)
    advice = ""
    if isinstance(error, UnknownNameError) and error.what.kind in _LISTED_BY:
        from grundy.cli.meant import about_quotes

        advice = about_quotes(provenance.arguments, language)
        first = error.what
        if first.kind == "what.game":
            first = Message("what.game-or-code")
        is_early = error.name[:1].isdecimal() or "." in error.name or (first.kind == "what.problem" and not error.near)
        kind = "usage.listed-first" if is_early else "usage.listed"
        message = Message(kind, {"error": message, "what": first, "commands": _LISTED_BY[error.what.kind]})
    if isinstance(error, OverBudgetError) and error.unit in _ALLOWED_BY:
        message = Message("usage.allows-more", {"error": message, "option": _ALLOWED_BY[error.unit]})
    return f"grundy: {render(message, language)}{advice}"
