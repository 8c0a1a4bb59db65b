"""Work where Numba, psutil and NumPy do not exist, as in a browser's Python."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement

from grundy.research.census.sets import AllBoards
from grundy.runtime import compiling, progress
from support import without_packages
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

NO_NUMBA = "numba,llvmlite,psutil"
NOTHING = f"{NO_NUMBA},numpy"
SCRIPT = ROOT / "tests" / "support" / "without_packages.py"


def without(packages: str, *tasks: str) -> dict[str, Any]:
    """Return the results of tasks of `without_packages` in a process in which packages are missing."""
    command = [sys.executable, str(SCRIPT), packages, ",".join(tasks)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@cache
def answers_without(packages: str) -> dict[str, Any]:
    """Return the results of what several tests ask for, from one process."""
    return without(packages, "samples", "declared", "loopy", "sequences")


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_positions_explanations_and_drawings_are_the_same(missing: str) -> None:
    found = answers_without(missing)
    assert found["declared"] == without_packages.declared()
    expected = without_packages.samples()
    assert found["samples"].keys() == expected.keys()
    for name, answers in expected.items():
        assert found["samples"][name] == answers, name


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_rules_that_go_in_cycles_are_the_same(missing: str) -> None:
    assert answers_without(missing)["loopy"] == without_packages.loopy()


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_the_lab_answers_the_same(missing: str) -> None:
    found = without(f"{missing},fastapi,starlette,uvicorn", "lab")["lab"]
    expected = without_packages.lab()
    assert found.keys() == expected.keys()
    if missing == NOTHING:  # formulas are looked for in arrays
        assert found["tables"].pop() == {"patterns": [], "lacks": "numpy"}
        del expected["tables"][-1]
    for name, answer in expected.items():
        assert found[name] == answer, name


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_sequences_and_periods_are_the_same(missing: str) -> None:
    found = dict(answers_without(missing)["sequences"])
    expected = without_packages.sequences()
    if missing == NOTHING:
        assert set(found.pop("types").values()) == {"list"}
        del expected["types"]
    assert found == expected


def commands(packages: str, asked: list[tuple[tuple[str, ...], str]]) -> list[tuple[int, str, str]]:
    """Run commands, each with its stdin, in one process in which packages are missing."""
    command = [sys.executable, str(SCRIPT), packages, "commands"]
    result = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    found: list[tuple[int, str, str]] = json.loads(result.stdout)["commands"]
    return found


def test_commands_need_nothing() -> None:
    cases = [
        (("solve", "wall-making", "--sample"), "", "nimber   "),
        (("solve", "kayles", "--sample", "--json"), "", '"nimber"'),
        (("solve", "kayles", "--sample", "-o", "-.svg"), "", "<svg"),
        (("explain", "grid-game", "--sample"), "", "P-cell"),
        (("answer", "boj-11717"), "2 2\nX.\n..\n", "First"),
        (("answer", "boj-28218"), "2 2 1\n..\n..\n1\n1 1\n", "\n"),
        (("games",), "", "kayles"),
        (("sequence", "0.77", "--length", "100"), "", "largest  8, first at heap 27"),
        (("sequence", "0.77", "--period"), "", "proved: period 12 from heap 71 on"),
        (("sequence", "0.77", "--length", "5", "--json", "--period"), "", '"largest": 3'),
        (("sequence", "0.77", "--length", "100000", "--csv"), "", "\n99999,8\n"),
        (("sequence", "nim", "--length", "5", "--bfile"), "", "\n0 0\n1 1\n2 2\n3 3\n4 4\n"),
        (("sequence", "couples-are-forever", "--length", "3", "--csv"), "", "heap,nimber\n0,0\n1,0\n2,0\n"),
        (("sequence", "unequal-3", "--length", "20"), "", "largest  4, first at heap 15"),
        (("solve", "kayles"), "100000", "nimber 1"),
        (("solve", f"{ROOT / 'docs' / 'mygames.py'}:cram"), "4x6", "nimber"),
    ]
    for case, (code, out, err) in zip(cases, commands(NOTHING, [case[:2] for case in cases]), strict=True):
        assert code == 0, (case, err)
        assert case[2] in out, case


@pytest.mark.parametrize("rows", [2, 7])
def test_a_census_of_boards_is_the_same_without_numba(rows: int) -> None:
    part = AllBoards("wall-making", rows, 2).part(0, 2 ** min(2 * rows, 8))
    with without_packages.missing("numba"):
        plain = part()
    assert part().equals(plain)


def test_work_for_a_missing_package_is_refused_at_once(tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    cases = [
        (
            NO_NUMBA,
            ("sequence", "0.007", "--length", "1000000"),
            "",
            "without Numba.* 250,001,000,000 options",
        ),
        (
            NO_NUMBA,
            ("solve", "wall-making"),
            "\n".join(["." * 130] * 130),
            "130 x 130 needs much work without Numba",
        ),
        (NOTHING, ("solve", "bishop"), "2000 3000", "without Numba: [0-9,]+ options, the budget"),
        (NOTHING, ("solve", "0.007"), "100000", "without Numba, needs much work: [0-9,]+ options, the budget"),
        (NOTHING, ("sequence", "0.007", "--length", "100000"), "", "without Numba, needs much work: 2,500,100,000"),
        (
            NOTHING,
            ("sequence", "0.77", "-o", f"{folder}.npy"),
            "",
            "a file of values needs numpy, .*: pip install numpy",
        ),
        (NOTHING, ("sequence", "0.77", "-o", f"{folder}.svg"), "", "a plot needs numpy, .*: pip install numpy"),
        (NOTHING, ("sequence", "0.77", "--dir", folder), "", "needs numpy, .*: pip install numpy"),
        (
            NOTHING,
            ("solve", "wall-making", "--sample", "--save", folder),
            "",
            "needs numpy, .*: pip install numpy",
        ),
    ]
    for missing in (NO_NUMBA, NOTHING):
        asked = [case[1:] for case in cases if case[0] == missing]
        for case, (code, out, err) in zip(asked, commands(missing, [one[:2] for one in asked]), strict=True):
            assert (code, out) == (2, ""), case
            assert re.search(case[2], err), (case, err)
            assert "Traceback" not in err
    assert not (tmp_path / "kept").exists()


def test_a_search_that_took_seconds_needs_nothing(tmp_path: Path) -> None:
    """It says so where the rules would compile, which they cannot without Numba: on a slow machine this failed."""
    code = """
