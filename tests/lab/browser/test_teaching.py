"""Lessons that teachers make: made, kept, saved, opened, shown, exported, with storage and without."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from support.pages import act, address, box, expect, heard, listen, settle, turn

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from support.pages import Opener


BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
}"""
STEPS = (
    address("play", [("nim", "3 5")]),
    address("puzzles", [("nim", "3 5")], goal="only"),
    address("sequences", code="0.77", length="60"),
    address("play", [("wall-making", "X.\n..")], m="r2c2"),
    address("tables", code="rook", length="9"),
    address("play", [("nim", "1 2"), ("kayles", "3")], rules="misere"),
)
NOTES = ("One", "Two", "Three", "Four", "Five", "Six")
ROOK = [str(1 ^ number) for number in range(9)]


def lesson(*steps: tuple[str, str], title: str = "Copying") -> dict[str, object]:
    made = [{"address": there, "note": note} for there, note in steps]
    return {"grundy": "lesson", "version": 1, "title": title, "steps": made}


def added(page: Page, there: str, note: str) -> None:
    """Add a step by its address, with a note."""
    number = page.locator(".teachstep").count()
    page.fill("#lesson-address", there)
    page.press("#lesson-address", "Enter")
    expect(page.locator(f"#note-{number}")).to_be_focused()
    page.fill(f"#note-{number}", note)


def chosen(page: Page, data: object) -> None:
    """Open a file as a lesson."""
    text = data if isinstance(data, str) else json.dumps(data)
    page.set_input_files("#lesson-file", {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})


def shown(page: Page, step: int, note: str) -> None:
    expect(page.locator(".lesson-note")).to_contain_text(note)
    expect(page.locator(".lessonbar [aria-current=step]")).to_contain_text(f"Step {step} of")


def exported_alone(page: Page, folder: Path) -> None:
    """Export the lesson, and open the page alone: nothing beside it is asked for."""
    page.locator("nav [data-view=teach]").click()
    page.fill("#lab-address", "https://example.org/lab/")
    with page.expect_download() as saved:
        page.locator("[data-pass=page]").click()
    saved.value.save_as(folder / "lesson.html")
    alone = page.context.browser.new_page()  # type: ignore[union-attr]
    faults: list[str] = []
    alone.on("pageerror", lambda error: faults.append(str(error)))
    alone.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith("file:") else None)
    alone.goto((folder / "lesson.html").as_uri())
    expect(alone.locator("main > section")).to_have_count(len(STEPS))
    expect(alone.locator("main > section > game-board")).to_have_count(5)  # the last two of misère play, only shown
    expect(alone.locator("main > section > svg")).to_have_count(1)
    expect(alone.locator("main > section").last.locator(".strip, svg text")).to_have_count(0)
    assert alone.locator("table tr").nth(2).locator("td").all_inner_texts() == ROOK
    expect(alone.locator("main > section").nth(4)).to_contain_text("a ^ b")
    first = alone.locator("main > section > game-board").first
    expect(first.locator(".turn")).to_contain_text("Your move")
    first.locator(".heap").nth(1).locator('[data-token="3"]').click()
    expect(first.locator(".strip")).to_contain_text("keeps the win")
    assert alone.locator("main > section > p > a").last.get_attribute("href") == f"https://example.org/lab/{STEPS[-1]}"
    alone.close()
    assert not faults


@pytest.mark.parametrize("storage", ["kept", "blocked"])
def test_a_lesson_is_made_saved_shown_and_exported(storage: str, opened: Opener, tmp_path: Path) -> None:
    page = opened("#/learn", accept_downloads=True)
    if storage == "blocked":
        page.add_init_script(BLOCKED)
        page.reload()
    page.evaluate("hash => { location.hash = hash; }", STEPS[0])
    turn(page, "Your move")
    page.locator("nav [data-view=teach]").click()
    act(page, "lesson-new")
    page.fill("#lesson-title", "Copying")
    page.locator("[data-offer=play]").click()  # what was open
    page.fill("#note-0", NOTES[0])
    for there, note in zip(STEPS[1:], NOTES[1:], strict=True):
        added(page, there, note)
    if storage == "blocked":
        expect(page.locator(".teach > .said")).to_contain_text("save the lesson as a file")
    gone = "board => board.scene.rows.flat().filter(({role}) => role === 'removed').length"
    assert page.locator(".teachstep").nth(3).locator("game-board").evaluate(gone) == 3  # drawn after its move
    page.locator("[data-act=up]").nth(4).click()
    page.locator("[data-act=down]").nth(3).click()
    with page.expect_download() as saved:
        page.locator("[data-pass=file]").click()
    saved.value.save_as(tmp_path / "lesson.json")
    found = json.loads((tmp_path / "lesson.json").read_text(encoding="utf-8"))
    assert [step["note"] for step in found["steps"]] == [*NOTES]
    assert found["title"] == "Copying"

    act(page, "show")
    shown(page, 1, "One")
    page.locator("game-board .heap").nth(1).locator('[data-token="3"]').click()
    turn(page, "Your move")
    shown(page, 1, "One")  # a move stays within the lesson
    page.keyboard.press("PageDown")
    shown(page, 2, "Two")
    turn(page, "Find the move after which your opponent cannot win")
    act(page, "lesson-next")
    shown(page, 3, "Three")
    expect(page.locator(".chart canvas").first).to_be_visible()
    page.keyboard.press("PageUp")
    shown(page, 2, "Two")
    page.reload()
    shown(page, 2, "Two")
    page.go_back()
    page.reload()  # each entry of the history leads to the lesson
    shown(page, 3, "Three")
    page.go_forward()
    shown(page, 2, "Two")
    act(page, "lesson-leave")
    expect(page.locator(".lessonbar")).to_be_hidden()
    turn(page, "Find the move after which your opponent cannot win")
    exported_alone(page, tmp_path)


