"""Mistakes that people make on the command line: what is said leads to the command that was meant."""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING

import pytest

from grundy.cli import main, meant
from grundy.cli.examples import FILES
from grundy.contests.stress.session import SearchPlan

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command, Result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with files of people who make mistakes."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "powershell.txt").write_bytes("3 4\n".encode("utf-16"))
    (tmp_path / "data.csv").write_text("a,b\n1,2\n")
    (tmp_path / "edges.txt").write_text("0 1\n1 0\n")
    (tmp_path / "latin.txt").write_bytes(b"X\xfc.\n")
    (tmp_path / "alone.py").write_text("print(1)\n")
    (tmp_path / "alone.py").chmod(0o755)
    (tmp_path / "sol.cpp").write_text("int main() {}\n")
    (tmp_path / "down.py").write_text("import grundy\n@grundy.ruleset\ndef take(n):\n    yield n - 1\n")
    rule = "import grundy\n@grundy.ruleset\ndef take(n):\n    "
    (tmp_path / "listed.py").write_text(f"{rule}yield [0, n - 1]\n")
    (tmp_path / "returned.py").write_text(f"{rule}return n - 1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve cram 4", "found '4' (cram: rows of . (free) and # (covered); "),
        ("graph cram 4", "; for example grundy graph cram 4x4 or ....../.....#/......)"),
        ("solve wall-making data.csv", "; for example grundy solve wall-making 4x4 or ....."),
        ("solve kayles data.csv", "; for example grundy solve kayles 4 4 2)"),
        ("answer boj-11717 data.csv", "(grundy problems boj-11717 shows an input)"),
        ("solve kayles picture.png", "picture.png:1:1: expected UTF-8 text, found a PNG picture"),
        ("solve kayles powershell.txt", "text in UTF-16, which PowerShell's > writes"),
        ("stress boj-11717 -- sol.cpp", "compile it (g++ -O2 -o sol sol.cpp) and name the result, ./sol"),
        ("stress boj-11717 -- wall.py", "write python3 wall.py"),
        ("solve mygames.py 3 4", "after a colon (mygames.py:cram)"),
        ("solve down.py:take abc", "; 'abc' is no number, so it was read as a text; "),
        ("worksheet down.py:take --size 9", "leave out the size; rules with a sample, @grundy.ruleset(sample=...)"),
        ("solve mygames.py:two_heaps", "write it after the name of the game: grundy solve mygames.py:two_heaps 5 5"),
        ("solve 077 5", "did you mean 0.77?"),
        ("solve 0,77 5", "did you mean 0.77?"),
        ("sequence 0.77 -n 20", "no such option: -n; did you mean --length?"),
        ("sequence 0.77 -q", "; grundy sequence has --length, --dir"),
        ("solve nim 3 4 --format json", "did you mean --json or --output?"),
        ("solve --misère nim 3", "no such option: --misère; did you mean --misere?"),
        ("--json solve nim 3", "did you mean grundy solve nim 3 --json?"),
        ("verify --format json", "did you mean --json or --output?"),
        ("pattern kayles --formula n", "did you mean --check?"),
        ("solve nim 3 \u2014json", "no such option: \u2014json; did you mean --json?"),
        ("sequence 0.77 200", "unexpected extra argument (200). For example: --length 200"),
        ("sequence 1,3,4", "a code in braces needs quotes"),
        ("sequence {1 3 4}", "a code in braces needs quotes"),
        ("worksheet kayles mixed", "unexpected extra argument (mixed). For example: --kind mixed"),
        ("solve kayles 10 and 7", "found 'and' (kayles: sizes of heaps;"),
        ("table wythoff 9x9x9", "a side for each number of a state of wythoff, such as 9x9, found '9x9x9'"),
        ("census kayles", "For example: grundy census run wall-making --rows 3"),
        ("stress boj-11717", "expected a command after --, as in grundy stress boj-11717 -- python3 sol.py"),
        ("/help", "Did you mean grundy --help?"),
        ("solve mygames 3", "did you mean mygames.py?"),
        ("solve mygames.py.cram 3x3", "did you mean mygames.py:cram?"),
        ("solve down.py:take 3 4", "; (3, 4) is one state, a tuple; a rule of one number takes one, such as 5"),
        ("answer wall-making input.txt", "found the game wall-making; its problems are boj-11717"),
        ("answer https://www.acmicpc.net/problem/11717/ input.txt", "did you mean boj-11717?"),
        ("explain boj-11717 data.csv", "(grundy problems boj-11717 shows an input)"),
        ("stress python3 wall.py", "found 'python3' (the problem stands first;"),
        ("play nim --errors 0,3", "expected a number from 0 to 1, found '0,3'"),
        ("solve wall-making 4by5", "expected the size of a board as one word, 4x5, found 4by5"),
        ("solve cram 40x40", "<arguments>:1:1: expected a board of at most 1,024 cells, found 40x40"),
        ("table mygames.py:two_heaps 9999999x9999999", " of two_heaps would fit (--memory allows more)"),
        ("table kayles 99999x9999999", " of kayles would fit (--memory allows more)"),
        ("solve wall-making --file board.txt", "did you mean grundy solve wall-making board.txt?"),
        ("embed wall-making --input=board.txt", "did you mean grundy embed wall-making board.txt?"),
        ("answer boj-11717 input.txt --explain", "did you mean grundy explain boj-11717 input.txt?"),
        ("problems --list", "did you mean grundy problems?"),
        ("examples new/mygames.py", "expected a folder, found 'mygames.py'"),
        ("sequence 77 --length 20", "did you mean 0.77?"),
        ("solve listed.py 5", "use split(0, 4) for a move into these parts; use tuple(...) for one state"),
        ("audit returned.py", "its options, found -1 (returned.py:2); an option is written after yield"),
        ("solve 'game.heap.Kayles(9)'", "did you mean kayles?"),
        ("sequence 'S(1,2,5)'", "did you mean {1,2,5}?"),
        ("sequence O.77", "did you mean 0.77?"),
        ("sequence 0.77 --json --csv", "expected one thing for stdout: --json or --csv"),
        ("solve geography edges.txt", "; for example grundy solve geography 1-2"),
        ("solve wall-making latin.txt", "iconv -f latin1 -t utf8"),
        ("stress boj-11717 -- ./alone.py", "which has no #! line: write its interpreter first"),
        ("stress boj-11717 -- 'g++ a.cpp && ./a.out'", "no shell runs it; compile first"),
        ("solve nim alone.py", "found the file of rules alone.py; a game stands first or after +"),
        ("solve nim 3 --memory 2", "expected a size such as 500MB"),
        ("vectors cses-1730 -o .", "the folder is not empty"),
        ("solve wall-making 0x3", "each from 1 to 999, as in 4x4, found 0x3"),
        ("pattern 0,1,2,0,1,2", "found a list of values, '0,1,2,0,1,2'"),
        ("stream 0.77 1e12", "For example: grundy stream 0.77 FOLDER --length 1e12"),
        ("site wall-making", "found the name of a game, 'wall-making'; a site has all games"),
        ("warm everything", "did you mean grundy warm?"),
        ("table wall-making 3x3", "grundy solve wall-making 3x3 solves a board, and grundy census"),
        ("worksheet wall-making 5x5", "For example: --size 5x5"),
    ],
)
def test_what_is_said_leads_to_what_was_meant(folder: Path, grundy_command: Command, line: str, said: str) -> None:
    del folder
    result = grundy_command(*shlex.split(line))
    assert (result.code, result.out) == (2, "")
    assert said in result.err


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("solve kayles,10,7", "solve kayles 10 7"),
        ("solve *4 + *6", "solve nim 4 + 6"),
        ("solve kayles 5+nim 3", "solve kayles 5 + nim 3"),
        ("solve cram . . . / . . .", "solve cram .../..."),
        ("solve \u201ckayles\u201d 5", "solve kayles 5"),
        ("solve kayles, 10, 7", "solve kayles 10 7"),
        ("solve *3", "solve nim 3"),
        ("solve nim 3 +4", "solve nim 3 + 4"),
        ("solve nim \uff13 \uff14", "solve nim 3 4"),
        ("solve wall-making X..\\n...", "solve wall-making X../..."),
        ("table wythoff 3 x 3", "table wythoff 3x3"),
        ("explain Grundy value", "explain nimber"),
    ],
)
def test_what_can_only_mean_one_thing_is_done(grundy_command: Command, line: str, meant: str) -> None:
    result = grundy_command(*line.split())
    assert (result.code, result.err) == (0, "")
    assert result.out == grundy_command(*meant.split()).out


