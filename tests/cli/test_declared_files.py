"""Declared rulesets in files and in texts: what is wrong with them is said."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import grundy
from grundy import games
from grundy.authoring.audit import audit
from grundy.cli.main import run
from grundy.core import scenes
from grundy.drawing import svg, terminal
from grundy.drawing.export import answers
from grundy.errors import InputError, PictureError, RulesetError, UnknownNameError
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_texts_of_declared_states() -> None:
    @grundy.ruleset(parse=lambda text: tuple(map(int, text.split("x"))), format=lambda a, b: f"{a}x{b}")
    def sheet(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(1, a))

    both = sheet(3, 4) + sheet(2, 2)
    assert str(both) == "3x4 + 2x2"
    assert sheet.read(str(both)) == both
    assert str(both + games.find("nim")(2)) == "sheet 3x4 + sheet 2x2 + nim 2"
    with pytest.raises(RulesetError, match="expected a state of sheet"):
        sheet.read("3y4")
    with pytest.raises(TypeError, match="expected canonical, components"):
        grundy.ruleset(symmetry=len)  # type: ignore[call-overload]
    with pytest.raises(RulesetError, match="expects states of 2 values, found 3"):
        _ = grundy.Position.of([grundy.Component(sheet, 3)]).nimber


FILE = '''
"""Games of somebody's own."""
from dataclasses import dataclass
import grundy
from grundy.core.scenes import Cell, GridScene

def row(line, winning):
    return GridScene((tuple(Cell(c, move=f"X{i}", wins=f"X{i}" in winning) for i, c in enumerate(line, 1)),))

@grundy.ruleset(scene=row)
def line(line):
    for i, c in enumerate(line):
        after = line[:i] + "X" + line[i + 1:]
        if c == ".":
            yield grundy.win(move=f"X{i + 1}") if "XXX" in after else grundy.split(after, move=f"X{i + 1}")

@grundy.ruleset
def pair(a, b):
    yield from ((k, b) for k in range(a))
    if a == 3:
        yield 1 // 0, b

@grundy.ruleset(parse=int, format=str)
def one(n):
    yield from range(n)

@dataclass(frozen=True)
class UpTo(grundy.Ruleset):
    """Take up to so many."""
    most: int
    def options(self, n):
        return range(max(0, n - self.most), n)

def plain(n):
    return []
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "theirs.py"
    path.write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.slow
