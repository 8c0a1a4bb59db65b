"""A command in a child process (`grundy.cli.watched`): what it writes goes back over the pipe."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any

from grundy.cli import common, main, output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.processes.child_main import Call

ENTRY = f"{__name__}:CommandHost"


class CommandHost:
    """Runs a command that writes to the parent's stdout, and reads what the parent has read."""

    def __init__(self, *, terminal: bool, columns: int, stdin: str) -> None:
        """Take whether stdout is a terminal, its width, and the bytes of stdin as Latin-1."""
        self._terminal = terminal
        os.environ["COLUMNS"] = str(columns)
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode("latin-1")))

    def about(self) -> None:
        """Return nothing."""

    def run(self, name: str, data: Any, call: Call) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Run the command with the arguments `data`, and yield its exit code at the end."""
        del name
        raw = io.BufferedWriter(_Pipe(call, terminal=self._terminal))
        with io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True) as file:
            with output.results_to(file), common.work_reported_to(call):
                code = main.run_apart(data)
            file.flush()
        yield {"code": code}, b""

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return an exception as the command writes it."""
        words = main.words_of(error, "en")
        return None if words is None else {"message": words}


class _Pipe(io.RawIOBase):
    """A file whose content is sent to the parent."""

    def __init__(self, call: Call, *, terminal: bool) -> None:
        super().__init__()
        self._call = call
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        body = bytes(data)
        self._call.answers.send({"call": self._call.number, "part": {}}, body)
        return len(body)