import sys
sys.modules |= dict.fromkeys(["numba", "llvmlite", "psutil", "numpy"])
import grundy
from grundy.runtime.progress import reporting
from grundy.core.search import engines
engines.LONG = -1

@grundy.ruleset
def take(n):
    yield from range(max(0, n - 2), n)

with reporting(lambda *_: None, notice=print):
    print(take(5).nimber)
"""
    (tmp_path / "slow.py").write_text(code)
    command = [sys.executable, str(tmp_path / "slow.py")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "2\n"


def test_memory_is_known_without_psutil(monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.runtime import memory

    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory.available() > 0
    monkeypatch.delattr(os, "sysconf")
    assert 0 < memory.available() <= 2**30


def test_a_user_is_told_once_that_numba_would_save_much_time() -> None:
    told: list[str] = []
    compiling.forget()
    with (
        without_packages.missing("numba"),
        progress.reporting(lambda *_: None, notice=lambda message: told.append(str(message))),
    ):
        for options, seconds in ((10**6, 1e-6), (10**9, 1e-9), (10**9, 1e-6), (10**8, 1e-6), (10**9, 1e-7)):
            assert not compiling.pays_off(compiling.MachineCode(()), options, seconds)
    compiling.forget()
    assert told == ["without Numba this takes about 100 s; with Numba about 1 s: pip install 'grundy[fast]'"]


@pytest.mark.parametrize(
    ("system", "expected"),
    [("linux", {"numpy", "psutil"}), ("emscripten", {"numpy"})],
)
def test_dependencies_by_environment(system: str, expected: set[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = map(Requirement, project["dependencies"])
    names = {one.name for one in needed if one.marker is None or one.marker.evaluate({"sys_platform": system})}
    assert names & {"numba", "numpy", "psutil"} == expected
    assert {"click", "cachetools"} <= names
