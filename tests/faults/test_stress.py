"""Wrong programs are caught with small inputs, right ones survive, and nothing of a program is left running."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conftest import TESTS, need
from grundy import contests
from grundy.cli.main import run
from grundy.contests.stress import tasks
from grundy.contests.stress.inputs import Inputs
from grundy.contests.stress.session import Report, Workers, stress
from grundy.runtime.programs import ProgramLimits, Runner

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAMS = TESTS / "faults" / "programs"
COMPILER = shutil.which("g++")
LIMITS = ProgramLimits(seconds=10)
PROBLEMS = {"wall": "boj-11717", "diagonal": "boj-16883", "card": "boj-26102", "polygon": "boj-13034", "plane": "boj-16187"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs run under limits on Unix only")


@pytest.fixture(scope="session")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the programs in C++."""
    need("a C++ compiler", there=COMPILER is not None)
    folder = tmp_path_factory.mktemp("programs")
    for name in ("cutting", "grid", "circle"):
        subprocess.run([str(COMPILER), "-O2", "-o", str(folder / name), str(PROGRAMS / f"{name}.cpp")], check=True)
    return folder


def searched(problem: str, command: list[str], seconds: float, limits: ProgramLimits = LIMITS) -> Report:
    with Workers(command, limits, 2) as workers:
        return stress(tasks.problem_task(contests.find(problem)), workers, limits, seconds=seconds)


def python(name: str, *words: str) -> list[str]:
    return [sys.executable, str(PROGRAMS / f"{name}.py"), *words]
