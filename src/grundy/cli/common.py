"""Helpers of several commands: reading inputs, and messages about long work."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from contextlib import contextmanager
from functools import wraps
from itertools import islice
from math import isnan, nan
from typing import IO, TYPE_CHECKING, Any

import click

from grundy.cli.output import echo, results
from grundy.cli.usage import LANGUAGE, STDIN, language_of, usage_error, words
from grundy.errors import InputError, Location, UnknownNameError, similar_names
from grundy.games.lookup import canonical, is_in_a_file, path_in
from grundy.games.text import decode
from grundy.runtime import limits, progress
from grundy.runtime.costs import ANSWER_SECONDS, MOMENT_SECONDS
from grundy.runtime.messages import LANGUAGES, Message, figure, printable, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import Self

    from grundy.contests import Problem
    from grundy.core.ruleset import Ruleset

    Named = str | os.PathLike[str] | None  # a file, if it is not None or ``-``

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_MOST_BYTES = 2**24  # of an input
_MOST_FILES = 1000  # that are compared with a wrong name
_BEGINNINGS = {  # of files that are no text
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"%PDF": "pdf",
    b"PK\3\4": "zip",
    b"\x7fELF": "program",
    b"\xff\xfe": "utf16",
}
_NEW_LINE = "\r\x1b[K"  # in place of the line that a terminal shows
ANNOUNCED = 10**9  # of a table: a larger cost is printed before the work begins


def find_problem(name: str) -> Problem:
    """Return the contest problem with an id, or the problem in a file; announce on stderr that the file is run."""
    from grundy.contests import all_problems, find

    announce_file(name)
    if "://" in name:  # the address of the problem
        name = name.rstrip("/").rpartition("/")[2]
    try:
        return find(name, samples=False)
    except UnknownNameError:
        own = [problem.id for problem in all_problems() if problem.game == canonical(name)]
        if not own:
            raise
    raise usage_error("usage.game-not-problem", game=canonical(name), problems=own)


def check_samples(problem: Problem, name: str, *, ignored: bool) -> Problem:
    """Return a problem. Its samples are compared with its rules first if it is in a file: the tests hold all others.

    Says on stderr that they are `ignored`, or that there are none. Raises `RulesetError` for a contradiction.
    """
    if is_in_a_file(name):
        if ignored or not problem.samples:
            kind = "work.samples-ignored" if problem.samples else "work.no-samples"
            echo(f"grundy: {words(kind, problem=problem.id)}", err=True)
        else:
            with words_about_work():
                problem.check_samples()
    return problem


@contextmanager
def input_of(problem: Problem) -> Iterator[None]:
    """Add to the error of an input, nothing of which is right, where a right one is shown."""
    try:
        yield
    except InputError as error:
        if error.location[1:] != (1, 1):
            raise
        found = Message("found.no-input", {"found": error.found, "problem": problem.id})
        raise InputError(error.expected, found, error.location) from None


def announce_file(name: str) -> None:
    """Announce on stderr that the code of a file is run, if the name of a problem names a file."""
    if is_in_a_file(name):
        echo(f"grundy: {words('work.runs-file', path=path_in(name))}", err=True)


def writes_to_terminal() -> bool:
    """Return whether stdout is a terminal; False if it is closed."""
    file = results()
    return file is not None and file.isatty()


def width_of_terminal() -> int | None:
    """Return the width of the terminal, to which text on stdout is wrapped; None if stdout is no terminal."""
    if not writes_to_terminal():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wrapped(line: str, indent: int) -> str:
    """Return a line; on a terminal it is wrapped, and its further lines are indented."""
    width = width_of_terminal()
    if not width:
        return line
    import textwrap

    return textwrap.fill(line, width, subsequent_indent=" " * indent, break_on_hyphens=False)


def read_text(path: str) -> tuple[str, str]:
    """Return the text of a file, or of stdin for ``-``, and the name of its source."""
    if path == STDIN:
        if sys.stdin is None:
            raise usage_error("usage.stdin-input")
        return decode(_bounded(sys.stdin.buffer, "<stdin>"), "<stdin>"), "<stdin>"
    from pathlib import Path

    try:
        with Path(path).open("rb") as file:
            data = _bounded(file, path)
    except OSError as error:
        near = similar_files(Path(path)) if isinstance(error, FileNotFoundError) else []
        kind = "usage.unreadable-near" if near else "usage.unreadable"
        raise usage_error(kind, path=path, error=str(error.strerror), near=near) from None
    for beginning, kind in _BEGINNINGS.items():
        if data.startswith(beginning):
            raise InputError(Message("expected.utf8"), Message(f"found.{kind}"), Location(path, 1, 1))
    return decode(data, path), path


def similar_files(path: Path) -> list[str]:
    """Return the files of the folder that may be meant by a path at which there is none."""
    try:
        names = [each.name for each in islice(path.parent.iterdir(), _MOST_FILES)]
    except OSError:  # there is no such folder, or its files cannot be listed
        return []
    return [str(path.with_name(name)) for name in similar_names(path.name, names)]


def _bounded(file: IO[bytes], source: str) -> bytes:
    """Return the content of a file. It is bounded, because a device or a pipe may be endless."""
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise usage_error("error.input-large", source=source, most=_MOST_BYTES)
    return data


def check_output(path: str | None, what: str) -> None:
    """Refuse, before any work is done, a path at which `what`, a key below ``usage.what``, cannot be written."""
    if path is None or path == STDIN:
        return
    from pathlib import Path

    folder = Path(path).parent
    if not path:
        found = Message("found.no-name")
    elif not folder.is_dir():
        found = Message("found.no-folder", {"folder": str(folder)})
    elif Path(path).is_dir():
        found = Message("found.folder")
    else:
        return
    raise usage_error("usage.output", path=repr(path), what=Message(f"usage.what.{what}"), found=found)


def check_apart(written: Iterable[Named], read: Iterable[Named] = ()) -> None:
    """Refuse, before any work is done, a file that would overwrite another. None and ``-`` are not files."""
    paths, sources = (
        [os.path.realpath(path) for path in side if path not in (None, STDIN)] for side in (written, read)
    )
    for path in paths:
        if paths.count(path) > 1 or path in sources:
            raise usage_error("usage.overwrite", path=path)


_LEAST_BYTES = 1000  # fewer are meant as another unit: 2 as 2G


class Bytes(click.ParamType[int]):
    """A number of bytes: 500000000, 500MB, 1.5G, 2GiB."""

    name = "bytes"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number and its unit."""
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,9})?)\s*([kmgt]?i?)b?", str(value).strip(), re.IGNORECASE)
        unit = _UNITS.get(match[2].lower()) if match else None
        if match is None or unit is None or float(match[1]) * unit < _LEAST_BYTES:
            self.fail(words("usage.bytes", found=repr(value)), param, ctx)
        return int(float(match[1]) * unit)


