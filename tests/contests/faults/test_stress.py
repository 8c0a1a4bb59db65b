"""Wrong programs are caught with small inputs, right ones survive, and nothing of a program is left running."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from grundy import contests, heaps
from grundy.contests.stress import python_host, vectors
from grundy.contests.stress.inputs import Inputs
from grundy.contests.stress.programs import End, ProgramLimits, ProgramRun, check_start
from grundy.contests.stress.session import SearchPlan, StressReport, Workers, stress
from grundy.contests.stress.shrinking import OutOfTime, shrunk
from grundy.contests.stress.verdicts import judge, shown, shown_end
from grundy.core.nimbers import nim_sum
from grundy.errors import ProgramError
from support import programs
from support.conditions import need
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.contests.inputs.form import Case
    from grundy.core.position import Position
    from support.command import Command

LIMITS = ProgramLimits(seconds=10)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs run under limits on Unix only")


@pytest.fixture(scope="session")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the programs in C++, once for all processes that run tests."""
    need("a C++ compiler", there=programs.COMPILER is not None)
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "programs"
    with FileLock(shared / "programs.lock"):
        if not folder.exists():
            made = tmp_path_factory.mktemp("programs")
            programs.compiled(made)
            made.rename(folder)
    return folder


@pytest.fixture
def zo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a declared game, and work in it."""
    (tmp_path / "mygames.py").write_text(programs.ZO)
    (tmp_path / "circle.py").symlink_to("circle.py")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def searched(problem: str, command: list[str], plan: SearchPlan, limits: ProgramLimits = LIMITS) -> StressReport:
    with Workers(command, limits, 1) as workers:
        return stress(Inputs(contests.find(problem)), workers, plan)


def run_of(end: End = "exit", code: int = 0, stdout: bytes = b"", stderr: bytes = b"") -> ProgramRun:
    return ProgramRun(end, code, stdout, stderr, 0.1)


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
def test_verdicts(run: ProgramRun, kind: str) -> None:
    assert judge(contests.find("boj-11717"), (), run, "First\n", ProgramLimits()).kind == kind


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (run_of(code=127, stderr=b"sol.sh: 2: python9: not found\n"), "found './sol': sol.sh: 2: python9: not found"),
        (run_of(code=126), "found './sol': exit code 126"),
        (
            run_of(code=2, stderr=b"\npython3: can't open file '/x/nope.py': [Errno 2] No such file or directory\n"),
            "found 'nope.py': python3: can't open file",
        ),
        (
            run_of(code=1, stderr=b"Error: Could not find or load main class Main\nCaused by: x\n"),
            "found 'Main': Error",
        ),
        (run_of(code=1, stderr=b"x: in.txt (No such file or directory)\n at Main.main(Main.java:3)\n"), None),
        (run_of(code=1, stderr=f"cannot open {__file__}\n".encode()), None),
        (run_of(code=0, stderr=b"cannot open nope.py\n"), None),
        (run_of(code=1, stderr=b"sol.sh: Permission denied\n"), None),
        (run_of(code=127, stdout=b"First\n"), None),
    ],
)
def test_a_program_that_cannot_be_started_is_no_wrong_program(run: ProgramRun, words: str | None) -> None:
    if words is None:
        check_start(run, ["./sol", "nope.py", "Main", __file__])
    else:
        with pytest.raises(ProgramError, match=re.escape(words)):
            check_start(run, ["./sol", "nope.py", "Main", __file__])


def test_the_end_of_a_traceback_is_shown() -> None:
    assert shown_end("a" * 9 + "\x1b") == "a" * 9 + "\\x1b"
    assert shown_end("Traceback" + "." * 1000 + "ValueError: x").endswith(".ValueError: x")
    assert len(shown_end("." * 1000)) == len(shown("." * 1000)) == 403


@pytest.mark.slow
def test_scalars_of_numpy_are_answers(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("import numpy\ndef f(n):\n    return numpy.int64(n) if n else numpy.False_\n")
    command = [sys.executable, python_host.__file__, str(tmp_path / "solution.py"), "f"]
    said = subprocess.run(command, input="[3]\n[0]\n", capture_output=True, text=True, check=True)
    assert said.stdout == "3\nP\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", contests.names())
def test_the_same_seed_makes_the_same_inputs_within_the_limits(name: str) -> None:
    """The problem's own reader, which knows the limits, reads each input; those at the limits have 3000 numbers."""
    problem = contests.find(name)
    inputs = Inputs(problem)

    def drawn() -> list[str]:
        rng = random.Random(1)
        return [inputs.text(case) for case in (*islice(inputs.random(rng), 1), *islice(inputs.large(rng), 1))]

    texts = drawn()
    assert texts == drawn()
    assert texts[0] != inputs.text(next(iter(inputs.random(random.Random(2)))))
    for tiny in islice(inputs.tiny(), 10):
        assert problem.answer_case(problem.form.read(inputs.text(tiny))).endswith("\n")
    for text in (*map(inputs.text, islice(inputs.edges(3000), 3)), *texts):
        problem.form.read(text)


