"""What is compiled beforehand: all kernels, the games of the catalogue, rulesets of files."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("numba")

from grundy.cli import warm
from grundy.cli.main import run
from grundy.runtime import code_on_disk, compiling
from support.project import ROOT

_LATER = {  # kernels that no lab and no class on a machine of its own needs
    ("scan_kernel", "extend"),  # of browsers
    ("summary_kernel", "count"),  # of tables that are kept longer than any of the lab
    ("summary_kernel", "fold"),  # of streams
}
RULES = """
from grundy import ruleset

@ruleset(compiled=True, sample="9")
def take(heap):
    for left in range(max(0, heap - 3), heap):
        yield left

@ruleset(sample="9")
def slow(heap):
    for left in range(heap):
        yield left
"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have nothing compiled, and no machine code found; return what was asked for."""
    asked: list[str] = []

    steps = warm.steps

    def replaced(names: tuple[str, ...]) -> object:
        found, *without = steps(names)
        return [step._replace(make=partial(asked.append, str(step.name))) for step in found], *without

    monkeypatch.setattr(warm, "steps", replaced)
    monkeypatch.setattr(compiling, "is_on_disk", lambda _: False)
    return asked


def test_all_kernels_are_compiled_beforehand() -> None:
    declared = set()
    for path in (ROOT / "src" / "grundy").rglob("*_kernel.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "Kernel" for one in node.decorator_list):
                declared.add((path.stem, node.name))
    steps, *without = warm.steps()
    found = {(Path(file).stem, name) for step in steps for file, name in step.code.functions}
    assert declared - found <= _LATER
    assert len(declared) > 20
    assert without == [[], []]
    assert {"clobber", "cram", "chomp", "node-kayles", "strings-and-coins"} <= {step.name for step in steps}


def test_games_bring_their_kernels_alone() -> None:
    assert [str(step.name) for step in warm.steps(["wall-making"])[0]] == [
        "cutting boards", "censuses of boards",
    ]  # fmt: skip
    assert {step.name for step in warm.steps(["clobber"])[0]} == {"clobber"}
    assert "heaps that break into two" in {str(step.name) for step in warm.steps(["0.137"])[0]}


def test_the_command_says_what_it_does(made: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a file it compiles the rulesets that ask for it, and says which do not."""
    path = tmp_path / "own.py"
    path.write_text(RULES, encoding="utf-8")
    assert run(["warm", str(path)]) == 0
    said = capsys.readouterr()
    assert said.out == "all machine code is there (2 kinds)\n"
    assert "slow has no machine code" in said.err
    assert "2 of 2 kinds of machine code are missing; about 10 s" in said.err
    assert f"[1/2] {path}:take; about 10 s left" in said.err
    assert made == [f"{path}:take"] * 2


REFUSED = """
from grundy import ruleset

@ruleset(compiled=True)
def halves(heap):
    names = {heap: 1}
    if heap:
        yield heap // 2
"""


def test_what_cannot_be_compiled_is_said_once(
    made: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.py"
    path.write_text(REFUSED, encoding="utf-8")
    assert run(["warm", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == "1 of the rulesets cannot be compiled; all other machine code is there (0 kinds)\n"
    assert said.err.count("halves is searched in plain Python") == 1
    assert not made


def test_what_fails_is_said_and_the_others_are_made(
    made: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(code_on_disk, "why_not_writable", lambda _: "No space left on device" if made else None)
    assert run(["warm", "wall-making"]) == 2
    said = capsys.readouterr()
    assert said.out == "2 of 2 kinds of machine code are still missing\n"
    assert "censuses of boards was compiled, but its machine code cannot be kept in /" in said.err
    assert len(made) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the file that is always full is one of Linux")
def test_a_folder_that_cannot_be_written_is_an_error_before_all_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/full")
    assert run(["warm", "wall-making"]) == 2
    assert "that can be written, found /dev/full/" in capsys.readouterr().err


def test_without_numba_nothing_can_be_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert run(["warm"]) == 2
    assert "machine code needs numba, which cannot be imported" in capsys.readouterr().err


@pytest.mark.slow
def test_what_it_has_compiled_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(RULES, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "grundy", "warm", f"{path}:take"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr for _ in range(2)
    )
    assert "2 of 2" in first
    assert "missing" not in second
