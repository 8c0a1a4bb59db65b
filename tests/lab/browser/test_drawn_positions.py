"""Positions that are set up by picture, and boards that scroll where their cells would be too small for fingers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from support.pages import WON, act, address, cell, expect, settle

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from support.pages import Opener


PLANT = "0-1 1-2 1-3"
LEAST = 28  # pixels of a cell that a finger picks


def vertex(page: Page, name: int) -> Locator:
    return page.locator(f'game-board [data-place][aria-label^="{name},"]')


def text_is(page: Page, text: str) -> None:
    """Wait for a text, and for the board that the server draws of it."""
    expect(page.locator("#text")).to_have_value(text)
    settle(page)


def test_a_graph_is_set_up_by_picture(opened: Opener) -> None:
    page = opened(address("play", [("green-hackenbush", PLANT)], setup="1"))
    settle(page)
    vertex(page, 2).click()
    act(page, "vertex")
    text_is(page, f"{PLANT} 2-4")
    vertex(page, 3).click()
    vertex(page, 4).click()
    text_is(page, f"{PLANT} 2-4 3-4")
    page.locator('game-board [data-move="1-3"]').focus()
    page.keyboard.press("Enter")
    text_is(page, "0-1 1-2 2-4 3-4")
    vertex(page, 2).drag_to(vertex(page, 3))
    text_is(page, "0-1 1-2 2-4 3-4 2-3")
    vertex(page, 4).click()
    act(page, "vertex-remove")
    text_is(page, "0-1 1-2 2-3")


@pytest.mark.parametrize(("game", "left"), [("kayles", "3 6 7"), ("nim", "3 7")])
def test_heaps_are_set_up_by_picture(opened: Opener, game: str, left: str) -> None:
    """A pin that falls parts its row; of a heap the tokens go from the one on that is picked."""
    page = opened(address("play", [(game, "10 7")], setup="1"))
    settle(page)
    page.locator('game-board [data-place="0"] [data-token="3"]').click()
    text_is(page, left)
    page.get_by_role("button", name="One more in heap 1").click()
    text_is(page, left.replace("3", "4"))


def test_a_wide_board_scrolls_on_a_phone(opened: Opener) -> None:
    board = "\n".join(["." * 20] * 20)
    friends = address("play", [("wall-making", board)], **{"with": "friend"})
    page = opened(friends, viewport={"width": 390, "height": 844}, has_touch=True)
    settle(page)
    side = "node => node.getBoundingClientRect().width"
    assert cell(page, 0, 0).evaluate(side) >= LEAST
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    zoom = page.locator("game-board .zoom button")
    zoom.click()
    assert 20 * cell(page, 0, 0).evaluate(side) <= 390
    cell(page, 15, 15).tap()
    assert cell(page, 15, 15).evaluate(side) >= LEAST
    expect(cell(page, 15, 15)).to_be_in_viewport()
    assert not page.locator(".log li").count()
    cell(page, 15, 15).tap()
    expect(page.locator(".log li")).to_have_count(1)


def test_the_coach_replies_after_a_second_try(opened: Opener) -> None:
    """The server is gone when a move is made, and is back when it is asked again."""
    page = opened(address("play", [("wall-making", WON)]), lost=True)
    settle(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    cell(page, 3, 3).click()
    again = page.locator('[data-act="again"]')
    expect(again).to_be_visible()
    page.unroute("**/api/v1/**")
    again.click()
    expect(page.locator(".log li")).to_have_count(2)


def test_the_curve_shows_the_moves_left_where_they_are_asked_for(opened: Opener) -> None:
    page = opened(address("play", [("kayles", "3 2")], show="values", **{"with": "friend", "m": "1:3 -> 2"}))
    settle(page)
    far = page.locator(".curve .far")
    expect(far).to_have_attribute("d", "")
    act(page, "remoteness")
    expect(far).to_have_attribute("d", re.compile(r"M.+L"))
    expect(page.locator(".curve svg")).to_have_attribute("aria-label", re.compile("Moves left after each move: 5, 4$"))


def test_a_large_board_is_shown_as_a_whole_and_scrolls_to_the_last_move(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", "\n".join(["." * 60] * 60))], m="r55c50", **{"with": "friend"}))
    settle(page)  # the board scrolls to the last move when the answer is there
    for corner in (0, 59):
        expect(cell(page, corner, corner)).to_be_in_viewport()
    cell(page, 5, 5).click()  # too small to be picked: it is enlarged
    expect(cell(page, 5, 5)).to_be_in_viewport()
    expect(cell(page, 54, 49)).not_to_be_in_viewport()
    page.get_by_role("button", name="Whole board").click()
    page.get_by_role("button", name="Larger cells").click()
    expect(cell(page, 54, 49)).to_be_in_viewport()