@pytest.mark.slow
def test_half_of_the_random_inputs_are_lost() -> None:
    """A change of one heap makes a sum of large heaps lost; other cases are drawn again."""
    for name in ("cses-1730", "boj-13034", "poj-1067"):
        problem = contests.find(name)
        cases = islice(Inputs(problem).random(random.Random(1)), 60)
        answers = Counter(word for case in cases for word in problem.answer_case(case).split()[:30])
        assert min(answers.values()) > 0.15 * answers.total()


def test_large_pairs_are_lost_too() -> None:
    """No nimber of such a pair is known; a winning move leads to a lost one."""
    problem = contests.find("poj-1067")
    cases = list(islice(Inputs(problem).random(random.Random(3)), 5))
    lost = [
        case
        for case, answer in zip("".join(map(Inputs(problem).text, cases)).splitlines(),
                                "".join(map(problem.answer_case, cases)).splitlines(), strict=True)
        if answer == "0"
    ]  # fmt: skip
    assert sum(min(map(int, case.split())) > 10**6 for case in lost) >= 3


def test_a_winning_move_is_not_looked_for_among_the_moves_of_many_heaps() -> None:
    """A move of this game takes from any of the heaps: 2^n moves, and one of them wins."""
    problem = contests.find("cses-2208")
    made = [Inputs(problem).text(case) for case in islice(Inputs(problem).random(random.Random(3)), 8)]
    assert max(map(len, made)) > 200


def test_a_failing_board_is_shrunk() -> None:
    """Parts are left out, and letters are simplified."""
    inputs = Inputs(contests.find("boj-11717"))

    def fails(case: Case) -> bool:
        return len(case[2][0]) >= 11 and "X" in case[2][0]

    found = shrunk(inputs, (2, 13, ("XXXX.XXXXXXXX", "X.XXXX.XXXXXX")), fails)
    assert found == (1, 11, ("..........X",))


def circle_inputs(most: int, cases: int = 0) -> Inputs:
    """Return what makes numbers of points, or lists of them."""
    one = contests.Int("N", 3, most)
    problem = contests.find("boj-13034")
    return Inputs(replace(problem, input=contests.Each(contests.Int("T", 1, cases), one) if cases else one))


def test_shrinking_ends_when_its_time_is_over() -> None:
    left = iter(range(10))

    def fails(case: Case) -> bool:
        if next(left, None) is None:
            raise OutOfTime
        return bool(case[0] > 1000)

    assert 1001 < shrunk(circle_inputs(5000), (4000,), fails)[0] < 4000


def test_of_many_positions_few_are_made_for_an_input() -> None:
    """A question may ask about a million positions; to make an input, only the first ones are made."""
    made: list[int] = []

    def position(n: int) -> Iterator[Position]:
        for size in range(n):
            made.append(size)
            yield heaps("nim")(size)

    form = contests.Int("n", 900, 1000)
    inputs = Inputs(replace(contests.find("boj-13034"), input=form, position=position))
    assert len(list(islice(inputs.random(random.Random(1)), 3))) == 3
    assert set(made) == set(range(2))


