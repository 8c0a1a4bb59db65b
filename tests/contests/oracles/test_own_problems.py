"""Problems in files of one's own: the tutorial's three, through all commands, and files that are none."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grundy import contests, games
from grundy.contests import Int, Nimber, Problem, Text, Words
from grundy.contests.problem_files import holds_a_problem
from grundy.contests.stress.inputs import Inputs
from grundy.errors import RulesetError
from grundy.lab.calls import call
from support.project import ROOT

if TYPE_CHECKING:
    from support.command import Command

TUTORIAL = ROOT / "docs" / "from-a-contest-problem-to-a-program-that-cannot-be-wrong.md"
FILES = ("stones.py", "moves.py", "pins.py", "strip.py", "tokens.py", "kingdom.py")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with the files of the tutorial, and work in it."""
    blocks = re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    for name, block in zip(FILES, blocks, strict=True):
        (tmp_path / name).write_text(block)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def heaps_left(a: int) -> set[int]:
    return {a - take for take in (1, 2, 4) if take <= a}


def kayles_moves(n: int) -> dict[str, tuple[int, int]]:
    """Return what each move leaves of a row, by the pins that it knocks down."""
    ends = [(first, last) for first in range(1, n + 1) for last in (first, first + 1) if last <= n]
    return {f"{first} {last}": (first - 1, n - last) for first, last in ends}


def kayles(n: int, known: dict[int, int] = {0: 0}) -> int:  # noqa: B006 - kept from call to call
    if n not in known:
        found = {kayles(one) ^ kayles(two) for one, two in kayles_moves(n).values()}
        known[n] = next(value for value in range(n + 2) if value not in found)
    return known[n]


@pytest.mark.usefixtures("own")
def test_the_files_of_the_tutorial() -> None:
    """Samples come out; inputs that are made read back; answers are those of brute force."""
    for name in FILES:
        problem = contests.find(name)
        lines = [line for line in Path(name).read_text().splitlines() if line.strip() and "samples=" not in line]
        assert problem.id == name.removesuffix(".py")
        assert len(lines) <= (15 if name in FILES[:4] else 40)
        for sample in problem.samples:
            assert problem.answer(sample.input) == sample.output
        inputs = Inputs(problem)
        for case in (*islice(inputs.tiny(), 20), *islice(inputs.random(Random(1)), 3)):
            assert problem.form.read(inputs.text(case)) == case
    wins = [False]
    for heap in range(1, 40):
        wins.append(any(not wins[left] for left in heaps_left(heap)))
    asked = "39\n" + "".join(f"{heap}\n" for heap in range(1, 40))
    right = "".join(f"{'First' if won else 'Second'}\n" for won in wins[1:])
    assert contests.answer("stones.py", asked) == right
    for heaps in ([1], [1, 1], [5, 7, 9], [3, 4, 7], [2, 2, 2]):
        total = 0
        for heap in heaps:
            total ^= heap
        moves = [(heap, left) for heap in heaps for left in range(heap) if total ^ heap ^ left == 0]
        assert contests.answer("moves.py", f"{len(heaps)}\n{' '.join(map(str, heaps))}\n0\n") == f"{len(moves)}\n"


@pytest.mark.usefixtures("own")
def test_each_winning_move_of_the_tutorial_is_taken_and_no_other() -> None:
    problem = contests.find("pins.py")
    for pins in range(1, 13):
        right = {text for text, (one, two) in kayles_moves(pins).items() if kayles(one) == kayles(two)}
        taken = {text for text in (*kayles_moves(pins), "0 0", "lost") if problem.wrong((pins,), text) is None}
        assert taken == right


@pytest.mark.usefixtures("own")
def test_commands_take_a_file_and_say_that_it_is_run(grundy_command: Command) -> None:
    Path("in.txt").write_text("2\n3\n4\n")
    for words in (["answer", "stones.py", "in.txt"], ["explain", "stones.py", "in.txt"], ["problems", "stones.py"]):
        said = grundy_command(*words)
        assert said.code == 0
        assert "stones.py is a program: its code runs here" in said.err
    said = grundy_command("vectors", "pins.py", "--count", "3", "--out", "tests")
    assert said.code == 0
    assert grundy_command("answer", "stones.py", "none.txt").code == 2


@pytest.mark.usefixtures("own")
def test_a_sample_that_contradicts_the_rules_is_refused_in_python() -> None:
    Path("false.py").write_text(Path("stones.py").read_text().replace("{1,2,4}", "{1,2,3}"))
    with pytest.raises(RulesetError, match="the sample says Second, and the rules give First"):
        contests.find("false.py")
    assert contests.find("false.py", samples=False).answer("1\n4\n") == "Second\n"
    Path("counted.py").write_text(Path("strip.py").read_text().replace("40", "41"))
    with pytest.raises(RulesetError, match="N = 50: the sample says 41, and the rules give 40"):
        contests.find("counted.py")


@pytest.mark.usefixtures("own")
def test_sums_at_once_are_those_of_the_positions() -> None:
    for name in ("tokens.py", "kingdom.py"):
        problem = contests.find(name)
        assert problem.values is not None
        inputs = Inputs(problem)
        for case in (*islice(inputs.tiny(), 20), *islice(inputs.random(Random(1)), 5)):
            assert replace(problem, values=None).answer_case(case) == problem.answer_case(case)


def test_values_that_contradict_the_positions_are_told(own: Path, grundy_command: Command) -> None:
    text = (own / "tokens.py").read_text().replace('sums("token", "p")', "lambda asked: [True for _ in asked]")
    (own / "false.py").write_text(text.replace("First\\nSecond", "First\\nFirst"))
    said = grundy_command("stress", "--ignore-samples", "false.py", "--", sys.executable, "-c", "print(1)")
    assert said.code == 2
    assert "false: values and position give different answers to the input" in said.err


