"""What new users once lost games by, each with the steps that they took: all on one page of the lab."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grundy.runtime.messages import catalogue
from support.pages import LOST, WON, act, address, box, cell, expect, moves, settle, turn
from support.server import API

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from support.pages import Opener

FRIEND = {"with": "friend"}
OVER_BUDGET = {"error": {"type": "over-budget", "kind": "error.no-memory", "message": "expected less"}}
BOXES = "all => all.map(one => one.getBoundingClientRect().toJSON())"
GRID_INPUT = "2 2 0\n.#\n..\n2\n1 1\n2 1"


def test_nothing_that_a_person_made_is_lost(opened: Opener, base: str) -> None:
    page = opened(address("play", [("wall-making", WON)], **FRIEND))
    turn(page, "Player 1")
    cell(page, 0, 1).click()
    turn(page, "Player 2")
    before = page.url
    page.locator("#skip").press("Enter")  # which once changed the address
    assert page.url == before
    assert page.evaluate("document.activeElement.tagName") == "GAME-BOARD"
    for view in ("sum", "sequences", "why"):
        page.click(f'a[data-view="{view}"]')
        expect(page.locator(f'a[data-view="{view}"]')).to_have_attribute("aria-current", "page")
    page.click('a[data-view="play"]')
    turn(page, "Player 2")
    page.click('a[data-view="sequences"]')
    page.click("#brand")
    page.click('[data-door="play"]')
    turn(page, "Player 2")
    assert moves(page) == ["r1c2"]

    act(page, "setup")
    board = page.input_value("#text")
    act(page, "random")
    expect(page.locator("#text")).not_to_have_value(board)
    act(page, "setup-undo")
    expect(page.locator("#text")).to_have_value(board)
    page.fill("#text", LOST)
    act(page, "setup-back")
    turn(page, "Player 2")
    assert moves(page) == ["r1c2"]

    page.goto(base + address("play", [("wall-making", WON)], m="r1c2", **FRIEND))
    page.get_by_text("Players and rules").click()
    page.check("#against-coach")
    expect(page.locator(".log .who")).to_have_text(["Player 1", "Coach"])  # the move was a friend's, and stays that
    turn(page, "Your move")
    page.check("#side-second")
    expect(page.locator(".log .who")).to_have_text(["Player 1", "Coach", "Coach"])


def test_words_about_a_move_go_to_who_made_it(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", "X.\n..")], **FRIEND))
    turn(page, "Player 1")
    cell(page, 0, 1).click()
    turn(page, "Player 2")
    expect(page.locator(".comments")).to_have_text(
        re.compile("Player 1 played “walls from r1c2”.$")
    )  # and nothing of the reply
    assert page.locator(".log .verdict").count() == 0
    page.check("[data-show=comments]")
    expect(page.locator(".comments")).to_contain_text("walls from r1c2” gives the win away")
    page.uncheck("[data-show=comments]")
    cell(page, 1, 0).click()
    turn(page, "Player 2 wins. The game took 2 moves.")
    expect(page.locator(".log .verdict")).to_have_count(2)  # a game that is over may be talked about


def test_a_position_is_loaded_in_one_way(opened: Opener, base: str) -> None:
    page = opened(address("play", [("wall-making", LOST)], setup="1"), refused=True)
    expect(page.locator(".status .comments")).to_contain_text("P-position")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.fulfill(status=413, json=OVER_BUDGET)

    page.route(f"**{API}/positions", hold)
    page.fill("#text", "X.\n..")
    expect(page.locator(".status .comments")).to_have_text("One moment …")  # no verdict of the other board
    page.route(f"**{API}/explanations", lambda route: route.fulfill(status=413, json=OVER_BUDGET))
    held[0].fulfill(status=413, json=OVER_BUDGET)
    expect(page.locator(".status .comments")).to_contain_text("N-position")  # as solved with time
    page.route(f"**{API}/solves", lambda _: None)  # and no answer
    board = ("wall-making", "X...")
    for view, parts in (("play", [board]), ("why", [board]), ("sum", [board, board])):
        stopped(page, base + address(view, parts))


def stopped(page: Page, there: str) -> None:
    """Open a position that takes long, and stop it, which is no error."""
    page.goto(there)
    page.reload()
    act(page, "stop")
    expect(page.locator('[data-loading="idle"]')).to_contain_text("Stopped")
    assert page.locator("main .error").count() == 0
    expect(page.locator('[data-act="again"]')).to_be_visible()


def test_games_are_found_and_read(opened: Opener, base: str) -> None:
    page = opened(address("play", [("wall-making", WON)], **FRIEND), refused=True)
    turn(page, "Player 1")
    page.select_option("#game", "petersen")  # which declares no sample
    expect(page.locator("game-board .point").first).to_be_visible()
    turn(page, "Player 1")
    page.goto(base + address("play", [("cram", "")], setup="1"))  # a position that nobody has written yet is no error
    expect(page.locator(".status .comments")).to_have_text(catalogue("en")["setup.empty"])
    assert page.locator("main .error, [aria-invalid=true]").count() == 0
    page.goto(base + address("play", [("grid-game", "K=0\n@.\n..")], setup="1"))
    page.fill("#text", GRID_INPUT)
    expect(page.locator(".status .comments")).to_contain_text("asks about 2 positions")
    page.click('[data-position="1"]')
    expect(page.locator("#text")).to_have_value("K=0\n.#\n@.")
    act(page, "start")
    turn(page, "Player 1" if "friend" in page.url else "Your move")


def test_the_board_of_a_phone_stays_where_it_is(opened: Opener) -> None:
    page = opened(
        address("play", [("wall-making", WON)], show="winning values components"),
        viewport={"width": 390, "height": 844},
        has_touch=True,
    )
    turn(page, "Your move")
    place = where(page)
    cell(page, 3, 3).tap()
    expect(page.locator(".log li")).to_have_count(2)
    assert where(page) == place
    act(page, "hint")
    assert where(page) == place
    badges = page.locator("game-board .worths span").evaluate_all(BOXES)
    numbers = page.locator('game-board [role=gridcell][aria-label*="leads to"]').evaluate_all(BOXES)
    assert badges
    assert numbers
    assert all(one["width"] for one in [*badges, *numbers])
    assert not any(meet(badge, middle(cell)) for badge in badges for cell in numbers)
    act(page, "more")
    page.get_by_text("Share and export").click()
    with page.expect_download() as saved:
        page.click('[data-export="png"]')
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def where(page: Page) -> tuple[float, float]:
    """Return where the board begins on the page."""
    found = box(cell(page, 0, 0))
    return found["x"], found["y"] + page.evaluate("scrollY")


def middle(cell: dict[str, float]) -> dict[str, float]:
    """Return where a number of two digits stands on a cell."""
    x, y, side = cell["x"], cell["y"], cell["width"]
    return {"x": x + 0.24 * side, "y": y + 0.34 * side, "width": 0.52 * side, "height": 0.32 * side}


def meet(one: dict[str, float], other: dict[str, float]) -> bool:
    """Say whether two rectangles have something in common."""
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_a_late_reply_of_the_coach_changes_no_other_view(opened: Opener) -> None:
    page = opened(address("play", [("nim", "3 5")]))
    turn(page, "Your move")
    held: list[Route] = []
    for waits in (f"**{API}/replies", "**/learn/lesson-bar.js"):
        page.route(waits, lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks at the parameters
    page.locator("game-board .heap").nth(1).locator('[data-token="3"]').click()
    until(page, lambda: len(held) == 1)
    there = address("puzzles", [("nim", "3 5")], goal="only", taught="x.2")  # a step of a lesson
    page.evaluate("hash => { location.hash = hash; }", there)
    until(page, lambda: len(held) == 2)
    reply, module = held
    with page.expect_response(f"**{API}/replies"):
        reply.continue_()
    module.continue_()
    turn(page, "Find the move after which your opponent cannot win")
    settle(page)
    assert "m=" not in page.url


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Let the page go on until something holds."""
    while not holds():
        page.wait_for_timeout(20)