@pytest.mark.usefixtures("file")
def test_solve_takes_a_ruleset_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "theirs.py:one", "5", "+", "3", "+", "kayles", "2"]) == 0
    assert "nimber   4" in capsys.readouterr().out
    assert run(["solve", "theirs.py:line", "'.X.X.'"]) == 0
    out = capsys.readouterr().out
    assert "[.]" in out
    assert "none: WIN, because a move ends the whole game at once" in out
    assert run(["solve", "theirs.py:line", "'.X.X.'", "+", "'...'", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["nimber"], data["value"], data["outcome"]) == (None, "WIN", "N")
    assert data["winning_moves"] == [{"move": "1:X3", "position": "0"}]
    assert data["components"][1] == {"position": "line('...')", "nimber": 1}
    assert {"options", "states", "hits"} <= set(data["work"])
    assert run(["solve", "theirs.py:UpTo(3)", "6"]) == 0
    assert "nimber   2" in capsys.readouterr().out
    assert run(["solve", "theirs.py:pair", "2", "1", "-o", "-.svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    assert run(["games", "theirs.py:UpTo(3)"]) == 0
    assert "Take up to so many." in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["theirs.py:pair", "4", "1"], ": ZeroDivisionError: integer division or modulo by zero"),
        (["theirs.py:pair", "4"], "found '4': pair expects 2 values for a state, found 1"),
        (["theirs.py:one", "x"], "<arguments>:1:1: expected a state of one"),
        (["theirs.py:line", "[1]"], "<arguments>:1:1: expected a state of line"),
        (["theirs.py:ones", "1"], "did you mean one?"),
        (["theirs.py", "1"], "expected the name of a ruleset of theirs.py"),
        (["theirs.py:plain", "1"], "put @grundy.ruleset above it"),
        (["theirs.py:UpTo", "1"], "missing 1 required positional argument"),
        (["nobodys.py:one", "1"], "found no file 'nobodys.py'"),
        (["theirs.py:one", "--sample"], "expected a game with a sample"),
    ],
)
@pytest.mark.usefixtures("file")
def test_faults_of_files_are_reported(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert not out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def f(:\n", "wrong.py:1: SyntaxError"),
        ("\nimport no_such\n", "wrong.py:2: ModuleNotFoundError"),
        ("f = 1\n\0\n", "wrong.py:2: SyntaxError: source code string cannot contain null bytes"),
        ("import builtins\nbuiltins.isinstance = bool\n", "'wrong.py' changes names of Python itself: isinstance"),
        (
            "import grundy\n" + 2 * "@grundy.ruleset\ndef f(n):\n    yield 0\n",
            "wrong.py:6: expected one definition of f",
        ),
        (
            "import grundy\nclass E(Exception):\n  __str__ = None\n@grundy.ruleset\ndef f(n):\n    raise E\n    yield",
            "wrong.py:6: E, at f(1)\n",
        ),
    ],
)
def test_files_that_do_not_run(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # it is run again, not remembered
        assert run(["solve", "wrong.py:f", "1"]) == 2
        assert words in capsys.readouterr().err


@pytest.mark.slow
def test_states_that_are_nested_too_deep_are_refused() -> None:
    def unwrap(pair: tuple[Any, ...]) -> Iterator[Any]:
        yield from pair[:1]

    def nested(depth: int) -> tuple[Any, ...]:
        state: tuple[Any, ...] = ()
        for _ in range(depth):
            state = (state,)
        return state

    rules = grundy.ruleset(unwrap)
    assert rules(nested(5000)).outcome is grundy.Outcome.P  # kept, so that the others are compared with it
    if sys.version_info >= (3, 13):  # which compares tuples that are nested deeper
        assert rules(nested(5001)).outcome is grundy.Outcome.N
    else:
        with pytest.raises(RulesetError, match="found one that is nested too deep"):
            _ = rules(nested(5001)).outcome


def test_texts_run_no_files(file: Path) -> None:
    """A text may be anybody's: only who names a file as the game has it run."""
    with pytest.raises(InputError):
        games.parse(f"{file}:one 3")
    assert games.find(f"{file}:one").parse("3").nimber == 3
    assert games.parse(f"{file}:one 3 + nim 1").nimber == 2
    with pytest.raises(UnknownNameError):
        games.find(f"{file}:two")


CRAM = f"{ROOT / 'docs' / 'mygames.py'}:cram"


@pytest.mark.slow
def test_cram_of_the_documents() -> None:
    """Values of Lemoine and Viennot, Nimbers are inevitable (2012), table of Cram."""
    game = games.find(CRAM)
    values = {"1x6": 3, "2x6": 0, "3x3": 0, "3x4": 1, "3x5": 1, "4x4": 0, "4x5": 2}
    for board, value in values.items():
        assert game.parse(board).nimber == value, board
    text = str(game.parse("3x4").play("r2c2 across"))
    assert text == "....\n.##.\n...."
    assert game.parse(text).nimber == game.parse("3x4").play("r2c2 across").nimber
    assert audit(game.parse("2x2").components[0].ruleset, (3, 0b111111111)).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("yield grundy.win", "expected an option of wrong(1), found the function win; with parentheses"),
        ("yield None", "expected an option of wrong(1), found None"),
        ("raise StopIteration", "slips.py:5: StopIteration"),
        ("return iter([next(iter(()))])", "slips.py:5: StopIteration"),
        ("yield {}[[]]", "slips.py:5: TypeError: unhashable type: 'list'"),
        ("yield [n]", "expected an option of wrong(1), found [1]: a value of the type list cannot be hashed"),
    ],
)
def test_mistakes_in_rules_are_reported(
    body: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slips.py").write_text(f"import grundy\nprint('loaded')\n@grundy.ruleset\ndef wrong(n):\n    {body}\n")
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "slips.py:wrong", "1"]) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert "Traceback" not in shown.err
    assert not shown.out


