"""Operations of the lab: the same cases on the functions and on the server, which has to answer the same."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from grundy import contests, games
from grundy.cli.main import run
from grundy.games import declared, sampling
from grundy.lab import OPERATIONS, Catalogue, FileAnswer, call
from grundy.lab.worker import WorkerHost
from grundy.verify.main import run as verify
from support.compiled_games import as_python
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

CRAM = str(ROOT / "docs" / "mygames.py") + ":cram"
BOARD = "X.\n.."
FIGURES = ("seconds", "options", "states", "hits", "engine")


class Host(Protocol):
    """Takes the name of an operation and its fields; returns the answer: data, a list of parts, or a `File`."""

    def __call__(self, name: str, /, **asked: object) -> Any: ...


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue([declared.find(CRAM)])


@pytest.fixture(scope="module", params=["functions", "server", "worker"])
def host(request: pytest.FixtureRequest, catalogue: Catalogue) -> Iterator[Host]:
    if request.param == "functions":
        yield lambda name, /, **asked: call(name, asked, catalogue)
        return
    if request.param == "worker":
        worker = WorkerHost(quick_seconds=60.0)  # as below
        text = Path(CRAM.removesuffix(":cram")).read_text() + "\ndel chomp, petersen\n"  # the others have cram
        over_worker(worker, "rules", {"text": text, "audit": False})
        yield lambda name, /, **asked: over_worker(worker, name, asked)
        return
    pytest.importorskip("fastapi", reason="needs the extra 'web'")
    import httpx

    from grundy.lab.web.app import make_app
    from grundy.lab.web.service import Service

    service = Service([CRAM], programs=True, quick_seconds=60.0)  # answers are compared, however busy the machine is
    transport = httpx.ASGITransport(make_app(service))
    with asyncio.Runner() as runner:
        client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api/v1/")
        yield lambda name, /, **asked: runner.run(over_http(client, name, asked))
        runner.run(client.aclose())
    service.close()


async def over_http(client: httpx.AsyncClient, name: str, asked: dict[str, object]) -> Any:
    """Call an operation over HTTP; its answer is without the limit of its time and its progress."""
    answer = await (client.post(name, json=asked) if asked else client.get(name))
    kind = answer.headers["content-type"].split(";")[0]
    if answer.status_code != 200:
        assert answer.status_code == (413 if answer.json()["error"]["type"] == "over-budget" else 422)
        return answer.json()
    if kind == "application/x-ndjson":
        lines = [json.loads(line) for line in answer.text.splitlines()]
        assert lines[0].pop("seconds") > 0
        return [line for line in lines if "progress" not in line]
    if "format" in asked or not kind.endswith("json"):
        return FileAnswer(answer.content, kind)
    assert "error" not in answer.json()
    return answer.json()


def over_worker(worker: WorkerHost, name: str, asked: dict[str, object]) -> Any:
    """Ask a worker; its answer is without the limit of its time and its progress."""
    sent: list[tuple[str, str | bytes, str]] = []
    worker.answer(name, json.dumps(asked), lambda *said: sent.append(said))
    kind, content, media_type = sent[0]
    if media_type:
        assert isinstance(content, bytes)
        return FileAnswer(content, media_type.split(";")[0])
    lines = [json.loads(text) for _, text, _ in sent]
    assert [one[0] for one in sent] == ([kind] if kind != "part" else ["part"] * len(sent))
    if kind != "part":
        assert (kind == "refused") == ("error" in lines[0])
        return lines[0]
    assert lines[0].pop("seconds") > 0
    return [line for line in lines if "progress" not in line]


def without_figures(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"work": sorted(set(data["work"]) - {"dropped"})}


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_answers_are_those_of_the_command_line(
    game: games.Game, host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", game.name, "--sample", "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    answer = host("positions", game=game.name, position=game.sample)
    assert without_figures(answer) == without_figures(expected)
    assert sorted(answer["work"]) == sorted(FIGURES)


@pytest.mark.parametrize("game", [game.name for game in games.all_games()] + ["cram"])
def test_boards_show_the_nimber_after_each_move(game: str, host: Host, catalogue: Catalogue) -> None:
    sample = "2x3" if game == "cram" else games.find(game).sample
    data = host("positions", game=game, position=sample, board=True)
    position = catalogue.parse(game, data["position"])[1]
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


def test_sums_of_anything_read_back(host: Host) -> None:
    text = "kayles 3 + cram 2x3 + nim 2"
    data = host("positions", game="nim", position=text, board=True)
    assert data["outcome"] == "P"
    assert [scene["kind"] for scene in data["scenes"]] == ["heaps", "grid", "heaps"]
    again = host("positions", game="nim", position=data["position"], board=True)
    assert without_figures(again) == without_figures(data)
    moved = host("moves", game="nim", position=data["position"], move="2:r1c1 across")
    assert moved["comment"]["verdict"] == "lost-anyway"
    assert moved["position"]["nimber"] == next(c for c in data["choices"] if c["move"] == "2:r1c1 across")["nimber"]


def test_answers_about_declared_rulesets_name_no_files(host: Host) -> None:
    sum_of_two = host("positions", game="cram", position="nim 3 + cram 2x3")
    assert sum_of_two["game"] == "cram"
    assert "error" not in host("positions", game=sum_of_two["game"], position=sum_of_two["position"])


def test_large_heaps_have_some_choices_and_all_winning_moves(host: Host) -> None:
    data = host("positions", game="nim", position="1000000000000000000 5", board=True)
    assert data["more_choices"] is True
    assert len(data["choices"]) == 2001
    assert [c["move"] for c in data["choices"] if c["wins"]] == ["1:1000000000000000000 -> 5"]
    assert data["scenes"][0]["heaps"][0]["size"] == "1000000000000000000"


def test_play_against_the_coach(host: Host) -> None:
    position, winner = "....\n....\n....", ""
    for turn in range(20):
        if turn % 2:
            data = host("replies", game="wall-making", position=position, seed=1)
        else:
            hint = host("hints", game="wall-making", position=position)
            data = host("moves", game="wall-making", position=position, move=hint["move"])
            assert data["comment"]["verdict"] in ("kept", "won")
        position = data["position"]["position"]
        if not data["position"]["choices"]:
            winner = ("person", "coach")[turn % 2]
            break
    assert winner == "person"
    assert host("hints", game="wall-making", position=position)["error"]["type"] == "game-over"


def test_explanations(host: Host) -> None:
    found = host("explanations", game="kayles", position="7 4 + nim 2")
    assert found["text"] == str(games.parse("kayles 7 4 + nim 2").explain())
    other = host("explanations", game="kayles", position="7 4 + nim 2", component=2)
    assert other != found
    assert host("explanations", game="kayles", position="7 4", component=9)["error"]["type"] == "rules"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # in threads of the server, by design
def test_samples_are_positions_of_the_size(host: Host) -> None:
    for game in host("games"):
        size = [side["usual"] for side in game["sides"]]
        found = host("samples", game=game["name"], size=size or [1], density=0.3, seed=5)
        if not size:
            assert found["error"]["type"] == "rules"
            continue
        assert found == host("samples", game=game["name"], size=size, density=0.3, seed=5)
        with as_python():  # the answers are others' affair
            board = host("positions", game=game["name"], position=found["position"], board=True)
        if [side["name"] for side in game["sides"]] == ["rows", "columns"]:
            assert [len(board["scenes"][0]["rows"]), len(board["scenes"][0]["rows"][0])] == size
        for contest in game["contests"]:
            assert "error" not in host("positions", game=game["name"], position=contest["position"])


def test_pictures(host: Host) -> None:
    asked = {"game": "wall-making", "position": BOARD}
    svg = host("pictures", **asked)
    assert svg.media_type == "image/svg+xml"
    assert b"<svg" in svg.content
    assert host("pictures", **asked, values=False) != svg
    assert host("pictures", **asked, format="png").content.startswith(b"\x89PNG")


def test_sequences_come_in_parts_and_as_files(host: Host) -> None:
    found = host("sequences", rules="0.77", length=700, period=True)
    assert found[0] == {"code": "0.77"}
    values = [value for part in found for value in part.get("values", ())]
    assert values == games.find("kayles").reader.rules.nimbers(700).tolist()  # type: ignore[attr-defined]
    assert [part["from"] for part in found if "values" in part][:2] == [0, 256]
    assert found[-1]["period"]["status"] == "proved"
    assert (found[-1]["period"]["preperiod"], found[-1]["period"]["period"]) == (71, 12)
    csv = host("sequences", rules="kayles", length=3, format="csv")
    assert csv == FileAnswer(b"heap,nimber\n0,0\n1,1\n2,2\n", "text/csv")
    b_file = host("sequences", rules="kayles", length=3, format="b-file")
    head, _, lines = b_file.content.partition(b"\n")
    assert head.startswith(b"# Nimbers G(n) of a heap of n under the code 0.77")
    assert (lines, b_file.media_type) == (b"0 0\n1 1\n2 2\n", "text/plain")
    data = host("sequences", rules="kayles", length=3, format="json")
    assert json.loads(data.content)["values"] == [0, 1, 2]
    assert host("sequences", rules="nim", format="certificate")["error"]["type"] == "rules"
    assert host("sequences", rules="wall-making")["error"]["type"] == "rules"


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "4.7", "{1,3,4}", "0.33f"])
def test_a_certificate_is_checked_by_a_program_that_knows_nothing_else(code: str, host: Host, tmp_path: Path) -> None:
    made = host("sequences", rules=code, format="certificate").content
    path = tmp_path / "certificate.json"
    path.write_bytes(made)
    assert verify(str(path), full=True, seed=1, as_json=False, progress=False)[0] == 0
    claim = json.loads(made)["claim"]
    assert (claim["code"], claim["length"]) == (code, claim["bound"])


def test_long_work_says_its_cost_and_its_result(host: Host) -> None:
    found = host("solves", game="wall-making", position=BOARD, board=True)
    assert found[0]["cost"]["options"] == 12  # three cells, each in four rectangles
    assert without_figures(found[-1]["result"]) == without_figures(
        host("positions", game="wall-making", position=BOARD, board=True)
    )
    assert host("solves", game="cram", position="2x2")[0]["cost"] is None


@pytest.mark.parametrize(("name", "side"), [("positions", 70), pytest.param("solves", 300, marks=pytest.mark.slow)])
def test_work_over_the_budget_is_refused_with_the_figure(name: str, side: int, host: Host) -> None:
    answer = host(name, game="wall-making", position="\n".join(["." * side] * side))
    error = (answer[-1] if isinstance(answer, list) else answer)["error"]
    assert error["type"] == "over-budget"
    assert int(error["needed"]) > int(error["allowed"])


@pytest.mark.parametrize(
    ("asked", "kind", "further"),
    [
        ({"game": "wall-making", "position": "X.\nQ."}, "input", {"line": 2, "column": 1}),
        ({"game": "wall-making", "position": ""}, "input", {"line": 1}),
        ({"game": "chess", "position": "1"}, "name", {}),
        ({"game": "kayles", "position": "1\0"}, "input", {"column": 1}),
        ({"game": "kayles", "position": "9" * 5000}, "input", {}),
        ({"game": "{1," + "9" * 50 + "}", "position": "1"}, "input", {}),
        ({"game": "kayles"}, "fields", {}),
        ({"game": "", "position": "1"}, "fields", {}),
        ({"game": "kayles", "position": "1", "more": 1}, "fields", {}),
        ({"game": "kayles", "position": 1}, "fields", {}),
        ({"game": "kayles", "position": None}, "fields", {}),
        ({"game": "kayles", "position": "1" * 200_001}, "fields", {}),
        ({"game": "kayles", "position": "1", "board": "yes"}, "fields", {}),
        ({"game": "kayles", "position": "1", "board": 1}, "fields", {}),
    ],
)
def test_wrong_requests(asked: dict[str, Any], kind: str, further: dict[str, int], host: Host) -> None:
    error = host("positions", **asked)["error"]
    assert error["type"] == kind
    assert error["message"]
    assert error.items() >= further.items()


@pytest.mark.parametrize(
    ("name", "asked", "message"),
    [
        ("samples", {"size": []}, "size: expected a list of 1 to 2, each an integer from 0 to 10,000, found a list"),
        ("samples", {"size": [1, -1]}, "size: expected a list of 1 to 2, each an integer"),
        ("samples", {"size": [True]}, "size: expected a list of 1 to 2, each an integer"),
        ("samples", {"size": [3], "density": 1.5}, "density: expected a number from 0 to 1, found 1.5"),
        ("samples", {"size": [3], "density": True}, "density: expected a number from 0 to 1, found true"),
        ("samples", {"size": [3], "seed": 2**60}, "seed: expected an integer from 0 to 9,007,199,254,740,992, found"),
        ("samples", {"size": [3], "seed": 1.0}, "seed: expected an integer from 0 to"),
        ("samples", {"size": [3], "density": 10**400}, "density: expected a number from 0 to 1, found a large integer"),
        ("pictures", {"position": "1", "format": "gif"}, "format: expected 'svg' or 'png', found text of 3 characters"),
        ("moves", {"position": "1", "move": {}}, "move: expected text of 1 to 5,000 characters, found an object"),
        ("samples", {"size": {}}, "size: expected a list of 1 to 2, each an integer from 0 to 10,000, found an object"),
        ("samples", {"size": [3], "é\n": 1, "b": 2}, "'\\xe9\\n': expected no such field; b: expected no such field"),
    ],
)
def test_fields_are_checked(name: str, asked: dict[str, Any], message: str, host: Host) -> None:
    error = host(name, game="nim", **asked)["error"]
    assert error["type"] == "fields"
    assert error["message"].startswith(message)


def test_null_is_no_value_where_the_default_is_none(host: Host) -> None:
    asked = {"game": "kayles", "position": "7 4", "move": None, "component": None}
    assert host("explanations", **asked) == host("explanations", game="kayles", position="7 4")


def test_no_text_of_a_request_names_a_file(host: Host, tmp_path: Any) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'sprung')!r}).touch()\n")
    known = CRAM.removesuffix(":cram")
    for name in (f"{trap}:x", str(trap), f"{known}:cram", CRAM, f"file:{trap}", "../../etc/passwd", "/etc/passwd"):
        assert "error" in host("positions", game=name, position="2x2")
        assert "error" in host("positions", game="kayles", position=f"1 + {name} 2x2")
        assert "error" in host("positions", game="cram", position=name)
        assert "error" in host("sequences", rules=name)
    assert not (tmp_path / "sprung").exists()


def test_examples_of_the_document_are_answered(host: Host) -> None:
    for name, operation in OPERATIONS.items():
        answer = host(name, **operation.example)
        assert not isinstance(answer, dict) or "error" not in answer


WITHOUT_A_SERVER = """
import sys
blocked = ("anyio", "asyncio", "fastapi", "psutil", "pydantic", "starlette", "uvicorn")
sys.modules.update(dict.fromkeys(blocked))
from grundy.lab import OPERATIONS, call
for name, operation in OPERATIONS.items():
    if name != "cases":  # whose inputs are measured by kernels, which have worker pools
        answer = call(name, dict(operation.example))
        assert "error" not in answer, answer
