"""The site without a server in a browser: under a sub-path, without a network, with rules of the reader's own."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

from grundy import games
from grundy.lab import call
from grundy.lab.web import site
from support.clinic import check_python
from support.pages import WON, act, address, cell, expect, turn
from support.project import ROOT
from support.sites import PYODIDE, hosting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from support.pages import Opener

pytestmark = pytest.mark.skipif(PYODIDE is None, reason="needs Pyodide (npm install)")
# Asks each question, and once more for each time that its seconds were over: on a busy machine the first answer of a
# kernel may take longer than they allow.
ASK = """async asked => {
  const { ask, Refusal } = await import(new URL('base/api.js', document.baseURI).href);
  const answers = [];
  for (const [name, body] of asked) {
    let answer;
    for (let attempt = 0; attempt < 5 && (!answer || answer.error?.kind === 'error.time'); attempt++) {
      answer = await ask(name, body).catch(error => {
        if (!(error instanceof Refusal)) throw error;
        return { error: error.data };
      });
    }
    answers.push(answer);
  }
  return answers;
}"""
LARGE = {  # what the plain search takes minutes for, or many seconds
    "0.6": "20000",
    "0.16": "20000",
    "wall-making": "\n".join(["X..........", "......X...."] * 12),
    "diagonal": "\n".join(["LRXLRLLRRLXR", "XLRRLRLXRLLR"] * 6),
}
TOO_LARGE = "\n".join(["." * 230] * 230)
STEPS = ("#/play?g=nim&p=3+5", "#/tables?code=rook&length=4", "#/learn?lesson=xor&step=3")
LESSON = {"grundy": "lesson", "version": 1, "title": "", "steps": [{"address": one, "note": one} for one in STEPS]}
LONG = "\n".join(["xoxoxoxo", "oxoxoxox"] * 4)  # of Clobber: longer than anybody waits, and not refused beforehand
OWN = """import grundy

@grundy.ruleset(canonical=lambda a, b: (0, a + b), compiled=True)
def two_heaps(a, b):
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
"""
STAIRS = """import grundy

@grundy.ruleset(loopy=True)
def stairs(step):
    if step:
        yield step - 1
        yield min(step + 1, 6)
"""
STUCK = """import grundy

@grundy.ruleset
def endless(tokens):
    while tokens > 3:
        tokens += 1
    yield from range(tokens)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("host") / "some" / "where"
    site.write(made, PYODIDE)
    return made


@pytest.fixture(scope="module")
def base(folder: Path) -> Iterator[str]:
    with hosting(folder.parents[1]) as host:
        yield host + "some/where/"


def kept(page: Page) -> None:
    """Wait until the site says that it needs no network any more."""
    expect(page.locator(".site-status")).to_contain_text("without a network")


def without(figures: tuple[str, ...], data: Any) -> Any:
    """Return an answer without what depends on the machine."""
    if isinstance(data, dict):
        return {key: without(figures, own) for key, own in data.items() if key not in figures}
    return [without(figures, own) for own in data] if isinstance(data, list) else data


def export_a_lesson(page: Page, folder: Path) -> None:
    """Export a lesson as a page, and play on it alone."""
    before = page.url
    page.evaluate("location.hash = '#/teach'")
    page.set_input_files(
        "#lesson-file", {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(LESSON).encode()}
    )
    expect(page.locator(".teachstep")).to_have_count(len(STEPS))
    with page.expect_download() as saved:
        page.locator("[data-pass=page]").click()
    expect(page.locator(".teach > .said")).to_have_text("Saved.")
    saved.value.save_as(folder / "lesson.html")
    alone = page.context.browser.new_page(offline=True)  # type: ignore[union-attr]
    alone.goto((folder / "lesson.html").as_uri())
    expect(alone.locator("main > section > game-board")).to_have_count(2)
    assert alone.locator("tbody tr").nth(3).locator("td").all_inner_texts() == ["3", "2", "1", "0"]
    expect(alone.locator("main > section").nth(1)).to_contain_text("The search for formulas needs numpy")
    alone.locator("game-board").first.locator(".heap").nth(1).locator('[data-token="3"]').click()
    expect(alone.locator("game-board").first.locator(".strip")).to_contain_text("keeps the win")
    alone.close()
    page.goto(before)
    turn(page, "Your move")


def test_a_visit_with_and_without_a_network(opened: Opener, folder: Path, tmp_path: Path) -> None:
    page = opened(
        address("play", [("wall-making", WON)]), viewport={"width": 390, "height": 844}, accept_downloads=True
    )
    turn(page, "Your move")
    kept(page)
    page.context.set_offline(True)
    page.reload()
    turn(page, "Your move")
    cell(page, 0, 1).click()
    expect(page.locator(".log li")).to_have_count(2)
    export_a_lesson(page, tmp_path)

    asked: list[tuple[str, dict[str, Any]]] = [
        ("positions", {"game": game.name, "position": game.sample, "board": True}) for game in games.all_games()
    ]
    asked += [("positions", {"game": "kayles", "position": "7 x"})]
    asked += [("positions", {"game": game, "position": board, "board": True}) for game, board in LARGE.items()]
    asked += [("positions", {"game": "wall-making", "position": TOO_LARGE})]
    *own, refused = page.evaluate(ASK, asked)
    expected = [call(name, body) for name, body in asked[:-1]]
    engines = {answer["work"]["engine"] for answer in own[-len(LARGE) :]}
    assert "kernel" in engines
    assert engines <= {"kernel", "formula"}
    assert refused["error"]["needed"] > 2**32
    assert without(("work",), own) == without(("work",), json.loads(json.dumps(expected)))

    page.context.set_offline(False)
    before = renew(folder)
    page.reload()  # the kept version opens, finds the new one, and gives way to it
    expect(page.locator('html[data-version="next"]')).to_have_count(1)
    turn(page, "Your move")
    assert not [name for name in page.evaluate("caches.keys()") if before in name]


