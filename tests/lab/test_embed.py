"""Boards in other pages: their data is what a plain search over all followers finds."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import grundy
from grundy import games
from grundy.cli.embed import command
from grundy.drawing.export.playable import MOST_POSITIONS, playable
from grundy.lab.embeds import element
from grundy.lab.web import component_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position


@grundy.ruleset
def three_in_a_row(line: str) -> Iterator[Any]:
    for i, mark in enumerate(line):
        if mark == ".":
            after = line[:i] + "X" + line[i + 1 :]
            yield grundy.win(move=f"X{i + 1}!") if "XXX" in after else after


@grundy.ruleset(loopy=True)
def stairs(step: int) -> Iterator[int]:
    if step:
        yield step - 1
        yield min(step + 1, 4)


SMALL = {
    "nim": games.find("nim")(2, 1, 3),
    "kayles": games.find("kayles")(4, 2),
    "wall-making": games.find("wall-making")("X..\n..."),
    "wythoff": games.find("wythoff")(2, 3),
    "polygon": games.find("polygon")("6"),
    "sum": games.parse("wall-making\nX.\n..\n+\nkayles 2 1"),
}


def searched(position: Position, known: dict[str, int]) -> int:
    """Return the nimber by the definition alone."""
    text = str(position)
    if text not in known:
        known[text] = grundy.mex([searched(choice.after, known) for choice in position.choices()])
    return known[text]


@pytest.mark.parametrize("name", SMALL)
def test_all_followers_have_the_values_of_a_plain_search(name: str) -> None:
    data = playable(SMALL[name], name)
    assert data["whole"]
    rows, known = data["positions"], dict[str, int]()
    waiting = {0: SMALL[name]}
    seen: set[int] = set()
    while waiting:
        number, position = waiting.popitem()
        seen.add(number)
        row, choices = rows[number], list(position.choices())
        assert row["text"] == str(position)
        assert row["nimber"] == searched(position, known)
        assert row["outcome"] == ("N" if searched(position, known) else "P")
        assert [choice["move"] for choice in row["choices"]] == [choice.move for choice in choices]
        for choice, own in zip(row["choices"], choices, strict=True):
            assert "nimber" not in choice
            if choice["to"] not in seen:
                waiting[choice["to"]] = own.after
            assert rows[choice["to"]]["text"] == str(own.after)
    assert len(seen) == len(rows)


def test_moves_that_end_the_game_win_and_have_no_nimber() -> None:
    data = playable(three_in_a_row("..XX.") + games.find("nim")(1), "three_in_a_row")
    first = data["positions"][0]
    assert (first["outcome"], first["nimber"], first["value"]) == ("N", None, "WIN")
    ends = next(choice for choice in first["choices"] if choice["move"] == "1:X2!")
    after = data["positions"][ends["to"]]
    assert (ends["nimber"], after["outcome"], after["choices"]) == (None, "P", [])


def test_games_with_cycles_have_their_draws() -> None:
    data = playable(stairs(2), "stairs")
    assert data["loopy"]
    assert {row["text"]: row["outcome"] for row in data["positions"]} == {
        str(stairs(step)): str(stairs(step).outcome) for step in range(5)
    }


@grundy.ruleset(loopy=True)
def detour(place: int) -> list[int]:
    return [[], [2, 0], [1]][place]


def test_games_with_cycles_say_which_winning_move_ends_them() -> None:
    rows = playable(detour(1), "detour")["positions"]
    assert [(row["text"], row["remoteness"]) for row in rows] == [
        (str(detour(place)), detour(place).remoteness) for place in (1, 2, 0)
    ]


def test_of_large_games_there_are_the_first_moves() -> None:
    position = games.find("kayles")(12, 9)
    data = playable(position, "kayles")
    assert not data["whole"]
    (only,) = data["positions"]
    wins = {choice.move for choice in position.winning_moves()}
    assert {choice["move"] for choice in only["choices"] if choice.get("wins")} == wins
    for choice in only["choices"]:
        assert choice["nimber"] == position.play(choice["move"]).nimber
        assert "to" not in choice
    assert len(playable(games.find("nim")(MOST_POSITIONS - 1), "nim", positions=9)["positions"]) == 1
    assert len(playable(games.find("nim")(10**19), "nim")["positions"]) == 1


def test_the_words_are_those_of_the_catalogue() -> None:
    assert component_words.FILE.read_text(encoding="utf-8") == component_words.content()


def test_nothing_in_a_board_ends_its_elements() -> None:
    @grundy.ruleset(parse=str, format=str)
    def evil(text: str) -> Iterator[str]:
        if len(text) > 1:
            yield text[1:]

    html = element(evil("</script><b>"), games.find("nim"), lab='"><b>', show='"')
    (held,) = re.findall(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)
    assert json.loads(held)["positions"][0]["text"] == "</script><b>"
    assert "<b>" not in html


def test_the_command_writes_an_element_for_a_page_that_is_there() -> None:
    asked = ["nim", "2", "--script", "https://example.org/board.js", "--lab", "lab/", "--with", "friend"]
    found = CliRunner().invoke(command, [*asked, "--show", "values", "--language", "ja"])
    assert found.exit_code == 0, found.output
    assert found.output.startswith('<game-board label="ニム" show="values" with="friend" lab="lab/" lang="ja">')
    assert found.output.endswith('<script src="https://example.org/board.js" defer></script>\n')


@pytest.mark.parametrize("option", ["--lab", "--script"])
@pytest.mark.parametrize("address", ["", "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "a b", "http://["])
def test_addresses_are_of_the_web(option: str, address: str) -> None:
    found = CliRunner().invoke(command, ["nim", "2", option, address])
    assert found.exit_code == 2
    assert f"expected an address such as https://example.org/lab/ or ../lab/, found {address!r}" in found.output