def test_a_failing_circle_is_shrunk_to_the_least() -> None:
    """Lower numbers lead to 701; a smaller number that fails is found by trying all smaller ones."""
    assert shrunk(circle_inputs(5000), (900,), lambda case: case[0] == 423 or case[0] > 700) == (423,)

    def fails(case: Case) -> bool:
        return any(points == 423 or points > 700 for (points,) in case[0])

    assert shrunk(circle_inputs(5000, 5000), (((5,), (30,), (900,), (6,)),), fails) == (((423,),),)


FOLLOWED: dict[str, Callable[[int, int], tuple[tuple[int, int], ...]]] = {
    "from the first to the second": lambda first, second: ((first, second),),
    "from the smaller to the larger": lambda first, second: ((min(first, second), max(first, second)),),
    "from the second to the first": lambda first, second: ((second, first),),
    "both ways": lambda first, second: ((first, second), (second, first)),
}  # mistakes, and the right way


def is_won(tree: Case, way: str) -> bool:
    """Return the answer of a program that follows edges in one direction only."""
    children: dict[int, list[int]] = {}
    for edge in tree:
        for above, below in FOLLOWED[way](*edge):
            children.setdefault(above, []).append(below)

    def worth(vertex: int, parent: int) -> int:
        return nim_sum(*(worth(child, vertex) + 1 for child in children.get(vertex, ()) if child != parent))

    return worth(1, 0) > 0


@pytest.mark.parametrize("way", [way for way in FOLLOWED if way != "both ways"])
def test_the_first_trees_catch_programs_that_read_edges_as_directed(way: str) -> None:
    inputs = Inputs(contests.find("agc-017-d"))

    def fails(case: Case) -> bool:
        return is_won(case[1], way) != is_won(case[1], "both ways")

    assert any(fails(one.case) for one in islice(inputs.made(random.Random(0)), 80))
    large = next(case for case in inputs.random(random.Random(1)) if 200 > case[0] > 20 and fails(case))
    found = shrunk(inputs, large, fails)
    assert found[0] <= 4
    assert fails(found)


def test_a_tree_that_is_cut_keeps_the_order_of_its_edges() -> None:
    inputs = Inputs(contests.find("agc-017-d"))
    assert (2, ((2, 1),)) in set(inputs.cuts((3, ((3, 2), (2, 1)))))


def test_graphs_of_several_cases_shrink_case_by_case() -> None:
    inputs = Inputs(contests.find("poj-2425"))

    def fails(case: Case) -> bool:
        """Fail where the second graph has no more vertices than an earlier one with an edge."""
        return any(second[0] <= first[0] and any(first[1]) for first, second in pairwise(case[0]))

    large = next(case for case in inputs.random(random.Random(0)) if len(inputs.text(case)) > 2000 and fails(case))
    assert inputs.text(shrunk(inputs, large, fails)) == "2\n1 1\n0\n1 0\n0\n1\n0\n1 0\n0\n"


@pytest.mark.slow
def test_large_boards_have_large_nimbers() -> None:
    """A mex that stops at 31 takes some of them for lost: both halves of the board have larger nimbers."""
    problem = contests.find("boj-16883")
    for board in islice(Inputs(problem).large(random.Random(1)), 60):
        position = next(problem.read(problem.form.text(board)))
        values = [part.ruleset.value(part.state) for part in position.components]
        large = {value for value in values if isinstance(value, int) and value > 31}
        if len(large) == 2:
            return
    pytest.fail("no board has two large nimbers")


