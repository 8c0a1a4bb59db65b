"""Helpers of several commands: reading inputs, and messages about long work."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from grundy.cli.output import echo, results
from grundy.cli.usage import LANGUAGE, STDIN, language_of, usage_error, writing
from grundy.games.declared import is_in_a_file
from grundy.games.text import decode
from grundy.messages import LANGUAGES, Message, figure, render
from grundy.runtime import limits, progress, trust
from grundy.runtime.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.contests import Problem
    from grundy.core.ruleset import Ruleset
    from grundy.processes.child_main import Call

_BLOCK = 2**20  # bytes written at a time
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_MOST_BYTES = 2**24  # of an input
_ANNOUNCED = 2_000_000  # options of a table: from here on the cost is printed before the work begins
_PROGRESS_SECONDS = 1.0  # seconds before progress is shown, and a fifth of it between two lines


def find_problem(name: str) -> Problem:
    """Return a contest problem, by its id or of a file; say on stderr that the code of a file is run."""
    from grundy import contests

    say_that_it_is_run(name)
    return contests.find(name)


def say_that_it_is_run(name: str) -> None:
    """Say on stderr that the code of a file is run, if the name of a problem is that of a file."""
    if is_in_a_file(name):
        language = language_of(click.get_current_context(silent=True))
        path = name if name.endswith(".py") else name.rpartition(":")[0]
        echo(f"grundy: {render(Message('work.runs-file', {'path': path}), language)}", err=True)


def writes_to_terminal() -> bool:
    """Say whether stdout is a terminal; it may be closed."""
    file = results()
    return file is not None and file.isatty()


def width_of_terminal() -> int | None:
    """Return the width to which text on stdout is wrapped: that of the terminal, if it is one."""
    return shutil.get_terminal_size().columns if writes_to_terminal() else None


def read_text(path: str) -> tuple[str, str]:
    """Return the text of a file, or of stdin for ``-``, and the name of its source."""
    if path == STDIN:
        return decode(read_stdin(), "<stdin>"), "<stdin>"
    if "\0" in path:
        raise usage_error("usage.null-path", path=repr(path))
    try:
        with Path(path).open("rb") as file:
            return decode(_bounded(file, path), path), path
    except OSError as error:
        raise usage_error("usage.unreadable", path=path, error=str(error.strerror)) from None


def read_stdin() -> bytes:
    """Return what is on stdin."""
    if sys.stdin is None:
        raise usage_error("usage.stdin-input")
    return _bounded(sys.stdin.buffer, "<stdin>")


def _bounded(file: IO[bytes], source: str) -> bytes:
    """Return what a file holds; a device or a pipe may have no end."""
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise usage_error("error.input-large", source=source, most=_MOST_BYTES)
    return data


def check_output(path: str | None, what: str) -> None:
    """Refuse, before any work is done, a file for `what`, a key below ``usage.what``, that its folder cannot have."""
    if path is None or path == STDIN:
        return
    folder = Path(path).parent
    if not path:
        found = Message("found.no-name")
    elif "\0" in path:
        found = Message("found.null-character")
    elif not folder.is_dir():
        found = Message("found.no-folder", {"folder": str(folder)})
    elif Path(path).is_dir():
        found = Message("found.folder")
    else:
        return
    raise usage_error("usage.output", path=repr(path), what=Message(f"usage.what.{what}"), found=found)


def check_terminal(paths: Iterable[str | None], what: str) -> None:
    """Refuse a terminal as the file for `what`, a key below ``usage.what``, where one of the paths is stdout."""
    if STDIN in paths and writes_to_terminal():
        raise usage_error("usage.terminal", what=Message(f"usage.what.{what}"))


def check_apart(written: Iterable[str | Path | None], read: Iterable[str | Path | None] = ()) -> None:
    """Refuse, before any work is done, files of which one would overwrite another; None and ``-`` are none."""
    paths, sources = (
        [os.path.realpath(path) for path in side if path not in (None, STDIN)] for side in (written, read)
    )
    for path in paths:
        if paths.count(path) > 1 or path in sources:
            raise usage_error("usage.overwrite", path=path)


def write_output(path: str, what: str, *parts: bytes | memoryview) -> None:
    """Write `what`, a key below ``usage.what``, to a file whole or not at all, or to stdout for ``-``."""
    if path == STDIN:
        for part in parts:
            for start in range(0, len(part), _BLOCK):
                echo(bytes(part[start : start + _BLOCK]), nl=False)
        return
    trust.note_output()
    with writing(path, what):
        write_atomic(Path(path), *parts)


class Bytes(click.ParamType[int]):
    """A number of bytes: 500000000, 500MB, 1.5G, 2GiB."""

    name = "bytes"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number and its unit."""
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?)\s*([kmgt]?i?)b?", str(value).strip(), re.IGNORECASE)
        unit = _UNITS.get(match[2].lower()) if match else None
        if match is None or unit is None or float(match[1]) * unit < 1:
            self.fail(str(Message("usage.bytes", {"found": repr(value)})), param, ctx)
        return int(float(match[1]) * unit)


