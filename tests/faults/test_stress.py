"""Wrong programs are caught with small inputs, right ones survive, and nothing of a program is left running."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grundy import contests, games
from grundy.contests.stress import tasks, vectors
from grundy.contests.stress.circles import CircleInputs
from grundy.contests.stress.inputs import inputs_of
from grundy.contests.stress.session import Plan, Report, Workers, stress
from grundy.contests.stress.shrinking import shrunk
from grundy.contests.stress.verdicts import judge
from grundy.runtime.programs import End, ProgramLimits, Run
from support.conditions import need
from support.project import ROOT, TESTS
from support.without_packages import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.command import Command

PROGRAMS = TESTS / "faults" / "programs"
COMPILER = shutil.which("g++")
LIMITS = ProgramLimits(seconds=10)
TIGHT = ProgramLimits(seconds=0.5, memory=2**27, output=2**20, processes=16)
MARK = f"grundy-test-{os.getpid()}"
RULES = '''"""Zo: take one or two, or half of an even heap."""
import grundy

@grundy.ruleset
def zo(n):
    for take in (1, 2):
        if n >= take:
            yield n - take
    if n and n % 2 == 0:
        yield n // 2
'''
SOLUTION = """from functools import cache

@cache
def grundy(n):
    found = {grundy(n - take) for take in (1, 2) if n >= take}
    if n > MISTAKE and n % 2 == 0:
        found.add(grundy(n // 2))
    return min(set(range(4)) - found)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs run under limits on Unix only")


@pytest.fixture(scope="session")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the programs in C++."""
    need("a C++ compiler", there=COMPILER is not None)
    folder = tmp_path_factory.mktemp("programs")
    for name in ("cutting", "grid"):
        subprocess.run([str(COMPILER), "-O1", "-o", str(folder / name), str(PROGRAMS / f"{name}.cpp")], check=True)
    return folder


@pytest.fixture
def zo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a declared game, a right solution and a wrong one, and work in it."""
    (tmp_path / "mygames.py").write_text(RULES)
    (tmp_path / "right.py").write_text(SOLUTION.replace("MISTAKE", "0"))
    (tmp_path / "wrong.py").write_text(SOLUTION.replace("MISTAKE", "6"))
    (tmp_path / "program.py").write_text(
        SOLUTION.replace("MISTAKE", "6") + "print(['Second', 'First'][grundy(int(input())) > 0])\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def misbehaving() -> Iterator[Workers]:
    """Run programs that have to be ended."""
    with Workers(program("misbehaving", MARK), TIGHT, 1) as workers:
        yield workers


def searched(problem: str, command: list[str], plan: Plan, limits: ProgramLimits = LIMITS) -> Report:
    with Workers(command, limits, 1) as workers:
        return stress(tasks.problem_task(contests.find(problem)), workers, plan)


def program(name: str, *words: str, folder: Path | None = None) -> list[str]:
    if folder is not None:
        return [str(folder / name), *words]
    return [sys.executable, str(PROGRAMS / f"{name}.py"), *words]


def running(name: str) -> list[str]:
    """Return the processes with this word in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if name.encode() in words:
            found.append(path.parent.name)
    return found


def run_of(end: End = "exit", code: int = 0, stdout: bytes = b"") -> Run:
    return Run(end, code, stdout, b"", 0.1, 0.1, 2**20, 0)


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        (run_of(stdout=b"First\n"), "right"),
        (run_of(stdout=b" First"), "right"),
        (run_of(stdout=b"Second\n"), "wrong answer"),
        (run_of(stdout=b"first\n"), "bad format"),
        (run_of(stdout=b"First First\n"), "bad format"),
        (run_of(), "bad format"),
        (run_of(stdout=b"\xff\n"), "bad format"),
        (run_of(code=1, stdout=b"First\n"), "crash"),
        (run_of("signal", 11), "crash"),
        (run_of("time"), "time limit"),
        (run_of("memory", 1), "memory limit"),
        (run_of("output"), "output limit"),
    ],
)
def test_verdicts(run: Run, kind: str) -> None:
    assert judge(run, "First\n", ("First", "Second"), ProgramLimits()).kind == kind


@pytest.mark.slow
@pytest.mark.parametrize("name", contests.names())
def test_the_same_seed_makes_the_same_inputs_within_the_limits(name: str) -> None:
    """The problem's own reader, which knows the limits, reads each input."""
    problem = contests.find(name)
    inputs = inputs_of(problem)

    def first(seed: int) -> list[str]:
        rng = random.Random(seed)
        edges, some = islice(inputs.edges(), 3), islice(inputs.random(rng), 3)
        return [inputs.text(case) for case in (*islice(inputs.tiny(), 10), *edges, *some)]

    texts = first(1)
    assert texts == first(1)
    assert texts != first(2)
    for text in texts:
        assert list(problem.read(text))


@pytest.mark.parametrize("without", [(), ("hypothesis",)])
def test_a_failing_board_is_shrunk(without: tuple[str, ...]) -> None:
    """Integers are lowered with Hypothesis only; parts are left out in any case."""
    inputs = inputs_of(contests.find("boj-11717"))
    with missing(*without):
        found = shrunk(inputs, ("..X.", "....", "XX.."), lambda case: len(case[0]) >= 2, random.Random(0))
    assert [len(row) for row in found] == [2]
    assert found == ("..",) or without


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("plain", {"cases.tsv", "sample-1.in", "sample-1.out"}),
        ("oj", {"cases.tsv", "test/sample-1.in", "test/sample-1.out"}),
        ("icpc", {"cases.tsv", "problem.yaml", "data/sample/sample-1.in", "data/sample/sample-1.ans"}),
    ],
)
def test_vectors_of_a_seed(layout: str, expected: set[str], tmp_path: Path, grundy_command: Command) -> None:
    files = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        said = grundy_command(
            "vectors", "boj-13034", "--count", "8", "--seed", "5", "--layout", layout, "--out", str(folder)
        )
        assert said.code == 0
        paths = [path for path in folder.rglob("*") if path.is_file()]
        files.append({str(path.relative_to(folder)): path.read_bytes() for path in paths})
    assert files[0] == files[1]
    assert expected <= files[0].keys()
    inputs = {name: text for name, text in files[0].items() if name.endswith(".in")}
    assert len(inputs) == 8 + len(contests.find("boj-13034").samples) == len(set(inputs.values()))
    end = ".ans" if layout == "icpc" else ".out"
    for name, text in inputs.items():
        assert contests.answer("boj-13034", text.decode()).encode() == files[0][name.removesuffix(".in") + end]


def test_vectors_leave_a_folder_alone_that_holds_something(tmp_path: Path, grundy_command: Command) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    said = grundy_command("vectors", "boj-13034", "--count", "2", "--out", str(tmp_path))
    assert (said.code, [path.name for path in tmp_path.iterdir()]) == (2, ["mine.txt"])
    assert "the folder is not empty" in said.err


def test_a_problem_has_fewer_tests_than_were_asked_for() -> None:
    problem = contests.find("boj-13034")
    few = replace(problem, inputs=lambda: CircleInputs(3, 30))
    inputs = [test.input for test in vectors.judge_tests(few, 100)]
    assert sorted(set(inputs)) == sorted(inputs)
    assert {f"{points}\n" for points in range(3, 31)} <= set(inputs)


def test_another_seed_makes_other_vectors() -> None:
    problem = contests.find("boj-13034")
    assert vectors.judge_tests(problem, 8, seed=1) != vectors.judge_tests(problem, 8, seed=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["boj-11717"], "expected a command behind --"),
        (["boj-1171", "--", "true"], "expected the name of a"),
        (["boj-11717", "--", "no-such-program"], "expected a program, found 'no-such-program'"),
        (["boj-11717", "--", "./mygames.py"], "chmod +x"),
        (["boj-11717", "--compile", "no-such-compiler", "--", "true"], "expected a command that compiles"),
        (["boj-11717", "--compile", "false", "--", "true"], "to end with exit code 0"),
        (["mygames.py:zo", "--input", "{m}", "--", "true"], "expected a template with {n}"),
        (["mygames.py:zo", "--input", "{count}", "--case", "{n}", "--", "true"], "expected a template with {cases}"),
        (["mygames.py:zo", "--input", "{n} {}", "--", "true"], "expected a template with {n}"),
        (["mygames.py:zo", "--input", "{n:.0}", "--", "true"], "names in braces"),
        (["mygames.py:zo", "--input", "{n", "--", "true"], "names in braces"),
        (["mygames.py:zo", "--input", "{n}", "--answers", "yes", "--", "true"], "expected two words for --answers"),
        (["mygames.py:zo", "--input", "{n}", "--range", "5", "2", "--", "true"], "found 5 and 2"),
        (["mygames.py:zo", "--python", "none.py:grundy"], "expected a function in a file"),
        (["wall-making", "--input", "{n}", "--", "true"], "expected a ruleset in a file, or a game of heaps"),
    ],
)
@pytest.mark.usefixtures("zo")
def test_bad_usage(arguments: list[str], words: str, grundy_command: Command) -> None:
    said = grundy_command("stress", *arguments)
    assert said.code == 2
    assert words in " ".join(said.err.split())


