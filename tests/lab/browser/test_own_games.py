"""Make your own game, with a server: templates, rules in addresses, rules that fail. The site: test_static_site.py."""

from __future__ import annotations

import base64
import re
import zlib
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from support.pages import act, cell, expect, moves, settle, turn
from support.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from support.pages import Opener

CODE = "MFRGGZDF"
TEMPLATES = {"heaps": "7, 5, 4", "letters": "'oooo.ooo'", "board": "('....', '....', '....')"}
CROSSES = '''import grundy

@grundy.ruleset(mask=(2, 3), sample="0")
def crosses(mask):
    """Cross out a cell."""
    yield from (mask | 1 << bit for bit in range(6) if not mask >> bit & 1)
'''
PINS = '''import grundy

@grundy.ruleset(sample="5")
def pins(n):
    """Knock down a pin, or two that touch."""
    yield from (grundy.split(i, n - i - 1) for i in range(n))
    yield from (grundy.split(i, n - i - 2) for i in range(n - 1))
'''
WORDS = '''import grundy

@grundy.ruleset(sample="'aabab'")
def twins(word):
    """Remove a letter that stands beside an equal letter."""
    for i in range(len(word) - 1):
        if word[i] == word[i + 1]:
            yield word[:i] + word[i + 1:]
'''


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serving([], code=CODE) as port:
        yield f"http://127.0.0.1:{port}/"


def run(page: Page, text: str) -> None:
    page.fill("#rules-text", text)
    act(page, "run-rules")


def with_code(page: Page) -> Page:
    page.fill("#rules-code", CODE.lower())
    return page


def address_with(text: str, view: str = "own", **further: str) -> str:
    """Write an address that holds rules, as no page has packed them."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), wbits=-15)).decode().rstrip("=")
    return f"#/{view}?{urlencode({**further, 'own': packed})}"


def test_each_template_is_a_game(opened: Opener) -> None:
    page = opened()
    settle(page)
    page.locator("nav a[data-view=own]").click()
    with_code(page)
    for name, sample in TEMPLATES.items():
        page.locator(f"[data-template={name}]").click()
        act(page, "run-rules")
        expect(page.locator(".clean")).to_be_visible()
        expect(page.locator("#state")).to_have_value(sample)
        turn(page, "Your move")
    cell(page, 0, 0).click()
    cell(page, 0, 1).click()
    turn(page, "Your move")
    page.locator(".make a", has_text="Open in Play").click()
    expect(page.locator(".log li")).to_have_count(2)
    assert moves(page)[0] == "my_game('xx..', '....', '....')"
    expect(page.locator(".log li").first).to_contain_text("r1c1 r1c2: x")


@pytest.mark.parametrize("view", ["own", "play", "why"])
def test_rules_in_an_address_are_not_run_before_the_reader_says_so(opened: Opener, view: str) -> None:
    page = opened()
    settle(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.evaluate("hash => { location.hash = hash; }", address_with(CROSSES, view, g="crosses", p="0"))
    expect(page.locator(".foreign")).to_be_visible()
    expect(page.locator("#rules-text")).to_have_value(CROSSES)
    page.wait_for_load_state("networkidle")
    assert not {"rules", "positions", "boards", "samples", "explanations"} & {*asked}
    hash_ = page.evaluate("location.hash")
    with_code(page)
    act(page, "run-rules")
    expect(page.locator(f"nav a[data-view={'own' if view == 'why' else view}]")).to_be_visible()
    expect(page.locator(".foreign:visible")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Nimber 0" if view == "why" else "Your move")
    assert page.evaluate("location.hash") == hash_
    page.reload()  # the same rules again: nothing is asked
    expect(page.locator("main")).to_contain_text("Nimber 0" if view == "why" else "Your move")


def test_a_mask_and_a_word_are_played_on_their_cells(opened: Opener) -> None:
    page = with_code(opened(address_with(CROSSES)))
    act(page, "run-rules")
    turn(page, "Your move")
    cell(page, 1, 2).click()
    expect(page.locator(".turn")).to_have_text("Your move")
    expect(page.locator("game-board [data-place]")).to_have_count(6)
    run(page, WORDS)
    expect(page.locator("#state")).to_have_value("'aabab'")
    turn(page, "Your move")
    cell(page, 0, 1).click()
    expect(page.locator("main")).to_contain_text("You win")


def test_a_move_that_splits_and_one_of_several_heaps(opened: Opener) -> None:
    page = with_code(opened(address_with(PINS, g="pins", p="5", m="pins(1) + pins(3)", **{"with": "friend"})))
    act(page, "run-rules")
    expect(page.locator("game-board")).to_have_count(2)
    run(page, PINS.replace("(n):", "(n, m):").replace("grundy.split(i, n", "(i, n").replace("5", "5, 0"))
    expect(page.locator("game-board")).to_have_count(1)
    turn(page, "Your move")
    page.locator('game-board [data-place="0"]').get_by_text("5").first.click()
    page.locator("game-board [data-move]").first.hover()
    assert "m=" not in page.url
    page.locator("game-board [data-move]").first.click()
    expect(page).to_have_url(re.compile("[?&]m="))  # the coach may win by its answer


def test_wrong_codes_wrong_rules_and_damaged_addresses(opened: Opener) -> None:
    page = opened("#/own?own=AAAA", refused=True)
    said = page.locator("#rules-said")
    expect(said).to_contain_text("damaged")
    page.locator("[data-template=letters]").click()
    act(page, "run-rules")
    expect(said).to_contain_text("enter the code")
    page.fill("#rules-code", "AAAAAAAA")
    act(page, "run-rules")
    expect(said).to_contain_text("enter the code")
    with_code(page)
    act(page, "run-rules")
    turn(page, "Your move")
    for text, line, words in (
        (WORDS.replace("(word):", "(word)"), "4", "expected ':'"),
        (WORDS.replace("word[i + 1]", "wort[i + 1]"), "7", "NameError"),
        (WORDS.replace("    for", "    while True: pass\n    for"), "6", "still inside twins"),
        (WORDS.replace("yield", "return"), "3", "to yield or return its options"),
    ):
        run(page, text)
        expect(said.locator("li")).to_contain_text(words)
        expect(said.locator("li")).not_to_contain_text(f"mygames.py:{line}: ")
        expect(page.locator(".rules-lines .faulty")).to_have_text(line)
        turn(page, "Your move")  # the game before goes on
    run(page, WORDS.replace("    for", "    print('seen', word)\n    for"))
    expect(said.locator("pre")).to_contain_text("seen aabab")