def completions(names: Iterable[str], begun: str) -> list[click.shell_completion.CompletionItem]:
    """Return the names with this beginning for a shell, which adds files if there is none."""
    from click.shell_completion import CompletionItem

    found = [CompletionItem(name) for name in names if name.startswith(begun.lower())]
    return found or [CompletionItem(begun, type="file")]


def complete_problems(
    ctx: click.Context, param: click.Parameter, begun: str
) -> list[click.shell_completion.CompletionItem]:
    """Return the contest problems with this beginning for a shell; of a file with a problem, the file."""
    from grundy import contests

    del ctx, param
    return completions(contests.names(), begun)


def complete_files(
    ctx: click.Context, param: click.Parameter, begun: str
) -> list[click.shell_completion.CompletionItem]:
    """Let a shell complete the name of a file."""
    del ctx, param
    return completions((), begun)


class GameName(click.ParamType[str]):
    """The name of a game, in any case, and with ``_`` or blanks for its hyphens; or any other text."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as grundy writes it."""
        del param, ctx
        if re.fullmatch(r"[0-9]\.[0-9]*[89][0-9]*", value):  # perhaps a wrong octal digit
            echo(f"grundy: {words('notice.hexadecimal', code=value)}", err=True)
        return canonical(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Return the games with this beginning; of a file with rules, the file."""
        from grundy import games

        del ctx, param
        return completions(games.names(), incomplete)


class Whole(click.IntRange):
    """A whole number within bounds: 1000000, 1,000,000 or 1e6."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        value = text = re.sub(r",(?=[0-9]{3}\b)", "", str(value).strip())
        power = re.fullmatch(r"([0-9]{1,18})[eE]\+?([0-9]{1,2})", text)
        if power is None and not re.fullmatch(r"[+-]?[0-9_]{1,4000}", text):
            self.fail(words("error.expected", expected=Message("expected.whole"), found=repr(value)), param, ctx)
        return super().convert(int(power[1]) * 10 ** int(power[2]) if power else value, param, ctx)


class Share(click.FloatRange):
    """A share from 0 to 1: 0.3 or 30%."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, or the percentage."""
        text = str(value).strip()
        percent = re.fullmatch(r"([0-9]{1,3})\s*%", text)
        if not percent and not re.fullmatch(r"-?[0-9.]+(e-?[0-9]+)?|nan", text):
            self.fail(words("error.expected", expected=Message("expected.share"), found=repr(value)), param, ctx)
        return float(super().convert(int(percent[1]) / 100 if percent else value, param, ctx))


class Seconds(click.FloatRange):
    """A number of seconds within bounds: 2, 0.5 or 2s. Unlike in click, nan is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, with or without its unit."""
        text = re.sub(r"(?<=[0-9.])\s*(s|sec|seconds?)$", "", str(value).strip())
        try:
            found = float(text)
        except ValueError:
            found = nan
        if isnan(found):
            self.fail(words("error.expected", expected=Message("expected.seconds"), found=repr(value)), param, ctx)
        return float(super().convert(found, param, ctx))


memory_option = click.option(
    "--memory",
    type=Bytes(),
    metavar="SIZE",
    help="The most memory for a table, or for what a search keeps, such as 500MB (default: three quarters of what is "
    "available). A search forgets values that do not fit.",
)


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --budget and --memory to a command, which runs within these limits."""

    @wraps(command)
    def limited(*args: Any, budget: int | None, memory: int | None, **given: Any) -> Any:
        bounds: limits.Limits = {"table_bytes": memory}
        if memory is not None:  # then the bytes of the states are limited, not their number
            bounds["search_states"] = memory
        if budget is not None:  # it limits searches, and can only raise the limit of kernels
            most = max(budget, limits.budget().kernel_options)
            bounds.update({"search_options": budget, "shape_options": budget, "kernel_options": most})
        with limits.limited(**bounds):
            return command(*args, **given)

    budget_option = click.option(
        "--budget",
        type=Whole(min=1),
        metavar="OPTIONS",
        help=f"The most options that a search may examine (default {limits.budget().search_options:,}, or "
        f"{limits.budget().shape_options:,} for a board of odd shape); kernels at least "
        f"{limits.budget().kernel_options:,}.",
    )
    return budget_option(memory_option(limited))


samples_option = click.option(
    "--ignore-samples",
    is_flag=True,
    help="Go on where the rules of a problem in a file contradict its samples, which are compared first.",
)


def _store_language(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Store the language of a command for errors that end it."""
    del param
    ctx.meta[LANGUAGE] = value
    return value


language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    callback=_store_language,
    is_eager=True,
    help="The language of the text: en (English, the default), ko (Korean) or ja (Japanese).",
)