def test_vectors_of_a_seed(tmp_path: Path, grundy_command: Command) -> None:
    files = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        assert grundy_command("vectors", "boj-13034", "--count", "8", "--seed", "5", "--out", str(folder)).code == 0
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert files[0] == files[1]
    assert {"cases.tsv", "sample-1.in", "sample-1.out"} <= files[0].keys()
    inputs = {name: text for name, text in files[0].items() if name.endswith(".in")}
    assert len(inputs) == 8 + len(contests.find("boj-13034").samples) == len(set(inputs.values()))
    for name, text in inputs.items():
        assert contests.answer("boj-13034", text.decode()).encode() == files[0][f"{name.removesuffix('.in')}.out"]


def test_a_problem_has_fewer_tests_than_were_asked_for() -> None:
    problem = contests.find("boj-13034")
    few = replace(problem, input=contests.Int("N", 3, 30), samples=problem.samples[:3])
    inputs = [test.input for test in vectors.judge_tests(few, 100)]
    assert sorted(set(inputs)) == sorted(inputs)
    assert {f"{points}\n" for points in range(3, 31)} <= set(inputs)


def test_another_seed_makes_other_vectors() -> None:
    problem = contests.find("boj-13034")
    assert vectors.judge_tests(problem, 8, seed=1) != vectors.judge_tests(problem, 8, seed=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["boj-11717"], "expected a command after --"),
        (["boj-11717", "--save", "none/found.in", "--", "true"], "that was found to, found no folder none"),
        (["boj-1171", "--", "true"], "expected the name of a"),
        (["boj-11717", "--", "no-such-program"], "expected a program, found 'no-such-program'"),
        (["boj-11717", "--", "./mygames.py"], "which its interpreter runs: write python3 ./mygames.py"),
        (["boj-11717", "--", "python3 mygames.py"], "write python3 mygames.py without quotes"),
        (["boj-11717", "--", sys.executable, "none.py"], "expected a program that can be started, found 'none.py': "),
        (["boj-13034", "--", "sh", "-c", "no-such-interpreter"], "expected a program that can be started, found 'sh'"),
        (["mygames.py:zo", "--input", "{m}", "--", "true"], "expected a template with {n}"),
        (["mygames.py:zo", "--input", "{count}", "--case", "{n}", "--", "true"], "expected a template with {cases}"),
        (["mygames.py:zo", "--input", "{n} {}", "--", "true"], "expected a template with {n}"),
        (["mygames.py:zo", "--input", "{n:.0}", "--", "true"], "names in braces"),
        (["mygames.py:zo", "--input", "{n", "--", "true"], "names in braces"),
        (["mygames.py:zo", "--input", "{n}", "--answers", "yes", "--", "true"], "expected two words for --answers"),
        (["mygames.py:zo", "--input", "{n}", "--range", "5", "2", "--", "true"], "found 5 and 2"),
        (["mygames.py:zo", "--python", "none.py:grundy"], "expected a function in a file"),
        (["mygames.py:zo", "--python", "mygames.py:grundi"], "mygames.py: expected a function grundi, found none"),
        (["mygames.py:zo", "--python", "circle.py:grundy"], "found 'circle.py:grundy'"),
        (["mygames.py:zo", "--python", "/dev/zero:grundy"], "found '/dev/zero:grundy'"),
        (["wall-making", "--input", "{n}", "--", "true"], "expected a ruleset in a file, or a game of heaps"),
    ],
)
@pytest.mark.usefixtures("zo")
def test_bad_usage(arguments: list[str], words: str, grundy_command: Command) -> None:
    said = grundy_command("stress", *arguments)
    assert said.code == 2
    assert words in " ".join(said.err.split())


@pytest.mark.slow
def test_what_is_found_is_shown_where_it_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grundy_command: Command
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grundy.cli.stress.write_atomic", full)
    found = str(tmp_path / "found.in")
    said = grundy_command("stress", "boj-13034", "--json", "--save", found, "--", "echo", "neither")
    assert (said.code, list(tmp_path.iterdir())) == (2, [])
    assert json.loads(said.out)["counterexample"]["file"] is None
    assert f"{found}: expected to write the input that was found, found: No space left" in " ".join(said.err.split())