def stop_long_work(page: Page) -> None:
    """Begin long work, ask for something else, stop it, and ask again."""
    stopped = page.evaluate(
        """async position => {
          const { ask, stream } = await import(new URL('base/api.js', document.baseURI).href);
          const end = new AbortController();
          const lines = stream('solves', { game: 'clobber', position }, end.signal);
          const first = (await lines.next()).value;
          for (let line = first; !line.progress;) line = (await lines.next()).value;
          const meanwhile = (await ask('positions', { game: 'kayles', position: '3 4' })).nimber;
          end.abort();
          const error = await lines.next().catch(error => error.name);
          const after = (await ask('positions', { game: 'kayles', position: '5' })).nimber;
          return [first.seconds, meanwhile, error, after];
        }""",
        LONG,
    )
    assert stopped == [600, 2, "AbortError", 4]


def renew(folder: Path) -> str:
    """Make another version of a site, called next; return the name of the version before."""
    before: str = json.loads((folder / "made-by-grundy.json").read_text())["version"]
    index, worker = folder / "index.html", folder / "sw.js"
    index.write_text(index.read_text().replace(before, "next"))
    digest = base64.b64encode(hashlib.sha256(index.read_bytes()).digest()).decode()
    text = re.sub(r'"index.html": "[^"]+"', f'"index.html": "{digest}"', worker.read_text())
    worker.write_text(text.replace(before, "next"))
    return before


def test_stopping_and_rules_of_the_readers_own(opened: Opener, base: str) -> None:
    page = opened(address("play", [("wall-making", WON)]))
    turn(page, "Your move")
    stop_long_work(page)
    page.evaluate("location.hash = '#/own'")
    said = page.locator("#rules-said li")

    def run(text: str) -> None:
        page.fill("#rules-text", text)
        act(page, "run-rules")

    run(STUCK)
    expect(said).to_contain_text(re.compile(r"Line [56]: still inside endless"))
    run(OWN)
    expect(said).to_contain_text("Line 4: canonical changes the value: two_heaps(1, 1) is worth 0")
    expect(page.locator(".rules-lines .faulty")).to_have_text("4")
    expect(page.locator("#rules-said")).to_contain_text("two_heaps is searched in plain Python")
    both = OWN.replace("canonical=lambda a, b: (0, a + b), ", "") + STAIRS.removeprefix("import grundy\n")
    run(both)
    expect(page.locator(".clean")).to_have_text("No fault found.")
    expect(page.locator(".make a[aria-current]")).to_have_text("Two heaps")
    turn(page, "Your move")
    page.locator(".make a", has_text="Stairs").click()
    expect(page.locator(".make a[aria-current]")).to_have_text("Stairs")
    asked = [("two_heaps", "(5, 3)"), ("stairs", "1"), ("stairs", "3")]
    found = page.evaluate(ASK, [("positions", {"game": game, "position": text}) for game, text in asked])
    assert found[0]["nimber"] == 5 ^ 3
    assert [one["outcome"] for one in found] == ["N", "N", "D"]
    address_of_both = page.url
    page.reload()  # the browser has kept them
    turn(page, "Your move")
    expect(page.locator("#rules-text")).to_have_value(both)

    other = opened(address_of_both.removeprefix(base))
    expect(other.locator(".foreign")).to_be_visible()
    expect(other.locator("#rules-text")).to_have_value(both)
    expect(other.locator("game-board")).to_have_count(0)
    act(other, "run-rules")
    turn(other, "Your move")
    assert other.url == address_of_both


def test_play_of_the_documents_leads_to_a_lab_that_plays(browser: Browser, tmp_path: Path) -> None:
    """The first page alone, so that the test takes seconds; docs/build.py builds all pages in the same way."""
    pytest.importorskip("myst_parser", reason="needs the extra docs")
    sys.path.insert(0, str(ROOT / "docs"))
    import build

    source = tmp_path / "docs"
    shutil.copytree(ROOT / "docs" / "pictures", source / "pictures")
    shutil.copy(ROOT / "docs" / "index.md", source)
    (source / "site.md").write_text("# The lab anywhere\n")
    (source / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'docs')!r})\nextensions = ['myst_parser', 'live_boards']\n"
    )
    build.build(tmp_path / "site", PYODIDE, ("-Q",), source)
    page = browser.new_page(locale="en")
    with hosting(tmp_path / "site") as host:
        page.goto(f"{host}index.html")
        page.get_by_role("link", name="Play").click()
        turn(page, "Your move")
        page.wait_for_url(f"{host}lab/**")
        cell(page, 0, 1).click()
        expect(page.locator(".log li")).not_to_have_count(0)
        page.close()


def test_programs_in_python_run_in_the_clinic(opened: Opener) -> None:
    check_python(opened("#/clinic?problem=cses-2207"))