def say_the_cost(rules: Ruleset, bounds: tuple[range, ...]) -> None:
    """Announce on stderr the cost of a large table, before it is filled."""
    cost = rules.table_cost(bounds)
    if cost.options >= ANNOUNCED:
        echo(f"grundy: about {figure(cost.options)} options and {figure(cost.bytes)} bytes", err=True)


def hears_on_terminal() -> bool:
    """Return whether stderr is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def write_over(text: str = "") -> None:
    """Write a text in place of the line of a terminal; nothing where stderr is no terminal."""
    if hears_on_terminal():
        click.echo(f"{_NEW_LINE}{printable(text)}", err=True, nl=False)


@contextmanager
def words_about_work() -> Iterator[None]:
    """Announce compilations on stderr, and show the progress of long work on a terminal."""
    context = click.get_current_context(silent=True)
    language = language_of(context)
    announced = False

    def compiling() -> None:
        nonlocal announced
        if not announced:
            notify(Message("work.compiling"))
        announced = True

    def notify(message: Message) -> None:
        write_over()
        echo(f"grundy: {render(message, language)}", err=True)

    if not hears_on_terminal():
        with progress.reporting(lambda *_: None, compiling, notice=notify):
            yield
        return
    is_bounded = context is not None and any(param.name == "budget" for param in context.command.params)
    line = _ProgressLine(notify, language, advice=Message("work.open") if is_bounded else None)
    with line, progress.reporting(line.show, compiling, notice=notify):
        yield


class _ProgressLine:
    """The line of a terminal that says how far work is. While the work says nothing, a thread writes the seconds."""

    def __init__(self, notify: Callable[[Message], None], language: str, advice: Message | None) -> None:
        self._notify = notify
        self._language = language
        self._advice = advice  # what would help, once a search has gone on for long
        self._start = self._written = time.monotonic()
        self._said = ""
        self._is_shown = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        if self._is_shown:
            write_over()

    def show(self, done: int, total: int | None) -> None:
        """Write how far the work is, not more often than a reader can follow."""
        now = time.monotonic()
        if now - self._start < MOMENT_SECONDS or now - self._written < MOMENT_SECONDS / 5:
            return
        if self._advice is not None and not total and now - self._start >= ANSWER_SECONDS:
            self._notify(self._advice)
            self._advice = None
        self._said = _progress_line(done, total, now - self._start, self._language)
        self._write(self._said)

    def _watch(self) -> None:
        while not self._ended.wait(MOMENT_SECONDS):
            now = time.monotonic()
            if now - self._written >= 2 * MOMENT_SECONDS:
                still = render(Message("work.still", {"seconds": int(now - self._start)}), self._language)
                self._write(f"{self._said}, {still}" if self._said else still)

    def _write(self, text: str) -> None:
        self._written = time.monotonic()
        self._is_shown = True
        write_over(text)


def _progress_line(done: int, total: int | None, seconds: float, language: str) -> str:
    rate = done / seconds
    params = {"done": done, "rate": round(rate)}
    if not total:
        return render(Message("work.rate", params), language)
    params |= {"percent": 100 * done // total, "total": total}
    if not done:
        return render(Message("work.rate-share", params), language)
    return render(Message("work.rate-left", {**params, "left": round((total - done) / rate)}), language)
