"""The board of the first view is played where it stands, by mouse, keys and touch, and the game is that of Play."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest

from support.pages import act, address, cell, colour, expect, focused, is_painted, settle, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

FREE = [238, 238, 234]
TWO, ZERO = (0, 1), (1, 5)  # cells, by the nimber of the move there


def made(page: Page, moves: int) -> None:
    """Wait until so many moves are made, those of the coach too."""
    page.wait_for_function("moves => location.hash.split('&m=').length - 1 === moves", arg=moves)


def test_the_front_board_is_played_by_mouse(opened: Opener) -> None:
    page = opened("#/")
    turn(page, "Your move")
    is_painted(page, *TWO, FREE)
    cell(page, *TWO).hover()
    is_painted(page, *TWO, colour(page, 2))
    cell(page, *ZERO).hover()
    is_painted(page, *ZERO, colour(page, 0))
    is_painted(page, *TWO, FREE)
    cell(page, *ZERO).click()
    expect(page.locator(".strip")).to_contain_text("keeps the win")
    made(page, 2)  # the coach has answered
    expect(page.locator(".strip")).to_contain_text(re.compile("^Your move.*The coach played.*keeps the win.*Why"))
    assert page.locator(".front").count() == 1
    page.locator("game-board [role=gridcell].open").first.click()
    made(page, 4)
    there = page.url
    page.reload()
    expect(page.locator(".log li")).to_have_count(4)
    assert page.url == there
    page.locator("#brand").click()
    turn(page, "Your move")
    expect(page.locator("game-board [role=gridcell].open")).to_have_count(37)  # from the beginning
    cell(page, *TWO).dblclick()  # the second click of somebody in a hurry is none
    made(page, 2)


def test_the_front_board_is_played_by_keys_and_goes_on_in_play(opened: Opener) -> None:
    page = opened("#/")
    turn(page, "Your move")
    while not focused(page):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    is_painted(page, *TWO, colour(page, 2))
    expect(cell(page, *TWO)).to_have_accessible_name(re.compile("leads to nimber 2"))
    page.keyboard.press("Enter")
    made(page, 2)
    assert focused(page)
    there = page.url
    page.locator("[data-view=play]").first.click()
    expect(page.locator(".play .log li")).to_have_count(2)
    assert page.url == there
    act(page, "undo")
    turn(page, "Your move")


def test_a_finger_sees_all_numbers_and_the_word_is_explained(opened: Opener) -> None:
    page = opened("#/", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    turn(page, "Your move")
    is_painted(page, *TWO, colour(page, 2))
    page.get_by_role("link", name="nimber", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Grundy value")
    page.keyboard.press("Escape")
    cell(page, *ZERO).tap()
    made(page, 2)


def test_games_and_contest_problems_are_found_by_their_names_even_mistyped(opened: Opener) -> None:
    page = opened("#/")
    expect(page.locator("[data-kind=start] .tile")).to_have_count(7)
    search, tiles = page.get_by_label("Search"), page.locator(".gallery .tile:visible")
    search.fill("nim")
    titles = page.locator(".gallery section:not([data-kind=problems]) .tile:visible").all_inner_texts()
    assert "Staircase nim" in titles
    assert all("nim" in title.lower() for title in titles)
    assert len(titles) == len(set(titles))
    search.fill("checkers")
    expect(page.locator(".gallery [role=status]")).not_to_be_empty()
    search.fill("kayels")
    expect(tiles).to_have_text(["Dawson's Kayles", "Kayles", "Arc Kayles", "Node Kayles"])
    search.fill("11717")  # a contest's number of the problem
    expect(tiles).to_have_text(["Wall Making Game", "Wall Making Game (boj-11717)"])
    search.fill("poj 2311")
    expect(tiles).to_have_text(["Cutting Game (poj-2311)"])
    tiles.click()
    page.wait_for_url("**/#/clinic?problem=poj-2311")
    page.go_back()
    page.get_by_label("Search").fill("chomp")
    page.locator(".gallery .tile:visible").click()
    turn(page, "Your move")


def test_a_game_without_a_position_is_set_up_from_its_sample(opened: Opener) -> None:
    page = opened("#/play?g=chomp&setup=1")
    expect(page.locator("#text")).to_have_value(re.compile(r"\.\.\.\."))
    page.locator("#text").fill("")
    expect(page.locator("#text")).to_have_value("")


@pytest.mark.parametrize(("hash_", "most"), [("#/", 90_000), (address("play", [("nim", "3 4 5")]), 140_000)])
@pytest.mark.parametrize("language", ["en", "ko", "ja"])
def test_the_first_load_is_small(hash_: str, most: int, language: str, opened: Opener) -> None:
    """All that the page asks for until it is drawn, compressed as a host of the site does it."""
    page = opened(hash_, locale=language)
    settle(page)
    asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    files = (name for name in asked if "/api/" not in name or name.endswith("/games"))  # not the one position
    names = [page.url.split("#")[0], *dict.fromkeys(files)]
    answers = [page.request.get(name).body() for name in names]
    assert sum(len(gzip.compress(answer)) for answer in answers) < most
