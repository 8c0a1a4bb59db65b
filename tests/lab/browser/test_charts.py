"""Charts that answer: what is under the pointer and the keys, a part at a larger scale, and play from there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import grundy
from support.pages import address, box, expect, turn

if TYPE_CHECKING:
    from support.pages import Opener


def test_a_plot_tells_the_heap_under_pointer_and_keys(opened: Opener) -> None:
    page = opened(address("sequences", code="{1,3,4}", length="70"))
    values = grundy.heaps("{1,3,4}").nimbers(70).tolist()
    expect(page.locator(".values")).not_to_be_empty()
    plot, said = page.locator(".chart").first, page.locator(".readout").first
    plot.hover(position={"x": box(plot)["width"] / 2, "y": 100})
    heap = int(said.inner_text().split()[1].rstrip(":"))
    assert 30 <= heap <= 40
    expect(said).to_have_text(f"Heap {heap}: nimber {values[heap]}")
    plot.focus()
    for key, by in (("ArrowRight", 1), ("Shift+ArrowRight", 10), ("ArrowLeft", -1)):
        page.keyboard.press(key)
        heap += by
        expect(said).to_have_text(f"Heap {heap}: nimber {values[heap]}")
    spot = page.locator(".spot").first
    left = spot.evaluate("node => node.offsetLeft")
    for _ in range(9):
        page.keyboard.press("+")
    expect(page.locator("[data-zoom=in]").first).to_be_disabled()  # twelve heaps are left
    page.keyboard.press("ArrowRight")
    near = spot.evaluate("node => node.offsetLeft")
    page.keyboard.press("ArrowRight")
    assert spot.evaluate("node => node.offsetLeft") - near > 50
    at = box(plot)
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + 100)
    page.mouse.wheel(0, 100)
    expect(page.locator("[data-zoom=in]").first).to_be_enabled()
    page.click("[data-zoom=whole]")
    expect(page.locator("[data-zoom=out]").first).to_be_disabled()
    plot.focus()
    page.keyboard.press("Home")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert spot.evaluate("node => node.offsetLeft") < left
    page.keyboard.press("Enter")
    turn(page, "Your move")
    expect(page.locator("game-board .size")).to_have_text("9")


def test_the_next_sequence_is_shown_whole(opened: Opener, base: str) -> None:
    page = opened(address("sequences", code="{1,3,4}", length="70"))
    expect(page.locator(".values")).not_to_be_empty()
    page.goto(base + address("sequences", code="0.77", length="90"))
    expect(page.locator(".values")).to_contain_text("1 2 8 5 4 7")
    expect(page.locator("[data-zoom=out]").first).to_be_disabled()
    plot = page.locator(".chart").first
    plot.hover(position={"x": box(plot)["width"] / 2, "y": 100})
    assert 40 <= int(page.locator(".readout").first.inner_text().split()[1].rstrip(":")) <= 50


def test_tables_and_formulas_are_shown_as_the_library_finds_them(opened: Opener, base: str) -> None:
    page = opened(address("sequences", code="rook", length="16"))
    expect(page.locator(".patterns code").first).to_have_text("a ^ b")
    expect(page.locator(".patterns")).to_contain_text("Checked on 256 states; that is no proof.")
    table = page.locator(".chart:visible")
    table.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".readout:visible")).to_have_text("a = 2, b = 4: nimber 6")
    page.goto(base + address("sequences", code="petersen", length="20"))  # of a file, in its process
    expect(page.locator(".patterns")).to_contain_text("20 states")
    petersen = [int(text) for text in page.locator(".values").inner_text().split()]
    assert len(petersen) == 20
    assert petersen[:2] == [0, 1]


def test_two_sequences_share_a_scale_and_an_address(opened: Opener) -> None:
    page = opened(address("sequences", code="0.77", beside="0.07", length="40"))
    expect(page.locator(".second")).to_contain_text("They differ first at heap 1")
    tops = "() => [...document.querySelectorAll('.chart')].slice(0, 2).map(one => one.getAttribute('aria-label'))"
    assert ["largest is 8" in said or "largest is 7" in said for said in page.evaluate(tops)] == [True, True]
    page.locator(".chart").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".second .crosshair")).to_be_visible()
    lines = "() => [...document.querySelectorAll('.crosshair')].slice(0, 2).map(one => one.style.left)"
    first, second = page.evaluate(lines)
    assert first == second
    page.keyboard.press("+")
    expect(page.locator(".second [data-zoom=out]")).to_be_enabled()
    page.fill("#beside", "0.77")
    page.press("#beside", "Enter")
    expect(page.locator(".second")).to_contain_text("The 40 values that both sequences have are equal")
    expect(page).to_have_url(re.compile(r"code=0\.77&beside=0\.77&length=40"))
    page.reload()
    expect(page.locator(".examples").nth(1)).to_have_text("Recent0.770.07")
    page.locator("nav [data-view=tables]").click()
    expect(page.locator("h1")).to_have_text("Tables")
    expect(page.locator("#code")).to_have_value("wythoff")
    page.locator(".chip", has_text="Rook").click()
    expect(page.locator("#code")).to_have_value("rook")
    expect(page.locator(".patterns")).to_contain_text("a ^ b")