class NumberRange(click.FloatRange):
    """A number within bounds; nan, which no comparison refuses, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            expected = Message("expected.number")
            self.fail(str(Message("error.expected", {"expected": expected, "found": repr(value)})), param, ctx)
        return found


memory_option = click.option(
    "--memory",
    type=Bytes(),
    metavar="SIZE",
    help="The most bytes that a table, or what a search keeps, may take, such as 500MB or 2GiB (default: three "
    "quarters of what is available). A search that needs more forgets some values and finds them again.",
)


budget_option = click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="OPTIONS",
    help=f"The most options that a search may look at (default {limits.budget().search_options:,}, or "
    f"{limits.budget().shape_options:,} for a board of odd shape). Kernels have at least "
    f"{limits.budget().kernel_options:,}.",
)


def limits_of(budget: int | None, memory: int | None) -> limits.Limits:
    """Return the limits under a budget, which lowers those of searches, and lifts that of kernels; and of memory."""
    bounds: limits.Limits = {"table_bytes": memory}
    if memory is not None:  # then it is the bytes of the states that count
        bounds["search_states"] = memory
    if budget is not None:
        most = max(budget, limits.budget().kernel_options)
        bounds.update({"search_options": budget, "shape_options": budget, "kernel_options": most})
    return bounds


def _chosen(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Keep the language of a command, for errors that end it."""
    del param
    ctx.meta[LANGUAGE] = value
    return value


language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    callback=_chosen,
    is_eager=True,
    help="The language of what is said: en (English, the default), ko (Korean) or ja (Japanese).",
)


_call: Call | None = None  # of a command that runs in a child process, whose parent says what is to be said


@contextmanager
def work_reported_to(call: Call) -> Iterator[None]:
    """Report work to the parent of this process, which shows it."""
    global _call  # noqa: PLW0603 - the process has this one call
    _call = call
    try:
        yield
    finally:
        _call = None


def rules_are_done() -> None:
    """Say that what follows is no longer the rules' work: the parent has patience with it."""
    if _call is not None:
        _call.writing()


def say_the_cost(rules: Ruleset, bounds: tuple[range, ...]) -> None:
    """Say on stderr what a large table takes, before it is made."""
    cost = rules.table_cost(bounds)
    if cost.options >= _ANNOUNCED:
        echo(f"grundy: about {figure(cost.options)} options and {figure(cost.bytes)} bytes", err=True)


@contextmanager
def words_about_work(language: str = "en") -> Iterator[None]:
    """Say on stderr when a kernel is compiled, and on a terminal how far long work is."""
    start = time.monotonic()
    shown = start
    terminal = sys.stderr is not None and sys.stderr.isatty()
    said = False

    def compiling() -> None:
        nonlocal said
        if not said:
            echo(f"grundy: {render(Message('work.compiling'), language)}", err=True)
        said = True

    def show(done: int, total: int | None) -> None:
        nonlocal shown
        now = time.monotonic()
        if not terminal or now - start < _PROGRESS_SECONDS or now - shown < _PROGRESS_SECONDS / 5:
            return
        shown = now
        click.echo(f"\r\x1b[K{_progress_line(done, total, now - start, language)}", err=True, nl=False)

    def tell(message: Message) -> None:
        echo(f"grundy: {render(message, language)}", err=True)

    try:
        if _call is not None:
            with progress.reporting(_call.progress, _call.compiling, _call.check, tell):
                yield
            return
        with progress.reporting(show, compiling, notice=tell):
            yield
    finally:
        if shown != start:
            click.echo("\r\x1b[K", err=True, nl=False)


def _progress_line(done: int, total: int | None, seconds: float, language: str) -> str:
    rate = done / seconds
    params = {"done": done, "rate": round(rate)}
    if not total:
        return render(Message("work.rate", params), language)
    params |= {"percent": 100 * done // total, "total": total}
    if not done:
        return render(Message("work.rate-share", params), language)
    return render(Message("work.rate-left", {**params, "left": round((total - done) / rate)}), language)
