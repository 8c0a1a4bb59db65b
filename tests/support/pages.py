"""The lab's page in a real browser: addresses of states, and what tests look at and do."""

from __future__ import annotations

import re
import shutil
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import pytest

pytest.importorskip("playwright", reason="needs Playwright, which drives the browser")

from playwright import sync_api

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import ConsoleMessage, FloatRect, Locator, Page, Request

    Opener = Callable[..., Page]

# The first one has no windows, and takes a third of the processor time.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WON = "X...\n..X.\n....\n...."  # an N-position
LARGE = "........\n........\n...X....\n........\n.X.X.X..\n..X.....\n........\n.XX....."  # another
LOST = "..\n.."
KITES = "RLX\nXRL\nLXR"
expect, sync_playwright = sync_api.expect, sync_api.sync_playwright
MOST_WAIT = 60_000  # milliseconds; on a machine that is busy with other tests some seconds pass
expect.set_options(timeout=MOST_WAIT)
ALL = "winning values components"
VIEWS = {
    "play": ("play", [("wall-making", WON)], {"show": ALL}),
    "heaps": ("play", [("kayles", "10 7")], {"show": ALL}),
    "circle": ("play", [("polygon", "12 1-4")], {"show": ALL}),
    "map": ("play", [("grid-game", "K=2\n@...\n.#..\n....")], {"show": ALL}),
    "setup": ("play", [("wall-making", WON)], {"setup": "1"}),
    "graph-setup": ("play", [("green-hackenbush", "0-1 1-2 1-3")], {"setup": "1"}),
    "heaps-setup": ("play", [("kayles", "4 2")], {"setup": "1"}),
    "sum": ("sum", [("wall-making", "X.\n.."), ("kayles", "3 2")], {"show": ALL}),
    "sum-setup": ("sum", [("wall-making", "X.\n.."), ("kayles", "3 2")], {"setup": "1", "part": "1"}),
    "why": ("why", [("diagonal", KITES)], {}),
    "classroom": ("play", [("wall-making", WON)], {"class": "1", "answers": "1", "m": "r1c2"}),
    "classroom-why": ("why", [("kayles", "3 2")], {"class": "1"}),
    "clinic": ("clinic", [], {"problem": "boj-11717"}),
    "over": ("play", [("wall-making", ".")], {"m": "r1c1"}),
    "front": ("", [], {}),
    "puzzles": ("puzzles", [("dawsons-chess", "2 3 6")], {"goal": "win", "m": "3:6 -> 1+2"}),
    "learn": ("learn", [], {}),
    "lesson": ("learn", [], {"lesson": "xor", "step": "3"}),
    "mex": ("learn", [], {"lesson": "mex", "step": "5"}),
    "numbers": ("learn", [], {"lesson": "parts", "step": "4"}),
    "digits": ("learn", [], {"lesson": "code", "step": "2"}),
    "pair": ("learn", [], {"lesson": "xor", "step": "1"}),
    "rows": ("learn", [], {"lesson": "code", "step": "5"}),
    "sequences": ("sequences", [], {"code": "0.77", "length": "200"}),
    "two-sequences": ("sequences", [], {"code": "0.77", "beside": "0.07", "length": "200"}),
    "table": ("sequences", [], {"code": "rook", "length": "16"}),
    "tables": ("tables", [], {"code": "rook", "length": "16"}),
    "teach": ("teach", [], {}),
    "own": ("own", [], {}),
    "taught": ("teach", [], {"title": "1", "s": "play?g=nim&p=3+5", "n": "3 ⊕ 5"}),
}


def address(view: str, parts: list[tuple[str, str]] | None = None, **further: str) -> str:
    """Write the address of a state, behind the #."""
    pairs = [pair for game, text in parts or [] for pair in (("g", game), ("p", text))]
    return f"#/{view}?{urlencode([*pairs, *further.items()])}"


_ASKED: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()
_QUIET = 2  # times that nothing is asked for: an answer may lead to the next request
_DRAWN = """async () => {  // some frames
  for (const _ of [1, 2, 3]) await new Promise(done => requestAnimationFrame(() => setTimeout(done, 10)));
}"""


def watch(page: Page) -> None:
    """Note what the page asks for, and what has been answered."""
    asked: set[Request] = set()

    def answered(request: Request) -> None:
        asked.discard(request)

    def begun(request: Request) -> None:
        asked.add(request)

    page.on("request", begun)
    page.on("requestfinished", answered)
    page.on("requestfailed", answered)
    _ASKED[page] = asked


def settle(page: Page) -> None:
    """Wait until a page that is watched has its answers and has drawn them, and asks for nothing more."""
    until = time.monotonic() + MOST_WAIT / 1000
    page.locator("a[data-view][aria-current]").wait_for(state="attached")  # a view is there
    quiet = 0
    while quiet < _QUIET:
        page.evaluate(_DRAWN)
        quiet = 0 if _ASKED[page] else quiet + 1
        assert time.monotonic() < until, [request.url for request in _ASKED[page]]


