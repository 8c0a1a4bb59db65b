"""Moves after which the same player moves again, in the lab: whose turn it is, the coach that goes on, the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")
pytest.importorskip("playwright", reason="needs Playwright, which drives the browser")

from playwright.sync_api import expect

from support.pages import CHROMIUM, act, address, moves, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]
GAME = "strings-and-coins"
BOARD = "0-1 1-2 2-0 2-3 3-4 4-0"


def cut(page: Page, string: str) -> None:
    page.evaluate("document.querySelector('#typed').closest('details').open = true")
    page.fill("#typed", string)
    page.press("#typed", "Enter")


def test_who_frees_a_coin_keeps_the_turn(opened: Opener) -> None:
    page = opened(address("play", [(GAME, BOARD)], **{"with": "friend"}))
    turn(page, "Player 1")
    cut(page, "0-1")
    turn(page, "Player 2")
    cut(page, "1-2")  # frees coin 1
    expect(page).to_have_url(re.compile("m=1-2&again=1"))
    turn(page, "Player 2")
    cut(page, "2-3")
    turn(page, "Player 1")
    assert moves(page) == ["0-1", "1-2", "2-3"]
    act(page, "undo")
    turn(page, "Player 2")
    act(page, "undo")
    turn(page, "Player 2")
    act(page, "undo")
    turn(page, "Player 1")


def test_an_address_need_not_say_whose_turn_it_is(opened: Opener) -> None:
    page = opened(address("play", [(GAME, BOARD)], **{"with": "friend"}) + "&m=0-1&m=1-2")
    turn(page, "Player 2")
    expect(page).to_have_url(re.compile("again=1"))


def test_the_coach_goes_on_and_who_cannot_cut_loses(opened: Opener) -> None:
    page = opened(address("play", [(GAME, "0-1 0-2")], side="second"))
    expect(page.locator(".strip")).to_contain_text("You win, in 2 moves")
    assert sorted(moves(page)) == ["0-1", "0-2"]
