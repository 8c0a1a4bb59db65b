"""What the page shows and does until the server answers: nothing of the game before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from support.pages import KITES, WON, act, address, cell, expect, settle, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

HELD = """
const send = window.fetch;
let waiting = [];
window.hold = false;
window.fetch = async (...request) => {
  if (window.hold) await new Promise((done) => waiting.push(done));
  return send(...request);
};
window.release = () => { window.hold = false; waiting.splice(0).forEach((done) => done()); };
"""
STAGE = "main .stage game-board, main .stage svg.tree"
GAMES = [
    address("play", [("kayles", "10 7")]),
    address("play", [("diagonal", KITES)]),
    address("why", [("wythoff", "3 6")]),
    address("play", [("polygon", "12 1-4")]),
    address("sum", [("wall-making", "X.\n.."), ("kayles", "3 2")]),
    address("play", [("nim", "3 5")], rules="misere"),
    address("play", [("nim", "2 4")]),
    address("puzzles", [("dawsons-chess", "2 3 6")], goal="win"),
    address("play", [("grid-game", "K=2\n@...\n.#..\n....")]),
    address("why", [("wall-making", WON)], m="r1c2"),
    address("play", [("wall-making", WON)], setup="1"),
]
ERRORS = [
    address("play", [("wall-making", "Q")]),
    address("play", [("nosuchgame", "3")]),
    address("play", [("kayles", "10 7")], m="r1c1"),
    address("why", [("kayles", "x")]),
    address("puzzles", [("kayles", "x")], goal="win"),
    "#/nosuchview",
]


def went(page: Page, hash_: str) -> None:
    """Open an address while no answer comes, and look at the page before there is one."""
    page.evaluate("hash => { window.hold = true; location.hash = hash; }", hash_)
    page.wait_for_timeout(150)
    if "setup=1" not in hash_:  # the editor draws what is in the address
        assert page.locator(STAGE).count() == 0, hash_
    there = page.url
    for name in ("hint", "undo", "again", "walk"):
        for button in page.locator(f"main .stage [data-act={name}]").all():
            assert not button.is_visible() or button.is_disabled(), (hash_, name)
    page.keyboard.press("h")
    assert page.url == there
    page.evaluate("window.release()")
    if "nosuchview" not in hash_:
        settle(page)


@pytest.fixture
def page(opened: Opener, base: str) -> Page:
    """Return a page that shows a game, and whose further answers can be held back."""
    page = opened(address("play", [("wall-making", WON)]), refused=True)
    page.add_init_script(HELD)
    page.goto(base)
    page.goto(base + address("play", [("wall-making", WON)]))
    expect(page.locator("game-board")).to_have_count(1)
    return page


def test_a_board_never_stands_under_a_title_that_is_not_its_own(page: Page) -> None:
    for hash_ in GAMES:
        went(page, hash_)
        assert page.locator("main game-board, main .stage .editor").count() > 0, hash_


def test_nothing_of_the_game_before_stays_after_an_error(page: Page) -> None:
    for number, hash_ in enumerate(ERRORS):
        went(page, hash_)
        expect(page.locator("main .said.error")).to_be_visible()
        assert page.locator("main .stage game-board").count() == 0
        went(page, address("play", [("nim", f"{number + 6} 2")]))
        turn(page, "Your move")


def test_a_click_on_an_earlier_position_is_no_move(page: Page) -> None:
    page.evaluate("window.hold = true")
    cell(page, 0, 1).click()
    there = page.url
    assert "m=r1c2" in there
    cell(page, 1, 1).click(force=True)
    cell(page, 3, 3).click(force=True)
    assert page.url == there
    page.evaluate("window.release()")
    page.wait_for_url(re.compile("m=r1c2&m="))  # the coach's reply


def test_the_panel_to_set_up_waits_for_its_module(page: Page) -> None:
    act(page, "setup")
    expect(page.locator("#text")).to_have_value(WON)


def test_the_first_frame_has_a_board_and_a_sentence(opened: Opener) -> None:
    page = opened(lost=True)
    page.route("**/app.js", lambda route: route.abort())
    page.reload()
    expect(page.locator("main h1")).to_have_text("Every move has a number.")
    expect(page.locator("main svg rect").first).to_be_visible()
    expect(page.locator("main .late")).to_be_visible()  # after some seconds


def test_a_server_that_has_gone_is_named(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)]), lost=True)
    settle(page)
    page.route("**/words/*.json", lambda route: route.abort())
    page.select_option("#language", "ko")
    expect(page.locator("main .said.error")).to_have_text("The server does not answer. Is grundy serve still running?")


def test_a_wrong_move_in_a_puzzle_offers_one_way_on(opened: Opener) -> None:
    page = opened(address("puzzles", [("dawsons-chess", "2 3 6")], goal="win", m="2:3 -> 1"))
    expect(page.locator("main .strip .turn")).to_have_text("Not this one")
    expect(page.get_by_role("button", name="Try again")).to_have_count(1)
    expect(page.get_by_role("button", name="Idea")).to_have_count(0)


def test_the_terms_begin_at_the_first_one_and_end_with_the_view(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)]), viewport={"width": 390, "height": 500})
    settle(page)
    act(page, "more")
    act(page, "terms")
    expect(page.locator("dialog.glossary dt").first).to_be_in_viewport()
    page.locator("dialog.glossary dd").last.scroll_into_view_if_needed()
    expect(page.locator("dialog.glossary button")).to_be_in_viewport()
    page.evaluate("location.hash = '#/learn'")
    settle(page)
    expect(page.locator("dialog")).to_have_count(0)
