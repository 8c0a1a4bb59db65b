"""The classroom: a large page whose answers are hidden until somebody asks for them, and which loses no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.pages import WON, act, address, box, cell, expect, moves, settle, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener


def told(page: Page) -> int:
    """Return how many signs of answers the page shows: nimbers, rings, verdicts."""
    return page.locator("game-board .wins, game-board .scale, .verdict, .said.gave-away, .said.kept, .binary").count()


def background(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


def test_answers_are_hidden_until_somebody_asks_for_them(opened: Opener) -> None:
    page = opened(
        address("play", [("wall-making", WON)], show="winning values"),
        viewport={"width": 1920, "height": 1080},
        color_scheme="light",
    )
    turn(page, "Your move")
    assert told(page)
    page.keyboard.press("c")
    expect(page.locator("html[data-classroom]")).to_have_count(1)
    expect(page.locator("game-board .scale")).to_have_count(0)
    assert told(page) == 0
    page.wait_for_function(
        "() => document.querySelector('game-board').shadowRoot.querySelector('.grid').offsetHeight > 600"
    )
    page.keyboard.press("a")
    expect(page.locator("game-board .wins")).not_to_have_count(0)
    cell(page, 0, 1).click()
    expect(page.locator(".log li")).to_have_count(2)
    expect(page.locator(".comments")).to_contain_text("You played “walls from r1c2”.")
    assert told(page) == 0  # a move hides them again
    made = moves(page)
    act(page, "answers")
    expect(page.locator(".log .verdict")).to_have_count(1)
    page.reload()
    expect(page.locator(".log .verdict")).to_have_count(1)
    expect(page.locator("html[data-classroom]")).to_have_count(1)
    light = background(page)
    page.keyboard.press("l")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    assert background(page) != light
    act(page, "why")
    expect(page.locator(".verdictline")).to_contain_text("The answers are hidden.")
    assert told(page) == 0
    act(page, "answers")
    expect(page.locator(".idea")).to_contain_text("move")
    expect(page.locator(".card.mex")).to_be_hidden()
    for _ in range(3):  # the sum, the mex, and its options one after the other
        act(page, "part-next")
    expect(page.locator(".options .badge:visible")).to_have_count(1)
    act(page, "play")
    act(page, "classroom")
    expect(page.locator("html[data-classroom]")).to_have_count(0)
    assert background(page) == light
    assert moves(page) == made


SMALL = """() => {
  const found = {};
  const walk = (root) => root.querySelectorAll('*').forEach((node) => {
    if (node.shadowRoot) walk(node.shadowRoot);
    const text = [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.textContent.trim()).join('');
    const { width } = node.getBoundingClientRect();
    if (!text || width < 2 || node.closest('.quiet, option')) return;
    if (!node.checkVisibility({ visibilityProperty: true })) return;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < 24) found[`${node.tagName} ${node.className}`] = size;
  });
  walk(document);
  return found;
}"""
SHOWN = {
    "why": address("why", [("wall-making", WON)]),
    "sum": address("why", [("kayles", "5 4")]),
    "lesson": address("learn", lesson="xor", step="3"),
    "mex": address("learn", lesson="mex", step="5"),
    "parts": address("learn", lesson="parts", step="4"),
    "digits": address("learn", lesson="code", step="1"),
    "rows": address("learn", lesson="code", step="5"),
    "puzzle": address("puzzles", [("nim", "3 5")], goal="only"),
    "sequence": address("sequences", code="0.77", length="200"),
    "table": address("tables", code="wythoff", length="8"),
}


def test_all_that_is_written_is_large_and_fits_one_screen(opened: Opener, base: str) -> None:
    """At 1920 by 1080 nothing is below 24 pixels, step by step; at 1280 by 850 all is in the window as well."""
    page = opened(viewport={"width": 1920, "height": 1080})
    for name, hash_ in SHOWN.items():
        for size in ((1920, 1080), (1280, 850)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(base + f"{hash_}&class=1&answers=1")
            page.reload()
            settle(page)
            forth = page.locator("[data-act=part-next]:enabled:visible")
            for _ in range(40):
                if size[0] == 1920:
                    assert page.evaluate(SMALL) == {}, name
                assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1, (name, size)
                if not forth.count():
                    break
                forth.click()
            assert not forth.count(), name


def test_a_lesson_stays_in_the_classroom(opened: Opener) -> None:
    page = opened(address("learn", [], lesson="mex", theme="dark", **{"class": "1"}))
    expect(page.locator(".least")).to_have_text("")  # nothing is marked yet
    act(page, "next")
    expect(page.locator(".stepbar [aria-current]")).to_contain_text("Reached twice")
    expect(page.locator("html[data-classroom][data-theme=dark]")).to_have_count(1)
    for link in page.locator(".stepbar a").all():
        assert "class=1" in str(link.get_attribute("href"))


def test_a_table_of_mex_opens_value_by_value(opened: Opener) -> None:
    page = opened(address("sequences", code="{1,3,4}", length="50"), viewport={"width": 1920, "height": 1080})
    settle(page)
    expect(page.locator(".statement")).to_contain_text("7")
    page.keyboard.press("c")
    expect(page.locator(".statement")).to_be_hidden()
    rows, values = page.locator(".mextable tbody tr:visible"), page.locator(".mextable td:last-child .badge:visible")
    expect(page.locator(".mextable")).to_be_visible()
    assert rows.count() == 0
    for number in range(1, 11):
        page.keyboard.press("ArrowRight")
        assert (rows.count(), values.count()) == (number, number - 1)  # guess first
        page.keyboard.press("ArrowRight")
        assert values.count() == number
    assert values.all_inner_texts() == list("0101232010")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mextable")).to_be_hidden()
    expect(page.locator(".chart canvas").first).to_be_visible()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".statement")).to_be_visible()  # the last of all
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".statement")).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator(".statement, .chart").first).to_be_visible()
    expect(page.locator(".mextable")).to_be_hidden()


def test_a_worksheet_is_opened_from_the_page(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)], lang="ko"))
    turn(page, "둘 차례입니다")
    page.locator(".puzzles").evaluate("node => node.open = true")
    page.fill("#exercises", "3")
    with page.expect_popup() as popup:
        act(page, "worksheet")
    sheet = popup.value
    expect(sheet.locator("svg[role=img]")).to_have_count(3)
    expect(sheet.locator(".key h1")).to_have_text("답")
    sheet.emulate_media(media="print")
    assert sheet.locator(".key").evaluate("node => getComputedStyle(node).breakBefore") == "page"
    rows = [len(text.split()) for text in sheet.locator("svg").evaluate_all("all => all.map(n => n.ariaLabel)")]
    assert rows == [4, 4, 4]  # of the size of the board


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_all_of_the_board_the_strip_and_the_buttons_is_in_the_window(
    opened: Opener, size: tuple[int, int], language: str
) -> None:
    width, height = size
    classroom = {"class": "1", "lang": language}
    for view, last in (
        (address("play", [("kayles", "10 8")], answers="1", **classroom), ".under"),
        (address("why", [("kayles", "9 5")], lang=language), "[data-act=play]"),
        (address("why", [("kayles", "9 5")], **classroom), "[data-act=play]"),
    ):
        page = opened(view, viewport={"width": width, "height": height})
        page.wait_for_selector("game-board .heap")
        lowest = box(page.locator(last).first)
        assert lowest["y"] + lowest["height"] <= height
        cut = "() => [...document.querySelectorAll('.strip')].filter(one => one.scrollHeight > one.clientHeight).length"
        assert page.evaluate(cut) == 0


@pytest.mark.parametrize("position", ["9", "12 5", "10 8 3"])
def test_a_row_of_pins_stays_one_row_on_a_phone(opened: Opener, position: str) -> None:
    page = opened(
        address("play", [("kayles", position)]), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page.wait_for_selector("game-board .heap")
    rows = "(heap) => new Set([...heap.querySelectorAll('.tokens i')].map((one) => one.offsetTop)).size"
    heaps = page.locator("game-board .heap")
    assert [heaps.nth(k).evaluate(rows) for k in range(heaps.count())] == [1] * len(position.split())


@pytest.mark.parametrize("heap", [0, 2])
def test_the_list_of_moves_leaves_the_touched_row_visible(opened: Opener, heap: int) -> None:
    viewport = {"width": 390, "height": 844}
    page = opened(address("play", [("kayles", "6 9 5")]), viewport=viewport, has_touch=True, is_mobile=True)
    row = page.locator("game-board .heap").nth(heap)
    row.locator("i").nth(2).tap()
    listed, touched = box(page.locator("game-board .moves")), box(row)
    assert listed["y"] + listed["height"] <= touched["y"] or listed["y"] >= touched["y"] + touched["height"]
