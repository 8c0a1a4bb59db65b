"""``-o FILE``: the result of a command in a file, whole or not at all; the ending of its name chooses the form.

``-o t.csv`` writes the same file as ``--csv > t.csv``, and ``-o t.svg`` the same as ``--svg - > t.svg``. ``-o t.txt``
writes the text.
"""

from __future__ import annotations

import io
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from grundy.cli import output
from grundy.cli.usage import STDIN, usage_error, writing
from grundy.runtime.files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# Keys of a context:
ARGUMENTS = "grundy.arguments"  # the arguments of the whole command
APART = "grundy.apart"  # whether the command runs in a child process, whose parent writes the file
FILES = "grundy.files"  # the files that are complete when the command has ended
WHOLE = "grundy.whole"  # set if the output before Ctrl-C is a whole result
_NAMES = ("-o", "--output")
_FORMS = {  # the ending of a name, and the options that write such files
    ".cgs": ("--cgsuite",),
    ".csv": ("--csv",),
    ".dot": ("--dot",),
    ".json": ("--json",),
    ".npy": ("--npy",),
    ".parquet": ("--parquet",),
    ".pdf": ("--pdf", "--plot"),
    ".png": ("--png", "--plot"),
    ".sage": ("--sage",),
    ".svg": ("--svg", "--plot"),
    ".tex": ("--latex", "--tikz"),
}


class Commands(click.Group):
    """A group of commands with ``-o``: the suffix of the file chooses the form."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command, and its arguments with the option for the form of its file."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command, rest if command is None else _with_form(command, rest)


def _with_form(command: click.Command, arguments: list[str]) -> list[str]:
    """Return arguments with the option for the form that the suffix of the file after ``-o`` names."""
    path = _path_in(arguments)
    suffix = Path(path).suffix.lower()
    if suffix not in _FORMS or not any(_NAMES[0] in param.opts for param in command.params):
        return arguments
    options = {name: param for param in command.params for name in param.opts}
    wanted = next((options[name] for name in _FORMS[suffix] if name in options), None)
    if wanted is None:
        ends = [end for end, names in _FORMS.items() if any(name in options for name in names)]
        kind = "usage.form" if ends else "usage.no-form"
        raise usage_error(kind, path=path, command=command.name, suffix=suffix, ends=", ".join(ends))
    if any(argument.partition("=")[0] in wanted.opts for argument in arguments):
        return arguments
    if isinstance(wanted, click.Option) and wanted.is_flag:
        return [wanted.opts[0], *arguments]
    return [wanted.opts[0], f"{STDIN}{suffix}" if wanted.opts[0] == "--plot" else STDIN, *arguments]


def _path_in(arguments: Sequence[str]) -> str:
    """Return the path after ``-o``, or an empty text. Words after ``--`` belong to another program."""
    own = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    for number, argument in enumerate(own):
        if argument in _NAMES:
            return own[number + 1] if number + 1 < len(own) else ""
        for name in ("-o", "--output="):
            if argument.startswith(name):
                return argument.removeprefix(name)
    return ""


@contextmanager
def _results_in(path: str, meta: dict[str, Any]) -> Iterator[None]:
    """Write results to a file, which replaces `path` as a whole at the end of the block."""
    stopped = None
    with writing(path, "result"), replacing(Path(path)) as file, ExitStack() as stack:
        text = io.TextIOWrapper(cast("BinaryIO", file), "utf-8", errors="backslashreplace", write_through=True)
        stack.callback(text.detach)
        stack.enter_context(output.results_to(text))
        try:
            yield
        except KeyboardInterrupt as error:
            if WHOLE not in meta:
                raise
            stopped = error
    if stopped is not None:
        raise stopped


def _open_output(ctx: click.Context, param: click.Parameter, path: str | None) -> None:
    """Send the results of a command to the file of its option ``-o``."""
    del param
    if path is None or path == STDIN or ctx.resilient_parsing or ctx.meta.get(APART):
        return
    from grundy.cli.common import check_output

    check_output(path, "result")
    if [argument.partition("=")[2] or argument for argument in ctx.meta.get(ARGUMENTS, [])].count(path) > 1:
        raise usage_error("usage.overwrite", path=path)
    files = ctx.meta.get(FILES)
    if files is not None:
        files.enter_context(_results_in(path, ctx.meta))


output_option: Callable[[Any], Any] = click.option(
    *_NAMES,
    metavar="FILE",
    expose_value=False,
    callback=_open_output,
    help="Write the result to FILE, in place of stdout; the ending of its name, such as .json, chooses the form.",
)
