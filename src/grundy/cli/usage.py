"""Errors of wrong arguments, and of files that cannot be written, in the language of the command that runs."""

from __future__ import annotations

import errno
import re
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import quoted_name, similar_names
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STDIN = "-"
_PICTURES = ("--plot", "--picture", "--image", "--draw", "--chart", "--svg", "--png", "--pdf")  # which -o makes
NUMBERS = ("--length", "--count", "--cases", "--most")  # options of how many there are
# Options of other programs, and ours for the same: that of them which a command has is suggested.
_MEANT = {
    **dict.fromkeys(("--format", "-f"), ("--json", "--output")),
    **dict.fromkeys(("--out", "--file", "--outfile"), ("--output",)),
    **dict.fromkeys(("--timeout", "--time", "-t"), ("--time-limit", "--seconds", "--period-seconds")),
    **dict.fromkeys(("-n", "--number", "--limit", "--max", "--terms"), NUMBERS),
    **dict.fromkeys(("--level", "--difficulty"), ("--errors",)),
    **dict.fromkeys(("--formula", "--guess"), ("--check",)),
}
_ALIKE = 0.85  # the least similarity of an option of another command: so --format is not taken for --formal
LANGUAGE = "grundy.language"  # the key of a context for the language of its command


def language_of(context: click.Context | None) -> str:
    """Return the language of the command that has run."""
    return "en" if context is None else context.meta.get(LANGUAGE, "en")


def words(kind: str, **params: Any) -> str:
    """Return the text of a message in the language of the command that runs."""
    return render(Message(kind, params), language_of(click.get_current_context(silent=True)))


def usage_error(kind: str, **params: Any) -> click.UsageError:
    """Return the error for wrong arguments, in the language of the command that runs."""
    return click.UsageError(words(kind, **params))


def unknown_option(word: str, context: click.Context) -> click.UsageError:
    """Return the error for a wrong option, with the nearest options of the command that runs, or of the others."""
    name = re.sub("^[\u2010-\u2015\u2212]-?", "--", word.partition("=")[0])  # a dash of a word processor
    options = long_options(context.command)
    near = [option for option in _MEANT.get(name, ()) if option in options]
    if name in _PICTURES and "--output" in options:
        near = ["-o plot.svg"]
    elif not near and name.startswith("--"):
        near = [f"--{each}" for each in similar_names(name[2:], [option[2:] for option in options])]
    elif not near:
        near = [option for option in options if option.startswith(f"-{name}")]
    group = context.find_root().command
    if not near and isinstance(group, click.Group):
        commands = {each: group.get_command(context, each) for each in group.list_commands(context)}
        others = {f"grundy {each} {option}": option for each, one in commands.items() for option in long_options(one)}
        nearest = get_close_matches(name.strip("-"), [option.strip("-") for option in others.values()], 1, _ALIKE)
        near = [line for line, option in others.items() if option.strip("-") in nearest]
    kind = "usage.option-near" if near else "usage.option-unknown"
    error = usage_error(
        kind, word=quoted_name(word)[1:-1], near=near, command=context.command_path, options=[*options, "--help"]
    )
    error.ctx = context  # then it shows the usage as well
    return error


def long_options(command: click.Command | None) -> list[str]:
    """Return the long options of a command."""
    params = [] if command is None else command.params
    return [option for param in params for option in param.opts if option.startswith("--")]


def check_named(option: str, path: str | None) -> None:
    """Refuse stdout and an empty name for an option that needs a file."""
    if path in ("", STDIN):
        raise usage_error("usage.file-name", option=option, found=repr(path))


@contextmanager
def writing(path: str | Path, what: str, *, with_others: bool = False) -> Iterator[None]:
    """Turn an error of the system into the usage error that `what`, a key below ``usage.what``, cannot be written.

    If the block writes `with_others` beside `path`, the error names the file that it is about.
    """
    try:
        yield
    except OSError as error:
        place = error.filename or path if with_others else path
        raise usage_error(
            "usage.write", path=str(place), what=Message(f"usage.what.{what}"), error=str(error.strerror)
        ) from None


@contextmanager
def keeping_in(folder: str | Path, what: str) -> Iterator[None]:
    """Turn an error of the system into the usage error that a folder cannot hold `what`, a key below ``usage.what``."""
    try:
        yield
    except OSError as error:
        from pathlib import Path

        path = Path(error.filename or folder)
        # EEXIST: a file exists where a folder should be made; so the folder is at fault, not the file.
        is_file = error.errno != errno.EEXIST and path.absolute() != Path(folder).absolute() and not path.is_dir()
        kind = "usage.file-in-folder" if is_file else "usage.folder"
        raise usage_error(kind, path=str(path), what=Message(f"usage.what.{what}"), error=str(error.strerror)) from None
