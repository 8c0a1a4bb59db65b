"""Boards of many cells in a browser: what is drawn and what is said is what the scene says, before and after a move."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")
pytest.importorskip("playwright", reason="needs Playwright, which drives the browser")

from playwright.sync_api import expect

from grundy.messages import catalogue
from support.pages import ALL, CHROMIUM, WON, act, address, cell, colour, painted, turn
from support.server import API

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]
SIDE = 60
LOOKED_AT = [(0, 0), (37, 41), (59, 59), (12, 3)]
WALL = [74, 82, 91]
SHOW = """async text => {
  const data = JSON.parse(text);
  let board = document.querySelector('game-board');
  if (!board) {
    await import(`${location.origin}/component.js`);
    document.body.append(board = document.createElement('game-board'));
  }
  Object.assign(board, data);
}"""


def value(row: int, column: int, move: int) -> int:
    """Return some value of a cell after so many moves."""
    return (7 * row + 13 * column + 5 * move) % 40


def show(page: Page, move: int) -> None:
    """Show a board of 60 x 60 cells; with `move`, the row of that number is gone."""
    rows: list[list[dict[str, Any]]] = [
        [
            {"symbol": "#", "role": "removed"}
            if move and row == move
            else {"symbol": ".", "component": int(row > move > 0)}
            for column in range(SIDE)
        ]
        for row in range(SIDE)
    ]
    scene = {"kind": "grid", "rows": rows, "first": 1, "touch": "sides", "cuts": [[".", [[0, 1]]]]}
    choices = [
        {
            "move": f"r{row + 1}c{column + 1}",
            "term": 0,
            "component": 0,
            "places": [[row, column]],
            "nimber": value(row, column, move),
            "wins": value(row, column, move) == 0,
        }
        for row in range(SIDE)
        for column in range(SIDE)
        if not move or row != move
    ]
    words = {key.removeprefix("board."): text for key, text in catalogue("en").items() if key.startswith("board.")}
    page.evaluate(SHOW, json.dumps({"words": words, "scene": scene, "choices": choices, "show": ["values", "winning"]}))


def holds(page: Page, move: int) -> None:
    """Look at some cells, as they are drawn, and as they are named."""
    for row, column in LOOKED_AT:
        expected = WALL if move and row == move else colour(page, value(row, column, move))
        assert painted(page, row, column) == expected
    expect(page.locator("game-board [role=grid]")).not_to_have_attribute("aria-busy", "true")
    for row, column in LOOKED_AT:
        said = "gone" if move and row == move else f"free, leads to nimber {value(row, column, move)}"
        wins = ", a winning move" if "nimber" in said and value(row, column, move) == 0 else ""
        named = expect(cell(page, row, column))
        named.to_have_attribute("aria-label", f"row {row + 1}, column {column + 1}, {said}{wins}")


def test_each_cell_of_a_large_board_is_drawn_and_named(opened: Opener) -> None:
    page = opened("#/sequences")
    show(page, 0)
    cell(page, 0, 0).wait_for()
    page.wait_for_function("document.querySelector('game-board').shadowRoot.querySelector('canvas').width > 300")
    holds(page, 0)
    show(page, 37)
    page.evaluate("new Promise(requestAnimationFrame)")
    holds(page, 37)
    expect(cell(page, 12, 3)).to_have_accessible_name(re.compile("^row 13, column 4, free, leads to nimber"))
    cell(page, 0, 0).focus()
    for key in ("Control+End", "ArrowUp"):
        page.keyboard.press(key)
    focused = "document.querySelector('game-board').shadowRoot.activeElement.dataset.place"
    assert page.evaluate(focused) == f"{SIDE - 2},{SIDE - 1}"
    assert page.locator("game-board [role=gridcell][tabindex='0']").count() == 1
    page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
    page.wait_for_function(
        "() => !document.querySelector('game-board').shadowRoot.querySelector('canvas').getAnimations().length"
    )
    page.evaluate("new Promise(requestAnimationFrame)")
    assert painted(page, 37, 41) != WALL  # the colours of the night


LOADS = """async () => {
  const {Loader, showLoading} = await import(`${location.origin}/loading.js`);
  const place = document.createElement('p');
  const told = [];
  let now = 0;
  performance.now = () => now;
  const loader = new Loader(loading => { showLoading(place, loader, loading); told.push(place.textContent); });
  await loader.load(async watch => {
    for (const [time, done] of [[0, 1], [1000, 2], [20000, 21], [300000, 22]]) {
      now = time;
      watch.progress(done, 101, 600);
    }
  });
  return told.slice(1, -1);
}"""


def test_what_takes_long_is_said_while_it_can_be_stopped(opened: Opener) -> None:
    words = catalogue("en")
    told = opened("#/sequences").evaluate(LOADS)
    smaller, late = words["work.smaller"], words["work.too-long"].format(number=10)
    assert [text.removesuffix("Stop") for text in told] == [
        "0 % of the work is done.",
        "1 % of the work is done.",  # nobody knows yet how fast it goes
        f"20 % of the work is done. About 80 s left. {smaller}",
        f"21 % of the work is done. About 19 min left. {late}",
    ]


def test_cards_lie_below_a_low_board_on_a_wide_page(opened: Opener) -> None:
    for text, below in (("." * 9, True), ("...\n...\n...", False)):
        page = opened(address("play", [("treblecross" if below else "wall-making", text)]))
        page.set_viewport_size({"width": 1280, "height": 800})
        board, card = page.locator("game-board").bounding_box(), page.locator(".card.status").bounding_box()
        assert board is not None
        assert card is not None
        assert (card["y"] > board["y"] + board["height"]) is below
        assert (card["x"] > board["x"] + board["width"]) is not below


KEPT = """async () => {
  const {Kept} = await import(`${location.origin}/kept.js`);
  const kept = new Kept(1000);
  const big = 'x'.repeat(300);
  await Promise.all(['a', 'b', 'c'].map(key => kept.put(key, big)));
  kept.get('a');  // asked for again: b has waited longest
  await kept.put('d', Promise.resolve(big));
  const left = [...kept.entries.keys()];
  await kept.put('e', Promise.reject(new Error('lost'))).catch(() => 0);
  await kept.put('f', 'x'.repeat(5000));
  return [left.join(' '), [...kept.entries.keys()].join(' '), kept.bytes];
}"""


def test_answers_are_kept_within_their_bytes(opened: Opener) -> None:
    """As many as fit, those that were asked for last; nothing that failed; one that is too large alone."""
    assert opened("#/sequences").evaluate(KEPT) == ["c a d", "f", len("f") + len('""') + 5000]


def test_a_game_goes_on_through_kept_answers(opened: Opener) -> None:
    """Back, and on again: board, last move and nimbers are those of the position, without a request."""
    page = opened(address("play", [("wall-making", WON)], show=ALL, **{"with": "friend"}))
    turn(page, "Player 1")
    for row, column in ((0, 1), (3, 3)):
        cell(page, row, column).click()
        expect(cell(page, row, column)).to_have_class(re.compile("last"))
    names = page.locator("game-board [role=gridcell]").evaluate_all("nodes => nodes.map(n => n.ariaLabel)")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if API in request.url else None)
    for back in ("undo", "redo"):
        act(page, back)
        turn(page, "Player 2" if back == "undo" else "Player 1")
        expect(cell(page, *((0, 1) if back == "undo" else (3, 3)))).to_have_class(re.compile("last"))
    again = page.locator("game-board [role=gridcell]").evaluate_all("nodes => nodes.map(n => n.ariaLabel)")
    assert again == names
    assert asked == []
