"""Systems that refuse something: a name, a folder, a file, memory. One sentence says what was tried; exit code 2."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

LONG = "b" * 300 + ".py"
RULES = ROOT / "docs" / "mygames.py"


@pytest.mark.parametrize(
    "words",
    [
        ("solve", f"{LONG}:x", "3"),
        ("explain", f"{LONG}:x", "3"),
        ("play", f"{LONG}:x", "3"),
        ("table", f"{LONG}:x", "5"),
        ("sequence", f"{LONG}:x"),
        ("pattern", f"{LONG}:x"),
        ("graph", f"{LONG}:x"),
        ("misere", f"{LONG}:x", "3"),
        ("worksheet", f"{LONG}:x"),
        ("embed", f"{LONG}:x", "3"),
        ("serve", "--no-browser", "--port", "0", LONG),
        ("answer", LONG),
        ("stress", LONG, "--", "true"),
        ("warm", LONG),
        ("problems", LONG),
    ],
)
def test_a_name_that_is_too_long(words: tuple[str, ...], grundy_command: Command) -> None:
    needed = {"serve": "uvicorn", "stress": "psutil", "warm": "numba"}
    if words[0] in needed:
        pytest.importorskip(needed[words[0]])
    result = grundy_command(*words)
    assert result.code == 2
    assert LONG in result.err
    assert "File name too long" in result.err
    assert "Traceback" not in result.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limits and folders of Linux")
@pytest.mark.parametrize(
    ("before", "command", "words"),
    [
        ("mkdir gone && cd gone && rmdir ../gone", "solve nim 3 5", "a working folder, found one that was deleted"),
        ("mkdir gone && cd gone && rmdir ../gone", "audit rules.py:x", "a working folder, found one that was deleted"),
        ("mkdir gone && cd gone && rmdir ../gone", "stress boj-11717 -- true", "found one that was deleted"),
        ("ulimit -n 10", f"audit {RULES}:pins", "found: Too many open files"),
        ("ulimit -n 10", "stress boj-11717 -- true", "found: Too many open files"),
        ("ulimit -v 60000", "sequence 0.6 --length 30000", "128 MB of address space to load numpy"),
        ("ulimit -v 60000", f"serve --no-browser --port 0 {RULES}", "128 MB of address space to load "),
        ("ulimit -v 60000", "solve kayles 3 5", ""),
    ],
)
def test_a_system_that_gives_little(before: str, command: str, words: str, tmp_path: Path) -> None:
    run = f"{before} && exec {sys.executable} -m grundy {command}"
    done = subprocess.run(["bash", "-c", run], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == (2 if words else 0), done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
