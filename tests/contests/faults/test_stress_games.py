"""Wrong programs for declared games are caught, by a template of the input and by a function."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grundy import games
from support import programs

if TYPE_CHECKING:
    from support.command import Command

# Two towers: take one to three of one, or one of both.
TWO_TOWERS = """
@grundy.ruleset
def towers(left, right):
    for take in (1, 2, 3):
        if left >= take:
            yield left - take, right
        if right >= take:
            yield left, right - take
    if left and right:
        yield left - 1, right - 1
"""
ZO = """from functools import cache

@cache
def grundy(n):
    found = {grundy(n - take) for take in (1, 2) if n >= take}
    if n > MISTAKE and n % 2 == 0:
        found.add(grundy(n // 2))
    return min(set(range(4)) - found)

if __name__ == "__main__":
    print(["Second", "First"][grundy(int(input())) > 0])
"""
TOWERS = """from functools import cache

@cache
def wins(left, right):
    options = [(left - k, right) for k in (1, 2, 3)] + [(left, right - k) for k in (1, 2, 3)] + [(left - 1, right - 1)]
    return any(not wins(*option) for option in options if min(option) >= 0 BOTH)

if __name__ == "__main__":
    for _ in range(int(input())):
        left, right = map(int, input().split(","))
        print("W" if wins(left, right) else "L")
        MORE
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs run under limits on Unix only"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with declared games, right solutions and wrong ones, and work in it."""
    for name, text in {
        "mygames": programs.ZO + TWO_TOWERS,
        "right": ZO.replace("MISTAKE", "0"),
        "wrong": ZO.replace("MISTAKE", "6"),  # a heap of 6 cannot be halved
        "forgets": TOWERS.replace("BOTH", "and option != (left - 1, right - 1)").replace("MORE", ""),
        "second": TOWERS.replace("BOTH", "").replace("MORE", "wins = lambda *_: True"),  # right for one test case
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(said_by: Command, *words: str) -> dict[str, str]:
    """Return the counterexample; the right output is in the file beside the input."""
    said = said_by("stress", *words[:1], "--seconds", "300", "--json", *words[1:])
    assert said.code == 1, said.err
    counterexample: dict[str, str] = json.loads(said.out)["counterexample"]
    assert counterexample["verdict"] == "wrong answer"
    assert Path(counterexample["file"]).read_text() == counterexample["input"]
    assert Path(counterexample["file"]).with_suffix(".ans").read_text() == counterexample["expected"]
    assert Path(counterexample["file"]).with_suffix(".svg").read_text().startswith("<svg")
    return counterexample


def test_a_program_with_one_state_in_an_input(grundy_command: Command) -> None:
    """The mistake shows in no smaller heap."""
    case = found(grundy_command, "mygames.py:zo", "--input", "{n}", "--", sys.executable, "wrong.py")
    zo = games.find("mygames.py:zo")
    n = int(case["input"])
    assert case["expected"].split() == ["Second" if zo(n).nimber == 0 else "First"]
    assert case["output"].split() == ["First" if zo(n).nimber == 0 else "Second"]


def test_a_program_with_several_test_cases(grundy_command: Command) -> None:
    """After the first test case, it says that all are won: two of them are needed."""
    words = ("--input", r"{count}\n{cases}", "--case", "{left},{right}", "--answers", "W,L", "--range", "0", "5")
    case = found(grundy_command, "mygames.py:towers", *words, "--", sys.executable, "second.py")
    assert case["input"] == "2\n0,0\n0,0\n"
    assert case["expected"].split() == ["L", "L"]


def test_a_function_that_says_who_wins(grundy_command: Command) -> None:
    """It forgets one kind of move."""
    case = found(grundy_command, "mygames.py:towers", "--python", "forgets.py:wins", "--wins", "--range", "0", "20")
    towers = games.find("mygames.py:towers")
    assert case["input"] == "[1, 1]\n"
    assert case["expected"].split() == [str(towers(1, 1).outcome)]


def test_a_function_that_gives_the_nimber(grundy_command: Command) -> None:
    case = found(grundy_command, "mygames.py:zo", "--python", "wrong.py:grundy")
    assert case["input"] == "[6]\n"
    said = grundy_command("stress", "mygames.py:zo", "--python", "right.py:grundy", "--seconds", "300", "--cases", "20")
    assert said.code == 0
    assert "no failure was found after 20 inputs" in said.out