def box(element: Locator) -> FloatRect:
    """Return where an element is in the window, when its page has settled."""
    settle(element.page)
    found = element.bounding_box()
    assert found is not None
    return found


def is_fault(said: ConsoleMessage, *, refused: bool, lost: bool) -> bool:
    """Say whether a message is one of a fault; the browser itself writes down what is refused, or gets no answer."""
    expected = (refused and "status of 4" in said.text) or (lost and "net::ERR_FAILED" in said.text)
    return said.type in ("error", "warning") and not expected


def cell(page: Page, row: int, column: int) -> Locator:
    """Return a cell of the first board, counted from 0."""
    return page.locator(f'game-board [data-place="{row},{column}"]').first


PAINTED = """([row, column]) => {
  const root = document.querySelector('game-board').shadowRoot;
  const canvas = root.querySelector('canvas');
  const all = canvas.getBoundingClientRect();
  const cell = root.querySelector(`[data-place="${row},${column}"]`).getBoundingClientRect();
  const sharp = canvas.width / all.width;
  const [x, y] = [cell.left - all.left + 0.2 * cell.width, cell.top - all.top + 0.8 * cell.height];
  const copy = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  copy.drawImage(canvas, Math.round(-x * sharp), Math.round(-y * sharp));
  return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


def painted(page: Page, row: int, column: int) -> list[int]:
    """Return the colour of a cell as it is drawn: red, green and blue, beside its number and its letter."""
    found: list[int] = page.evaluate(PAINTED, [row, column])
    return found


def is_painted(page: Page, row: int, column: int, expected: list[int]) -> None:
    """Wait until a cell is drawn in a colour: boards are drawn again with the next frame of the browser."""
    script = f"([row, column, ...expected]) => String(({PAINTED})([row, column])) === String(expected)"
    page.wait_for_function(script, arg=[row, column, *expected])


def colour(page: Page, nimber: int) -> list[int]:
    """Return the colour of a nimber on boards: red, green and blue."""
    script = "async n => (await import(`${location.origin}/board/colours.js`)).ofNimber(n)"
    text: str = page.evaluate(script, nimber)
    return list(bytes.fromhex(text.removeprefix("#")))


def turn(page: Page, text: str) -> None:
    """Wait until the page says whose turn it is, or who has won, and the board is not about to have its answer."""
    expect(page.locator(".turn")).to_contain_text(text)
    expect(page.locator(".boards[aria-busy]")).to_have_count(0)


def act(page: Page, name: str) -> None:
    page.click(f'[data-act="{name}"]')


def hint(page: Page) -> None:
    """Ask for all steps of a hint; the last one shows the move."""
    shown = page.locator("game-board .hint")
    for _ in range(5):
        act(page, "hint")
        if shown.count():
            return
    expect(shown).not_to_have_count(0)


def moves(page: Page) -> list[str]:
    found: list[str] = page.locator(".log li").evaluate_all("all => all.map(one => one.dataset.move)")
    return found


def played(page: Page, before: int) -> bool:
    """Wait until a move, and the coach's reply to it, are made; say whether the game is won."""
    expect(page.locator(".log li")).not_to_have_count(before)
    expect(page.locator(".turn")).to_have_text(re.compile("Your move|You win|The coach (wins|made)"))
    return "You win" in page.locator(".turn").inner_text()


_HEARD = """() => {
  window.heard = [];
  const text = (node) => [...node.childNodes].map((one) => one.textContent).join(' ').trim();
  const hear = (node) => new MutationObserver(() => text(node) && heard.push(text(node)))
    .observe(node, { childList: true, characterData: true, subtree: true });
  document.querySelectorAll('#said, .lesson-note').forEach(hear);
  for (const board of document.querySelectorAll('game-board')) hear(board.shadowRoot.querySelector('.live'));
}"""


def listen(page: Page) -> None:
    """Note from here on what a screen reader is told."""
    page.evaluate(_HEARD)


def heard(page: Page) -> list[str]:
    """Return what a screen reader was told, in order, without what was said twice in a row."""
    settle(page)
    told: list[str] = page.evaluate("heard")
    return [text for i, text in enumerate(told) if i == 0 or text != told[i - 1]]


def focused(page: Page) -> str:
    """Return the place that has the focus, if it is in a board."""
    found: str = page.evaluate("document.activeElement?.shadowRoot?.activeElement?.dataset.place ?? ''")
    return found


def walk(page: Page, row: int, column: int) -> None:
    """Go to a cell with the arrow keys."""
    here = focused(page)
    assert here
    down, right = row - int(here.split(",")[0]), column - int(here.split(",")[1])
    for key, steps in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
        for _ in range(steps):
            page.keyboard.press(key)
    assert focused(page) == f"{row},{column}"