_TWO = "@ruleset\ndef f(a, b):\n    if a:\n        yield "
_ONE = "@ruleset\ndef f(n):\n    if n == 2:\n        "
_DOWN = "\n    if n:\n        yield n - 1\n"
_ARRAY = "import numpy\n@ruleset\ndef f(a, b):\n    yield numpy.array([a - 1, b])\n"
_KNOWN = "def f(n):\n    yield from range(n)\n"
_CLASS = """import grundy
class Down(grundy.Ruleset):
    def options(self, n):
        return range(n)
class F(Down):
    def {}(self, n):
        return {}
f = F()
"""


@pytest.mark.parametrize(
    ("body", "state", "words"),
    [
        (_TWO + "a - 1", "3 4", "f expects states of 2 values, found 2 (1 value), yielded for f(3, 4)"),
        (_TWO + "(a - 1, b, 0)", "3 4", "found (2, 4, 0) (3 values), yielded for f(3, 4)"),
        (_TWO + "split(a - 1, b)", "3 4", "found 2 (1 value), yielded for f(3, 4)"),
        (_TWO + "split((a - 1, b), None)", "3 4", "expected an option of f(3, 4), found None"),
        (
            _TWO + "[a - 1, b]",
            "3 4",
            "option of f(3, 4), found [2, 4]: a value of the type list cannot be hashed; use tuple",
        ),
        (_TWO + "{a: b}", "3 4", "found {3: 4}: a value of the type dict cannot be hashed; use tuple(sorted("),
        (_TWO + "{a, b}", "3 4", "found {3, 4}: a value of the type set cannot be hashed; use frozenset("),
        (_TWO + "(a - 1, [b])", "3 4", "found (2, [4]): a value of the type list cannot be hashed; use tuple(...)"),
        (_ARRAY, "3 4", "found array([2, 4]): a value of the type ndarray cannot be hashed; use tuple("),
        (_ONE + "yield range(n)" + _DOWN, "6", "expected an option of f(2), found a range; with yield from"),
        (_ONE + "yield map(abs, range(n))" + _DOWN, "6", "expected an option of f(2), found a map; with yield from"),
        (_ONE + "raise ValueError('no stones')" + _DOWN, "6", "rules.py:6: ValueError: no stones, at f(2)"),
        (
            "@ruleset\ndef f(row):\n    yield row.find('1')",
            "110",
            "at f(110), which is a number; as a text it has quotes",
        ),
        ("@ruleset\ndef f(heaps):\n    yield (*heaps, 1)", "3", "at f(3), which is a number"),
        (_ONE + "yield split(1, 'a')" + _DOWN, "6", "at f('a'), which is yielded for f(2)"),
        ("@ruleset(canonical=lambda a, b: sorted((a, b)))\n" + _TWO[9:] + "(a - 1, b)", "3 4", "canonical of f(3, 4)"),
        ("@ruleset(known=lambda n: 'N')\n" + _KNOWN, "5", "expected known of f(5) to return a nimber, an integer"),
        ("@ruleset(known_outcome=lambda n: 'win')\n" + _KNOWN, "5", "to return 'N', 'P' or None, found 'win'"),
        ("@ruleset(format=lambda: 'x')\n" + _KNOWN, "5", "rules.py:3: expected the function format of f to take 1"),
        ("@ruleset(format=lambda n: None)\n" + _KNOWN, "5", "expected format of f to return a text, found None"),
        (
            "@ruleset(parse=lambda text: [text])\n" + _KNOWN,
            "5",
            "parse of f to return a state, found ['5']; use tuple(...)",
        ),
        (_ONE + "yield None" + _DOWN, "6", "option of f(2), found None; a state without moves yields nothing"),
        (_ONE + "yield split(1, move={1})" + _DOWN, "2", "expected a text for the move of split, found {1}"),
        (_ONE + "return [0]" + _DOWN, "6", "rules.py:6: f yields its options, so those that it returns here are lost"),
        (_ONE + "yield Ruleset" + _DOWN, "6", "NameError: name 'Ruleset' is not defined; from grundy import Ruleset"),
        (
            "@ruleset\ndef f(n):\n    yield n - 1, 0\n",
            "6",
            "at f((5, 0)), a tuple, which is yielded for f(6); a tuple is",
        ),
        ("@ruleset\ndef f(row):\n    yield len(row)\n", "110", "at f(110), which is a number; as a text it has quotes"),
        (
            "@ruleset\ndef f(n, take=2):\n    yield n - take\n",
            "6",
            "found take=2; a global name, or a class with parameters",
        ),
        (_TWO + "(a - 1, b)", "3 4 5", "found '3 4 5': f expects 2 values for a state, found 3"),
        (_ONE + "yield 'win'" + _DOWN, "2", "yielded for f(2); what is yielded is a state, also a text: a move gets"),
        ("@ruleset\ndef f(n):\n    yield n - 1, 'one'\n", "6", "yielded for f(6); what is yielded is a state, also"),
        ("@ruleset\ndef f(n):\n    yield from f(n - 1)\n", "6", "at f(6); a position is one option, or a part of one"),
        (_ONE + "yield split(1, label='a')" + _DOWN, "6", "at f(2); split takes the parts, and then move="),
        ("@ruleset\ndef f(row):\n    row[0] = 1\n", "2 1", "at f((2, 1)); a state is not changed: an option is a new"),
        ("@ruleset\ndef f(n):\n    yield len([n]) * n\n", "6", "a state is its own option: 6 -> 6; what follows yield"),
        (
            "@ruleset\ndef f(n):\n    yield f(n - 1).nimber ^ 1\n",
            "6",
            "rules.py:5: f yields a nimber of its own positions",
        ),
        (
            "@ruleset\nasync def f(n):\n    yield n\n",
            "6",
            "rules.py:3: expected a function, found that f is asynchronous",
        ),
        (_KNOWN + "if __name__ == '__main__':\n    f = ruleset(f)\n", "6", "found the function f of"),
        ("class f:\n    pass\n", "6", "expected a ruleset, found the class f of"),
        ("import grundy\nclass f(grundy.Ruleset):\n    pass\n", "6", "the class f of"),
        (
            "@ruleset\n" + _KNOWN,
            "{1:2}",
            "found '{1:2}': {1: 2} cannot be hashed, as a state must be; use tuple(sorted(",
        ),
        (
            "seen = []\n@ruleset\ndef f(n):\n    if not seen:\n        seen.append(n)\n        yield 0\n",
            "6",
            "the options of a state have changed between two calls, at or after f(6)",
        ),
        (_CLASS.format("options", "range(n) if n != 2 else None"), "6", "expected F(2) to yield or return its options"),
        (_CLASS.format("components", "n"), "6", "expected the components of F(6) to be a list of states, found 6"),
        (_CLASS.format("canonical", "[n]"), "6", "canonical of F(6) to return a state, found [6]; use tuple(...)"),
        (_CLASS.format("known", "'N'"), "6", "expected known of F(6) to return a nimber"),
        (_CLASS.format("format", "None"), "6", "expected format of F to return a text, found None"),
    ],
)
def test_mistakes_name_the_state_and_the_mend(
    body: str, state: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.py").write_text(f"from grundy import ruleset, split\n\n{body}\n")
    assert run(["solve", f"{tmp_path}/rules.py:f", *state.split()]) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert not shown.out


@pytest.mark.parametrize(
    ("body", "state", "text"),
    [
        ("def f(row: str):\n    yield from ()", "110110", "f('110110')"),
        ("def f(row: str):\n    yield from ()", "f('1 1')", "f('1 1')"),
        ("def f(row):\n    yield from ()", "XX.X", "f('XX.X')"),
        ("def f(row):\n    yield from ()", "3 4 5", "f((3, 4, 5))"),
        ("def f(row: tuple[int, ...]):\n    yield from ()", "3 4 5", "f((3, 4, 5))"),
        ("def f(n, player):\n    yield from ()", "4 L", "f(4, 'L')"),
        ("def f(cells):\n    yield from ()", "{1, 2}", "f(frozenset({1, 2}))"),
        ("def f(row: int):\n    yield from ()", "XX.X", ""),
        ("def f(row):\n    yield from ()", "True", "f(True)"),
        ("def f(row):\n    yield from ()", "(1,", ""),
    ],
)
def test_states_are_typed_without_quotes(body: str, state: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(f"import grundy\n@grundy.ruleset\n{body}\n")
    game = games.find(f"{tmp_path}/typed.py:f")
    if text:
        assert str(game.parse(state)) == text
    else:
        with pytest.raises(InputError, match="expected a state of f"):
            game.parse(state)


def test_a_label_of_two_moves_stands_with_the_position_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "labels.py").write_text(
        "from grundy import ruleset, split\n@ruleset\ndef f(n):\n"
        "    for k in (1, 2):\n        if n >= k:\n            yield split(n - k, move='take')\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "labels.py:f", "5"]) == 0
    assert "winning  take (to f(3))" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "words"),
    [("n / 2", "f(4) has the option 2.0, a float: floats are compared exactly"), ("n > 1", "f(4) has the option True")],
)
def test_floats_and_truth_values_are_questioned(
    option: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f"{tmp_path}/odd.py:f"
    (tmp_path / "odd.py").write_text(
        f"import grundy\n@grundy.ruleset\ndef f(n):\n    if n > 1:\n        yield {option}\n"
    )
    assert run(["solve", rules, "4"]) == 0
    assert capsys.readouterr().err.count(words) == 1
    assert run(["audit", rules, "--from", "4"]) == 0
    assert words in capsys.readouterr().out


@pytest.mark.slow
def test_prints_and_scenes_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prints.py").write_text(
        "import grundy\nprint('loaded')\n"
        "@grundy.ruleset(scene=lambda n, winning: [n])\ndef pile(n):\n    return range(n)\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "prints.py:pile", "2"]) == 0
    shown = capsys.readouterr()
    assert "pile(2) has no picture, prints.py:3: expected scene to return a scene of grundy.core.scenes" in shown.out
    assert "nimber   2" in shown.out
    assert "loaded" in shown.err


_SCENES = [
    ("[n]", "rules.py:4: expected scene to return a scene of grundy.core.scenes, found [3]"),
    ("1 // 0", "rules.py:5: ZeroDivisionError"),
    ("GridScene(row=())", "rules.py:5: TypeError: GridScene.__init__() got an unexpected keyword argument 'row'"),
    ("GridScene(())", "rules.py:4: expected rows of the same length, with at least one cell, found the lengths []"),
    ("GridScene(((CELL,), (CELL, CELL)))", "found the lengths [1, 2]"),
    ("GridScene(('ab', 'cd'))", "expected GridScene.rows[0] to be tuple[Cell, ...], found 'ab'"),
    ("GridScene(((Cell('a', 'peice'),),))", "rows[0][0].role to be 'cell' | 'blocked' | 'removed' | 'piece'"),
    ("GridScene(((CELL,),), moves=(Spread('x', ((5, 5),)),))", "the move 'x' on a board of 1 x 1 cells"),
    ("GridScene(((CELL,),), moves=(Spread('x', ()),))", "expected at least one place of the move 'x'"),
    ("GridScene(((CELL,),), tokens=(('peice', 'queen'),))", "expected a role such as piece"),
    ("GridScene(((CELL,),), floor='sqares')", "floor to be 'squares' | 'nothing' | 'line' | 'steps', found 'sqares'"),
    ("GridScene(((CELL,),), goal=(3, 0))", "expected goal on a board of 1 x 1 cells"),
    ("HeapsScene('f', (Heap(-3),))", "expected heaps[0].size to be at least 0, found -3"),
    ("HeapsScene('f', (3,))", "expected HeapsScene.heaps[0] to be Heap, found 3"),
    ("HeapsScene('f', (Heap(3, None, 'f(0)'),))", "winning_moves to be tuple[str, ...], found 'f(0)'"),
    ("CircleScene(4, ((1, 9),), ())", "expected chords of different points from 1 to 4, found (1, 9)"),
    ("CircleScene(4, (), ((1, 2),), nimbers=(1, 2))", "expected a nimber for each of 1 regions, found 2"),
    ("GraphScene((Vertex(5, 5, 'a'),))", "rules.py:5: expected vertices between 0 and 1"),
    ("TextScene(7)", "expected TextScene.text to be str"),
    ("CircleScene(0, (), ())", "expected a circle with 1 to 1,000 points, found 0"),
    ("CircleScene(4, ((1, 1),), ())", "expected chords of different points from 1 to 4, found (1, 1)"),
    ("GridScene(((Cell('.', value=-4),),))", "rows[0][0].value to be a nimber, from 0 to 2^64, found -4"),
    ("GridScene(((CELL,),), walls=(Wall(0, 0, -5, 9, 0, 0),))", "walls on a board of 1 x 1 cells"),
    ("HeapsScene('f', (Heap(3, -1),))", "heaps[0].nimber to be a nimber, from 0 to 2^64, found -1"),
]


@pytest.mark.parametrize(("scene", "words"), _SCENES)
def test_a_wrong_scene_is_replaced_by_what_is_wrong(
    scene: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.py").write_text(
        "from grundy import ruleset\nfrom grundy.core.scenes import *\nCELL = Cell('.')\n"
        f"def scene(n, winning):\n    return {scene}\n"
        "@ruleset(scene=scene)\ndef f(n):\n    yield from range(n)\n"
    )
    rules = f"{tmp_path}/rules.py:f"
    assert run(["solve", rules, "3"]) == 0
    shown = capsys.readouterr()
    assert "f(3) has no picture, " in shown.out
    assert words in shown.out
    assert "nimber   3" in shown.out
    for form in ("--json", "-o-.svg"):
        assert run(["solve", rules, "3", form]) == 0
        assert not capsys.readouterr().err
    shown_in_the_lab: Any = answers.answer(games.find(rules).parse("3"), "f", board=True)
    assert shown_in_the_lab["scenes"][0]["kind"] == "text"
    assert shown_in_the_lab["nimber"] == 3


def test_scenes_may_have_lists_and_numbers_of_numpy() -> None:
    number: Any = np.int64

    def scene(n: int, winning: Any) -> Any:
        cells = [scenes.Cell(".", move=f"f({k})", wins=f"f({k})" in winning, value=number(k)) for k in range(n)]
        return scenes.GridScene([cells])  # type: ignore[arg-type] # as users write them

    @grundy.ruleset(scene=scene)
    def f(n: int) -> Iterator[Any]:
        yield from range(n)

    shown: Any = answers.answer(f(3), "f", board=True)
    assert json.loads(json.dumps(shown["scenes"][0]))["rows"][0][1]["value"] == 1


@grundy.ruleset
def drop(items: frozenset[int]) -> Iterator[Any]:
    for item in sorted(items):
        yield items - {item}


def test_sets_can_be_typed() -> None:
    for text in ("frozenset({0, 1, 2})", "{0, 1, 2}", "drop({0,1,2})", "frozenset([0, 1, 2])"):
        assert drop.parse(text) == frozenset({0, 1, 2})
    assert drop.parse("frozenset()") == drop.parse("set()") == frozenset()
    assert drop.parse("({1}, [{2}])") == (frozenset({1}), [frozenset({2})])
    position = drop(frozenset({3, 4})) + drop(frozenset())
    assert drop.read(str(position)) == position


@pytest.mark.slow
@pytest.mark.usefixtures("file")
def test_parameters_stand_in_texts(capsys: pytest.CaptureFixture[str]) -> None:
    for name, state in (("UpTo(3)", "UpTo(3)(6)"), ("UpTo(most=3)", "6")):
        assert run(["solve", f"theirs.py:{name}", state, "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["position"], data["nimber"]) == ("UpTo(3)(6)", 2)
        assert data["winning_moves"] == [{"move": "UpTo(3)(4)", "position": "UpTo(3)(4)"}]
    assert run(["solve", "theirs.py:UpTo(3)", "UpTo(2)(6)"]) == 2
    assert "UpTo(3)(...)" in capsys.readouterr().err


def test_work_beyond_memory_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "wall-making", "--memory", "1kB", "--sample", "--save", "x.tables"]) == 2
    assert "(--memory allows more)" in capsys.readouterr().err


MYGAMES = CRAM.removesuffix(":cram")


@pytest.mark.parametrize(
    ("name", "state", "drawn"),
    [
        ("cram", "3x4", "winning moves: r1c2 across"),
        ("chomp", "2x2", " 1  x  . \n 2  . [.]\n"),
        ("petersen", "all", "[1] touches 0, 2, 6\n"),
    ],
)
def test_scenes_of_the_documents_games(name: str, state: str, drawn: str) -> None:
    """Each move has places, each winning one is drawn as text and as SVG, and the picture is XML."""
    position = games.find(f"{MYGAMES}:{name}")(state)
    term = position.terms[0]
    scene = position.scenes()[0]
    assert drawn.replace(" \n", "\n") in terminal.draw(scene)
    moves = {choice.move for choice in position.choices()}
    assert set(scenes.places(scene)) == moves
    for choice in position.choices():
        assert term.notation.places(term.components, 0, choice.option.move) == scenes.places(scene)[choice.move]
    picture = svg.draw_position(position)
    words = ET.fromstring(picture).find("{http://www.w3.org/2000/svg}desc")  # noqa: S314 - our own
    assert words is not None
    assert words.text is not None
    for choice in position.winning_moves():
        assert choice.move in words.text.split("Winning moves: ")[1]


def test_the_graph_is_the_petersen_graph_and_chomp_is_chomp() -> None:
    graph = games.find(f"{MYGAMES}:petersen")("all").scenes()[0]
    assert isinstance(graph, scenes.GraphScene)
    ends = [end for edge in graph.edges for end in edge]
    assert [ends.count(vertex) for vertex in range(10)] == [3] * 10
    beside = [{a + b - v for a, b in graph.edges if v in (a, b)} for v in range(10)]
    # Each two vertices that do not touch have one neighbour in common, each two that touch none.
    for one in range(10):
        for other in range(one):
            assert len(beside[one] & beside[other]) == (other not in beside[one])
    chomp = games.find(f"{MYGAMES}:chomp")
    assert all(chomp(f"{side}x{side}").winning_moves()[0].move == "r2c2" for side in range(2, 6))
    assert str(chomp("2 1").outcome) == "P"
    with pytest.raises(PictureError, match="expected moves on some of 10 vertices"):
        replace(graph, moves=(scenes.Spread("x", (10,)),))
    with pytest.raises(PictureError, match="expected vertices between 0 and 1"):
        scenes.GraphScene((scenes.Vertex(0, 2, "a"),))


def test_the_name_of_a_file_stands_for_its_only_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "one_ruleset.py"
    file.write_text("import grundy\n@grundy.ruleset\ndef take(n):\n    yield from range(n)\n")
    assert games.find(str(file)).name == f"{file}:take"
    with pytest.raises(UnknownNameError, match=r"expected the name of a ruleset of .*mygames\.py"):
        games.find(str(MYGAMES))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "numpy"])
