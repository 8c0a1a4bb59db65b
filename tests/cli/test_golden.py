"""The text of the command line, compared with what it was."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from support.command import Command

GOLDEN = Path(__file__).parent / "golden"
CASES: list[tuple[str, list[str], str]] = [
    ("help", ["--help"], ""),
    ("games-wall-making", ["games", "wall-making"], ""),
    ("games-octal-json", ["games", "0.137", "--json"], ""),
    ("problems-boj-11717", ["problems", "jag-spring-2015-l"], ""),
    ("problems-boj-28218-ko", ["problems", "boj-28218", "--language", "ko"], ""),
    ("problems-cf-87c-ja", ["problems", "cf-87c", "--language", "ja"], ""),
    ("solve-wall-making", ["solve", "wall-making"], "4 5\nX....\n...X.\n.....\n.....\n"),
    ("solve-wall-making-json", ["solve", "wall-making", "--json"], "X.\n..\n"),
    ("solve-lost", ["solve", "wall-making", "-"], "..\n.."),
    ("solve-diagonal", ["solve", "diagonal"], "LRX\n.LR\nRRL"),
    ("solve-grid-game", ["solve", "grid-game"], "K=2\n@...\n.#..\n...."),
    ("solve-grid-game-json", ["solve", "grid-game", "--json"], "K=1\n@.\n..\n"),
    ("solve-wythoff", ["solve", "wythoff", "5", "7"], ""),
    ("solve-rook-board", ["solve", "rook", "-"], "@..#\n....\n"),
    ("solve-kayles", ["solve", "kayles", "10", "8"], ""),
    ("solve-octal-json", ["solve", "0.137", "12", "--json"], ""),
    ("solve-nim-large", ["solve", "nim", "1000000000000000000", "5"], ""),
    ("solve-polygon", ["solve", "polygon", "12", "1-4", "5-7"], ""),
    ("solve-sum", ["solve", "wall-making"], "X.\n..\n+\nkayles 5 7\n+\nwythoff 2 3"),
    ("explain-sum", ["explain", "wall-making"], "X..\n...\n+\nkayles 5\n+\nwythoff 2 3"),
    ("explain-lost", ["explain", "kayles", "10", "7"], ""),
    ("explain-move", ["explain", "kayles", "3 4 5", "--move", "3->1", "--component", "2"], ""),
    ("explain-diagonal", ["explain", "diagonal"], "LRX\n.LR\nRRL"),
    ("explain-grid-game", ["explain", "boj-28218"], "3 4 0\n....\n.#..\n....\n2\n3 2\n1 1\n"),
    ("explain-game-on-plane", ["explain", "game-on-plane", "9", "2-4"], ""),
    ("explain-many", ["explain", "boj-16187"], "7\n" + "3\n" * 7),
    ("explain-nim-large", ["explain", "nim", "1000000000000000000", "5"], ""),
    ("explain-couples", ["explain", "couples-are-forever", "--sample"], ""),
    ("explain-treblecross-json", ["explain", "treblecross", "--sample", "--json"], ""),
    ("explain-problem-json", ["explain", "boj-11717", "--json"], "2 2\nX.\n..\n"),
    ("explain-sum-ko", ["explain", "wall-making", "--language", "ko"], "X..\n...\n+\nkayles 5\n+\nwythoff 2 3"),
    ("explain-sum-ja", ["explain", "wall-making", "--language", "ja"], "X..\n...\n+\nkayles 5\n+\nwythoff 2 3"),
    ("explain-lost-ko", ["explain", "kayles", "10", "7", "--language", "ko"], ""),
    ("explain-many-ja", ["explain", "boj-16187", "--language", "ja"], "7\n" + "3\n" * 7),
    ("explain-diagonal-ja", ["explain", "diagonal", "--language", "ja"], "LRX\n.LR\nRRL"),
    ("explain-couples-ko", ["explain", "couples-are-forever", "--sample", "--language", "ko"], ""),
    ("explain-misere", ["explain", "kayles", "9", "5", "3", "--misere"], ""),
    ("explain-misere-ko", ["explain", "kayles", "9", "--misere", "--language", "ko"], ""),
    ("solve-misere-huge", ["solve", "kayles", "1" + "0" * 30, "7", "7", "3", "--misere"], ""),
    ("misere-0.123", ["misere", "0.123"], ""),
    ("misere-partial-json", ["misere", "kayles", "--heaps", "5", "--json"], ""),
    ("table-wythoff", ["table", "wythoff", "1-6x8"], ""),
    ("play-help", ["play", "--help"], ""),
    (
        "play-wall-making",
        ["play", "wall-making", "--errors", "0.3", "--seed", "3"],
        "help\nhint\nr9c9\nr1c2\nundo\nshow\nvalues\nR2C2\nhint\nr4c1\nmoves\nr3c3\n",
    ),
    (
        "play-sum",
        ["play", "nim", "1 + wythoff 1 2 + polygon 5", "--seed", "1"],
        "moves\nvalues\nhint\n3:1-2\nquit\n",
    ),
    ("play-two", ["play", "nim", "1", "2", "--two"], "1 -> 0\nundo\nundo\n1->0\n2 -> 1\n1 -> 0\n"),
    ("play-second", ["play", "kayles", "3", "--second", "--seed", "1"], "2->1\n1->0\n"),
    *(
        (
            f"play-wall-making-{language}",
            ["play", "wall-making", "--errors", "0.3", "--seed", "3", "--language", language],
            "help\nhint\nr9c9\nr1c2\nundo\nshow\nvalues\nR2C2\nhint\nr4c1\nmoves\nr3c3\n",
        )
        for language in ("ko", "ja")
    ),
    (
        "play-two-ko",
        ["play", "nim", "1", "2", "--two", "--language", "ko"],
        "1 -> 0\nundo\nundo\n1->0\n2 -> 1\n1 -> 0\n",
    ),
    ("play-sum-ja", ["play", "nim", "1 + wythoff 1 2", "--seed", "1", "--language", "ja"], "values\nhint\nquit\n"),
    ("solve-misere", ["solve", "kayles", "9", "5", "3", "--misere"], ""),
    ("solve-misere-tame", ["solve", "nim", "1000000000000000000", "1", "--misere"], ""),
    ("solve-misere-json", ["solve", "wall-making", "--misere", "--json"], "X.\n..\n+\nkayles 5"),
    ("solve-remoteness", ["solve", "kayles", "5", "3", "--remoteness"], ""),
    ("solve-remoteness-json", ["solve", "kayles", "5", "--remoteness", "--json"], ""),
    ("solve-wide", ["solve", "wall-making"], ("." * 30 + "\n") * 2 + "X" * 30),
]


def masked(text: str) -> str:
    """Return the text without how long it took."""
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0.0', text)


SLOW = {"solve-misere-huge"}


@pytest.mark.parametrize(
    ("name", "arguments", "stdin"),
    [pytest.param(*case, id=case[0], marks=[pytest.mark.slow] * (case[0] in SLOW)) for case in CASES],
)
def test_golden(grundy_command: Command, name: str, arguments: list[str], stdin: str) -> None:
    """The text is what it was; write it anew with GRUNDY_WRITE_GOLDEN=1 and read the difference."""
    tables.clear()  # a misère quotient that another test has found would be the reason of an outcome
    result = grundy_command(*arguments, stdin=stdin)
    assert result.code == 0
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("GRUNDY_WRITE_GOLDEN"):
        path.write_text(masked(result.out), encoding="utf-8")
    assert masked(result.out) == path.read_text(encoding="utf-8")


def test_golden_texts_are_all_used() -> None:
    assert {f"{name}.txt" for name, _, _ in CASES} == {path.name for path in GOLDEN.iterdir()}
