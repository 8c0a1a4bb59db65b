"""Each step of the lessons: passed by who acts rightly, failed by who acts wrongly, also if all answers come late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.runtime.messages import catalogue
from support.lessons import LESSONS
from support.pages import act, address, expect, settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from support.pages import Opener

PROGRESS = "(JSON.parse(localStorage.getItem('grundy.progress')) ?? {}).steps ?? []"
LATE = """const send = window.fetch;
window.fetch = async (...request) => {
  await new Promise(done => setTimeout(done, 120));
  return send(...request);
};"""
CHOICES = """() => [...document.querySelectorAll('main game-board')].flatMap(({choices, scene}, board) => choices.map(
  ({move, wins, places, sizes}) => ({move, wins, board, place: places[0], sizes,
    size: scene.heaps?.[places[0]]?.size, inside: scene.inside})))"""
READY = """() => /Done|Not this one/.test(document.querySelector('main .turn').textContent)
  || [...document.querySelectorAll('main .boards:not([aria-busy]) game-board')].some(board => !board.disabled)"""
WORDS = catalogue("en")


def head(page: Page) -> str:
    return page.locator("main .turn").inner_text()


def said(page: Page, text: str) -> None:
    expect(page.locator("main .turn")).to_have_text(text)


def play(page: Page, *, well: bool) -> bool:
    """Make a move that wins, or one that loses, by clicks; say whether there was one."""
    settle(page)
    found = [one for one in page.evaluate(CHOICES) if one["wins"] is well]
    if not found:
        return False
    choice = found[0]
    before = page.url
    board = page.locator("main game-board").nth(choice["board"])
    if choice["sizes"] is None:
        row, column = choice["place"]
        board.locator(f'[data-place="{row},{column}"]').first.click()
    else:
        taken = int(choice["size"]) - sum(map(int, choice["sizes"]))
        first = int(choice["sizes"][0]) if choice["inside"] and choice["sizes"] else 0
        first = first if choice["inside"] else int(choice["size"]) - taken
        heap = board.locator(f'[data-place="{choice["place"]}"]')
        heap.locator(f'[data-token="{first}"]').click()
        if page.url == before and board.locator(f'.moves [data-move="{choice["move"]}"]').count():
            board.locator(f'.moves [data-move="{choice["move"]}"]').click()
        elif page.url == before:
            heap.locator(f'[data-token="{first + taken - 1}"]').click()
        if page.url == before:
            board.locator(f'.moves [data-move="{choice["move"]}"]').click()
    page.wait_for_function("before => location.href !== before", arg=before)
    return True


def play_on(page: Page, *, well: bool) -> None:
    """Play until the step is done, or failed."""
    for _ in range(20):
        page.wait_for_function(READY)
        settle(page)
        if head(page) in ("Done", "Not this one"):
            break
        if not play(page, well=well):
            play(page, well=not well)  # who has lost has only such moves
    said(page, "Done" if well else "Not this one")


def right(step: dict[str, Any]) -> list[Any]:
    """Return what is to be said in an exercise, item by item, as the library finds it."""
    game = games.find(step["game"])
    size = step.get("size", 0)
    flat = step["game"] != "rook"
    names = [str(n) for n in range(size)] if flat else [f"{r} {c}" for r in range(size) for c in range(size)]
    code = {"kayles": "0.77"}.get(game.name, game.name)
    position = games.parse(step.get("text", "nim 0"), game)
    reached = {choice.after.nimber for choice in position.choices()}
    winning = {choice.move.split(":")[0] for choice in position.winning_moves()}
    answers: dict[str, Callable[[], list[Any]]] = {
        "lost": lambda: [game.parse(name).nimber == 0 for name in names],
        "values": lambda: [game.parse(str(heap)).nimber for heap in step["heaps"]],
        "digits": lambda: [bool(int(digit) >> bit & 1) for digit in code[2:] for bit in range(3)],
        "rows": lambda: [grundy.heaps(code).period().period],
        "same": lambda: [same(code, heap) for heap in step["heaps"]],
        "mex": lambda: [value in reached for value in range(max(*reached, position.nimber) + 2)],
        "numbers": lambda: [*map(position.solution.nimber_of, position.components), position.nimber],
        "heaps": lambda: [str(i + 1) in winning for i in range(len(position.components))],
    }
    return answers[step["kind"]]()


def same(code: str, heap: int) -> int:
    """Return the heap of the first period that is a whole number of periods below."""
    found = grundy.heaps(code).period()
    start, period = found.preperiod, found.period
    assert start is not None
    assert period is not None
    [lower] = [one for one in range(start, start + period) if (heap - one) % period == 0]
    nimbers = grundy.heaps(code).nimbers(heap + 1)
    assert nimbers[lower] == nimbers[heap]
    return lower


def exercise(page: Page, step: dict[str, Any], *, well: bool) -> None:
    """Say what is right, or something else about one item, and check it."""
    expect(page.locator("[data-act=check]")).to_be_enabled()
    if step["kind"] == "pair":
        pair(page, well=well)
        return
    answers = right(step)
    if not well:
        answers[-1] = answers[-1] + 1 if type(answers[-1]) is int else not answers[-1]
    if step["kind"] == "rows":
        page.locator("#wide").fill(str(answers[0]))
    elif type(answers[0]) is int:
        for place, answer in enumerate(answers):
            page.locator(".exercise .typed").nth(place).fill(str(answer))
    else:
        for place, answer in enumerate(answers):
            mark = page.locator(".exercise .mark").nth(place)
            if (mark.get_attribute("aria-pressed") == "true") is not answer:
                mark.click()
    act(page, "check")


def pair(page: Page, *, well: bool) -> None:
    marks = page.locator(".exercise .mark:enabled")
    if not well:  # the two powers of one heap do not cancel
        several = page.locator(".powers:has(.mark + .mark)").last.locator(".mark")
        several.nth(0).click()
        several.nth(1).click()
        said(page, "Not this one")
        act(page, "check")  # and there are still pairs
        return
    for _ in range(10):
        powers = marks.all_inner_texts()
        twice = next((power for power in powers if powers.count(power) > 1), None)
        if twice is None:
            break
        marks.nth(powers.index(twice)).click()
        marks.nth(powers.index(twice, powers.index(twice) + 1)).click()
    act(page, "check")


@pytest.mark.parametrize("late", [False, True])
def test_each_step_is_failed_and_passed(late: bool, opened: Opener, base: str) -> None:  # noqa: FBT001 - a parameter
    page = opened("#/learn")
    if late:
        page.add_init_script(LATE)
        page.reload()
    for lesson, steps in LESSONS.items():
        for number, step in enumerate(steps, 1):
            name = f"{lesson}.{number}"
            page.goto(base + address("learn", lesson=lesson, step=str(number)))
            expect(page.locator("main h1")).to_have_text(WORDS[f"lesson.{name}"])
            act(page, "hint")
            expect(page.locator(".ideas li").first).to_have_text(WORDS[f"lesson.{name}-hint"])
            if "kind" in step:
                exercise(page, step, well=False)
            else:
                play_on(page, well=False)
            said(page, "Not this one")
            expect(page.locator("main .why")).not_to_have_text("")
            assert name not in page.evaluate(PROGRESS), name
            if "kind" in step:
                exercise(page, step, well=True)
            else:
                act(page, "retry")
                expect(page.locator("main .turn")).not_to_have_text("Not this one")
                play_on(page, well=True)
            said(page, "Done")
            expect(page.locator("main .why")).to_have_text(WORDS[f"lesson.{name}-why"])
            assert name in page.evaluate(PROGRESS), name
    assert len(page.evaluate(PROGRESS)) == sum(map(len, LESSONS.values()))