def test_a_file_that_is_opened_is_shown_in_the_classroom(opened: Opener) -> None:
    page = opened("#/teach", viewport={"width": 1280, "height": 850})
    chosen(page, lesson((STEPS[0], "One " * 200), (STEPS[1], "Two")))
    expect(page.locator(".teachstep")).to_have_count(2)
    act(page, "show-class")
    expect(page.locator("html[data-classroom]")).to_have_count(1)
    for step, note, head in ((1, "One", "Your move"), (2, "Two", "Find the move after which your opponent cannot win")):
        shown(page, step, note)
        turn(page, head)
        under = box(page.locator(".under"))
        assert under["y"] + under["height"] <= 850  # the strip and the buttons are in the window
        if step == 1:
            act(page, "lesson-next")
    expect(page.locator("html[data-classroom]")).to_have_count(1)
    page.evaluate("location.hash = '#/teach'")
    act(page, "lesson-forget")
    expect(page.locator(".teach [data-lesson]")).to_have_count(0)


def test_the_part_of_a_note_for_the_speaker_is_on_the_handout_alone(opened: Opener, tmp_path: Path) -> None:
    page = opened(address("learn", lesson="xor", step="5"))
    act(page, "own")
    expect(page.locator(".teachstep")).to_have_count(2)  # this step and the last one
    page.locator("#note-0").fill("Each heap first.\n---\nAsk for 5 and 6.")
    for form in ("page", "handout"):
        with page.expect_download() as saved:
            page.locator(f"[data-pass={form}]").click()
        saved.value.save_as(tmp_path / f"{form}.html")
    act(page, "show-class")
    expect(page.locator(".lesson-note")).to_contain_text("Each heap first.")
    expect(page.locator(".speaker")).to_be_hidden()
    expect(page.locator(".exercise .typed")).to_have_count(4)
    alone = page.context.browser.new_page()  # type: ignore[union-attr]
    alone.goto((tmp_path / "page.html").as_uri())
    expect(alone.locator("main")).to_contain_text("Type the nimber of each heap")
    expect(alone.locator("main")).not_to_contain_text("Ask for 5 and 6.")
    alone.goto((tmp_path / "handout.html").as_uri())
    expect(alone.locator(".lines")).to_have_count(2)
    expect(alone.locator("section:not(.own) svg")).to_have_count(2)
    expect(alone.locator("section:not(.own)", has_text="Ask for 5 and 6.")).to_have_count(0)
    expect(alone.locator(".own")).to_contain_text("Ask for 5 and 6.")
    alone.close()


