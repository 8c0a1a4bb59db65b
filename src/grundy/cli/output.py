"""The output of commands: results go to stdout, messages to stderr, both without control characters except our colours.

While a command runs a user's file, everything else that is printed goes to stderr (`results_apart`).
"""

from __future__ import annotations

import errno
import re
import sys
from contextlib import contextmanager, redirect_stdout
from typing import IO, TYPE_CHECKING, Any

import click

from grundy.runtime.messages import printable, printable_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_COLOURS = r"(\x1b\[(?:0|1;32|1|2|7)m)"  # the colours of `grundy.drawing.terminal`
_results: IO[Any] | None = None  # the file for results while `sys.stdout` is another file


def results() -> IO[Any] | None:
    """Return the file for results; None if stdout is closed."""
    return sys.stdout if _results is None else _results


def echo(text: str | bytes = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a result, or with `err` a message. Raises `OSError` for a result if stdout is closed."""
    if isinstance(text, str):
        parts = re.split(_COLOURS, text)
        text = "".join(part if number % 2 else printable(part) for number, part in enumerate(parts))
    if not err and results() is None:
        raise closed()
    click.echo(text, file=None if err else _results, err=err, nl=nl)


def closed() -> OSError:
    """Return the error for a result that cannot be written because stdout is closed."""
    return OSError(errno.EBADF, "stdout is closed")


def json_text(data: Any) -> str:
    """Return data as JSON for people and programs."""
    import json

    return printable_json(json.dumps(data, indent=2, ensure_ascii=False))


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV. None becomes an empty cell."""
    import csv
    import io

    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(rows)
    return lines.getvalue()


def aligned(rows: Sequence[Sequence[str]], widest: int | None = None) -> list[str]:
    """Return a line for each row, with its cells in columns, of which none is wider than `widest`."""
    widths = [min(widest or width, width) for width in (max(map(len, column)) for column in zip(*rows, strict=True))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def listed(words: Sequence[str], most: int, between: str = ", ", more: str = "more") -> str:
    """Return the first words, and how many there are beside them."""
    left_out = len(words) - most
    shown = between.join(words[:most])
    return shown if left_out <= 0 else f"{shown}{between}and {left_out:,} {more} (--json lists them all)"


def names_a_file(arguments: Sequence[str]) -> bool:
    """Return whether an argument names rules in a file, which is then run."""
    return any(argument.endswith(".py") or ".py:" in argument for argument in arguments)


@contextmanager
def results_apart(arguments: Sequence[str]) -> Iterator[None]:
    """Keep stdout for results if an argument names a file of rules: text that the file prints goes to stderr."""
    global _results  # noqa: PLW0603 - as sys.stdout is
    if _results is not None or not names_a_file(arguments) or sys.stdout is None or sys.stderr is None:
        yield
        return
    before, _results = _results, sys.stdout
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _results = before


@contextmanager
def results_to(file: IO[Any]) -> Iterator[None]:
    """Write results to `file` inside the block."""
    global _results  # noqa: PLW0603 - as above
    before, _results = _results, file
    try:
        yield
    finally:
        _results = before
