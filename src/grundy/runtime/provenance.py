"""The origin of a file: the version and the commit of grundy, the command, and for some files a date.

Pictures, tables and sheets have a date only if the environment variable SOURCE_DATE_EPOCH is set, so that the same
command writes the same bytes. Certificates and the manifest of a census have the day of the work in UTC, or the day of
the variable.
"""

from __future__ import annotations

import os
import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_DIGITS = 12  # of a commit
_OUTPUTS = ("-o", "--output")

arguments: Sequence[str] = ()  # of the command that this process runs; empty without a command


def made_by(*, dated: bool = False) -> str:
    """Return ``grundy 0.1.0 (commit 0123456789ab), 2026-01-31: grundy solve nim 3``, as far as it is known.

    The command is without its option ``-o FILE``.
    """
    import shlex

    from grundy import __version__

    known = commit()
    line = f"grundy {__version__}" + (f" (commit {known})" if known else "")
    day = date(dated=dated)
    line += f", {day}" if day else ""
    pairs = zip(("", *arguments), arguments, strict=False)
    kept = [word for before, word in pairs if word not in _OUTPUTS and before not in _OUTPUTS]
    return f"{line}: {shlex.join(['grundy', *kept])}" if arguments else line


def date(*, dated: bool = False) -> str:
    """Return the day of SOURCE_DATE_EPOCH in UTC; if it is not set, today with `dated`, else an empty text."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given.isdecimal() and not dated:
        return ""
    return time.strftime("%Y-%m-%d", time.gmtime(int(given) if given.isdecimal() else None))


@cache
def commit() -> str:
    """Return the first digits of the commit of this checkout; an empty text for an installed package."""
    from pathlib import Path

    root = Path(__file__).resolve().parents[3]
    git = root / ".git"
    if not (root / "src" / "grundy").is_dir():
        return ""
    try:
        folder = root / git.read_text().removeprefix("gitdir:").strip() if git.is_file() else git
        head = (folder / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head[:_DIGITS]
        shared = folder / (folder / "commondir").read_text().strip() if (folder / "commondir").is_file() else folder
        name = head.removeprefix("ref: ")
        if (shared / name).is_file():
            return (shared / name).read_text().strip()[:_DIGITS]
        packed = (line.split() for line in (shared / "packed-refs").read_text().splitlines())
        return next((words[0][:_DIGITS] for words in packed if words[1:] == [name]), "")
    except (OSError, UnicodeDecodeError):
        return ""
