"""The tree of the next moves in Why: opened by mouse and by keys, and walked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import grundy
from support.pages import WON, act, address, expect

if TYPE_CHECKING:
    from grundy.core.position import Position
    from support.pages import Opener


def names(board: Position) -> list[str]:
    """Return what the items of a position's moves say: those that win, then by nimber."""
    choices = sorted(board.choices(), key=lambda choice: choice.after.nimber)
    said = [
        f"walls from {choice.move}, leads to nimber {choice.after.nimber}{'' if choice.after.nimber else ', wins'}"
        for choice in choices
    ]
    return said[:12]


def test_the_tree_of_moves_is_walked(opened: Opener) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    board = grundy.games.wall_making(WON)
    page = opened(address("why", [("wall-making", WON)]))
    page.get_by_text("Next moves, as a tree").click()
    tree = page.get_by_role("tree")
    first = tree.locator("> [data-move]")
    expect(first).to_have_count(12)
    assert first.evaluate_all("nodes => nodes.map(node => node.ariaLabel)") == names(board)
    move = first.nth(1).get_attribute("data-move") or ""
    first.nth(1).click()
    after = board.choice(move).after
    second = first.nth(1).locator("[data-move]")
    expect(second).to_have_count(len(names(after)))
    assert second.evaluate_all("nodes => nodes.map(node => node.ariaLabel)") == names(after)
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(second.nth(1)).to_be_focused()
    expect(second.nth(1)).to_have_attribute("aria-expanded", "true")
    assert axe.Axe().run(page, ".tree").response["violations"] == []
    reply = second.nth(1).get_attribute("data-move") or ""
    page.keyboard.press("ArrowLeft")
    expect(second.nth(1)).to_have_attribute("aria-expanded", "false")
    act(page, "tree-go")
    expect(page.locator(".crumbs [aria-current]")).to_have_text(f"walls from {reply}")
    assert re.findall(r"m=(\w+)", page.url) == [move, reply]
    expect(page.locator(".crumbs button")).to_have_text(["Start", f"walls from {move}", f"walls from {reply}"])
