"""What the lab's server answers is what the command line says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from grundy import games
from grundy.cli.main import run
from grundy.web.shelf import Shelf
from support.server import API, BOARD, CRAM, FIGURES, lines, post, without_figures

if TYPE_CHECKING:
    import httpx


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_answers_are_those_of_the_command_line(
    game: games.Game, client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", game.name, "--sample", "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    answer = post(client, "positions", game=game.name, position=game.sample)
    assert answer.status_code == 200
    assert without_figures(answer.json()) == without_figures(expected)
    assert sorted(answer.json()["work"]) == sorted(FIGURES)


@pytest.mark.parametrize("game", [game.name for game in games.all_games()] + ["cram"])
def test_boards_say_what_their_moves_do(game: str, client: httpx.Client) -> None:
    sample = "2x3" if game == "cram" else games.find(game).sample
    data = post(client, "positions", game=game, position=sample, board=True).json()
    shelf = Shelf([CRAM])
    position = shelf.parse(game, data["position"])[1]
    assert str(position) == data["position"]
    assert [choice["move"] for choice in data["choices"]] == [choice.move for choice in position.choices()]
    assert {c["move"] for c in data["choices"] if c["wins"]} == {won["move"] for won in data["winning_moves"]}
    kinds = {scene["kind"] for scene in data["scenes"]}
    for choice in data["choices"]:
        assert choice["nimber"] == position.play(choice["move"]).nimber
        assert choice["wins"] == (choice["nimber"] == 0)
        assert bool(choice["places"]) == (kinds != {"text"})
        for place in choice["places"] if kinds == {"grid"} else ():
            assert data["scenes"][choice["term"]]["rows"][place[0]][place[1]]


def test_sums_of_anything_read_back(client: httpx.Client) -> None:
    text = "kayles 3 + cram 2x3 + nim 2"
    data = post(client, "positions", game="nim", position=text, board=True).json()
    assert data["outcome"] == "P"
    assert [scene["kind"] for scene in data["scenes"]] == ["heaps", "grid", "heaps"]
    again = post(client, "positions", game="nim", position=data["position"], board=True).json()
    assert without_figures(again) == without_figures(data)
    moved = post(client, "moves", game="nim", position=data["position"], move="2:r1c1 across").json()
    assert moved["comment"]["verdict"] == "lost-anyway"
    assert moved["position"]["nimber"] == next(c for c in data["choices"] if c["move"] == "2:r1c1 across")["nimber"]


def test_answers_about_declared_rulesets_name_no_files(client: httpx.Client) -> None:
    sum_of_two = post(client, "positions", game="cram", position="nim 3 + cram 2x3").json()
    assert sum_of_two["game"] == "cram"
    assert post(client, "positions", game=sum_of_two["game"], position=sum_of_two["position"]).is_success
    refused = post(client, "positions", game="cram", position="\n".join(["." * 110] * 110))
    assert refused.status_code == 422
    assert "at most 10,000 characters" in refused.json()["error"]["message"]


def test_large_heaps_have_some_choices_and_all_winning_moves(client: httpx.Client) -> None:
    data = post(client, "positions", game="nim", position="1000000000000000000 5", board=True).json()
    assert data["more_choices"] is True
    assert len(data["choices"]) == 2001
    assert [c["move"] for c in data["choices"] if c["wins"]] == ["1000000000000000000 -> 5"]
    assert data["scenes"][0]["heaps"][0]["size"] == "1000000000000000000"


def test_play_against_the_coach(client: httpx.Client) -> None:
    position, winner = "....\n....\n....", ""
    for turn in range(20):
        if turn % 2:
            data = post(client, "replies", game="wall-making", position=position, seed=1).json()
        else:
            hint = post(client, "hints", game="wall-making", position=position).json()
            data = post(client, "moves", game="wall-making", position=position, move=hint["move"]).json()
            assert data["comment"]["verdict"] in ("kept", "won")
        position = data["position"]["position"]
        if not data["position"]["choices"]:
            winner = ("person", "coach")[turn % 2]
            break
    assert winner == "person"
    over = post(client, "hints", game="wall-making", position=position)
    assert (over.status_code, over.json()["error"]["kind"]) == (422, "game-over")


def test_samples_are_positions_of_the_size(client: httpx.Client) -> None:
    for game in client.get(f"{API}/games").json():
        size = [side["usual"] for side in game["sides"]]
        answer = post(client, "samples", game=game["name"], size=size or [1], density=0.3, seed=5)
        if not size:
            assert answer.status_code == 422
            continue
        assert answer.json() == post(client, "samples", game=game["name"], size=size, density=0.3, seed=5).json()
        board = post(client, "positions", game=game["name"], position=answer.json()["position"], board=True).json()
        if board["scenes"][0]["kind"] == "grid" and len(size) == 2:
            assert [len(board["scenes"][0]["rows"]), len(board["scenes"][0]["rows"][0])] == size
        for contest in game["contests"]:
            assert post(client, "positions", game=game["name"], position=contest["position"]).status_code == 200


def test_pictures(client: httpx.Client) -> None:
    asked = {"game": "wall-making", "position": BOARD}
    svg = post(client, "pictures", **asked)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in svg.headers["content-security-policy"]
    assert "<svg" in svg.text
    assert post(client, "pictures", **asked, values=False).text != svg.text
    png = post(client, "pictures", **asked, format="png")
    assert png.content.startswith(b"\x89PNG")


def test_sequences_come_in_parts_and_as_files(client: httpx.Client) -> None:
    found = lines(post(client, "sequences", rules="0.77", length=700, period=True))
    values = [value for line in found for value in line.get("values", ())]
    assert values == games.find("kayles").reader.rules.nimbers(700).tolist()  # type: ignore[attr-defined]
    assert [line["from"] for line in found if "values" in line][:2] == [0, 256]
    assert found[-1]["period"]["status"] == "proved"
    assert (found[-1]["period"]["preperiod"], found[-1]["period"]["period"]) == (71, 12)
    csv = post(client, "sequences", rules="kayles", length=3, format="csv")
    assert csv.text == "heap,nimber\n0,0\n1,1\n2,2\n"
    b_file = post(client, "sequences", rules="kayles", length=3, format="b-file")
    assert b_file.text == "0 0\n1 1\n2 2\n"
    assert post(client, "sequences", rules="kayles", length=3, format="json").json()["values"] == [0, 1, 2]
    assert post(client, "sequences", rules="nim", format="certificate").status_code == 422


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "4.7", "{1,3,4}", "0.33f", "nim"])
def test_a_certificate_is_checked_by_a_program_that_knows_nothing_else(code: str, client: httpx.Client) -> None:
    answer = post(client, "sequences", rules=code, format="certificate")
    if code == "nim":  # proved by a formula, not by values
        assert answer.status_code == 422
        return
    made = answer.json()
    values, digits, bound = made["values"], made["digits"], made["bound"]
    assert made["cycle"] == []
    assert len(values) == bound
    for n in range(min(bound, 120)):
        reached = set()
        for take, digit in enumerate(digits[: n + 1]):
            rest = n - take
            if digit & 1 and rest == 0:
                reached.add(0)
            if digit & 2 and rest > 0:
                reached.add(values[rest])
            if digit & 4:
                reached |= {values[a] ^ values[rest - a] for a in range(1, rest // 2 + 1)}
            if digit & 8:
                reached |= {
                    values[a] ^ values[b] ^ values[rest - a - b]
                    for a in range(1, rest)
                    for b in range(a, rest - a)
                    if rest - a - b >= b
                }
        assert values[n] == next(value for value in range(len(reached) + 1) if value not in reached)
    start, period = made["preperiod"], made["period"]
    assert all(values[n] == values[n + period] for n in range(start, bound - period))
    assert bound >= made["heaps"] * (max(1, start) + period) + made["places"]
    assert made["places"] == len(digits) - 1
    assert made["heaps"] >= max(digit.bit_length() - 1 for digit in digits)


def test_long_work_says_its_cost_and_its_result(client: httpx.Client) -> None:
    found = lines(post(client, "solves", game="wall-making", position=BOARD, board=True))
    assert found[0]["cost"]["options"] == 12  # three cells, each in four rectangles
    assert without_figures(found[-1]["result"]) == without_figures(
        post(client, "positions", game="wall-making", position=BOARD, board=True).json()
    )
    assert lines(post(client, "solves", game="cram", position="2x2"))[0]["cost"] is None


def test_what_is_too_much_is_refused_with_the_figure(client: httpx.Client) -> None:
    large = "\n".join(["." * 300] * 300)
    for path in ("positions", "solves"):
        answer = post(client, path, game="wall-making", position=large)
        # A stream may have begun, with the cost, before the work is refused.
        assert answer.status_code == 413 or (path == "solves" and answer.status_code == 200)
        error = lines(answer)[-1]["error"]
        assert error["kind"] == "over-budget"
        assert int(error["needed"]) > int(error["allowed"])


def test_work_that_takes_too_much_memory_is_stopped(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter(range(0, 2**60, 2**30))
    monkeypatch.setattr("grundy.web.work._memory", lambda: next(held))
    answer = post(client, "positions", game="cram", position="5x5")
    assert answer.status_code == 413
    assert answer.json()["error"]["unit"] == "bytes"
