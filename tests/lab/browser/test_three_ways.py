"""Whole games by mouse, by touch and by keys alone; and what a screen reader is told of a move and its reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.pages import WON, address, expect, focused, heard, listen, moves, turn, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page

    from support.pages import Opener


# What is picked for each move of a whole game: cells, points, or tokens of a heap (heap, token). A single place is
# enough where one move sits on it.
GAMES: dict[str, tuple[str, list[list[Sequence[int]]], list[str]]] = {
    "wall-making": ("X.\n..", [[(0, 1)], [(1, 0)]], ["r1c2", "r2c1"]),
    "kayles": (
        "4 2",
        [[(0, 1), (0, 2)], [(0, 0)], [(0, 0)], [(0, 0), (0, 1)]],
        ["1:4 -> 1+1", "1:1 -> 0", "1:1 -> 0", "2 -> 0"],
    ),
    "polygon": ("6", [[(1,), (4,)], [(2,)], [(5,)]], ["1-4", "2-3", "5-6"]),
    "cram": ("2x2", [[(0, 0), (0, 1)], [(1, 0)]], ["r1c1 across", "r2c1 across"]),
}


def place(page: Page, game: str, spot: Sequence[int]) -> Locator:
    """Return a cell, a point, or a token of a heap."""
    if game == "kayles":
        return page.locator(f'game-board [data-place="{spot[0]}"] [data-token="{spot[1]}"]')
    return page.locator(f'game-board [data-place="{",".join(map(str, spot))}"]').first


def go(page: Page, key: str, wanted: str) -> None:
    """Press a key until a place has the focus."""
    for _ in range(20):
        if focused(page) == wanted:
            return
        page.keyboard.press(key)
    assert focused(page) == wanted


def press(page: Page, game: str, spots: list[Sequence[int]]) -> None:
    """Pick the places of a move with keys."""
    if game == "kayles":
        go(page, "ArrowUp", "0")
        at = -1
        for _, token in spots:
            for _ in range(token - at):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            at = token
        return
    for spot in spots:
        if game == "polygon":
            go(page, "ArrowRight", str(spot[0]))
        else:
            walk(page, spot[0], spot[1])
        page.keyboard.press("Enter")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_whole_games(way: str, opened: Opener, base: str) -> None:
    touch = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = opened(**(touch if way == "touch" else {}))
    for game, (text, picks, made) in GAMES.items():
        page.goto(base + address("play", [(game, text)], **{"with": "friend"}))
        turn(page, "Player 1 to move")  # not the one who has won the game before
        expect(page.locator(f'#game option:checked[value="{game}"]')).to_have_count(1)
        for _ in range(40):
            if way != "keys" or focused(page):
                break
            page.keyboard.press("Tab")
        for number, spots in enumerate(picks):
            if way == "keys":
                press(page, game, spots)
            for spot in spots if way != "keys" else ():
                there = place(page, game, spot)
                (there.tap if way == "touch" else there.click)()
                if game != "kayles" and spot != spots[-1]:
                    expect(there).to_have_attribute("aria-selected", "true")
            expect(page.locator(".log li")).to_have_count(number + 1)
        turn(page, f"Player {1 if len(picks) % 2 else 2} wins")
        assert moves(page) == made


def test_a_screen_reader_is_told_of_a_move_and_its_reply(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)]))
    turn(page, "Your move")
    board = page.locator("game-board")
    tree = board.aria_snapshot()
    assert tree.startswith('- grid "Wall Making Game"')
    assert 'gridcell "row 1, column 1, blocked" [disabled]' in tree
    listen(page)
    page.locator("game-board [role=gridcell][tabindex='0']").focus()
    walk(page, 3, 3)
    page.keyboard.press("Enter")
    expect(page.locator(".log li")).to_have_count(2)
    turn(page, "Your move")
    reply = moves(page)[1]
    page.wait_for_function("move => heard.at(-1).includes(move)", arg=reply)
    told = [said for said in heard(page) if not said.startswith("Still counting")]
    assert told[0] == "walls from r4c4 chosen."
    assert "r4c4” " in told[1]  # what the move does
    assert told[-1].startswith("Your move")
    assert f"The coach played “walls from {reply}”." in told[-1]
    row, column = reply[1], reply[3]
    assert f'gridcell "row {row}, column {column}, gone, the last move"' in board.aria_snapshot()
