"""Measured memory: what promises a limit (``--memory``) stays within 1.2 times it, above a run that does little.

Each run is a process of its own, which says at its end how much memory it had at most.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.games.families.cutting.board import Cutting
from support.conditions import JIT

if TYPE_CHECKING:
    from collections.abc import Callable

STATUS = Path("/proc/self/status")
CHILD = """
import sys
from grundy.cli.main import run
code = run(sys.argv[1:])
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(most.split()[1], file=sys.stderr)
sys.exit(code)
"""
MB = 10**6
DECLARED = '''
import grundy

@grundy.ruleset
def steps(a, b, c):
    """One step in one of three directions: few options, and many states."""
    if a:
        yield a - 1, b, c
    if b:
        yield a, b - 1, c
    if c:
        yield a, b, c - 1
'''

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs_jit,
    pytest.mark.skipif(not STATUS.exists(), reason="needs /proc"),
    pytest.mark.skipif(not JIT, reason="without machine code the tables take minutes"),
]


def peak(*arguments: str, code: int = 0) -> int:
    """Return the most bytes that a command had."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return 1024 * int(done.stderr.split()[-1])


@pytest.fixture(scope="module")
def idle() -> Callable[..., int]:
    """Return what measures, once, a run that does little."""
    known: dict[tuple[str, ...], int] = {}

    def measured(*arguments: str) -> int:
        if arguments not in known:
            known[arguments] = peak(*arguments)
        return known[arguments]

    return measured


def test_search(tmp_path: Path, idle: Callable[..., int]) -> None:
    (tmp_path / "steps.py").write_text(DECLARED)
    rules = f"{tmp_path}/steps.py:steps"
    least = idle("solve", rules, "2", "2", "2")
    allowed = 10 * MB
    most = peak("solve", rules, "100", "100", "100", "--memory", str(allowed), "--budget", "600000", code=2)
    assert most - least <= 1.2 * allowed
    assert most - least > 0.5 * allowed, "the limit was never in sight"


def test_table(tmp_path: Path, idle: Callable[..., int]) -> None:
    (tmp_path / "small.txt").write_text("X.\n..")
    (tmp_path / "large.txt").write_text("\n".join(["." * 69 + "X"] * 70))
    small, large = str(tmp_path / "small.txt"), str(tmp_path / "large.txt")
    least = idle("solve", "wall-making", small, "--save", str(tmp_path / "small.tables"))
    rules = grundy.games.wall_making((tmp_path / "large.txt").read_text()).components[0].ruleset
    assert isinstance(rules, Cutting)
    allowed = rules.cost().bytes
    command = ("solve", "wall-making", large, "--memory", str(allowed))
    most = peak(*command, "--save", str(tmp_path / "large.tables"))
    assert most - least <= 1.2 * allowed
    assert most - least > 0.5 * allowed, "the limit was never in sight"
    least = idle("solve", "wall-making", small, "--load", str(tmp_path / "small.tables"))
    assert peak(*command, "--load", str(tmp_path / "large.tables")) - least <= 1.2 * allowed
    allowed = 5 * MB
    refused = ("solve", "wall-making", large, "--memory", str(allowed), "--load", str(tmp_path / "large.tables"))
    assert peak(*refused, code=2) - least <= 1.2 * allowed


@pytest.mark.parametrize("form", ["--json", "-o", "--dir"])
def test_sequence(form: str, tmp_path: Path, idle: Callable[..., int]) -> None:
    length = 4_000_000
    allowed = grundy.heaps("0.77").cost(length - 1).bytes
    more = (form,) if form == "--json" else (form, str(tmp_path / ("values.npy" if form == "-o" else "values")))
    small = ("--length", "20000", form, str(tmp_path / "small")) if form == "--dir" else ("--length", "1000")
    least = idle("sequence", "0.77", *small)  # a folder has all values, so that Numba is loaded
    most = peak("sequence", "0.77", "--length", str(length), "--memory", str(allowed), *more)
    assert most - least <= 1.2 * allowed
    assert most - least > 0.3 * allowed, "the limit was never in sight"