def mistake(name: str) -> programs.Solution:
    """Return the program with a planted mistake."""
    return next(one for one in programs.WRONG if one.mistake == name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("crashes on one cell", "1 1\n.\n"),
        ("reads past the end of a row", "2 1\nL\nL\n"),
        ("prints first, not First", "1\n3\n"),
        ("x and y exchanged", "2 2 0\n..\n#.\n1\n1 2\n"),
        ("mex stops at 31", None),
    ],
)
def test_wrong_programs_are_caught(name: str, least: str | None, binaries: Path) -> None:
    """`bench/stress.py` does this with all wrong programs, for a longer time."""
    wrong = mistake(name)
    found = searched(wrong.problem, wrong.command(binaries), SearchPlan(seconds=300, shrinking=1)).counterexample
    assert found is not None
    assert found.verdict.kind == wrong.kind
    assert found.expected == contests.answer(wrong.problem, found.text)
    assert least in (None, found.text)


@pytest.mark.slow
def test_no_smaller_input_fails(binaries: Path) -> None:
    """All smaller boards are tried."""
    wrong = mistake("cuts reach only to the next X")
    command = wrong.command(binaries)
    found = searched(wrong.problem, command, SearchPlan(seconds=300, shrinking=100)).counterexample
    assert found is not None
    inputs = Inputs(contests.find(wrong.problem))
    smaller = [case for case in islice(inputs.by_cost(), 20_000) if inputs.size(case) < inputs.size(found.case)]
    assert len(smaller) > 150
    for board in smaller:
        said = subprocess.run(command, input=inputs.text(board), capture_output=True, text=True, check=True)
        assert said.stdout == contests.answer(wrong.problem, inputs.text(board))


@pytest.mark.slow
def test_right_programs_survive(binaries: Path) -> None:
    for number in (0, 2, 13):  # Wall Making and Grid Game in C++, Game on Plane in Python
        right = programs.RIGHT[number]
        report = searched(right.problem, right.command(binaries), SearchPlan(seconds=300, cases=20))
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
    found = searched("boj-11717", [sys.executable, str(path)], SearchPlan(seconds=300)).counterexample
    assert found is not None
    assert found.text == "2 3\n...\n...\n"
    path.write_text(wrong.replace(" + nimber(", " ^ nimber("))
    assert searched("boj-11717", [sys.executable, str(path)], SearchPlan(cases=20)).counterexample is None


MAKES = """
import sys
from itertools import islice
from random import Random
from grundy import contests
from grundy.contests.stress.inputs import Inputs
for name in ("boj-28218", "boj-16187", "luogu-p4055", "cf-787c", "poj-2425", "agc-017-d"):
    inputs = Inputs(contests.find(name))
    for cases in (islice(inputs.tiny(), 3, 9), islice(inputs.random(Random(4)), 6), islice(inputs.edges(3000), 3)):
        for case in cases:
            sys.stdout.write(inputs.text(case))
"""


@pytest.mark.slow
def test_two_processes_make_the_same_cases() -> None:
    found = []
    for seed in ("1", "2"):  # of the hashes: no order of a set may show
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        said = subprocess.run([sys.executable, "-c", MAKES], env=environment, check=True, capture_output=True)
        found.append(said.stdout)
    assert found[0] == found[1]
    assert len(found[0]) > 3000


@pytest.mark.slow
def test_three_blocks_and_no_more(tmp_path: Path, grundy_command: Command) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def nimber(pins):\n    return pins\n")
    rules = tmp_path / "rules.py"
    rules.write_text("import grundy\n@grundy.ruleset\ndef take(n):\n    yield from range(max(0, n - 2), n)\n")
    words = ("stress", f"{rules}:take", "--python", f"{wrong}:nimber", "--save", str(tmp_path / "found.in"))
    brief = grundy_command(*words, "--brief")
    assert (brief.code, brief.out) == (1, "input\n[3]\n\nright\n0\n\nown\n3\n")
    plain = grundy_command(*words)
    assert plain.code == 1
    assert "right output" in plain.out
    assert "Why" in plain.out
