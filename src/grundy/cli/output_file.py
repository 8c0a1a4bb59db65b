"""``-o FILE``, repeatable: the results of a command, each whole or not at all; the ending of a name chooses the form.

``-o t.csv`` writes a table as CSV, and ``-o t.svg`` draws it. Without ``-o``, the result goes to stdout as text; ``-``
is stdout, and ``-.svg`` is stdout in that form. Options such as ``--json`` choose the form of stdout, or of a file
whose name says none.
"""

from __future__ import annotations

import io
import os
import re
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from grundy.cli import output
from grundy.cli.common import check_apart, check_output, words_about_work, writes_to_terminal
from grundy.cli.usage import STDIN, usage_error, words, writing
from grundy.runtime import parquet, provenance
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Content = str | bytes | memoryview | Iterable[str | bytes | memoryview]

TEXT = "txt"
_FLAGS = {"tex": "--latex"}  # the options for forms that are not named like the ending
_NO_ENDING = ("bfile",)  # forms that only an option chooses
_BINARY = {"npy", "parquet", "pdf", "png"}
_BLOCK = 2**20  # bytes written at a time


class Outputs:
    """The files, or stdout, to which a command writes its result, each in a form: ``txt``, ``json``, ``svg``, ..."""

    def __init__(
        self, paths: Sequence[str], chosen: str | None, forms: Sequence[str], also: Sequence[str], game: str
    ) -> None:
        """Raise `click.UsageError` for files that cannot be written, or not in that form; nothing is done before.

        `forms` are those of the command, the usual one first; `chosen` is the one that an option names. `also` are
        endings that say no form. `game` is the argument that a name of a file is proposed after.
        """
        self._outputs = [(path, _form_of(path, forms, also) or chosen or forms[0]) for path in paths]
        if not paths or (chosen is not None and not self.has(chosen)):
            self._outputs.insert(0, (STDIN, chosen or forms[0]))
        self.files = [path for path, _ in self._outputs if not _is_stdout(path)]
        to_stdout = [form for path, form in self._outputs if _is_stdout(path)]
        if len(to_stdout) > 1:
            raise usage_error("usage.one-for-stdout", options=[f".{form}" for form in to_stdout])
        if _BINARY.intersection(to_stdout) and writes_to_terminal():
            raise usage_error("usage.terminal", what=Message("usage.what.result"))
        if not paths and to_stdout == ["html"] and writes_to_terminal():
            error = words("usage.terminal", what=Message("usage.what.result"))
            name = re.split(r"[:/\\]", game.rstrip(":"))[-1].removesuffix(".py")
            raise usage_error("usage.missing", error=f"{error}.", example=f"-o {name}.html")
        for path in self.files:
            check_output(path, "result")
        if self.has("parquet"):
            parquet.check()

    def has(self, *forms: str) -> bool:
        """Return whether a result has one of these forms."""
        return any(form in forms for _, form in self._outputs)

    def write(self, makers: Mapping[str, Callable[[], Any]]) -> None:
        """Write the results. `makers` has a function for each form, which returns a text, its parts, or data.

        Nothing is written before it has returned; parts may be made while they are written. A text ends with a line
        end, which is added if it is missing. Data, a dictionary or a list, are written as JSON.
        """
        for path, form in self._outputs:
            if _is_stdout(path):
                with words_about_work():
                    content = _made(makers, form)
                _send(content)
                continue
            with output.results_to(io.StringIO()), words_about_work():  # no terminal: no colours, no wrapped lines
                content = _made(makers, form)
            with _results_in(path):
                _send(content)


def output_options(
    *forms: str, usual: str = TEXT, also: Sequence[str] = (), **flags: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds ``-o`` to a command, which gets the parameter `outputs`.

    `usual` is the form of stdout, `flags` are forms with options such as ``--json`` and their help, and `forms` are
    further ones. `also` are endings of files in the usual form.
    """
    known = (usual, *flags, *forms)
    names = [_FLAGS.get(form, f"--{form}") for form in flags]

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_outputs(*args: Any, output: tuple[str, ...], form: str | None = None, **given: Any) -> Any:
            flagged = [name for name in names if name in provenance.arguments]
            if len(flagged) > 1:
                raise usage_error("usage.one-for-stdout", options=flagged)
            outputs = Outputs(output, form, known, also, given.get("game", ""))
            if outputs.files:  # an input may be none of them
                read = [word for value in given.values() for word in (value if isinstance(value, tuple) else (value,))]
                check_apart(outputs.files, [word for word in read if isinstance(word, str | os.PathLike)])
            return command(*args, outputs=outputs, **given)

        options = [
            click.option(name, "form", flag_value=form, help=about)
            for name, (form, about) in zip(names, flags.items(), strict=True)
        ]
        options.append(
            click.option(
                "-o",
                "--output",
                multiple=True,
                metavar="FILE",
                help=f"Write to FILE, in place of stdout; repeatable. Its ending chooses the form: "
                f"{', '.join(_endings(known, also))}. - is stdout, -.{known[-1]} stdout in that form.",
            )
        )
        found: Callable[..., Any] = with_outputs
        for option in reversed(options):
            found = option(found)
        return found

    return decorated


def _endings(forms: Sequence[str], also: Sequence[str]) -> list[str]:
    return [*(f".{form}" for form in forms if form not in _NO_ENDING), *also]


def _is_stdout(path: str) -> bool:
    return path == STDIN or path.startswith(f"{STDIN}.")


def _form_of(path: str, forms: Sequence[str], also: Sequence[str]) -> str | None:
    """Return the form that the ending of a name says; None if it says none, as that of a text."""
    from pathlib import Path

    ending = Path(path).suffix.lower()
    if ending in ("", *also) or (ending == f".{TEXT}" and TEXT in forms):
        return None
    if ending not in _endings(forms, also):
        raise usage_error("usage.ending", path=path, ends=_endings(forms, also))
    return ending[1:]


def _made(makers: Mapping[str, Callable[[], Any]], form: str) -> Content:
    content: Content = makers[form]()
    return output.json_text(content) if form == "json" and isinstance(content, dict | list) else content


def _send(content: Content) -> None:
    """Write a text, which gets a line end if it has none, or parts."""
    if isinstance(content, str):
        content = content if content.endswith("\n") else f"{content}\n"
    for part in (content,) if isinstance(content, str | bytes | memoryview) else content:
        if isinstance(part, str):
            output.echo(part, nl=False)
        else:
            for start in range(0, len(part), _BLOCK):
                output.echo(bytes(part[start : start + _BLOCK]), nl=False)


@contextmanager
def _results_in(path: str) -> Iterator[None]:
    """Write results to a file, which replaces `path` as a whole at the end of the block."""
    from pathlib import Path

    from grundy.runtime.files import replacing

    with writing(path, "result"), replacing(Path(path)) as file, ExitStack() as stack:
        text = io.TextIOWrapper(cast("BinaryIO", file), "utf-8", errors="backslashreplace", write_through=True)
        stack.callback(text.detach)
        with output.results_to(text):
            yield