@pytest.mark.parametrize("name", sorted(set(meant.EXAMPLES) - {"census"}))
def test_a_missing_word_is_followed_by_an_example(grundy_command: Command, name: str) -> None:
    result = grundy_command(*name.split())
    example = f"grundy {name} {meant.EXAMPLES[name]}"
    assert result.code == 2
    assert result.err.endswith(f" For example: {example}\n")
    with main.cli.make_context("grundy", shlex.split(example)[1:]) as context:  # it has all words that are needed
        first, *words = shlex.split(example)[1:]
        command = main.cli.get_command(context, first)
        assert command is not None
        command.make_context(first, words, parent=context)


def test_a_group_alone_shows_its_help(grundy_command: Command) -> None:
    assert grundy_command("census").err.startswith("Usage: grundy census [OPTIONS] COMMAND")


def test_a_share_may_be_a_percentage(grundy_command: Command) -> None:
    said = [grundy_command("play", "nim", "3", "--errors", rate, stdin="quit\n").out for rate in ("30%", "0.3")]
    assert said[0] == said[1]
    assert "with probability 0.3" in said[0]


@pytest.mark.parametrize(
    ("name", "said"), [("down.py", "grundy audit down.py"), ("data.csv", "grundy misere 0.77 --c")]
)
def test_what_is_no_certificate_is_followed_by_what_writes_one(
    folder: Path, grundy_command: Command, name: str, said: str
) -> None:
    del folder
    result = grundy_command("verify", name)
    assert result.code == 2
    assert said in result.err