def test_a_problem_without_inputs(monkeypatch: pytest.MonkeyPatch, grundy_command: Command, tmp_path: Path) -> None:
    problem = replace(contests.find("boj-13034"), inputs=None)
    monkeypatch.setattr(contests, "find", lambda _: problem)
    for said in (
        grundy_command("stress", "boj-13034", "--", "true"),
        grundy_command("vectors", "boj-13034", "--out", str(tmp_path / "tests")),
    ):
        assert said.code == 2
        assert "boj-13034 has no inputs to test programs with" in said.err


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("leaves-children", "right"),
        ("forks-much", "crash"),
        ("sleeps", "time limit"),
        ("ignores-signals", "time limit"),
        ("computes", "time limit"),
        ("prints", "output limit"),
        ("eats-memory", "memory limit"),
    ],
)
def test_a_program_is_ended_and_nothing_of_it_is_left(way: str, kind: str, misbehaving: Workers) -> None:
    run = misbehaving.submit(f"{way}\n").result()
    assert running(MARK) == []
    assert judge(run, "First\n", ("First", "Second"), TIGHT).kind == kind
    assert run.wall < TIGHT.wall + 5
    assert run.strays == 4 or way != "leaves-children"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "name", "words", "kind", "cells"),
    [
        ("boj-11717", "cutting", ("wall", "one-by-one"), "crash", 1),
        ("boj-11717", "cutting", ("wall", "reads-on"), "crash", 1),
        ("boj-13034", "circle", ("polygon", "recursion"), "crash", None),
    ],
)
def test_wrong_programs_in_python(
    problem: str, name: str, words: tuple[str, ...], kind: str, cells: int | None
) -> None:
    found = searched(problem, program(name, *words), Plan(seconds=20)).counterexample
    assert found is not None
    assert found.verdict.kind == kind
    assert cells is None or len("".join(found.case)) == cells
    assert found.expected == contests.answer(problem, found.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "name", "words", "kind", "most"),
    [
        ("boj-11717", "cutting", ("wall", "lower"), "bad format", 1),
        ("boj-11717", "cutting", ("wall", "stops-at-x"), "wrong answer", 12),
        ("boj-28218", "grid", ("x-and-y",), "wrong answer", 6),
        ("boj-28218", "grid", ("blocked",), "wrong answer", 9),
    ],
)
def test_wrong_programs_in_c(
    problem: str, name: str, words: tuple[str, ...], kind: str, most: int, binaries: Path
) -> None:
    found = searched(problem, program(name, *words, folder=binaries), Plan(seconds=20)).counterexample
    assert found is not None
    assert found.verdict.kind == kind
    assert len("".join(getattr(found.case, "rows", found.case))) <= most