def test_an_address_holds_a_lesson(opened: Opener) -> None:
    page = opened(address("teach", title="Copying", s=STEPS[0][2:], n="All of it"))
    shown(page, 1, "All of it")
    turn(page, "Your move")
    page.locator(".lesson-change").click()
    expect(page.locator("#lesson-title")).to_have_value("Copying")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-pass=link]").click()
    expect(page.locator(".teach > .said")).to_contain_text("The link is copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.fill("#note-0", "long " * 400)
    for _ in range(3):
        added(page, STEPS[0], "long " * 400)
    page.locator("[data-pass=link]").click()
    expect(page.locator(".teach > .said.error")).to_contain_text("too long")
    page.goto(copied)
    shown(page, 1, "All of it")


BAD = {
    '{"grundy": "lesson",\n "version": }': "not JSON: line 2, column 14",
    "[]": "File: expected an object",
    '{"grundy": "board"}': '"grundy": expected "lesson", found "board"',
    '{"grundy": "lesson", "version": 2}': '"version": expected 1, found 2',
    '{"grundy": "lesson", "version": 1, "notes": 1}': 'File: "notes" is not a field',
    json.dumps(lesson() | {"title": 5}): '"title": expected a text of at most 200 characters, found 5',
    json.dumps(lesson() | {"steps": {}}): '"steps": expected a list',
    json.dumps(lesson((STEPS[0], ""), ("https://example.org", ""))): 'step 2, "address": expected an address',
    json.dumps(lesson((STEPS[0], "x" * 2001))): 'step 1, "note": expected a text of at most 2,000 characters',
}


def test_a_file_that_is_no_lesson_is_refused_with_its_place(opened: Opener) -> None:
    page = opened("#/teach")
    expect(page.locator("#lesson-file")).to_have_count(1)
    for text, said in BAD.items():
        chosen(page, text)
        expect(page.locator(".teach > .said.error")).to_contain_text(said)
    assert not page.evaluate("localStorage.getItem('grundy.lessons')")


def test_a_lesson_of_another_computer_is_said_to_be_missing(opened: Opener) -> None:
    page = opened(f"{STEPS[0]}&taught=nowhere.2")
    expect(page.locator(".lesson-note")).to_contain_text("not on this computer")
    turn(page, "Your move")
    settle(page)
    expect(page.locator("[data-act=lesson-next]")).to_be_hidden()
    expect(page.locator(".lesson-change")).to_have_attribute("href", re.compile(r"^#/teach$"))


def test_an_exercise_is_made_from_the_position_where_a_goal_fits(opened: Opener) -> None:
    page = opened(address("play", [("nim", "1 1 1")]), refused=True)
    turn(page, "Your move")
    page.locator(".exports summary").click()
    page.locator("[data-exercise=only]").click()
    expect(page.locator(".exports [role=status]")).to_contain_text("3 moves win")
    page.locator("[data-exercise=prove]").click()
    turn(page, "Who wins? Prove it")
    expect(page).to_have_url(re.compile(r"#/puzzles\?goal=prove&g=nim&p=1\+1\+1$"))


def test_embed_code_is_copied_and_a_position_becomes_a_step(opened: Opener, tmp_path: Path) -> None:
    page = opened(address("play", [("nim", "3 5"), ("kayles", "3")]))
    turn(page, "Your move")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".exports summary").click()
    page.locator("[data-export=embed]").click()
    expect(page.locator(".exports [role=status]")).to_contain_text("The code is copied")
    (tmp_path / "a.html").write_text(page.evaluate("navigator.clipboard.readText()"), encoding="utf-8")
    alone = page.context.browser.new_page()  # type: ignore[union-attr]
    alone.goto((tmp_path / "a.html").as_uri())
    expect(alone.locator("body > game-board")).to_have_count(1)
    expect(alone.locator(".turn")).to_contain_text("Your move")
    alone.locator("game-board .heap").nth(1).locator('[data-token="0"]').click()
    expect(alone.locator(".strip")).to_contain_text("keeps the win")
    alone.close()
    page.locator("[data-export=lesson]").click()
    expect(page.locator(".exports [role=status]")).to_contain_text("Step 1 of")
    page.locator(".exports a").click()
    expect(page.locator(".teachstep")).to_contain_text("Nim 3 5 + Kayles 3")


def test_a_screen_reader_is_told_the_note_of_a_step(opened: Opener) -> None:
    page = opened(
        address("teach", title="Copying", s="play?g=nim&p=3+5", n="First") + "&s=play%3Fg%3Dnim%26p%3D1&n=Then"
    )
    shown(page, 1, "First")
    turn(page, "Your move")
    settle(page)
    tree = page.locator(".lessonbar").aria_snapshot()
    assert '- region "Lesson"' in tree
    assert 'button "Back" [disabled]' in tree
    listen(page)
    page.keyboard.press("PageDown")
    shown(page, 2, "Then")
    assert heard(page)[0] == "Step 2 of 2 Then"


def test_no_accessibility_fault_is_in_the_editor_nor_in_the_classroom(opened: Opener) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    page = opened("#/teach", bypass_csp=True, viewport={"width": 390, "height": 844})
    chosen(page, lesson(*((there, "Note\n\n" * 9) for there in STEPS)))
    expect(page.locator(".teachstep")).to_have_count(len(STEPS))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert axe.Axe().run(page).response["violations"] == []
    act(page, "show-class")
    for step in range(1, 4):
        shown(page, step, "Note")
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert axe.Axe().run(page).response["violations"] == []
        act(page, "lesson-next")
