"""Work where Numba, psutil and NumPy do not exist, as in a browser's Python."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement

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


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_positions_explanations_and_drawings_are_the_same(missing: str) -> None:
    found = without(missing, "samples", "declared")
    assert found["declared"] == without_packages.declared()
    expected = without_packages.samples()
    assert found["samples"].keys() == expected.keys()
    for name, answers in expected.items():
        assert found["samples"][name] == answers, name


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_the_lab_answers_the_same(missing: str) -> None:
    found = without(f"{missing},fastapi,starlette,uvicorn", "lab")["lab"]
    expected = without_packages.lab()
    assert found.keys() == expected.keys()
    if missing == NOTHING:  # tables of values are arrays
        assert "numpy" in str(found.pop("tables")["error"])
        del expected["tables"]
    for name, answer in expected.items():
        assert found[name] == answer, name


@pytest.mark.parametrize("missing", [NO_NUMBA, NOTHING])
def test_sequences_and_periods_are_the_same(missing: str) -> None:
    found = without(missing, "sequences")["sequences"]
    expected = without_packages.sequences()
    if missing == NOTHING:
        assert set(found.pop("types").values()) == {"list"}
        del expected["types"]
    assert found == expected


def command(packages: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line where packages are missing."""
    code = (
        "import sys\nfrom support import without_packages\n"
        f"sys.meta_path.insert(0, without_packages.Blocker({packages.split(',')!r}))\n"
        "from grundy.cli.main import main\nmain()"
    )
    path = os.pathsep.join([str(ROOT / "tests"), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"),
    [
        (("solve", "wall-making", "--sample"), "", "nimber   "),
        (("solve", "kayles", "--sample", "--json"), "", '"nimber"'),
        (("solve", "kayles", "--sample", "--svg", "-"), "", "<svg"),
        (("explain", "grid-game", "--sample"), "", "the map"),
        (("answer", "boj-11717"), "2 2\nX.\n..\n", "First"),
        (("answer", "boj-28218"), "2 2 1\n..\n..\n1\n1 1\n", "\n"),
        (("games",), "", "kayles"),
        (("audit", "kayles"), "", "no fault found"),
        (("sequence", "0.77", "--length", "100"), "", "largest  8, first at heap 27"),
        (("sequence", "0.77", "--period"), "", "proved: period 12 from heap 71 on"),
        (("sequence", "0.77", "--length", "5", "--json", "--period"), "", '"largest": 3'),
        (("sequence", "0.77", "--length", "100000", "--csv"), "", "\n99999,8\n"),
        (("sequence", "nim", "--length", "5", "--bfile"), "", "0 0\n1 1\n2 2\n3 3\n4 4\n"),
        (("sequence", "couples-are-forever", "--length", "3", "--csv"), "", "heap,nimber\n0,0\n1,0\n2,0\n"),
        (("sequence", "unequal-3", "--length", "20"), "", "largest  4, first at heap 15"),
        (("solve", "kayles"), "100000", "nimber 1"),
        (("solve", f"{ROOT / 'docs' / 'mygames.py'}:cram"), "4x6", "nimber"),
    ],
)
def test_commands_need_nothing(arguments: tuple[str, ...], stdin: str, expected: str) -> None:
    result = command(NOTHING, *arguments, stdin=stdin)
    assert result.returncode == 0, result.stderr
    assert expected in result.stdout


@pytest.mark.parametrize(
    ("missing", "arguments", "stdin", "expected"),
    [
        (
            NO_NUMBA,
            ("sequence", "0.007", "--length", "1000000"),
            "",
            "without Numba.* 250,001,000,000 options",
        ),
        (
            NO_NUMBA,
            ("solve", "wall-making"),
            "\n".join(["." * 60] * 60),
            "60 x 60 needs much work without Numba",
        ),
        (NOTHING, ("solve", "bishop"), "2000 3000", "without Numba: [0-9,]+ options, the budget"),
        (NOTHING, ("solve", "0.007"), "100000", "without Numba, needs much work: [0-9,]+ options, the budget"),
        (NOTHING, ("sequence", "0.007", "--length", "100000"), "", "without Numba, needs much work: 2,500,100,000"),
        (NOTHING, ("sequence", "0.77", "--npy", "{folder}"), "", "a file of values needs numpy, .*: pip install numpy"),
        (NOTHING, ("sequence", "0.77", "--plot", "{folder}.svg"), "", "a plot needs numpy, .*: pip install numpy"),
        (NOTHING, ("sequence", "0.77", "--dir", "{folder}"), "", "needs numpy, .*: pip install numpy"),
        (
            NOTHING,
            ("solve", "wall-making", "--sample", "--save", "{folder}"),
            "",
            "needs numpy, .*: pip install numpy",
        ),
    ],
)
def test_work_for_a_missing_package_is_refused_at_once(
    missing: str, arguments: tuple[str, ...], stdin: str, expected: str, tmp_path: Path
) -> None:
    result = command(missing, *(word.format(folder=tmp_path / "kept") for word in arguments), stdin=stdin)
    assert result.returncode == 2
    assert not result.stdout
    assert re.search(expected, result.stderr), result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "kept").exists()


def test_memory_is_known_without_psutil(monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.runtime import memory

    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory.available() > 0
    monkeypatch.delattr(os, "sysconf")
    assert 0 < memory.available() <= 2**30


@pytest.mark.parametrize(
    ("system", "python", "expected"),
    [
        ("linux", "CPython", {"numba", "numpy", "psutil"}),
        ("linux", "PyPy", {"numpy", "psutil"}),
        ("emscripten", "CPython", {"numpy"}),
    ],
)
def test_dependencies_by_environment(system: str, python: str, expected: set[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    environment = {"sys_platform": system, "platform_python_implementation": python}
    needed = map(Requirement, project["dependencies"])
    names = {one.name for one in needed if one.marker is None or one.marker.evaluate(environment)}
    assert names & {"numba", "numpy", "psutil"} == expected
    assert {"click", "cachetools"} <= names
