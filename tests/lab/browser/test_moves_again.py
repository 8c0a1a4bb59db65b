"""Moves after which the same player moves again, in the lab: whose turn it is, the coach that goes on, the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from support.pages import act, address, expect, moves, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

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
    expect(page.locator(".strip")).to_contain_text("A coin is free: cut again.")
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
    expect(page.locator(".strip")).to_contain_text("You win. The game took 2 moves. No mistake.")
    assert sorted(moves(page)) == ["0-1", "0-2"]


def test_the_explanation_says_that_the_same_player_moves_again(opened: Opener) -> None:
    """In a lost position each move has a reply that wins, or the same player moves again and cannot win."""
    page = opened(address("why", [(GAME, "0-1 0-2")]))
    card = page.locator("table.replies")
    expect(card.locator("tbody tr")).to_have_count(2)
    expect(card).to_contain_text("The same player moves again, and no move wins.")
    expect(page.locator(".view")).not_to_contain_text("leads back to 0")
