"""Boards in pages that have no server: played to the end, from another host, and pictures without script."""

from __future__ import annotations

import gzip
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Unpack

import pytest

from grundy import games
from grundy.lab.embeds import Options, element
from grundy.lab.web import embed
from support.conditions import need
from support.pages import expect, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Route


MOST_BYTES = 60_000  # compressed
SOURCE = "https://boards.example/board.js"
POLICY = "default-src 'none'; script-src https://boards.example; img-src 'self'"
PAGE = '<!doctype html><html lang="{language}"><title>Boards</title><main><h1>Boards</h1>{boards}</main>{tag}</html>'
WALLS = "X..\n..."
KEY = re.compile(r"\b[a-z]+\.[a-z]")
VERDICTS = {"P": "keeps the win", "N": "gives the win away"}


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages with boards, whose script comes from another host, under a policy that allows nothing else."""
    context = browser.new_context(reduced_motion="reduce")
    wrong: list[str] = []

    def opener(boards: str, language: str = "en") -> Page:
        page = context.new_page()
        watch(page)
        html = PAGE.format(language=language, boards=boards, tag=f'<script src="{SOURCE}" defer></script>')
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))

        def answered(route: Route) -> None:
            if route.request.url == SOURCE:
                route.fulfill(body=embed.script(), content_type="text/javascript")
            elif route.request.url == "https://page.example/":
                route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})
            else:
                wrong.append(route.request.url)
                route.abort()

        page.route("**/*", answered)
        page.goto("https://page.example/")
        return page

    yield opener
    context.close()
    assert wrong == []


def board_of(text: str, name: str = "wall-making", **options: Unpack[Options]) -> str:
    """Return the element of a position."""
    game = games.find(name)
    options["picture"] = "<p>A picture</p>"
    return element(game.parse(text), game, **options)


def test_each_first_move_is_judged_and_taken_back(opened: Callable[..., Page]) -> None:
    page = opened(board_of(WALLS, show="values", opponent="friend"))
    strip, undo = page.locator("game-board .strip"), page.get_by_role("button", name="Undo")
    for choice in games.find("wall-making")(WALLS).choices():
        row, column = (int(number) - 1 for number in re.findall(r"\d+", choice.move))
        place = page.locator(f"game-board [data-place='{row},{column}']")
        assert f"leads to nimber {choice.after.nimber}" in (place.get_attribute("aria-label") or "")
        place.click()
        expect(strip).to_contain_text(f"“walls from {choice.move}” {VERDICTS[str(choice.after.outcome)]}")
        expect(strip).to_contain_text("Player 2 to move")
        undo.click()
        expect(strip).to_contain_text("Player 1 to move")


def test_each_word_that_is_said_is_in_the_script(opened: Callable[..., Page]) -> None:
    """Of a wrong move, of the reply to it, of a hint, and between two readers no text is a key."""
    boards = board_of("3 4 5", "nim", show="values") + board_of("3 4 5", "nim", opponent="friend")
    page = opened(boards)
    texts = (("The coach played", "There is no winning move"), ("Player 2 to move", "It leaves nimber 0"))
    for number, (said, hinted) in enumerate(texts):
        board = page.locator("main > game-board").nth(number)
        strip = board.locator(".strip")
        assert not KEY.search(strip.inner_text())
        board.locator("[data-place='2'] [data-token='4']").click()
        expect(strip).to_contain_text("gives the win away")
        expect(strip).to_contain_text(said)
        assert not KEY.search(strip.inner_text())
        board.get_by_role("button", name="Hint").click()
        expect(strip).to_contain_text(hinted)


def test_a_game_is_played_to_the_end_by_keys(opened: Callable[..., Page]) -> None:
    """Hints win against the table."""
    need("axe", there=find_spec("axe_playwright_python") is not None)
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    linked = board_of(WALLS, show="winning values", lab="https://lab.example/")
    page = opened(linked + board_of("3 2", "nim"))
    strip = page.locator("game-board .strip").first
    expect(strip).to_contain_text("Your move")
    assert Axe().run(page).response["violations"] == []
    for _ in range(6):
        if strip.get_attribute("data-over") == "true":
            break
        page.get_by_role("button", name="Hint").first.press("Enter")
        page.locator("game-board [role=gridcell].hint").press("Enter")
    expect(strip).to_contain_text("You win")
    assert "&m=" in (page.get_by_role("link", name="Open in the lab").get_attribute("href") or "")
    page.get_by_role("button", name="Play again").click()
    expect(strip).to_contain_text("Nimber 2")


def test_boards_of_a_page_play_games_of_their_own_in_its_language(opened: Callable[..., Page]) -> None:
    page = opened(board_of("1", "nim", opponent="friend") + board_of(WALLS), language="ko")
    first, second = page.locator("game-board .strip").all()
    expect(first).to_contain_text("1번 선수 차례")
    page.locator("game-board [data-token='0']").click()
    expect(first).to_have_attribute("data-over", "true")
    expect(second).to_have_attribute("data-over", "false")
    assert page.locator(".grundy").first.get_attribute("lang") == "ko"


def test_first_moves_of_a_large_game_are_judged(opened: Callable[..., Page]) -> None:
    page = opened(board_of("kayles 11 9", "kayles", lab="lab/"))
    strip = page.locator("game-board .strip")
    position = games.find("kayles")(11, 9)
    page.get_by_role("button", name="Hint").click()
    expect(strip).to_contain_text("It leaves nimber 0")
    page.locator("game-board [data-token='0']").first.click()
    page.locator("game-board [data-token='0']").first.click()
    verdict = VERDICTS[str(position.play("1:11 -> 10").outcome)]
    expect(strip).to_contain_text(verdict)
    expect(strip).to_contain_text("Later moves are not in this page")


def test_without_script_and_on_paper_there_is_the_picture(opened: Callable[..., Page], browser: Browser) -> None:
    page = opened(board_of(WALLS))
    picture = page.get_by_text("A picture")
    expect(picture).to_be_hidden()
    page.emulate_media(media="print")
    expect(picture).to_be_visible()
    expect(page.locator("game-board .grundy")).to_be_hidden()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    game = games.find("wall-making")
    html = embed.page(game(WALLS), game)
    page.set_content(html)
    expect(page.locator("game-board > svg")).to_be_visible()
    context.close()
    assert len(gzip.compress(html.encode())) < MOST_BYTES
