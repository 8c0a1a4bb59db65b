"""Worksheets: the key is right, the exercises tell nothing of it, and the same seed makes the same one."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from grundy import games
from grundy.lab import call
from grundy.messages import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

TOLD = re.compile(r'<svg [^>]*aria-label="([^"]*)"')
KEY = re.compile(r'<tr><th scope="row">\d+</th><td>([^<]*)</td><td>([^<]*)</td></tr>')
VISIBLE = re.compile(r"<style>.*?</style>|<code>.*?</code>|<title>.*?</title>|<[^>]*>", re.DOTALL)
SEEDED = ("--count", "3", "--seed", "5")


def sheet(**asked: object) -> str:
    content: bytes = call("worksheets", asked).content
    return content.decode()


@pytest.mark.parametrize("game", ["wall-making", "polygon", "wythoff", "kayles", "grid-game", "0.137"])
def test_the_key_is_right_and_on_a_page_of_its_own(game: str) -> None:
    made = sheet(game=game, count=2, level="one", size=[4, 4] if game == "wall-making" else None, seed=4)
    exercises, key = made.split('<section class="key">')
    answers = KEY.findall(key)
    texts = [unescape(text) for text in TOLD.findall(exercises)]
    assert len(answers) == len(texts) == 2
    for text, (moves, nimber) in zip(texts, answers, strict=True):
        position = games.find(game).parse(text.removeprefix(game).removeprefix(":"))
        assert unescape(moves).split(", ") == [choice.move for choice in position.winning_moves()]
        assert nimber == str(position.nimber)
    assert "break-before: page" in made
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "")


def test_exercises_tell_no_answer() -> None:
    """Maps of outcomes and regions with nimbers are drawn without them."""
    for game in ("wythoff", "polygon", "kayles"):
        exercises = sheet(game=game, count=3, seed=1).split('<section class="key">')[0]
        drawn = "".join(re.findall(r"<svg.*?</svg>", exercises, re.DOTALL))
        words = " ".join(re.findall(r"<text[^>]*>([^<]*)<", drawn))
        assert not re.search("[A-Za-z]", words), game
        if game == "polygon":  # the numbers of the points
            assert words.split() == [str(number) for part in TOLD.findall(drawn) for number in points(part)]


def points(text: str) -> range:
    return range(1, int(text.split(maxsplit=1)[0]) + 1)


def test_the_same_seed_makes_the_same_worksheet() -> None:
    asked = {"game": "diagonal", "count": 4, "size": [3, 5], "level": "sum"}
    first, again, other = (sheet(**asked, seed=seed) for seed in (7, 7, 8))
    assert first == again != other
    assert "--size 3x5 --seed 7" in first
    assert {len(text.split()) for text in TOLD.findall(first)} == {3}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_no_english_is_printed_in_another_language(language: str) -> None:
    visible = VISIBLE.sub(" ", sheet(game="wall-making", count=2, seed=3, language=language))
    assert set(re.findall("[A-Za-z]{2,}", visible)) == set()


def test_the_command_writes_the_same_page(tmp_path: Path, grundy_command: Command) -> None:
    path = tmp_path / "sheet.html"
    assert grundy_command("worksheet", "kayles", *SEEDED, "--size", "2x8", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == sheet(game="kayles", count=3, seed=5, size=[2, 8])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kayls"], "kayles"),
        (["kayles", "--size", "3*8"], "--size"),
        (["kayles", "--size", "3x8x2"], "[3, 8, 2]"),
        (["nim", "--size", "1x0"], "can be won"),
        (["kayles", "--count", "0"], "--count"),
        (["kayles", "-o", "no/such/folder"], "no folder"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], words: str, grundy_command: Command) -> None:
    code, out, err = grundy_command("worksheet", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_large_boards_on_paper() -> None:
    """Their cells can be marked; a board that is too large is refused before it is solved."""
    made = sheet(game="wall-making", count=1, size=[20, 20], seed=2)
    assert "max-height: 80mm" in made
    assert "max-height: 64mm" in sheet(game="wall-making", count=1, size=[6, 6], seed=2)
    refused = call("worksheets", {"game": "wall-making", "count": 1, "size": [99, 2]})
    assert refused["error"]["message"].endswith("found 99 x 2 cells")
