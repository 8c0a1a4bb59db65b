"""The command line: JSON, files, exit codes, and wrong input of every kind."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import click
import pytest

import grundy
from grundy import contests, games
from grundy.cli import common
from grundy.cli.main import _COMMANDS
from grundy.drawing.png import encode
from grundy.drawing.svg import draw_position
from grundy.runtime import progress
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

CRAM = f"{ROOT / 'docs' / 'mygames.py'}:cram"


@pytest.mark.parametrize("name", games.names())
def test_samples_solve(grundy_command: Command, name: str) -> None:
    """JSON of each sample: its winning moves lead to 0, and all texts read back to their nimbers."""
    result = grundy_command("solve", name, "--sample", "--json")
    data = json.loads(result.out)
    game = games.find(name)
    assert data["game"] == name
    assert game.parse(data["position"]).nimber == data["nimber"]
    assert (data["outcome"] == "N") == (data["nimber"] > 0) == bool(data["winning_moves"])
    total = 0
    for component in data["components"]:
        assert game.parse(component["position"]).nimber == component["nimber"]
        total ^= component["nimber"]
    assert total == data["nimber"]
    for move in data["winning_moves"]:
        assert str(game.parse(data["position"]).play(move["move"])) == move["position"]
        assert game.parse(move["position"]).nimber == 0
    assert data["work"]["engine"] in {"search", "kernel", "formula", "kernel+search", "search+kernel"}
    text = grundy_command("solve", name, "--sample")
    assert text.code == 0
    assert f"nimber   {data['nimber']}\n" in text.out


def test_no_word_shows_the_help(grundy_command: Command) -> None:
    found = grundy_command()
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("Usage: grundy [OPTIONS] COMMAND")


def test_lists_have_a_line_for_each_game_and_each_problem(grundy_command: Command) -> None:
    lines = grundy_command("games").out.splitlines()
    assert [" ".join(line.split()) for line in lines] == [f"{game.name} {game.rules}" for game in games.all_games()]
    lines = grundy_command("problems").out.splitlines()
    assert [line.split()[0] for line in lines] == list(contests.names())
    for line, problem in zip(lines, contests.all_problems(), strict=True):
        assert f"  {problem.title}, {problem.source}" in line
        assert all(alias in line for alias in problem.aliases)


def without_metadata(svg: str) -> str:
    """Return a picture without what it says of itself."""
    return re.sub("<metadata>.*</metadata>", "", svg)


def test_pictures_and_the_text(grundy_command: Command, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    board = "4 5\nX....\n...X.\n.....\n.....\n"
    plain = grundy_command("solve", "wall-making", stdin=board)
    result = grundy_command("solve", "wall-making", "-o", "-", "-o", str(svg), "-o", str(png), stdin=board)
    assert (result.code, result.out, result.err) == (0, plain.out, "")
    picture = draw_position(grundy.games.wall_making(board))
    assert without_metadata(svg.read_text(encoding="utf-8")) == picture
    drawn = encode(picture)
    assert png.read_bytes().startswith(drawn[:33])
    assert png.read_bytes().endswith(drawn[33:])
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "a.png"}
    data = json.loads(grundy_command("solve", "nim", "3", "-o", str(svg), "--json").out)
    assert data["nimber"] == 3
    assert "nimber 3" in svg.read_text(encoding="utf-8")


def test_a_picture_to_stdout_replaces_the_text(grundy_command: Command) -> None:
    result = grundy_command("solve", "wythoff", "5", "7", "-o", "-.svg")
    assert (result.code, result.err) == (0, "")
    assert without_metadata(result.out) == draw_position(grundy.games.wythoff(5, 7))


def test_a_picture_that_cannot_be_made_leaves_the_old_one(grundy_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("old")
    result = grundy_command("solve", "nim", "-o", "-", "-o", str(path), stdin="1 " * 501)
    assert result.code == 2
    assert result.out.count("nimber 1") == 501  # the answer itself is not lost
    assert "grundy: expected at most 500 heaps for a picture, found 501" in result.err
    assert path.read_text() == "old"


@pytest.mark.parametrize("missing", ["resvg_py", "fontpkg"])
def test_png_without_its_packages(
    missing: str, grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    result = grundy_command("solve", "nim", "3", "-o", str(tmp_path / "a.png"))
    assert (result.code, result.out) == (2, "")
    assert "pip install 'grundy[png]'" in result.err


def test_answer_from_stdin_prints_the_answer_and_nothing_else(grundy_command: Command) -> None:
    result = grundy_command("answer", "boj-11717", stdin="2 2\nX.\n..\n")
    assert (result.code, result.out, result.err) == (0, "First\n", "")


def test_answer_from_files(grundy_command: Command, tmp_path: Path) -> None:
    good, bad, other = tmp_path / "1.in", tmp_path / "2.in", tmp_path / "3.in"
    good.write_bytes(b"\xef\xbb\xbf2 2\r\nX.\r\n..")
    bad.write_text("2 2\nX.\n.Q\n")
    other.write_text("2 2\n..\n..\n")
    assert grundy_command("answer", "boj-11717", str(good)).out == "First\n"
    out = tmp_path / "new" / "out"
    result = grundy_command("answer", "boj-11717", str(good), str(bad), str(other), "--out-dir", str(out))
    assert result.code == 2
    assert result.out == ""
    assert result.err == f"{bad}:3:2: expected '.' or 'X', found 'Q'\n"
    assert {path.name: path.read_text(encoding="utf-8") for path in out.iterdir()} == {
        "1.out": "First\n",
        "3.out": "Second\n",
    }
    assert (out / "1.out").stat().st_mode & 0o777 == good.stat().st_mode & 0o777
    again = grundy_command("answer", "boj-11717", str(good), "--out-dir", str(out))
    assert (again.code, again.out, again.err) == (0, "", "")


def test_answers_never_share_a_file(grundy_command: Command, tmp_path: Path) -> None:
    (tmp_path / "1.in").write_text("1 1\n.\n")
    (tmp_path / "1.txt").write_text("1 1\nX\n")
    out = tmp_path / "out"
    result = grundy_command(
        "answer", "boj-11717", str(tmp_path / "1.in"), str(tmp_path / "1.txt"), "--out-dir", str(out)
    )
    assert result.code == 2
    assert "expected inputs of different names" in result.err
    assert not list(out.iterdir())


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["answer", "boj-11717"], "2 2\nX.\n.Q\n", "<stdin>:3:2: expected '.' or 'X', found 'Q'\n"),
        (["answer", "boj-11717"], "", "expected an input of boj-11717 on stdin, which is empty"),
        (["answer", "boj-11717"], b"\x00\xff\xfe", "<stdin>:1:2: expected UTF-8 text, found the byte 0xff (iconv"),
        (["answer", "boj-1"], "", "grundy: expected the name of a problem, found 'boj-1'; did you mean "),
        (["answer"], "", "Missing argument 'PROBLEM'"),
        (["answer", "boj-11717", "a", "b"], "", "expected one file, or --out-dir"),
        (["answer", "boj-11717", "no/such/file"], "", "no/such/file: expected a file to read, found: No such file"),
        (["answer", "boj-11717", "/"], "", "/: expected a file to read, found: Is a directory"),
        (["answer", "boj-11717", "--out-dir", "/dev/null/x"], "", "expected a folder for the answers"),
        (["solve"], "", "Missing argument 'GAME'"),
        (
            ["solve", "wal-making"],
            "",
            "grundy: expected the name of a game, found 'wal-making'; did you mean wall-making?",
        ),
        (["solve", "0.7x"], "", "code:1:4: expected a digit, 0 to 9 or a to f, found 'x'"),
        (["solve", "1.77"], "", "code:1:1: expected 0, 4, 8 or c as the digit d0 (a move that takes nothing must"),
        (["solve", "nim", "3 + 0.x: 4"], "", "<arguments>:1:7: expected a digit or '[', a digit being"),
        (["solve", "wall-making", "no.txt"], "", "no.txt: expected a file to read, found: No such file"),
        (["solve", "wall-making", ""], "", "<arguments>:1:1: expected a row of"),
        (["solve", "wall-making", "X..Q/...."], "", "<arguments>:1:4: expected '.', 'X' or '#', found 'Q'"),
        (["solve", "wall-making", "a", "b"], "", "expected one file with a position of wall-making, found 2 arguments"),
        (["solve", "wall-making", "--jsn"], "", "no such option: --jsn"),
        (["solve", "wall-making"], "X.\n.Q", "<stdin>:2:2: expected '.', 'X' or '#', found 'Q'"),
        (
            ["solve", "nim", "-3"],
            "",
            "<arguments>:1:1: expected the size of a heap, an integer of at least 0, found '-3'",
        ),
        (["solve", "nim", "9" * 300, "x"], "", "<arguments>:1:302: expected the size of a heap"),
        (["solve", "nim", "9" * 1001], "", "<arguments>:1:1: expected the size of a heap"),
        (["solve", "grundys-game", "9" * 900], "", "needs a table: about 10^"),
        (["solve", "king", "9" * 900, "9" * 900], "", "needs a table: about 10^"),
        (["solve", "mem", "9" * 300, "3"], "", ": about 10^"),
        (["solve", "nim", "1,000"], "", "write 1000 for one number, 1 000 for several"),
        (["solve", "nim", "1.5"], "", "<arguments>:1:1: expected the size of a heap"),
        (["solve", "nim", "3", "x"], "", "<arguments>:1:3: expected the size of a heap"),
        pytest.param(
            ["solve", "0.007", "99999999"],
            "",
            "grundy: the table of 0.007 up to heap 99,999,999 needs much work: ",
            # It compiles the search for a period, as the next one that of misère play.
            marks=[pytest.mark.slow, pytest.mark.needs_jit],
        ),
        (["solve", "wall-making", "--budget", "0"], "..", "Invalid value for '--budget'"),
        (["solve", "wall-making", "--budget", "5"], ".#.\n...\n...\n", " options, the budget is 5 (--budget"),
        (["solve", "nim", "3", "-o", "no/such/a.svg"], "", "'no/such/a.svg': expected a file to write"),
        (["solve", "nim", "3", "-o", "."], "", "expected a file to write the result to, found a folder"),
        (["solve", "nim", "3", "-o", ""], "", "expected a file to write the result to, found no name"),
        (["solve", "nim", "3", "-o", "-.svg", "--json"], "", "expected one thing for stdout: .json or .svg"),
        (["solve", "nim", "3", "-o", "-", "-o", "-.png"], "", "expected one thing for stdout: .txt or .png"),
        (["explain"], "", "Missing argument 'GAME|PROBLEM'"),
        (
            ["explain", "wal-making"],
            "",
            "grundy: expected the name of a game or problem, found 'wal-making'; did you mean wall-making?",
        ),
        (["explain", "boj-11717"], "2 2\nX.\n.Q\n", "<stdin>:3:2: expected '.' or 'X', found 'Q'"),
        (["explain", "boj-11717", "a", "b"], "", "expected one file with an input of boj-11717, found 2 arguments"),
        (["explain", "boj-11717", "--jsn"], "", "no such option: --jsn"),
        (
            ["explain", "treblecross", "5", "--misere"],
            "",
            "the winning moves of treblecross in misère play are not",
        ),
        (["explain", "kayles", "3", "--move", "3 -> 4"], "", "expected a legal move, such as 3 -> 2, 3 -> 1+1"),
        (
            ["explain", "kayles", "3", "--component", "2"],
            "",
            "expected the number of a component, from 1 to 1, for --component, found 2",
        ),
        (["explain", "kayles", "3", "--component", "0"], "", "Invalid value for '--component'"),
        (["explain", "kayles", "3", "--misere", "--component", "1"], "", "no --component, with --misere"),
        (["explain", "boj-11717", "--misere"], "2 2\nX.\n..\n", "no --component, with --misere"),
        (["explain", "0.7x", "3"], "", "code:1:4: expected a digit"),
        (["explain", "king", "9" * 900, "9" * 900], "", "needs a table: about 10^"),
        (
            ["play", "nim", "0"],
            "",
            "expected a position in which somebody can move, found nim 0, in which the game is over",
        ),
        (["play", "nim", "-"], "5", "expected a file with the position, found -: stdin is used for the moves"),
        (["play", "nim", "3", "--random", "5"], "", "expected a position or --random, found 3 and --random 5"),
        (["play", "nim", "--two", "--second"], "", "expected --two, or --second and --errors"),
        (["play", "nim", "--two", "--errors", "0"], "", "expected --two, or --second and --errors"),
        (["play", "nim", "--errors", "nan"], "", "expected a rate of errors from 0 to 1, found nan"),
        (["play", "nim", "--errors", "2"], "", "2.0 is not in the range 0<=x<=1"),
        (["play", "nim", "--undo"], "", "no such option: --undo"),
        (["play", "nim", "3", "x"], "", "<arguments>:1:3: expected the size of a heap"),
        (["play", CRAM.replace("cram", "chomp")], "", "found none, and there is no sample"),
        (["solve", "nim", "3", "5", "--sample"], "", "expected a position or --sample, found 3 5 and --sample"),
        (["solve", "nim", "--sample", "--undo"], "", "no such option: --undo"),
        (["explain", "boj-11717", "a.txt", "--sample"], "", "expected a position or --sample, found a.txt"),
        (["play", CRAM, "--random", "9"], "", "expected a game with random positions"),
        (
            ["solve", "nim", "3", "--misere", "--remoteness"],
            "",
            "expected --misere or --remoteness, found both: --remoteness is about normal play",
        ),
        (["solve", "nim", "3", "--misere", "-o", "-.svg"], "", "expected --misere or -o .svg, found both"),
        (["solve", "nim", "3", "--misere", "--save", "a.tables"], "", "expected --misere or --save, found both"),
        (["solve", "grundys-game", "99999999", "--misere"], "", "the component has many options below it: "),
        (["solve", "nim", "9" * 30, "--remoteness"], "", "the component has many options below it: about 10^"),
        pytest.param(
            ["solve", "kayles", "30", "31", "--misere", "--budget", "5000"],
            "",
            "5,000 options, the budget is 5,000",
            marks=pytest.mark.slow,
        ),
        (["games", "chess"], "", "found 'chess'; did you mean dawsons-chess? (grundy games lists all)"),
        (
            ["solve", "xyzzy", "3"],
            "",
            f"such as {', '.join(games.names()[:3])}, found 'xyzzy' (grundy games lists all)",
        ),
        (["explain", "xyzzy"], "", "found 'xyzzy' (grundy games or grundy problems lists all)"),
        (["solve", "dawson", "5"], "", "did you mean dawsons-chess or dawsons-kayles? ("),
        (
            ["solve", "3", "5"],
            "",
            "found '3' (the game, or a code such as 0.137, stands first; grundy games lists all)",
        ),
        (["answer", "a.in", "boj-11717"], "", "found 'a.in' (the problem stands first; grundy problems lists all)"),
        (["solve", "x" * 81], "", f"found '{'x' * 80}...' (grundy games"),
        (["answer", "B0J-11717"], "", "found 'B0J-11717'; did you mean boj-11717"),
        (["solve", "nim", "3", "--mis"], "", "no such option: --mis; did you mean --misere?"),
        (["explain", "nim", "3", "--langauge=ko"], "", "no such option: --langauge=ko; did you mean --language?"),
        (
            ["solve", "nim", "3", "--langauge", "ko"],
            "",
            "did you mean grundy embed --language, grundy explain --language",
        ),
        (["stress", "boj-11717", "--second", "5", "--", "true"], "", "--second; did you mean --seconds"),
        (["problems", "xyzzy"], "", "grundy: expected the name of a problem"),
        (["frobnicate"], "", "No such command 'frobnicate'.\n"),
        (["list"], "", "Did you mean grundy games or grundy problems?"),
        (["slove", "nim", "3"], "", "Did you mean grundy solve nim 3?\n"),
        (["sovle", "nim", "3"], "", "No such command 'sovle'. Did you mean grundy solve nim 3?"),
        (["10", "7", "Kayles"], "", "Did you mean grundy solve kayles 10 7?"),
        (["kayles", "10"], "", "No such command 'kayles'. Did you mean grundy solve kayles 10?"),
        (["0.137", "3 + nim 2"], "", "Did you mean grundy solve 0.137 '3 + nim 2'?"),
        (["mygames.py:cram", "4x4"], "", "Did you mean grundy solve mygames.py:cram 4x4?"),
        (["boj-11717", "a.in"], "", "Did you mean grundy answer boj-11717 a.in?"),
        (["help", "solve"], "", "Did you mean grundy solve --help?"),
        (["kayles", *["10"] * 99], "", "10 10 ...?\n"),
        (["--frobnicate"], "", "no such option: --frobnicate"),
        (["sequence", "0.77", "--plot", "a.png"], "", "no such option: --plot; did you mean -o plot.svg?"),
        (["sequence", "0.77", "--length", "1k"], "", "expected a whole number such as 1000 or 1e6, found '1k'"),
        (["stress", "boj-11717", "--seconds", "2m", "--", "true"], "", "of seconds such as 2 or 0.5, found '2m'"),
        (["stress", "boj-11717", "--memory-limit", "x", "--", "true"], "", "such as 256MB or 1G, found 'x'"),
        (["stress", "boj-11717", "--memory-limit", "1MB", "--", "true"], "", "1 is not in the range 8<=x<=65536"),
        (["stress", "kayles", "--", "true"], "", "such as --input '{n}', or --python with a function"),
        (["stress", "boj-11717", "--", "./sol"], "", "is compiled first (g++ -O2 -o sol sol.cpp)"),
        (["sequence", "1", "3", "4"], "", "grundy sequence '{1,3,4}'"),
        (["solve", "1", "3", "4", "10"], "", "grundy solve '{1,3,4}'"),
        (["table", "wythoff", "20"], "", "such as 20x20, found '20'"),
        (
            ["solve", "wall-making"],
            "",
            "on stdin, which is empty; write it after the name of the game: grundy solve wall-making 4x4",
        ),
    ],
)
def test_wrong_input(grundy_command: Command, arguments: list[str], stdin: str | bytes, message: str) -> None:
    result = grundy_command(*arguments, stdin=stdin)
    assert result.code == 2
    assert result.out == ""
    assert message in result.err
    assert "Traceback" not in result.err


@pytest.mark.slow
def test_heaps_of_any_size_once_the_period_is_proved(grundy_command: Command) -> None:
    result = grundy_command("solve", "kayles", "1" + "0" * 100)
    assert (result.code, "nimber   1\n" in result.out) == (0, True)
    assert "and others that were not examined" in result.out
    data = json.loads(grundy_command("solve", "0.77", "1" + "0" * 100, "--json").out)
    assert data["nimber"] == 1
    assert data["more_winning_moves"] is True
    position = grundy.heaps("0.77")(10**100)
    for winning in data["winning_moves"]:
        assert position.play(winning["move"]).nimber == 0
    assert grundy_command("answer", "boj-13034", "--no-limits", stdin="9" * 900).out == "1\n"


@pytest.mark.parametrize("length", ["1e3", "1,000", "1_000"])
def test_ways_to_write_a_number(grundy_command: Command, length: str) -> None:
    asked = ["sequence", "0.77", "--csv", "--length"]
    assert grundy_command(*asked, length).out == grundy_command(*asked, "1000").out


def test_a_crash_gets_no_lesson_on_nimbers(grundy_command: Command, tmp_path: Path) -> None:
    found = grundy_command("stress", "boj-11717", "--save", str(tmp_path / "a.in"), "--", "false")
    assert found.code == 1
    assert "crash" in found.out
    assert "nimber" not in found.out


def test_a_budget_that_suffices(grundy_command: Command) -> None:
    result = grundy_command("solve", "wall-making", "--budget", "100000", "--json", stdin=".#.\n...\n...\n")
    assert json.loads(result.out)["nimber"] == grundy.games.wall_making(".#.\n...\n...").nimber


@pytest.mark.needs_jit
def test_a_budget_does_not_lower_that_of_kernels(grundy_command: Command) -> None:
    result = grundy_command("solve", "wall-making", "--budget", "10", "--json", stdin=("." * 15 + "\n") * 15)
    assert json.loads(result.out)["work"]["engine"] == "kernel"


def test_the_game_of_a_position_under_another_name(grundy_command: Command) -> None:
    assert json.loads(grundy_command("solve", "kayles", "nim", "3", "--json").out)["game"] == "nim"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["NIM", "3"], ["nim", "3"]),
        (["Dawsons_Kayles:", "3", "+", "NIM", "4"], ["dawsons-kayles", "3 + nim 4"]),
        (["couples are forever", "9"], ["couples-are-forever", "9"]),
        (["couples", "are", "forever", "9"], ["couples-are-forever", "9"]),
        (["mem", "plus", "5", "2"], ["mem-plus", "5", "2"]),
        (["nim", "3+5,7"], ["nim", "3 + 5 7"]),
        (["kayles", "3,", "5,", "12"], ["kayles", "3", "5", "12"]),
        (["kayles", "(3,", "5)"], ["kayles", "3", "5"]),
        (["kayles", "[12]"], ["kayles", "12"]),
        (["wythoff", "5,7"], ["wythoff", "5", "7"]),
        (["10", "7", "kayles"], ["kayles", "10", "7"]),
        (["clobber", "xo", "ox"], ["clobber", "xo/ox"]),
        (["heaps.txt", "Kayles"], ["kayles", "heaps.txt"]),
        (["0.137", "3", "+", "nim", "2"], ["0.137", "3 + nim 2"]),
    ],
)
def test_positions_as_they_are_typed(
    typed: list[str], meant: list[str], grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heaps.txt").write_text("10 7")
    result = grundy_command("solve", *typed)
    assert (result.code, result.err) == (0, "")
    assert result.out == grundy_command("solve", *meant).out


@pytest.mark.parametrize("name", ["chomp", "cram", "notakto", "wall-making"])
def test_a_size_is_an_empty_board(
    name: str, grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows, parts = "...\n...", f"...\n...\n+\n{name} ."
    assert games.find(name).parse("2x3") == games.find(name).parse(rows)
    assert grundy_command("solve", name, "2X3").out == grundy_command("solve", name, stdin=rows).out
    assert grundy_command("solve", "2x3", name).out == grundy_command("solve", name, stdin=rows).out
    assert grundy_command("solve", name, "2x3 + 1x1").out == grundy_command("solve", name, stdin=parts).out
    (tmp_path / "2x3").write_text(".")
    assert grundy_command("solve", name, "2x3").out == grundy_command("solve", name, stdin=".").out


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("card", "2x3", "expected a position of card (rows of 'R', 'B' or 'G'; "),
        ("clobber", "2x3", "found only a size, 2x3; --sample shows one"),
        ("king", "2x3", "found only a size, 2x3; --sample shows one"),
        (CRAM, "0x3", "expected a state of cram"),
        ("cram", "2 3", "expected the size of a board as one word, 2x3, found 2 3"),
        ("wall-making", "2 3", "expected the size of a board as one word, 2x3, found 2 3"),
        ("cram", "0x3", "each from 1 to 999, as in 4x4, found 0x3"),
        ("cram", "999x999", "expected a board of at most 1,024 cells"),
        ("cram", "9999x1", "each from 1 to 999, as in 4x4, found 9999x1"),
    ],
)
def test_a_size_that_is_no_board(name: str, size: str, words: str, grundy_command: Command) -> None:
    result = grundy_command("solve", name, *size.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_a_file_with_a_similar_name_is_suggested(grundy_command: Command, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("X.")
    said = grundy_command("solve", "wall-making", str(tmp_path / "bord.txt"))
    assert said.code == 2
    assert said.err.endswith(f"found: No such file or directory; did you mean {tmp_path / 'board.txt'}?\n")
    assert "board.txt?" in grundy_command("solve", "cram", str(tmp_path / "boards.txt")).err
    assert "did you mean" not in grundy_command("solve", "wall-making", str(tmp_path / "no" / "bord.txt")).err


def test_a_game_that_is_named_first_is_the_game(
    grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a file has its name, or another game is named last, or the words could be a longer name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim").write_text("1")
    (tmp_path / "plus").write_text("5 2")
    assert "found 'kayles'" in grundy_command("solve", "0.137", "2", "kayles").err
    assert "expected the size of a heap" in grundy_command("solve", "nim", "kayles").err
    assert grundy_command("solve", "mem", "plus").out == grundy_command("solve", "mem", "5", "2").out


@pytest.mark.parametrize("command", ["games", "graph", "explain", "table", "pattern", "sequence"])
def test_names_of_games_in_any_case(command: str, grundy_command: Command) -> None:
    words = {"graph": ["3"], "explain": ["3"], "table": ["5"], "pattern": ["8"], "sequence": ["--length", "9"]}
    typed, meant = (grundy_command(command, name, *words.get(command, [])) for name in ("NIM", "nim"))
    assert (typed.code, typed.out) == (0, meant.out)


def test_numbers_on_the_command_line_are_not_file_names(
    grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5").write_text("7")
    assert "nimber   5" in grundy_command("solve", "nim", "5").out


def test_a_file_of_sizes(grundy_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "heaps.txt"
    path.write_text("kayles 10\n7\n+\nnim 3\n")
    assert grundy_command("solve", "kayles", str(path)).out == grundy_command("solve", "kayles", "10 7 + nim 3").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("games | true", 0, ""),
        ("solve nim 3 5 > /dev/full", 2, "grundy: expected to write the result, found: No space left on device\n"),
        *(
            (f"{arguments} >&-", 2, "grundy: expected to write the result, found: stdout is closed\n")
            for arguments in ("solve nim 3 5", "--version", "--help", "solve --help")
        ),
        ("answer boj-11717 <&-", 2, "expected an input on stdin, which is closed"),
        ("play nim 3 <&-", 2, "expected moves on stdin, which is closed"),
        (
            "play nim 3 < /dev/null > /dev/full",
            2,
            "grundy: expected to write the result, found: No space left on device\n",
        ),
        ("solve wall-making <&-", 2, "expected an input on stdin, which is closed"),
    ],
)
def test_closed_pipes(script: str, code: int, message: str) -> None:
    command = f"{sys.executable} -m grundy {script}; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert message or not result.stderr.replace("A code of heaps is a game as well: grundy solve 0.137 12\n", "")


def test_help_has_each_command_once_and_an_example_for_each_group(grundy_command: Command) -> None:
    groups = re.findall(
        r"^(?!Options)\S.* \(grundy (\w+).*\):\n((?:  .*\n)+)", grundy_command("--help").out, re.MULTILINE
    )
    listed = [re.findall(r"^  (\w+) ", lines, re.MULTILINE) for _, lines in groups]
    assert len(groups) == 5
    assert [example in commands for (example, _), commands in zip(groups, listed, strict=True)] == [True] * 5
    assert sorted(name for names in listed for name in names) == sorted(_COMMANDS)
    assert len(grundy_command("solve", "--help").out.splitlines()) <= 36


def test_version(grundy_command: Command) -> None:
    assert grundy_command("--version").out == f"grundy, version {grundy.__version__}\n"


@pytest.mark.parametrize(
    ("number", "ctrl_c"),
    [
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.default_int_handler),
        (getattr(signal, "SIGHUP", signal.SIGTERM), signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_IGN),  # as in the background of a script
    ],
)
def test_interrupt(
    number: signal.Signals, ctrl_c: Any, grundy_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {one: signal.getsignal(one) for one in (number, signal.SIGINT)}

    def interrupt(*_arguments: object) -> int:
        signal.raise_signal(number)
        return 0

    monkeypatch.setattr("grundy.core.position.Position.value", property(interrupt))
    try:
        signal.signal(number, signal.SIG_DFL)  # `nohup` has SIGHUP ignored
        signal.signal(signal.SIGINT, ctrl_c)
        before = signal.getsignal(number)
        result = grundy_command("solve", "nim", "3")
        assert signal.getsignal(number) is before
    finally:
        for one, action in usual.items():
            signal.signal(one, action)
    assert (result.code, result.out) == (3, "")
    assert result.err == "\ngrundy: stopped before the end; everything written so far is complete\n"


def test_problems_are_found_by_words(grundy_command: Command) -> None:
    def found(*words: str) -> set[str]:
        return {line.split()[0] for line in grundy_command("problems", *words).out.splitlines()}

    assert found("tree") == found("TREE") >= {"agc-017-d"}
    assert found("codeforces", "problem") >= {"cf-138d", "cf-787c"}
    assert found("wall", "making") >= {"boj-11717"}
    assert found("atcoder", "tree") == {"agc-017-d"}
    assert "Source" in grundy_command("problems", "boj-11717").out
    data = json.loads(grundy_command("problems", "atcoder", "tree", "--json").out)
    assert [one["id"] for one in data] == ["agc-017-d"]
    for wrong in (("xyzzy",), ("codeforces", "xyzzy")):
        result = grundy_command("problems", *wrong)
        assert (result.code, result.out) == (2, "")
        assert "xyzzy" in result.err


def test_terms_to_look_up_stand_in_one_line(grundy_command: Command) -> None:
    lines = grundy_command("sequence", "0.07", "--length", "12").out.splitlines()
    assert lines[-2:] == ["terms    0,0,1,1,2,0,3,1,1,0,3,3", "OEIS     A002187, from heap 1 on"]
    assert "OEIS" not in grundy_command("sequence", "0.6", "--length", "12").out
    assert "terms    0,1,2,3,1,4" in grundy_command("pattern", "kayles", "30").out
    table = grundy_command("pattern", "wythoff", "6x6").out.splitlines()
    assert table[-1] == "terms    0,1,1,2,2,2,3,0,0,3,4,4,1,4,4,5,5,5,5,5,5 (a + b = 0, 1, 2, ...; a from 0 on)"


def test_the_help_of_serve_says_what_rules_in_files_may_do(grundy_command: Command) -> None:
    words = " ".join(grundy_command("serve", "--help").out.split())
    assert "run with all rights of the user who started the server" in words
    assert "Serve only files that you trust" in words
    assert "against mistakes, not against attackers" in words


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("so", ["plain,solve"]),
        ("solve WALL", ["plain,wall-making"]),
        ("play kay", ["plain,kayles"]),
        ("answer boj-1171", ["plain,boj-11717"]),
        ("stress cf-138", ["plain,cf-138d"]),
        ("solve --mis", ["plain,--misere"]),
        ("solve wall-making boa", ["file,boa"]),
        ("solve mygames.py", ["file,mygames.py"]),
    ],
)
def test_a_shell_completes_words(line: str, ends: list[str]) -> None:
    words = f"grundy {line}"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1), "_GRUNDY_COMPLETE": "bash_complete"}
    command = [sys.executable, "-m", "grundy"]
    result = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=True)
    assert result.stdout.split("\n")[: len(ends)] == ends


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(grundy_command: Command, shell: str) -> None:
    result = grundy_command("completion", shell)
    assert result.code == 0
    assert f"_GRUNDY_COMPLETE={shell}_complete" in result.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.out, text=True, check=True)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["nim(3, 4, 5)"], "nimber   2"),
        (["nim 3 4 5"], "nimber   2"),
        (["kayles 10 + nim 3"], "1: kayles"),
        (["wall making", "X./.."], "nimber   2"),
    ],
)
def test_a_game_with_its_position_in_one_word(grundy_command: Command, words: list[str], shown: str) -> None:
    result = grundy_command("solve", *words)
    assert result.code == 0
    assert shown in result.out


def test_what_was_meant_is_said(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mygames.py").write_text("import grundy\n@grundy.ruleset\ndef cram(n):\n    yield from range(n)\n")
    (tmp_path / "spaced.txt").write_text("X . .\n. . .\n")
    for words, said in [
        (["solve", "mygames:cram", "3"], "did you mean mygames.py:cram?"),
        (["solve", "cram", "4*4"], "expected the size of a board as one word, 4x4, found 4*4"),
        (["solve", "cram", "4,4"], "expected the size of a board as one word, 4x4, found 4,4"),
        (["solve", "wall-making", "spaced.txt"], "spaced.txt:1:3: expected a row without blanks between its letters"),
        (["run", "kayles", "10"], "Did you mean grundy solve kayles 10?"),
        (["serve", "8080"], "found no file '8080'"),
        (["solve", "nim", "3", "--normal"], "no such option: --normal"),
    ]:
        result = grundy_command(*words)
        assert result.code == 2, words
        assert said in result.err, words


def test_a_terminal_hears_of_work_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(common, "MOMENT_SECONDS", 0.02)
    monkeypatch.setattr(common, "ANSWER_SECONDS", 0.1)
    with click.Context(click.Command("solve", params=[click.Option(["--budget"])])), common.words_about_work():
        progress.report(10, None)
        time.sleep(0.2)
        until = time.monotonic() + 20
        while "20 options" not in terminal.getvalue():  # what comes just after another line is not said
            progress.report(20, None)
            time.sleep(0.01)
            assert time.monotonic() < until
        while not terminal.getvalue().endswith("s so far"):
            time.sleep(0.01)
            assert time.monotonic() < until
    said = terminal.getvalue()
    assert re.match(r"\r\x1b\[K[0-9]+ s so far", said)  # of a busy machine, 1 s
    assert "grundy: nobody knows how long this search takes; Ctrl-C stops it, --budget " in said
    assert re.search(r"20 options, [0-9]+ a second\r\x1b\[K20 options, [0-9]+ a second, [0-9]+ s so far", said)
    assert said.endswith("\r\x1b[K")
