"""Pictures in notebooks, the side of the widget that is in the kernel, and the example notebook."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import grundy
from grundy import games
from grundy.core.position import Position
from grundy.core.scenes import CircleScene, GraphScene, Heap, HeapsScene, TextScene, Vertex, table
from grundy.core.values import Outcome
from grundy.drawing.svg import draw_position
from grundy.errors import GameOverError, IllegalMoveError, NotebookError, OverBudgetError
from grundy.research.sequences.growing import grow
from grundy.runtime import limits
from grundy.runtime.messages import LANGUAGES
from grundy.theory.explain.coach import Coach
from grundy.theory.periods import Period
from support.conditions import need
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.lab.notebook.widget import GameWidget

NOTEBOOK = ROOT / "docs" / "lab.ipynb"
BOARD = "X....\n...X.\n.....\n....."
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def board() -> Position:
    need("anywidget", there=find_spec("anywidget") is not None)
    return games.find("wall-making")(BOARD)


def shown(thing: Any) -> str:
    text = thing._repr_html_()
    assert isinstance(text, str)
    return text


def picture(text: str) -> ET.Element:
    """Return the SVG element of a picture; all of the HTML has to be well-formed."""
    (svg,) = ET.fromstring(text).findall(f"{SVG}svg")  # noqa: S314 - made here
    return svg


def test_a_position_is_a_picture() -> None:
    position = games.find("wall-making")(BOARD) + games.find("kayles")(10, 7)
    text = shown(position)
    assert draw_position(position).strip() in text
    drawn = " ".join(picture(text).itertext())
    assert f"nimber {position.nimber}" in drawn
    assert "color-scheme:dark" in text
    assert "light-dark(#ffffff,#12171e)" in text


@pytest.mark.slow
def test_large_things_are_text() -> None:
    rows = "\n".join(["." * 500] * 500)
    large = games.find("wall-making")(rows)
    assert large._repr_html_() is None
    assert len(repr(large)) < 2100
    assert repr(large).endswith("... (250,499 characters)>")
    assert games.find("kayles")(10**30)._repr_html_() is None
    assert games.find("wythoff")(500, 500)._repr_html_() is None
    assert grundy.heaps("0.77")(5, 8).__repr__() == "<Position 0.77: 5 8>"


@pytest.mark.slow
def test_notebooks_draw_only_what_is_little_work() -> None:
    @grundy.ruleset
    def endless(n: int) -> Iterator[int]:
        yield n + 1

    assert endless(0)._repr_html_() is None
    assert limits.budget() == limits.Budget()
    assert games.find("nim")(*[30] * 500)._repr_html_() is None


def test_text_of_users_is_escaped() -> None:
    @grundy.ruleset
    def evil(n: int) -> Iterator[Any]:
        if n:
            yield grundy.split(n - 1, move="</text><script>alert(1)</script>")

    evil_text = "<img src=x onerror=alert(1)>"
    for text in (shown(evil(2)), shown(TextScene(evil_text)), shown(table([[1]], shows=evil_text))):
        picture(text)
        assert "<script" not in text
        assert "<img" not in text
    proved = Period("proved", 9, preperiod=1, period=2, saltus=0, theorem=evil_text)
    assert "&lt;img" in shown(proved)
    assert "<img" not in shown(proved)


def test_heaps_show_their_first_nimbers() -> None:
    kayles = grundy.heaps("0.77")
    numbers = [text.text for text in picture(shown(kayles)).iter(f"{SVG}text") if (text.text or "").isdigit()]
    assert all(numbers.count(str(value)) >= kayles.nimbers(100).tolist().count(value) for value in range(9))
    assert "<b>Period: proved</b>" in shown(kayles.period())
    assert "<th>saltus</th><td>3</td>" in shown(grundy.heaps("0.3F").period(200))
    assert grundy.heaps(lambda n: range(10**9 * n))._repr_html_() is None


def test_stored_sequences_show_themselves(tmp_path: Path) -> None:
    store = grow(tmp_path / "k", grundy.heaps("0.77"), 55)
    assert repr(store) == "<Store of 55 nimbers of 0.77>"
    assert "55 nimbers in 1 file" in shown(store)
    picture(shown(store))
    for path in (tmp_path / "k").glob("*.values"):
        path.unlink()
    assert store._repr_html_() is None


def test_each_kind_of_scene_shows_itself() -> None:
    chords = CircleScene(6, ((1, 4),), ((2, 3), (5, 6)))
    heaps = HeapsScene("nim", (Heap(5),))
    for scene in (table([[0, 1], [1, 0]]), heaps, chords, GraphScene((Vertex(0, 0, "a"),)), TextScene("a text")):
        picture(shown(scene))


def test_the_widget_plays(board: Position) -> None:
    game = board.widget(show=["values"])
    seen: list[Position] = []
    game.observe(lambda change: seen.append(change.new), "position")
    game.play("r1c5")
    game.play(next(iter(game.position.choices())))
    assert game.position == board.play(game.moves[0]).play(game.moves[1])
    assert seen == [board.play(game.moves[0]), game.position]
    assert [said.verdict for said in game.comments] == ["gave-away", game.shown["comment"]["verdict"]]
    choices = {choice["move"]: choice["nimber"] for choice in game.shown["answer"]["choices"]}
    assert choices == {choice.move: choice.after.nimber for choice in game.position.choices()}
    game.undo()
    assert game.position == seen[0]
    game.restart()
    game.undo()
    assert game.position == board
    assert game.moves == []
    game.position = games.find("nim")(3, 5)
    assert game.shown["answer"]["nimber"] == 6
    game.play("5 -> 3")
    game.restart()
    assert game.position == games.find("nim")(3, 5)
    with pytest.raises(IllegalMoveError):
        game.play("5 -> 9")
    game.position = Position()
    with pytest.raises(GameOverError):
        game.hint()


def test_hints_win(board: Position) -> None:
    game = board.widget(coach=0.0)
    while game.position.choices():
        found = game.hint()
        assert found.wins
        assert game.shown["hint"]["move"] == found.move
        game.play(found.move)
        assert game.shown["hint"] is None
    assert len(game.moves) % 2 == 1, "the reader makes the last move"
    assert game.comments[-1].verdict == "won"


@pytest.mark.parametrize("first", [True, False])
def test_the_coach_replies(board: Position, first: bool) -> None:  # noqa: FBT001
    game = board.widget(coach=Coach(0, seed=1), first=first)
    if not first:
        assert len(game.moves) == 1
        assert game.position.outcome is Outcome.P
    rng = random.Random(3)
    start = game.moves
    game.play(rng.choice(list(game.position.choices())))
    assert [move["coach"] for move in game.shown["moves"]] == ([False, True] if first else [True, False, True])
    game.undo()
    assert game.moves == start
    game.undo()
    assert game.moves == start, "the coach's first move stays"


def test_a_page_is_answered(board: Position) -> None:
    game = board.widget()
    message(game, "play", "r9c9")
    assert all("r9c9" in game.shown["error"][language] for language in LANGUAGES)
    assert "legal move" in game.shown["error"]["en"]
    assert game.position == board
    message(game, "play", "r1c2")
    assert game.shown["error"] is None
    message(game, "hint")
    assert not game.shown["hint"]["wins"]
    message(game, "undo")
    message(game, "nothing of the kind")
    assert game.position == board
    message(game, "play", "r1c2")
    message(game, "restart")
    assert game.moves == []


def test_a_move_over_the_budget_changes_nothing(board: Position) -> None:
    game = board.widget()
    game.play("r1c2")
    before = game.shown
    with limits.limited(kernel_options=0, search_options=0), pytest.raises(OverBudgetError):
        game.position = games.find("wall-making")("\n".join(["." * 7] * 7))
    assert game.position == board.play("r1c2")
    assert game.shown is before
    assert game.moves == ["r1c2"]


def test_wrong_settings_are_refused(board: Position) -> None:
    with pytest.raises(ValueError, match="expected a language of en, ja, ko, found 'tlh'"):
        board.widget(language="tlh")
    with pytest.raises(ValueError, match="rate of errors"):
        board.widget(coach=2)
    with pytest.raises(Exception, match="colours"):
        board.widget(show=["colours"])


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "grundy.lab.notebook.widget", raising=False)
    with pytest.raises(NotebookError, match=r"pip install 'grundy\[notebook\]'"):
        games.find("nim")(3).widget()


def bundler() -> tuple[str, dict[str, str]]:
    """Return the path of esbuild, and the scripts of package.json."""
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    version = package["devDependencies"]["esbuild"]
    places = (str(ROOT / "node_modules" / ".bin"), os.environ["PATH"])
    esbuild = shutil.which("esbuild", path=os.pathsep.join(places)) or "true"
    found = subprocess.run([esbuild, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    need(f"esbuild {version} (npm install)", there=found == version)
    return esbuild, package["scripts"]


@pytest.mark.parametrize("script", ["bundle", "bundle-component"])
def test_the_bundle_is_made_from_the_present_modules(script: str, tmp_path: Path) -> None:
    """Run the command of package.json with another target, and compare."""
    esbuild, scripts = bundler()
    *command, target = shlex.split(scripts[script])
    assert command[0] == "esbuild"
    option, name = target.split("=")
    made = tmp_path / "made.js"
    subprocess.run([esbuild, *command[1:], f"{option}={made}"], cwd=ROOT, check=True)
    kept = (ROOT / name).read_text(encoding="utf-8")
    assert kept == made.read_text(encoding="utf-8"), f"run npm run {script}"


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path) -> None:
    need("nbclient and ipykernel", there=bool(find_spec("nbclient") and find_spec("ipykernel")))
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call] # has no types
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "committed without what it shows"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in cells for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png", "application/vnd.jupyter.widget-view+json"} <= kinds
    assert sum("grundy-picture" in output.get("data", {}).get("text/html", "") for output in outputs) == 6
    assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs)


def message(game: GameWidget, act: str, move: str | None = None) -> None:
    """Send what a page sends."""
    game._handle_custom_msg({"do": act, "move": move}, [])  # noqa: SLF001 - what ipywidgets calls
