"""Exercises of lessons: what is right, against plain rules; what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from grundy.lab import call
from grundy.runtime.messages import LANGUAGES, catalogue
from support.lessons import LESSONS

MOVES = {"{1,2}": (1, 2), "{1,3,4}": (1, 3, 4)}


def made(**fields: Any) -> dict[str, Any]:
    result: dict[str, Any] = call("exercises", fields)
    return result


def nimber(takes: tuple[int, ...], heap: int) -> int:
    reached = {nimber(takes, heap - take) for take in takes if take <= heap}
    return min(set(range(len(reached) + 1)) - reached)


@pytest.mark.parametrize(("game", "size"), [("{1,2}", 10), ("{1,3,4}", 12)])
def test_lost_numbers_and_nimbers(game: str, size: int) -> None:
    found = [nimber(MOVES[game], heap) for heap in range(size)]
    [[items]] = [grid["items"] for grid in made(kind="lost", game=game, size=size)["grids"]]
    assert [item["right"] for item in items] == [value == 0 for value in found]
    assert [item["why"]["kind"] for item in items] == ["wrong.won" if value else "wrong.lost" for value in found]
    [[items]] = [grid["items"] for grid in made(kind="values", game=game, size=3, heaps=[size - 1])["grids"]]
    assert [item.get("value", item.get("right")) for item in items] == [*found[:3], found[-1]]


def test_the_diagonal_is_lost_for_a_rook() -> None:
    [grid] = made(kind="lost", game="rook", size=4)["grids"]
    assert [[item["right"] for item in row] for row in grid["items"]] == [[r == c for c in range(4)] for r in range(4)]


def test_a_row_of_four_in_kayles() -> None:
    task = made(kind="mex", game="kayles", position="4", size=4)
    assert [item["right"] for item in task["grids"][1]["items"][0]] == [True, False, True, True, False]
    assert task["note"]["parts"] == ["3", "1 + 2", "2", "1 + 1"]
    assert [item["led"] for item in task["grids"][0]["items"][0]] == [False, False, True, True]


def test_digits_rows_pairs_heaps_and_parts() -> None:
    [grid] = made(kind="digits", game="0.137", size=3)["grids"]
    assert [[item["right"] for item in row] for row in grid["items"]] == [
        [True, False, False],
        [True, True, False],
        [True] * 3,
    ]
    rows = made(kind="rows", game="kayles", size=180)["rows"]
    assert [wide for wide, wrong in enumerate(rows["wrong"], 1) if wrong is None] == [12]
    rows = made(kind="rows", game="{1,3,4}", size=63)["rows"]
    assert [rows["wrong"][wide - 1] for wide in (7, 14)] == [None, {"kind": "wrong.rows-shorter"}]
    assert rows["wrong"][0] == {"kind": "wrong.rows", "first": 0, "second": 1, "one": 0, "other": 1}
    [grid] = made(kind="same", game="kayles", heaps=[1000, 83, 82, 3])["grids"]
    assert [item["right"] for item in grid["items"][0]] == [76, 71, 82, 3]
    assert made(kind="pair", game="nim", position="3 4 5")["powers"] == {"heaps": [[2, 1], [4], [4, 1]], "sum": 2}
    [grid] = made(kind="heaps", game="nim", position="1 4 6 7")["grids"]
    assert [item["right"] for item in grid["items"][0]] == [False, True, True, True]
    [grid] = made(kind="numbers", game="wall-making", position="..#.X\n#####\n.X#..\n..#..")["grids"]
    assert [item["right"] for item in grid["items"][0]] == [1, 1, 2, 0, 2]


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        pytest.param("rows", "grundys-game", marks=pytest.mark.slow),
        ("values", "wythoff"),
        ("digits", "cram"),
        ("lost", "wall-making"),
    ],
)
def test_games_without_such_an_exercise_are_refused(kind: str, game: str) -> None:
    assert made(kind=kind, game=game, size=3, heaps=[2])["error"]["kind"].startswith("error.")


def test_a_value_that_is_no_nimber_is_refused() -> None:
    assert made(kind="numbers", game="treblecross", position="XX.")["error"]["kind"] == "error.exercise"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_has_its_texts(language: str) -> None:
    words = catalogue(language)
    steps = {f"{lesson}.{number}" for lesson, steps in LESSONS.items() for number in range(1, len(steps) + 1)}
    expected = {f"lesson.{step}{part}" for step in steps for part in ("", "-text", "-hint", "-why")}
    expected |= {f"lesson.{lesson}" for lesson in LESSONS}
    assert expected == {key for key in words if key.startswith("lesson.")}