@pytest.mark.slow
def test_right_programs_survive(binaries: Path) -> None:
    for problem, command in (
        ("boj-11717", program("cutting", "wall", folder=binaries)),
        ("boj-28218", program("grid", folder=binaries)),
        ("boj-16187", program("circle", "plane")),
    ):
        report = searched(problem, command, Plan(seconds=20, cases=20))
        assert report.counterexample is None
        assert report.cases == 20


@pytest.mark.slow
def test_the_program_of_the_page(tmp_path: Path) -> None:
    """It passes the samples, fails as the page shows, and survives with the mistake put right."""
    page = (ROOT / "docs" / "my-solution-is-wrong.md").read_text(encoding="utf-8")
    wrong = page.split("```python\n")[1].split("```")[0]
    path = tmp_path / "wall.py"
    path.write_text(wrong)
    for sample in contests.find("boj-11717").samples:
        said = subprocess.run([sys.executable, path], input=sample.input, capture_output=True, text=True, check=True)
        assert said.stdout == sample.output
    found = searched("boj-11717", [sys.executable, str(path)], Plan(seconds=20)).counterexample
    assert found is not None
    assert found.text == "2 3\nX.X\n.X.\n"
    path.write_text(wrong.replace(" + nimber(", " ^ nimber("))
    assert searched("boj-11717", [sys.executable, str(path)], Plan(cases=20)).counterexample is None


@pytest.mark.slow
@pytest.mark.usefixtures("zo")
def test_a_game_of_ones_own_by_template_and_by_function(grundy_command: Command) -> None:
    """The planted mistake: a heap of 6 cannot be halved."""
    zo = games.find("mygames.py:zo")
    template = ("--input", "{n}", "--seconds", "10", "--json", "--", sys.executable, "program.py")
    said = grundy_command("stress", "mygames.py:zo", *template)
    assert said.code == 1, said.err
    found = json.loads(said.out)["counterexample"]
    assert found["verdict"] == "wrong answer"
    n = int(found["input"])
    assert found["expected"].split() == ["Second" if zo(n).nimber == 0 else "First"]
    assert Path(found["file"]).read_text() == found["input"]
    said = grundy_command("stress", "mygames.py:zo", "--python", "wrong.py:grundy", "--seconds", "10")
    assert said.code == 1
    assert "wrong answer" in said.out
    said = grundy_command("stress", "mygames.py:zo", "--python", "right.py:grundy", "--seconds", "10", "--cases", "20")
    assert said.code == 0
    assert "no failure was found after 20 inputs" in said.out


@pytest.mark.slow
def test_two_processes_make_the_same_vectors(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        words = ["vectors", "boj-13034", "--count", "6", "--seed", "3", "--out", str(tmp_path / name)]
        subprocess.run([sys.executable, "-m", "grundy", *words], check=True, capture_output=True)
        found.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert found[0] == found[1]
