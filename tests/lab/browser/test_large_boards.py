"""Boards of many cells in a browser: what is drawn and what is said is what the scene says, before and after a move."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from grundy.runtime.messages import catalogue
from support.pages import ALL, VIEWS, WON, act, address, cell, colour, expect, is_painted, painted, settle, turn
from support.server import API

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

SIDE = 60
LOOKED_AT = [(0, 0), (37, 41), (59, 59), (12, 3)]
WALL = [61, 69, 78]
SHOW = """async text => {
  const data = JSON.parse(text);
  let board = document.querySelector('game-board');
  if (!board) {
    await import(`${location.origin}/board/game-board.js`);
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
        is_painted(page, row, column, expected)
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
    page.get_by_role("button", name="Larger cells").click()  # the whole board is shown first
    page.wait_for_function("() => document.querySelector('game-board').shadowRoot.querySelector('canvas').width > 300")
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
  const {Loader, showLoading} = await import(`${location.origin}/base/loading.js`);
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
    page = opened("#/sequences")
    settle(page)  # the words are there
    told = page.evaluate(LOADS)
    smaller, late = words["work.smaller"], words["work.too-long"].format(number=10)
    assert [text.removesuffix("Stop") for text in told] == [
        "0 % of the work is done.",
        "1 % of the work is done.",  # nobody knows yet how fast it goes
        f"20 % of the work is done. About 80 s left. {smaller}",
        f"21 % of the work is done. About 19 min left. {late}",
    ]


@pytest.mark.parametrize("width", [390, 768, 1280, 1920])
def test_the_frame_is_the_same_for_all_games(width: int, opened: Opener) -> None:
    """Box, strip and buttons keep their places from the first moment on, whatever the game is, and after moves."""
    frames = set()
    for game, text in (("treblecross", "." * 9), ("wall-making", WON), ("nim", "3 5"), ("wythoff", "5 7")):
        page = opened(address("play", [(game, text)]), viewport={"width": width, "height": 844})
        page.locator(".strip").wait_for()
        frames.add(frame(page))
        turn(page, "Your move")
        frames.add(frame(page))
        act(page, "hint")
        page.locator(".strip.a").wait_for()
        frames.add(frame(page))
        page.context.close()
    assert len(frames) == 1


def frame(page: Page) -> str:
    """Return the places of box, strip and first button."""
    found: str = page.evaluate(
        """JSON.stringify(['.box', '.strip', '[data-act=hint]'].map(one => {
          const {x, y, width, height} = document.querySelector(one).getBoundingClientRect();
          return one.startsWith('[') ? [x, y + scrollY] : [x, y + scrollY, width, height];
        }))"""
    )
    return found


def test_a_board_keeps_its_extent(opened: Opener) -> None:
    page = opened(address("play", [("wythoff", "5 7")], **{"with": "friend"}))
    turn(page, "Player 1")
    before = page.locator("game-board [role=gridcell]").count()
    cell(page, 1, 3).click()
    turn(page, "Player 2")
    assert page.locator("game-board [role=gridcell]").count() == before


SHIFTS = """new PerformanceObserver(list => {
  const moved = list.getEntries().filter(entry => !entry.hadRecentInput);
  window.shifted = moved.reduce((sum, {value}) => sum + value, window.shifted ?? 0);
}).observe({type: 'layout-shift', buffered: true})"""


@pytest.mark.parametrize("view", ["front", "play", "heaps", "puzzles", "lesson", "why", "sequences"])
def test_a_page_does_not_jump_while_it_loads(view: str, opened: Opener) -> None:
    name, parts, further = VIEWS[view]
    page = opened(address(name, parts, **further), viewport={"width": 1280, "height": 800})
    page.evaluate(SHIFTS)
    settle(page)
    assert page.evaluate("new Promise(done => setTimeout(() => done(window.shifted ?? 0), 100))") < 0.1


def test_a_board_is_there_before_it_is_solved(opened: Opener) -> None:
    """Clobber on 36 cells is not solved at once: it is drawn, said to be counted, played, and the coach guesses."""
    board = "\n".join(["xoxoxo", "oxoxox"] * 3)
    page = opened(address("play", [("clobber", board)]))  # and nothing is logged as a failure
    expect(page.locator("game-board [role=gridcell]")).to_have_count(36)
    turn(page, "Still counting")
    page.locator("[data-act=stop]").click()
    turn(page, "Stopped")
    expect(page.locator("game-board [role=gridcell]")).to_have_count(36)
    cell(page, 0, 0).click()
    cell(page, 0, 1).click()
    page.locator("game-board .moves [role=option]").first.click()
    expect(page.locator(".log li")).to_have_count(2)  # the coach has replied


def test_a_game_goes_on_through_kept_answers(opened: Opener) -> None:
    """Back, and on again: board, last move and nimbers are those of the position, without a request."""
    page = opened(address("play", [("wall-making", WON)], show=ALL, **{"with": "friend"}))
    turn(page, "Player 1")
    for row, column in ((0, 1), (3, 3)):
        cell(page, row, column).click()
        expect(cell(page, row, column)).to_have_class(re.compile("last"))
    turn(page, "Player 1")
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