def test_terms_are_explained(grundy_command: Command) -> None:
    assert grundy_command("explain", "mex").out.startswith("The least number that is not among some numbers.")


def test_options_behind_the_dashes_belong_to_the_program(folder: Path, grundy_command: Command) -> None:
    del folder
    result = grundy_command("stress", "boj-11717", "--", "./none", "--seconds", "5")
    assert "grundy: --seconds stands after --, so it goes to the program" in result.err


def test_the_help_names_the_time_of_shrinking(grundy_command: Command) -> None:
    assert f"at most {SearchPlan().shrinking:.0f} seconds" in " ".join(grundy_command("stress", "--help").out.split())


def test_a_problem_is_described_with_its_rules_and_what_to_do_next(grundy_command: Command) -> None:
    said = grundy_command("problems", "cses-2207").out
    assert "A move divides a heap into two heaps that are not empty and have different numbers of coins." in said
    assert "grundy stress cses-2207 -- ./sol" in said
    assert "How grundys-game is solved" in grundy_command("explain", "cses-2207", "--sample").out


STONES = """from grundy import heaps
from grundy.contests import Each, Int, Problem, Sample, Words
PROBLEM = Problem(title="Stones", source="an exercise", input=Each(Int("t", 1, 9), Int("n", 1, 99)),
    position=lambda n: heaps("{1,2,4}")(n), output=Words("First", "Second"),
    samples=(Sample("2\\n3\\n4\\n", "Second\\nFirst\\n"),))
"""


@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("answer FILE input.txt", "Second\n"),
        ("explain FILE input.txt", "P-position"),
        ("vectors FILE --out tests --count 1", "tests: 2 tests of false"),
        ("stress FILE --cases 1 -- true", "bad format"),
    ],
)
def test_samples_are_witnesses_of_the_rules(command: str, right: str, folder: Path, grundy_command: Command) -> None:
    """Misread rules and a false sample are refused; the option goes on and says so, as the lack of samples is said."""
    (folder / "input.txt").write_text("1\n6\n")
    (folder / "misread.py").write_text(STONES.replace("1,2,4", "1,2,3"))
    (folder / "false.py").write_text(STONES.replace("First\\n", "Second\\n"))
    (folder / "bare.py").write_text(STONES.partition("    samples=")[0] + ")")

    def ran(file: str, *options: str) -> Result:
        name, *others = command.replace("FILE", file).split()
        return grundy_command(name, *options, *others)

    refused = ran("misread.py")
    assert refused.code == 2
    assert "misread: the rules contradict sample 1 at case 1, the position {1,2,3}: 3: the sample says S" in refused.err
    refused = ran("false.py")
    assert refused.code == 2
    assert "at case 2, the position {1,2,4}: 4: the sample says Second, and the rules give First." in refused.err
    ignored = ran("false.py", "--ignore-samples")
    assert right in ignored.out
    assert "false: its samples are ignored" in ignored.err
    if "answer" in command:
        assert "bare has no sample: nothing shows" in ran("bare.py").err
