"""Sheets: the key is right and the exercises tell nothing of it, no two are alike, and seeds make them again."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from grundy import games, heaps
from grundy.drawing import worksheet, worksheet_latex, worksheet_pdf
from grundy.errors import RulesetError
from grundy.lab import call
from grundy.lab.alike import identity
from grundy.lab.questions import KINDS, MIXED, Asker
from grundy.lab.worksheets import make_sheet
from grundy.runtime.messages import LANGUAGES
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

TOLD = re.compile(r'<svg [^>]*aria-label="([^"]*)"')
KEY = re.compile(r'<tr><th scope="row">\d+</th><td>([^<]*); Nimber ([^<]*)<')
VISIBLE = re.compile(
    r"<style>.*?</style>|<code>.*?</code>|<title>.*?</title>|<[^>]*>|\[[^]]*\]", re.DOTALL
)  # or a board on a line
SEEDED = ("--count", "3", "--seed", "5")
OWN = "import grundy\n@grundy.ruleset\ndef pins(n):\n    'Take one or two.'\n    yield from range(max(0, n - 2), n)\n"


def sheet(**asked: object) -> str:
    content: bytes = call("worksheets", asked).content
    return content.decode()


def exercises_of(page: str) -> str:
    return page.split('<section class="key', maxsplit=1)[0]


@pytest.mark.parametrize("game", ["wall-making", "polygon", "wythoff", "kayles", "grid-game", "0.137"])
def test_the_key_is_right_and_on_a_page_of_its_own(game: str) -> None:
    page = sheet(game=game, count=2, level="one", size=[4, 4] if game == "wall-making" else None, seed=4)
    exercises, key = page.split('<section class="key">')
    answers = KEY.findall(key)
    texts = [unescape(text) for text in TOLD.findall(exercises)]
    assert len(answers) == len(texts) == 2
    for text, (moves, nimber) in zip(texts, answers, strict=True):
        position = games.find(game).parse(text.removeprefix(game).removeprefix(":"))
        listed = unescape(moves).removeprefix("any of ").split("; ")
        assert listed == [
            str(choice.said.words).replace("heap", "row" if game == "kayles" else "heap")
            for choice in position.winning_moves()
        ]
        assert nimber == str(position.nimber)
    assert "break-before: page" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_exercises_tell_no_answer() -> None:
    """Maps of outcomes and regions with nimbers are drawn without them."""
    for game in ("wythoff", "polygon", "kayles"):
        exercises = exercises_of(sheet(game=game, count=3, seed=1))
        drawn = "".join(re.findall(r"<svg.*?</svg>", exercises, re.DOTALL))
        words = " ".join(re.findall(r"<text[^>]*>([^<]*)<", drawn))
        assert not re.search("[A-Za-z]", words), game
        if game == "polygon":  # the numbers of the points
            assert words.split() == [str(number) for part in TOLD.findall(drawn) for number in points(part)]


def points(text: str) -> range:
    return range(1, int(text.split(maxsplit=1)[0]) + 1)


def test_exercises_say_how_a_move_is_written_by_one_that_is_no_answer() -> None:
    made = make_sheet(games.find("kayles"), count=4, seed=1)
    (note,) = [note.partition("for example: ")[2].rstrip(".") for note in made.rules if "for example" in note]
    assert note
    assert all(note not in one.answer for one in made.exercises)


@pytest.mark.usefixtures("never_kernel")  # machine code would take longer to compile than to be of use
@pytest.mark.parametrize("kind", ["solve", "nimber", "outcome"])
def test_a_move_may_lead_to_loony(kind: str) -> None:
    game = games.find("strings-and-coins")
    made = [make_sheet(game, count=2, kinds=[kind], level="one", seed=seed) for seed in (1, 2)]
    assert all(sheet.exercises and "Whoever cannot move loses." in sheet.rules for sheet in made)


@pytest.mark.usefixtures("never_kernel")
def test_keys_know_that_the_same_player_may_move_again() -> None:
    game = games.find("strings-and-coins")
    asker = Asker(game, random.Random(1), "ten", None, "en")
    position = game.parse("0-1 0-2 0-3 1-2")
    assert asker.why(position).startswith("After “cut 0-3, freeing 3” the same player moves again, and it is worth 1. ")
    assert [asker.why_it_wins(choice).partition("3” ")[2] or choice.move for choice in position.winning_moves()] == [
        "wins: the same player moves again, and there is a winning move then.",
        "1-2",
    ]
    assert "moves again wins exactly if it does not leave 0" in asker.which_moves_win(position)
    assert "again" not in asker.which_moves_win(game.parse("0-1 0-2 1-2"))  # no coin can be freed at once


def test_keys_know_that_a_move_may_end_the_game() -> None:
    asker = Asker(games.find("treblecross"), random.Random(1), "ten", None, "en")
    for line, ends in (("XX..", True), ("X....", False)):
        position = games.treblecross(line)
        assert ("ends the game" in asker.which_moves_win(position)) is ends
        assert ("ends the game" in asker.why_it_wins(position.winning_moves()[0])) is ends


def test_equal_moves_of_several_heaps_are_one_answer() -> None:
    asker = Asker(games.find("nim"), random.Random(1), "ten", None, "en")
    assert asker.any_winning_move(games.nim(13, 13, 13, 4)) == "take 9 from the heap of 13"


def test_keys_of_misere_play_have_reasons() -> None:
    made = make_sheet(games.find("kayles"), count=4, kinds=["misere"], seed=3)
    assert all(" wins: " in one.reason or "Every move loses. After " in one.reason for one in made.exercises)
    assert not any("->" in one.reason for one in made.exercises)  # moves in words only, as the sheet teaches them
    assert all(one.reason.endswith(").") for one in made.exercises)


def test_a_key_names_a_misere_quotient_once() -> None:
    asker = Asker(games.find("0.53"), random.Random(1), "ten", None, "en")
    heaps("0.53").misere_quotient()  # then it is known, and decides the sum before a search
    assert asker.why_misere(heaps("0.53")(19, 21)).count("misère quotient") == 1


def test_the_same_seed_makes_the_same_worksheet() -> None:
    asked = {"game": "diagonal", "count": 4, "size": [3, 5], "level": "sum"}
    first, again, other = (sheet(**asked, seed=seed) for seed in (7, 7, 8))
    assert first == again != other
    assert "--size 3x5 --seed 7" in first
    assert {len(text.split()) for text in TOLD.findall(first)} == {3}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_no_english_is_printed_in_another_language(language: str) -> None:
    for game, kind in (("wall-making", "solve"), ("wall-making", "mixed")):
        page = sheet(game=game, count=7, kind=kind, seed=3, size=[3, 3], language=language)
        assert set(re.findall("[A-Za-z]{2,}", VISIBLE.sub(" ", page))) == set()


def test_a_mixed_sheet_has_all_kinds_and_no_two_exercises_alike() -> None:
    mixed = make_sheet(games.find("kayles"), count=14, kinds=(), size=[3, 9], seed=1)
    assert len({one.task for one in mixed.exercises}) == len(MIXED)
    heaps = [sorted(re.findall(r"\d+", one.figures[0].text)) for one in mixed.exercises if one.figures]
    assert len({*map(tuple, heaps)}) == len(heaps)
    assert len(make_sheet(games.find("nim"), count=60, size=[3, 9], seed=1).exercises) == 60
    with pytest.raises(
        RulesetError, match="expected 6 different exercises about nim, found 2: stopped after 24 attempts"
    ):
        make_sheet(games.find("nim"), count=6, size=[1, 2], seed=0)


def test_pieces_stand_on_free_boards() -> None:
    made = make_sheet(games.find("wythoff"), count=6, size=[8, 8], seed=3)
    assert not [one for one in made.exercises if "#" in one.figures[0].text]
    assert not [rule for rule in made.rules if "hatched" in rule]


def test_what_is_alike() -> None:
    def alike(game: str, *texts: str) -> bool:
        positions = [games.find(game).parse(text) for text in texts]
        return len({identity(one, one.scenes(())) for one in positions}) == 1

    assert alike("wall-making", "X..\n...", "..X\n...", ".X\n..\n..")
    assert not alike("wall-making", "X..\n...", ".X.\n...")
    assert alike("kayles", "3 5 0", "5 3")
    assert not alike("kayles", "3 5", "3 4")
    assert alike("polygon", "8 1-4", "8 2-5", "8 8-3")
    assert not alike("polygon", "8 1-4", "8 1-3")
    assert not alike("polygon", "8 1-4", "9 1-4")
    assert alike("node-kayles", "1-2 2-3 3-4", "3-1 1-2 2-4")
    assert not alike("node-kayles", "1-2 2-3 3-4", "1-2 1-3 1-4")
    rng = random.Random(4)
    for _ in range(20):  # a graph with other names of its vertices
        edges = [(rng.randrange(5), rng.randrange(5, 9)) for _ in range(6)]
        names = rng.sample(range(9), 9)
        texts = (" ".join(f"{map_[a]}-{map_[b]}" for a, b in dict.fromkeys(edges)) for map_ in (range(9), names))
        assert alike("node-kayles", *texts)


def test_a_sheet_of_an_own_ruleset(tmp_path: Path, grundy_command: Command) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    code, out, err = grundy_command("worksheet", f"{path}:pins", "--kind", "mixed", "--count", "4", "--seed", "2")
    assert (code, err) == (0, "")
    assert "Take one or two." in out
    assert "for example: to " in out.partition("Exercise 1")[0]
    assert f"grundy worksheet {path}:pins --kind mixed --count 4" in out


def test_the_command_writes_the_same_page(tmp_path: Path, grundy_command: Command) -> None:
    path = tmp_path / "sheet.html"
    assert grundy_command("worksheet", "kayles", *SEEDED, "--size", "2x8", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == sheet(game="kayles", count=3, seed=5, size=[2, 8])


def test_the_key_alone_or_apart() -> None:
    both, without, only = (
        make_sheet(games.find("kayles"), count=2, seed=3, key=key) for key in ("with", "without", "only")
    )
    assert both.exercises == without.exercises == only.exercises
    for written in (worksheet_latex.source, worksheet.page):
        assert ">Key<" in written(both) or "{Key}" in written(both)
        assert "Key" not in written(without)
        assert "Exercise 1" not in written(only)
    assert len(worksheet_pdf.pages(both)) > max(map(len, map(worksheet_pdf.pages, (without, only))))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_pdf_is_the_same_each_time(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = make_sheet(games.find("kayles"), count=7, kinds=(), size=[2, 8], seed=3, language=language)
    first, again = worksheet_pdf.pages(page), worksheet_pdf.pages(page)
    assert first == again
    assert first.startswith(b"%PDF-")
    assert b"NotoSansCJK" in first
    assert b"/CreationDate" not in first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert b"19700101" in worksheet_pdf.pages(page)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kayls"], "kayles"),
        (["kayles", "--size", "3*8"], "--size"),
        (["kayles", "--size", "3x8x2"], "[3, 8, 2]"),
        (["nim", "--size", "1x0"], "can be won"),
        (["kayles", "--count", "0"], "--count"),
        (["kayles", "-o", "no/such/folder"], "no folder"),
        (["kayles", "-o", "sheet.svg"], "sheet.svg: expected a name that ends in .html, .tex or .pdf"),
        (["chomp", "--kind", "table"], "expected a game with a table"),
        (["wall-making", "--kind", "wins"], "outcome"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], words: str, grundy_command: Command) -> None:
    code, out, err = grundy_command("worksheet", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_large_boards_on_paper() -> None:
    """Their cells can be marked; a board that is too large is refused before it is solved."""
    page = sheet(game="wall-making", count=1, size=[20, 20], seed=2)
    assert "max-height: 80mm" in page
    assert "max-height: 48mm" in sheet(game="wall-making", count=1, size=[6, 6], seed=2)
    refused = call("worksheets", {"game": "wall-making", "count": 1, "size": [99, 2]})
    assert refused["error"]["message"].endswith("found 99 x 2 cells")


def test_the_document_has_each_kind_of_question() -> None:
    text = (ROOT / "docs" / "in-class.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)[: len(KINDS)] == list(KINDS)
