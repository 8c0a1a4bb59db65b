"""The command line, run in this process."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, NamedTuple

from grundy.cli.main import run
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    import pytest


_COMPILING = f"grundy: {render(Message('work.compiling'), 'en')}\n"


class Result(NamedTuple):
    """The exit code of a run, and what it wrote."""

    code: int
    out: str
    err: str


class Command:
    """The command line: call it with arguments, and with what it reads from stdin.

    Whether a kernel is compiled depends on what ran before, so its notice is left out of stderr.
    """

    def __init__(self, captured: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._captured = captured
        self._patch = patch
        patch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Result:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run(list(arguments))
        out, err = self._captured.readouterr()
        return Result(code, out, err.replace(_COMPILING, ""))