assert not any(name.startswith(("grundy.lab.web", "grundy.lab.notebook", "concurrent.futures")) for name in sys.modules)
"""


@pytest.mark.slow
def test_the_functions_need_no_packages_of_a_server() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_A_SERVER], check=True)


def test_an_operation_that_does_not_exist() -> None:
    assert call("chess")["error"]["type"] == "address"
    assert call("positions", [])["error"]["message"] == "the body: expected an object, found a list"
    assert call("hints", {"game": "nim", "position": "\ud800"})["error"]["type"] == "fields"


def test_inputs_of_contests_are_positions() -> None:
    for problem in contests.all_problems():
        for sample in problem.samples if problem.game else ():  # some are about no game of the catalogue
            read = call("inputs", {"game": problem.game, "text": sample.input})
            assert contests.find(read["problem"]).game == problem.game  # two problems are about one game
            answers = [call("positions", {"game": problem.game, "position": text}) for text in read["positions"]]
            output = problem.output  # one of them writes which cells are lost
            if isinstance(output, contests.Words) and not (output.case or output.misere):
                words = {"N": output.wins, "P": output.loses}
                assert [words[answer["outcome"]] for answer in answers] == sample.output.splitlines()
    assert call("inputs", {"game": "kayles", "text": "3"})["error"]["kind"] == "error.no-contest"
    assert call("inputs", {"game": "grid-game", "text": "2 2 0\n.#\n."})["error"]["line"] == 3


def test_tables_of_declared_rulesets_are_those_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import grundy\n@grundy.ruleset\ndef rooks(a, b):\n    yield from ((k, b) for k in range(a))\n"
        "    yield from ((a, k) for k in range(b))\n@grundy.ruleset\ndef three(a, b, c):\n    yield from ()\n"
    )
    mine = Catalogue([declared.find(f"{path}:{name}") for name in ("rooks", "three")])
    cost, table, found = call("tables", {"game": "rooks", "size": [9]}, mine)
    assert cost["cost"]["bytes"] == 8 * 81
    assert table["table"]["rows"] == [[a ^ b for b in range(9)] for a in range(9)]
    assert found["patterns"][0]["formula"] == "a ^ b"
    assert found["patterns"][0]["checked"] == 81
    assert [game["name"] for game in call("games", None, mine) if game["table"] and game["source"] is None] == ["rooks"]
    wide = {"game": "rooks", "size": [501, 500]}
    for asked, kind in (({"game": "three"}, "sides"), (wide, "states"), ({"game": "rook", "size": [501]}, "states")):
        assert call("tables", asked, mine)["error"]["kind"] == f"error.table-{kind}"


def test_tables_of_numbers_and_of_loopy_rules() -> None:
    _, table, _ = call("tables", {"game": "euclid", "size": [3]})
    assert table["table"] == {"names": ("a", "b"), "first": [0, 0], "literal": True, "loopy": {},
                              "rows": [[-2, -2, -2], [-2, 0, 1], [-2, 1, 0]]}  # fmt: skip
    mine = Catalogue([declared.find(f"{ROOT / 'tests' / 'support' / 'loopy_games.py'}:stairs")])
    _, table, _ = call("tables", {"game": "stairs", "size": [3]}, mine)
    assert (table["table"]["rows"], table["table"]["loopy"]) == ([[0, -3, -3]], {1: "∞{0}", 2: "∞{}"})
    numbers = {game["name"]: (game["table"], game["sequence"]) for game in call("games")}
    assert (numbers["euclid"], numbers["kayles"], numbers["cram"]) == ((True, False), (True, True), (False, False))


@pytest.mark.parametrize("level", ["ten", "one", "large", "sum"])
def test_puzzles_can_be_won(level: str) -> None:
    for name in ("kayles", "polygon", *(["wall-making"] if level in ("ten", "sum") else [])):  # the others take time
        made = call("puzzles", {"game": name, "level": level, "size": [2, 8] if name == "kayles" else None, "seed": 4})
        text = " + ".join(f"{name}\n{part['position'].removeprefix(name)}" for part in made["parts"]).replace(
            " + ", "\n+\n"
        )
        found = call("positions", {"game": name, "position": text})
        assert found["outcome"] == "N"
        assert len(found["winning_moves"]) == made["winning"]
        assert len(made["parts"]) == (2 if level == "sum" else 1)


def test_misere_play_agrees_with_the_definition() -> None:
    position = games.find("kayles")(5, 3)
    while position.choices():
        asked = {"game": "kayles", "position": str(position), "misere": True}
        found = call("positions", asked)
        wins = {choice.move for choice in position.misere.winning_moves()}
        assert found["outcome"] == str(position.misere.outcome)
        assert {choice["move"] for choice in found["choices"] if choice["wins"]} == wins
        assert all(choice["nimber"] is None for choice in found["choices"])
        hint = call("hints", asked)
        assert hint["wins"] == bool(wins)
        assert hint["move"] in wins or not wins
        reply = call("replies", asked)
        assert (reply["comment"]["verdict"] == "kept") == bool(wins)
        position = position.play(reply["move"])
    assert reply["comment"]["kind"] in ("comment.misere-last", "comment.misere-gave-away")


@pytest.mark.parametrize("misere", [False, True])
def test_a_coach_of_the_ladder_replies(misere: bool) -> None:  # noqa: FBT001
    asked = {"game": "nim", "position": "3 4 5", "misere": misere}
    made = {call("replies", {**asked, "coach": "novice", "seed": seed})["move"] for seed in range(20)}
    assert len(made) > 5
    assert call("replies", {**asked, "seed": 1})["comment"]["verdict"] == "kept"  # by default the coach is perfect


def test_the_coach_can_hurry() -> None:
    position = games.find("wall-making")("....\n....\n.X..")
    reply = call("replies", {"game": "wall-making", "position": str(position), "fast": True})
    least = min(choice.after.remoteness for choice in position.winning_moves())
    assert position.play(reply["move"]).remoteness == least


@pytest.mark.parametrize("name", ["wall-making", "diagonal", "card"])
def test_compact_answers_say_the_same(name: str) -> None:
    rng = random.Random(name)
    for number in range(6):
        position = sampling.played_position(games.find(name), rng, 16, number)
        asked = {"game": name, "position": str(position), "board": True}
        whole, rows = call("positions", asked), call("positions", asked | {"compact": True})
        for key in ("outcome", "nimber", "position", "terms"):
            assert rows[key] == whole[key]
        assert [one["nimber"] for one in rows["components"]] == [one["nimber"] for one in whole["components"]]
        (scene,) = rows["scenes"]
        if not whole["choices"]:  # then it is the ordinary answer
            assert scene == whole["scenes"][0]
            continue
        after = {(r, c): value for r, row in enumerate(scene["after"]) for c, value in enumerate(row) if value >= 0}
        assert after == {tuple(choice["places"][0]): choice["nimber"] for choice in whole["choices"]}
        assert all(choice["wins"] == (choice["nimber"] == 0) for choice in whole["choices"])
        for choice in whole["choices"]:
            row, column = choice["places"][0]
            kind = scene["said"][scene["letters"][row][column]]
            assert choice["words"] == {"kind": kind, "cell": choice["move"]}
        cells = whole["scenes"][0]["rows"]
        assert scene["letters"] == ["".join(cell["symbol"] for cell in row) for row in cells]
        assert scene["owners"] == [[cell.get("component", -1) for cell in row] for row in cells]
        roles = scene["roles"]
        assert all(roles.get(cell["symbol"], "cell") == cell.get("role", "cell") for row in cells for cell in row)
    heaps = {"game": "kayles", "position": "3 4", "board": True}
    assert call("positions", heaps | {"compact": True})["choices"] == call("positions", heaps)["choices"]