def test_a_file_named_like_a_module_hides_it_from_nobody(name: str, tmp_path: Path) -> None:
    rules = "import grundy\n@grundy.ruleset\ndef one(n):\n    yield from range(n)\n"
    (tmp_path / f"{name}.py").write_text(rules, encoding="utf-8")
    for command in (["solve", f"{name}.py", "5"], ["solve", "nim", "5", "+", f"{name}.py:one", "5"]):
        ran = subprocess.run(
            [sys.executable, "-m", "grundy", *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert f"nimber   {0 if '+' in command else 5}\n" in ran.stdout


METHODS = """
import grundy

class Rules(grundy.Ruleset):
    def options(self, n):
        yield from range(n)

    def {method}:
        return 5
"""


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("in_words(self, state)", "expected Rules.in_words to return a Message or None, found 5"),
        ("move_in_words(self, state, option)", "expected Rules.move_in_words to return a Message or None, found 5"),
        ("reduction(self, state, solution)", "expected Rules.reduction to return a Reduction or None, found 5"),
        ("reduction(self, state)", "takes 2 positional arguments but 3 were given; its parameters are those of"),
    ],
)
def test_methods_for_explanations_that_are_wrong_are_named(
    method: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hooks.py").write_text(METHODS.format(method=method))
    assert run(["explain", "hooks.py:Rules", "3"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.slow
def test_a_call_that_takes_long_is_named(tmp_path: Path) -> None:
    rest = "import grundy, time\n@grundy.ruleset\ndef rest(n):\n    time.sleep(11)\n    return []\n"
    (tmp_path / "rest.py").write_text(rest)
    command = [sys.executable, "-m", "grundy", "solve", "rest.py:rest", "3"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "outcome  P" in ended.stdout
    assert ended.stderr == "grundy: rest.py:4: one call of rest has taken more than 5 s; Ctrl-C ends it\n"
