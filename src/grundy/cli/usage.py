"""Errors of wrong arguments, and of files that cannot be written, in the language of the command that runs."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STDIN = "-"
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
