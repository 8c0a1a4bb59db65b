"""The command line, run in this process."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, NamedTuple

from grundy.cli.main import run

if TYPE_CHECKING:
    import pytest


class Result(NamedTuple):
    """The exit code of a run, and what it wrote."""

    code: int
    out: str
    err: str


class Command:
    """The command line: call it with arguments, and with what it reads from stdin."""

    def __init__(self, captured: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._captured = captured
        self._patch = patch
        patch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Result:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run(list(arguments))
        return Result(code, *self._captured.readouterr())
