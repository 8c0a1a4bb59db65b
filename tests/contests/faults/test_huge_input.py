"""Input without end: refused after a bounded read, with a clear error."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.command import Command

WORDS = "expected at most 16,777,216 bytes, found more"
pytestmark = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without end")
COMMANDS = [("solve", "wall-making"), ("explain", "wall-making"), ("play", "wall-making"), ("answer", "boj-11717")]


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_device_without_end(command: tuple[str, ...], grundy_command: Command) -> None:
    result = grundy_command(*command, "/dev/zero")
    assert (result.code, result.out) == (2, "")
    assert f"/dev/zero: {WORDS}" in result.err


def test_a_pipe_without_end(grundy_command: Command, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as file:
            while True:
                file.write(b"1 " * 2**16)

    writing = threading.Thread(target=write, daemon=True)  # it waits for ever for a command that does not open the pipe
    writing.start()
    result = grundy_command(*COMMANDS[0], str(pipe))
    writing.join(60)
    assert not writing.is_alive()
    assert result.code == 2
    assert WORDS in result.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "nim"),
        ("answer", "boj-11717"),
        ("audit", "kayles", "--from", "-"),
        ("play", "nim", "3"),
    ],
    ids=str,
)
def test_stdin_without_end(command: tuple[str, ...]) -> None:
    with open("/dev/zero", "rb") as endless:  # noqa: PTH123 - a device
        done = subprocess.run(
            [sys.executable, "-m", "grundy", *command], stdin=endless, capture_output=True, timeout=120, check=False
        )
    assert done.returncode == 2
    assert b"found more" in done.stderr or b"found a longer one" in done.stderr


@pytest.mark.slow
def test_a_file_of_rules_that_is_huge(grundy_command: Command, tmp_path: Path) -> None:
    rules = tmp_path / "huge.py"
    with rules.open("wb") as file:
        file.truncate(2**24 + 1)
    result = grundy_command("solve", f"{rules}:x", "3")
    assert (result.code, result.out) == (2, "")
    assert WORDS in result.err


def test_a_line_without_end(grundy_command: Command) -> None:
    result = grundy_command("play", "nim", "3", stdin="1" * 2**20)
    assert result.code == 2
    assert "expected lines of at most 10,000 characters on stdin, found a longer one" in result.err
