"""The front door, puzzles and lessons: by mouse, touch and keys, and with storage blocked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from grundy import games
from support.pages import act, address, expect, focused, heard, listen, settle, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener


PROGRESS = "JSON.parse(localStorage.getItem('grundy.progress'))"
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"


MARKED = """[...document.querySelectorAll('.stepbar a')].map(one =>
  getComputedStyle(one, '::after').backgroundColor === getComputedStyle(document.body).color)"""
REPLIED = """moves => location.hash.split('&m=').length > moves
  || document.querySelector('.turn').textContent.includes('Done')"""


def take(page: Page, heap: int, token: int, *, touch: bool = False) -> None:
    """Take the tokens of a heap from one on, both counted from 0."""
    there = page.locator("game-board .heap").nth(heap).locator(f'[data-token="{token}"]')
    (there.tap if touch else there.click)()


def sizes(page: Page) -> list[int]:
    return [int(text) for text in page.locator("game-board .size").all_text_contents()]


def clicks_to_a_won_game(page: Page) -> int:
    """Go from the front door to a won game: the first two steps of the lesson."""
    page.locator("[data-door=learn]").click()
    turn(page, "Find the move after which your opponent cannot win")
    take(page, 0, 0)
    turn(page, "Done")
    page.locator(".go [data-act=next]").click()
    turn(page, "Win this game")
    count = 3
    while True:
        expect(page.locator(".turn")).to_have_text(re.compile("Win this game|Your move|Done"))
        if "Done" in page.locator(".turn").inner_text():
            return count
        replied = page.url.count("&m=") + 2
        take(page, 0, sizes(page)[0] // 3 * 3)  # a multiple of three is left
        page.wait_for_function(REPLIED, arg=replied)
        settle(page)
        count += 1


def test_from_the_front_door_to_a_won_game_in_ten_clicks(opened: Opener) -> None:
    page = opened("#/")
    expect(page.locator(".front .tile")).not_to_have_count(0)
    assert page.locator(".front .tile").count() >= len(games.names())
    assert clicks_to_a_won_game(page) <= 10
    assert page.evaluate(PROGRESS)["steps"] == ["end.1", "end.2"]
    page.wait_for_function(f"String({MARKED}) === 'true,true,false,false,false,false,false'")


def test_a_lost_game_of_a_lesson_names_the_wrong_move_and_keeps_the_hint(opened: Opener) -> None:
    page = opened(address("learn", lesson="end", step="2"))
    turn(page, "Win this game")
    take(page, 0, 0)  # all four
    turn(page, "There is no move here.")
    expect(page.locator("main .why")).to_have_text("A move takes 1 or 2 from one heap.")
    page.keyboard.press("h")
    expect(page.locator(".ideas li")).to_contain_text(["Leave three."])
    take(page, 0, 2)
    turn(page, "Not this one")
    expect(page.locator("main .why")).to_have_text(
        "This gives the win away: “take 2 from the heap of 4”. The coach made the last move."
    )
    expect(page.locator(".ideas li")).to_contain_text(["Leave three."])
    act(page, "retry")
    turn(page, "Win this game")
    page.keyboard.press("h")
    expect(page.locator(".ideas li")).to_contain_text(["Leave three.", "1 move wins."])


def test_all_works_where_storage_is_blocked(opened: Opener) -> None:
    page = opened("#/learn")
    page.add_init_script(BLOCKED)
    page.reload()
    assert page.evaluate("(() => { try { return !localStorage } catch { return true } })()")
    page.locator("#brand").click()
    clicks_to_a_won_game(page)
    page.locator("a[data-view=learn]").click()
    page.locator("a[data-view=puzzles]").click()
    settle(page)
    expect(page.locator(".streak .days")).to_contain_text("0")


# Of each goal: a position, how it is put, tokens (heap, token) that do not do, and those that do.
GOALS = {
    "only": ("3 5", "Find the move after which your opponent cannot win", (1, 4), [(1, 3)]),
    "win": ("1 2", "Win in 2 moves", (1, 0), [(1, 1), (-1, 0)]),
    "prove": ("1 2", "Who wins? Prove it", (1, 0), [(1, 1)]),
    "zero": ("3", "Make all nimbers 0 with one move", (0, 1), [(0, 0)]),
}


def pick(page: Page, way: str, heap: int, token: int) -> None:
    """Take the tokens of a heap from one on, by mouse, touch or keys; heap -1 is the one that is left."""
    if heap < 0:
        heap = next(i for i, size in enumerate(sizes(page)) if size)
    if way != "keys":
        several = sizes(page)[heap] - token > 1
        take(page, heap, token, touch=way == "touch")
        if way == "touch" and several:  # the first tap shows what falls along
            take(page, heap, token, touch=True)
        return
    page.locator("game-board .heap").nth(heap).focus()
    assert focused(page) == str(heap)
    for _ in range(token + 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_each_goal_is_failed_and_reached(way: str, opened: Opener, base: str) -> None:
    touch = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = opened("#/learn", **(touch if way == "touch" else {}))
    for goal, (position, said, wrong, right) in GOALS.items():
        page.goto(base + address("puzzles", [("nim", position)], goal=goal))
        turn(page, said)
        pick(page, way, *wrong)
        turn(page, "Not this one")
        expect(page.locator("[data-act=retry]")).to_be_enabled()
        act(page, "retry")
        turn(page, said)
        for number, (heap, token) in enumerate(right):
            if number:
                turn(page, "Your own moves left: 1")
            settle(page)
            pick(page, way, heap, token)
        turn(page, "Solved")
    assert page.evaluate(PROGRESS)["solved"] == len(GOALS)


def test_the_last_idea_says_what_to_do(opened: Opener, base: str) -> None:
    page = opened("#/learn")
    for goal, game, position, last in (
        ("zero", "dawsons-chess", "6 8", "Each part is 0 after this move: “take 2 from the end of the row of 6”."),
        ("prove", "nim", "1 2 3", "No move wins here. Answer “It is lost”"),
    ):
        page.goto(base + address("puzzles", [(game, position)], goal=goal))
        page.wait_for_selector("game-board .heap")
        idea = page.locator("[data-act=hint]")
        for _ in range(3 if goal == "zero" else 1):
            idea.click()
        expect(idea).to_be_disabled()
        expect(page.locator(".ideas li").last).to_contain_text(last)


def test_a_wrong_move_is_refuted_told_and_tried_again(opened: Opener) -> None:
    page = opened(address("puzzles", [("nim", "3 5")], goal="only"))
    turn(page, "Find the move after which your opponent cannot win")
    listen(page)
    pick(page, "keys", 1, 4)
    turn(page, "Not this one")
    expect(page.locator(".status .why")).to_contain_text("The coach played")
    assert page.evaluate(PROGRESS)["level"] == 1
    settle(page)
    act(page, "retry")
    turn(page, "Find the move after which your opponent cannot win")
    page.keyboard.press("h")
    expect(page.locator(".ideas li")).to_contain_text(["1 move wins"])
    pick(page, "keys", 1, 3)
    turn(page, "Solved")
    wrong = "Not this one. This gives the win away: “take 1 from the heap of 5”."
    assert [text for text in heard(page) if not text.startswith("token ")] == [
        "take 1 from the heap of 5 chosen.",
        wrong,
        f"{wrong} The coach played “take 1 from the heap of 4”.",
        "Find the move after which your opponent cannot win. Your move. One of 8 moves wins. Difficulty: 3 of 5.",
        "1 move wins.",
        "take 2 from the heap of 5 chosen.",
        "Solved. No other move wins here. Days in a row: 1.",
    ]
    expect(page.locator(".streak .days")).to_contain_text("1")
    kept = page.evaluate(PROGRESS)
    assert (kept["level"], kept["solved"], len(kept["days"])) == (1, 1, 1)  # with an idea: no level is won
    page.reload()  # an address of a puzzle that was solved is no second one
    turn(page, "Solved")
    assert page.evaluate(PROGRESS)["solved"] == 1
    before = page.url
    page.locator(".go [data-act=next]").click()
    page.wait_for_function("url => location.href !== url", arg=before)
    turn(page, "Find the move after which your opponent cannot win")


def test_a_puzzle_that_was_missed_returns(opened: Opener) -> None:
    page = opened(address("puzzles", [("nim", "3 5")], goal="only"))
    turn(page, "Find the move after which your opponent cannot win")
    pick(page, "keys", 1, 4)
    turn(page, "Not this one")
    for number in range(1, 5):
        before = page.url
        act(page, "next")
        page.wait_for_function("url => location.href !== url", arg=before)
        settle(page)
        assert len(page.evaluate(PROGRESS)["shown"]) == min(number, 3)
    assert sizes(page) == [3, 5]
    expect(page.locator(".status .why")).to_contain_text("You missed this one before.")
    pick(page, "keys", 1, 3)
    turn(page, "Solved")
    assert page.evaluate(PROGRESS)["missed"] == []


def test_a_screen_reader_is_told_of_a_lesson(opened: Opener) -> None:
    page = opened(address("learn", lesson="xor", step="3"))
    turn(page, "Find the move after which your opponent cannot win")
    listen(page)
    pick(page, "keys", 0, 1)
    turn(page, "Done")
    settle(page)
    page.locator(".go [data-act=next]").click()
    turn(page, "Mark the heaps with a winning move")
    page.locator(".exercise .mark").first.click()
    act(page, "check")
    turn(page, "Not this one")
    assert [text for text in heard(page) if not text.startswith("token ")] == [
        "take 2 from the heap of 3 chosen.",
        "Done. 1, 4 and 5 = 4 + 1 are left, all in pairs. No other move does this.",
        "Mark the heaps with a winning move. Then press Check.",
        "Not this one. No move in the heap of 1 wins.",
    ]


@pytest.mark.parametrize("way", ["touch", "keys"])
def test_that_a_position_is_lost_is_proved(way: str, opened: Opener) -> None:
    page = opened(address("puzzles", [("nim", "3 3")], goal="prove"), has_touch=way == "touch")
    turn(page, "Who wins? Prove it")
    lost = page.locator("[data-act=lost]")
    if way == "touch":
        lost.tap()
    else:
        lost.focus()
        page.keyboard.press("Enter")
    turn(page, "Answer by a winning move")
    assert max(sizes(page)) == 3 > min(sizes(page))


def test_a_puzzle_of_the_day_is_the_same_for_all(opened: Opener) -> None:
    pages = [opened("#/puzzles?day=2026-11-23", timezone_id=zone) for zone in ("Asia/Seoul", "America/New_York")]
    for page in pages:
        expect(page).to_have_url(re.compile("goal="))
        expect(page.locator("h1")).to_contain_text("puzzle")
    assert pages[0].url == pages[1].url


def test_a_game_that_was_played_is_found_again(opened: Opener) -> None:
    page = opened(address("play", [("nim", "3 5")], **{"with": "friend"}))
    turn(page, "Player 1")
    take(page, 1, 3)
    turn(page, "Player 2")
    there = page.url
    page.locator("#brand").click()
    tile = page.locator(".front .gallery").first.locator(".tile")
    expect(tile).to_have_text("Nim, 1 move")
    tile.click()
    turn(page, "Player 2")
    assert page.url == there