def test_values_for_too_few_questions_are_told() -> None:
    given: dict[str, Any] = {"title": "few", "source": "", "input": Int("n", 0, 9), "output": Nimber()}
    few = Problem(**given, position=lambda n: games.nim(n, 1), values=lambda _: [])
    with pytest.raises(RulesetError, match=r"few: expected values to return .* 1 in all, found 0"):
        few.answer("2\n")


def test_an_expression_that_fails_is_named() -> None:
    form = Problem(title="", source="", input=(Int("n", 1, 9), Int("k", 0, "n // 0")), output=Text(lambda n: n)).form
    with pytest.raises(RulesetError, match="found 'n // 0'"):
        form.read("1\n1\n")


def test_a_text_of_names_and_misere_play() -> None:
    given: dict[str, Any] = {"title": "", "source": "", "input": Int("n", 0, 9)}
    listed = Problem(**given, output=Text(lambda n: ["heaps", *range(n)]))
    assert listed.answer("2\n") == "heaps\n0\n1\n"
    assert list(listed.read("2\n")) == []
    assert listed.wrong((2,), "heaps 0 1") is None
    assert listed.wrong((2,), "heaps 0 2") is not None
    with pytest.raises(RulesetError, match="found m"):
        Problem(**given, output=Text(lambda m: m))
    with pytest.raises(RulesetError, match="found None"):
        Problem(**given, output=Nimber())
    heaps = Problem(**given, position=lambda n: sum(map(games.nim, [1] * n)), output=Words("A", "B"), misere=True)
    assert [heaps.answer(f"{n}\n") for n in range(4)] == ["A\n", "B\n", "A\n", "B\n"]


NOTHING = "from grundy import games\nfrom grundy.contests import *\nGIVEN = {'title': 'x', 'source': ''}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a contest problem called PROBLEM in none.py"),
        ("PROBLEM = Problem(title='x')", "none.py:4: TypeError"),
        (
            "PROBLEM = Problem(**GIVEN, input=Int('n', 1, 9), position=lambda m: games.nim(m), output=Nimber())",
            "none.py:4: position: expected one of the names that stand earlier (n), found m",
        ),
        (
            "PROBLEM = Problem(**GIVEN, input=Int('n', 1, 9), position=lambda n: n, output=Nimber())",
            "expected position to return a position, or several, found 1",
        ),
        (
            "PROBLEM = Problem(**GIVEN, input=Int('n', 1, 9), position=lambda n: games.nim(n), output='yes')",
            "none.py:4: x: expected an output, such as Words or Nimber, found 'yes'",
        ),
    ],
)
def test_files_that_are_no_problems(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grundy_command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("none.py").write_text(f"{NOTHING}{text}\n")
    Path("in.txt").write_text("1\n")
    said = grundy_command("answer", "none.py", "in.txt")
    assert (said.code, said.out) == (2, "")
    assert words in " ".join(said.err.split())
    missing = grundy_command("answer", "missing.py", "in.txt")
    assert missing.code == 2
    assert "found no file 'missing.py'" in missing.err


def test_a_file_with_several_problems(own: Path, grundy_command: Command) -> None:
    other = "from dataclasses import replace\nOTHER = replace(PROBLEM, output=Words('A', 'B'))\n"
    (own / "two.py").write_text((own / "stones.py").read_text() + other)
    said = grundy_command("problems", "two.py")
    assert said.code == 2
    assert "name one, such as two.py:PROBLEM or two.py:OTHER" in said.err
    assert contests.find("two.py:OTHER", samples=False).answer("1\n3\n") == "B\n"
    assert contests.find("two.py:OTHER", samples=False).id == "two-other"


@pytest.mark.slow
@pytest.mark.usefixtures("own")
def test_the_clinic_takes_a_problem_that_was_added_and_loads_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.contests.lookup._ADDED", {})
    assert holds_a_problem("stones.py")
    assert not holds_a_problem("missing.py")
    assert call("answers", {"problem": "stones.py", "text": "1\n3\n"})["error"]
    contests.add(contests.find("stones.py"))
    assert call("answers", {"problem": "stones", "text": "1\n3\n"}) == {"outputs": "Second\n"}
    assert {
        "problem": "stones",
        "title": "Stones",
        "source": "an exercise",
        "game": "",
        "argument": "stones",
    } in call("problems", {})
    cases = call("cases", {"problem": "stones", "seed": 1})["cases"]
    assert {"input": "1\n3\n", "output": "Second\n", "positions": ["{1,2,4}: 3"]} in cases


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="programs run under limits on Unix only")
@pytest.mark.usefixtures("own")
def test_programs_for_the_pins(grundy_command: Command) -> None:
    """Other winning moves than ours pass; a losing one is found, on a small input."""
    Path("half.py").write_text(
        "n = int(input())\nm = (n + 1) // 2\nprint('lost' if n == 0 else m, m + 1 - n % 2 if n else '')\n"
    )
    Path("first.py").write_text("n = int(input())\nprint('1 1' if n else 'lost')\n")
    said = grundy_command("stress", "pins.py", "--cases", "12", "--", sys.executable, "half.py")
    assert (said.code, "no failure was found" in said.out) == (0, True)
    said = grundy_command("stress", "pins.py", "--cases", "12", "--", sys.executable, "first.py")
    assert said.code == 1
    assert "it has 1 1, and this move loses; 1 2 is right" in said.out
    assert "input\n  2\n" in said.out
