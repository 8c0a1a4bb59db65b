"""The widget of notebooks in a real browser; the wire to the kernel is made here."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from grundy import games
from support.conditions import need

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from grundy.core.position import Position
    from grundy.lab.notebook.widget import GameWidget


BOARD = "X....\n...X.\n.....\n....."


@pytest.fixture
def board() -> Position:
    need("anywidget", there=find_spec("anywidget") is not None)
    return games.find("wall-making")(BOARD)


PAGE = """<!doctype html><html lang="en"><title>A widget</title><body><div id="place"></div>
<script type="module">
  const data = await state();
  document.head.append(Object.assign(document.createElement('style'), { textContent: data._css }));
  const listeners = {};
  const model = {
    get: (name) => data[name],
    set: (name, value) => { data[name] = value; for (const act of listeners[`change:${name}`] ?? []) act(); },
    save_changes: () => {},
    send: async (message) => model.set('shown', await kernel(message)),
    on: (event, act) => (listeners[event] ??= []).push(act),
    off: () => {},
  };
  const source = new Blob([data._esm], { type: 'text/javascript' });
  for (const round of [1, 2]) {  // as in a notebook with two of them
    const { default: widget } = await import(URL.createObjectURL(source) + '#' + round);
    document.getElementById('place').replaceChildren();
    widget.render({ model, el: document.getElementById('place') });
  }
  document.body.dataset.ready = 'yes';
</script>"""


def test_the_widget_in_a_browser(board: Position, browser: Browser) -> None:
    """A game by clicks and by keys; the kernel's half is the real one, the wire between them is not."""
    need("axe", there=find_spec("axe_playwright_python") is not None)
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    from support.pages import is_painted

    game = board.widget(coach=0)

    def kernel(sent: dict[str, Any]) -> dict[str, Any]:
        message(game, sent["do"], sent.get("move"))
        return game.shown

    page = browser.new_page(reduced_motion="reduce", locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.expose_function("state", lambda: traits(game))
    page.expose_function("kernel", kernel)
    page.route("**/*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("http://localhost/")
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".grundy .turn").inner_text() == "Your move"
    for light, free in (("true", [238, 238, 234]), ("false", [27, 34, 43]), ("true", [238, 238, 234])):
        page.evaluate("(light) => document.body.setAttribute('data-jp-theme-light', light)", light)
        is_painted(page, 0, 4, free)
    page.get_by_label("Nimbers").check()
    for light, card in (("true", "rgb(255, 255, 255)"), ("false", "rgb(18, 23, 30)")):
        page.evaluate("(light) => document.body.setAttribute('data-jp-theme-light', light)", light)
        assert page.evaluate("getComputedStyle(document.querySelector('.grundy')).backgroundColor") == card
        assert Axe().run(page, ".grundy").response["violations"] == []
    cell = page.locator("game-board [data-place='0,4']")
    assert f"leads to nimber {board.play('r1c5').nimber}" in (cell.get_attribute("aria-label") or "").split(", ")
    page.locator("game-board [data-place='1,2']").click()
    page.wait_for_selector(f"text=The coach played “walls from {game.moves[1] if len(game.moves) > 1 else ''}")
    assert game.moves[0] == "r2c3"
    assert "”. Your move keeps the win. It leaves nimber 0" in page.locator(".grundy-said").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "() => document.querySelector('.grundy-said').textContent.includes('Whoever moves now wins')"
    )
    assert game.position == board
    while game.position.choices():
        page.get_by_role("button", name="Hint").press("Enter")
        page.wait_for_function("() => document.querySelector('.grundy-said').textContent.includes('Hint')")
        row, column = places(game, game.shown["hint"]["move"])
        page.locator(f"game-board [data-place='{row},{column}']").press("Enter")
        page.wait_for_function("() => !document.querySelector('.grundy-said').textContent.includes('nim-sum')")
    page.wait_for_selector("text=You win")
    assert game.comments[-1].verdict == "won"
    page.close()
    assert faults == []


def traits(game: GameWidget) -> dict[str, Any]:
    """Return what a page gets."""
    return dict(game.get_state({"_esm", "_css", "shown", "show", "words", "language"}))


def places(game: GameWidget, move: str) -> tuple[int, int]:
    """Return row and column of a move on the one board."""
    (place,) = next(choice["places"] for choice in game.shown["answer"]["choices"] if choice["move"] == move)
    return place[0], place[1]


def message(game: GameWidget, act: str, move: str | None = None) -> None:
    """Send what a page sends."""
    game._handle_custom_msg({"do": act, "move": move}, [])  # noqa: SLF001 - what ipywidgets calls
