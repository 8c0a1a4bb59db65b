"""The lab's page in a real browser: played by mouse and by keyboard, told in words, kept in its address."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

import grundy
from grundy import contests, games
from grundy.runtime.messages import Message, render
from grundy.runtime.messages.rendering import texts_of
from support.pages import (
    ALL,
    KITES,
    LARGE,
    LOST,
    VIEWS,
    WON,
    act,
    address,
    cell,
    colour,
    expect,
    focused,
    hint,
    is_painted,
    moves,
    played,
    settle,
    turn,
)
from support.server import API

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx
    from playwright.sync_api import Page, ViewportSize

    from grundy.core.position import Position
    from support.pages import Opener


def solve(client: httpx.Client, game: str, position: str) -> Any:  # JSON
    answer = client.post(f"{API}/positions", json={"game": game, "position": position, "board": True})
    answer.raise_for_status()
    return answer.json()


def test_a_game_won_by_hints_with_the_mouse(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", LARGE)]))
    turn(page, "Your move")
    won = False
    while not won:
        hint(page)
        before = len(moves(page))
        page.locator("game-board .hint").first.click()
        won = played(page, before)
    assert not page.locator(".verdict.gave-away").count()
    position = games.find("wall-making").parse(LARGE)
    for move in moves(page):
        position = position.play(move)
    assert not position.choices()
    assert len(moves(page)) % 2 == 1


def test_a_lost_position_is_lost_against_the_perfect_coach(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", LOST)]))
    turn(page, "Your move")
    cell(page, 0, 0).click()
    turn(page, "The coach wins")
    assert "lost-anyway" in (page.locator(".log .verdict").first.get_attribute("class") or "")


def test_undo_redo_restart_reload_and_back(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)], **{"with": "friend"}))
    turn(page, "Player 1")
    cell(page, 0, 1).click()
    turn(page, "Player 2")
    cell(page, 3, 3).click()
    turn(page, "Player 1")
    expect(cell(page, 3, 3)).to_have_class(re.compile("removed"))
    act(page, "undo")
    turn(page, "Player 2")
    expect(cell(page, 3, 3)).not_to_have_class(re.compile("removed"))
    page.reload()
    turn(page, "Player 2")
    act(page, "redo")
    turn(page, "Player 1")
    assert moves(page) == ["r1c2", "r4c4"]
    page.go_back()
    turn(page, "Player 2")
    page.go_back()
    turn(page, "Player 1")
    page.go_back()
    turn(page, "Player 2")
    assert moves(page) == ["r1c2"]
    act(page, "restart")
    turn(page, "Player 1")
    expect(page.locator(".log .undone")).to_have_count(1)  # and can be done again
    act(page, "redo")
    turn(page, "Player 2")


@pytest.mark.parametrize("state", ["no such clipboard", "refused"])
def test_a_link_that_cannot_be_copied_is_shown_selected(state: str, opened: Opener) -> None:
    page = opened(address("play", [("kayles", "5 3")]))
    refusing = "{ writeText: () => Promise.reject(new DOMException()) }"
    clipboard = "undefined" if state == "no such clipboard" else refusing
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})")
    page.get_by_text("Share and export").click()
    page.click('[data-export="link"]')
    expect(page.locator("dialog")).to_contain_text("does not allow copying")
    assert page.evaluate("getSelection().toString()") == page.url
    page.locator("dialog button").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_a_copied_link_shows_the_same(opened: Opener, base: str) -> None:
    page = opened(address("play", [("kayles", "5 3")], show=ALL, **{"with": "friend"}))
    turn(page, "Player 1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator('game-board [data-place="0"] .size').click()
    page.locator('game-board [data-move="1:5 -> 2+2"]').click()
    turn(page, "Player 2")
    page.get_by_text("Share and export").click()
    page.click('[data-export="link"]')
    expect(page.locator("details [role=status]")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(base)
    other = opened(link.removeprefix(base))
    turn(other, "Player 2")
    assert moves(other) == ["1:5 -> 2+2"]
    expect(other.locator("game-board .size")).to_have_text(["2", "2", "3"])


def test_the_heat_map_is_what_the_api_says(opened: Opener, base: str, client: httpx.Client) -> None:
    page = opened()
    for game, text in (("wall-making", WON), ("diagonal", KITES), ("rook", "3 5")):
        page.goto("about:blank")
        page.goto(base + address("play", [(game, text)], show="winning values"))
        turn(page, "Your move")
        choices = solve(client, game, text)["choices"]
        assert choices
        for choice in choices:
            row, column = choice["places"][0]
            here = cell(page, row, column)
            expect(here).to_have_attribute("aria-label", re.compile(rf"leads to nimber {choice['nimber']}\b"))
            is_painted(page, row, column, colour(page, choice["nimber"]))
            assert ("wins" in (here.get_attribute("class") or "").split()) == choice["wins"]
            assert ("a winning move" in (here.get_attribute("aria-label") or "")) == choice["wins"]


def test_heaps_are_played_by_keyboard(opened: Opener) -> None:
    page = opened(address("play", [("nim", "3 5")], **{"with": "friend"}))
    turn(page, "Player 1")
    page.locator('game-board [data-place="1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("game-board .moves [role=option]")).to_have_count(5)
    page.keyboard.press("Escape")
    assert focused(page) == "1"
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    turn(page, "Player 2")
    assert moves(page) == ["2:5 -> 0"]


def test_positions_are_set_up(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", LOST)], setup="1"), refused=True)
    expect(page.locator(".status")).to_contain_text("P-position")
    cell(page, 0, 0).click()
    expect(page.locator("#text")).to_have_value("X.\n..")
    expect(page.locator(".status")).to_contain_text("N-position")
    page.fill("#text", "X.\n.?")
    expect(page.locator(".status .error")).to_contain_text("line 2, column 2: expected")
    expect(page.locator('[data-act="start"]')).to_be_disabled()
    page.fill("#size-0", "3")
    page.fill("#size-1", "4")
    act(page, "random")
    expect(page.locator("#text")).to_have_value(re.compile(r"^([.X]{4}\n){2}[.X]{4}$"))
    board = page.input_value("#text")
    act(page, "start")
    turn(page, "Your move")
    assert urlencode({"p": board}) in page.url


def test_files_are_read(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", LOST)], setup="1"))
    page.set_input_files("#file", {"name": "board.txt", "mimeType": "text/plain", "buffer": b"..X\r\n...\r\n"})
    expect(page.locator("#text")).to_have_value("..X\n...")


def test_a_sum_is_played_as_one_position(opened: Opener) -> None:
    page = opened(
        address("sum", [("wall-making", "X.\n.."), ("kayles", "3 2")], show="components", **{"with": "friend"})
    )
    turn(page, "Player 1")
    expect(page.locator("game-board")).to_have_count(2)
    expect(page.locator(".sumline")).to_have_text("2 ⊕ 3 ⊕ 2 = 3")
    cell(page, 1, 1).click()
    turn(page, "Player 2")
    assert moves(page) == ["1:r2c2"]
    expect(page.locator(".sumline")).to_contain_text("= 1")


def test_why_shows_the_mex_and_what_a_move_does(opened: Opener, client: httpx.Client) -> None:
    position = "wall-making\nX.\n..\n+\nkayles 3 2"
    page = opened(address("why", [("wall-making", "X.\n.."), ("kayles", "3 2")]))
    expect(page.locator(".verdictline")).to_contain_text("The next player, who moves now, wins.")
    told = client.post(f"{API}/explanations", json={"game": "wall-making", "position": position}).json()
    rows = page.locator(".binary tbody tr")
    expect(rows).to_have_count(len(told["components"]))
    for row, part in zip(rows.all(), told["components"], strict=True):
        assert row.locator("td").all_text_contents() == [str(part["nimber"]), *part["binary"]]
    assert page.locator(".binary tfoot td").all_text_contents() == [str(told["nimber"]), *told["binary"]]
    expect(page.locator(".idea")).to_contain_text("A winning move: “part 1: ")
    expect(page.locator(".binary")).to_be_hidden()
    page.click(".deeper summary")
    page.locator(".binary tbody button").nth(1).click()
    expect(page.locator(".mex h2")).to_contain_text("2. Why the value of the row of 3 of Kayles is 3")
    expect(page.locator(".options .badge")).to_have_text(["0", "1", "2"])
    page.locator(".options button").nth(2).click()
    expect(page.locator("game-board .hint")).to_have_count(1)
    expect(page.get_by_text("What this move does")).to_be_visible()
    page.go_back()
    expect(page.locator("game-board .hint")).to_have_count(0)


def test_why_numbers_the_components_on_the_board_as_in_its_list(opened: Opener) -> None:
    page = opened(
        address("why", [("wall-making", "X..X\nX..X\n...."), ("wall-making", "....\n....\n....")], m="1:r3c2")
    )
    page.click(".deeper summary")
    heads = page.locator(".binary tbody th")
    expect(heads.first).to_be_visible()
    listed = [head.split()[0] for head in heads.all_inner_texts()]
    assert page.locator("game-board .worths span").all_inner_texts() == listed
    assert len(listed) > 2


def test_a_view_that_fails_to_load_is_reported_and_loaded_later(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)]), lost=True)
    turn(page, "Your move")
    page.route("**/theory/why.js", lambda route: route.abort())
    page.click('a[data-view="why"]')
    expect(page.locator("main .error")).to_contain_text("The server does not answer")
    page.click('a[data-view="play"]')
    turn(page, "Your move")


def test_a_move_that_the_server_does_not_answer_can_be_taken_back(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)], **{"with": "friend"}), lost=True)
    turn(page, "Player 1")
    page.route("**/api/v1/moves", lambda route: route.abort())
    cell(page, 0, 1).click()
    expect(page.locator(".comments .error")).to_contain_text("The server does not answer")
    act(page, "undo")
    turn(page, "Player 1")


def test_a_graph_is_played_by_its_vertices(opened: Opener) -> None:
    page = opened(address("play", [("petersen", "all")], **{"with": "friend"}))
    turn(page, "Player 1")
    page.locator("game-board .point").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    turn(page, "Player 2")
    expect(page.locator("game-board .point.taken")).to_have_count(4)


def test_sequences_and_their_periods(opened: Opener, tmp_path: Path) -> None:
    page = opened(address("sequences", code="0.77", length="200"), refused=True)
    expect(page.locator(".statement")).to_have_text("Proved Period 12 from heap 71 on.")
    values = [str(value) for value in grundy.heaps("0.77").nimbers(200).tolist()]
    assert page.locator(".values").inner_text().split() == values
    with page.expect_download() as saved:
        page.click('[data-format="csv"]')
    saved.value.save_as(tmp_path / "values.csv")
    lines = (tmp_path / "values.csv").read_text().splitlines()
    assert lines == ["heap,nimber", *(f"{heap},{value}" for heap, value in enumerate(values))]
    page.fill("#code", "0.?")
    page.keyboard.press("Enter")
    expect(page.locator(".period .error")).to_contain_text("expected")


def test_pictures_and_texts_are_saved(opened: Opener, tmp_path: Path) -> None:
    page = opened(address("play", [("wall-making", WON)]))
    turn(page, "Your move")
    page.get_by_text("Share and export").click()
    for name, head in (("svg", "<svg "), ("text", WON), ("json", "{")):
        with page.expect_download() as saved:
            page.click(f'[data-export="{name}"]')
        saved.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(head)
    assert json.loads((tmp_path / "json").read_text())["position"] == WON


def test_the_page_speaks_korean(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)], show=ALL), locale="ko-KR")
    turn(page, "둘 차례입니다")
    assert page.evaluate("document.documentElement.lang") == "ko"
    expect(page.locator("#game option:checked")).to_have_text("벽 세우기 게임")
    hint(page)
    expect(page.locator(".comments")).to_contain_text("이기는 수입니다")
    page.select_option("#language", "ja")
    turn(page, "あなたの番です")
    page.reload()
    turn(page, "あなたの番です")


SAID = """() => {
  const found = new Set();
  // Single letters are notation.
  const words = (text) => text.match(/[A-Za-z]{2,}/g)?.forEach((word) => found.add(word));
  const names = 'script, style, noscript, code, textarea, .source, .samples .note, #language, .brand';
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) words(node.textContent);
    if (node instanceof Element) {
      if (node.matches(names)) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words(node.getAttribute(name) ?? '');
      if (node.shadowRoot) walk(node.shadowRoot);
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(document.documentElement);
  return [...found];
}"""  # Latin words that a page says: in texts and labels, without names, sources, codes and positions
VISIT = (
    """async ([addresses, answered]) => {
  const said = """
    + SAID
    + """;
  const filled = () => document.querySelector(`${answered}:not(:empty)`);
  const found = [];
  for (const address of addresses) {
    document.querySelector(answered).replaceChildren();
    location.hash = address;
    for (const begun = performance.now(); !filled(); await new Promise(requestAnimationFrame)) {
      if (performance.now() - begun > 60000) throw new Error(`no answer: ${address}`);
    }
    await new Promise(requestAnimationFrame); // for boards, which draw what all properties say together
    found.push(said());
  }
  return found;
}"""
)  # the words of several addresses
TERMS = {
    "API",
    "SVG",
    "PNG",
    "JSON",
    "XOR",
    "mex",
    "xor",
    "WIN",
    "LOONY",
    "grundy",
    "run",
    "Winning",
    "Ways",
}  # the same in each language; a code of coins, the title of a book
OWN = {"cram", "Cram", "petersen", "Petersen"}  # games of the operator, by their names
AUTHORS = {  # as they are searched for
    *("Fraenkel", "Gale", "Gardner", "Guy", "Larsson", "Lenstra", "Moore", "Nivasch", "Rubinstein", "Salzedo"),
    *("Scheinerman", "Schwenk", "Siegel", "Smith", "Sprague", "Ullman", "Whinihan", "Wythoff", "Zeckendorf"),
}
LATIN = re.compile("[A-Za-z]{2,}")  # single letters are notation
SAMPLES = {  # a view, and what it fills when it has an answer
    "play": ("play", {"show": ALL}, ".turn"),
    "setup": ("play", {"setup": "1"}, ".status .comments"),
    "why": ("why", {}, ".strip .turn"),
}


def in_english(language: str) -> set[str]:
    """Return the words of games and notations that are shown in English, as the language has no text for them."""
    own = texts_of(language)
    texts = [text for key, text in texts_of("en").items() if key not in own]  # a unit test says which may be missing
    for game in games.all_games():
        if f"game.{game.name}" not in own:
            texts.append(game.title)
        if f"rules.{game.name}" not in own:
            texts += [game.rules, game.reader.form]
    return {word for text in texts for word in LATIN.findall(text)}


def names_in(position: Position) -> set[str]:
    """Return the words in a position, in its moves and in its codes."""
    texts = [str(position), *(choice.move for choice in position.choices())]
    texts += [getattr(part.ruleset, "code", "") for part in position.components]
    return {word for text in texts for word in LATIN.findall(text)}


@pytest.mark.parametrize("view", SAMPLES)
def test_no_english_is_said_in_another_language(view: str, opened: Opener, base: str) -> None:
    """Each game's sample, in both languages on one page, which asks for each answer once."""
    name, further, answered = SAMPLES[view]
    page = opened()
    found = {}
    for language in ("ja", "ko"):
        page.goto(base + address(name, [("nim", "1")], lang=language, **further))
        settle(page)
        allowed = TERMS | AUTHORS | OWN | in_english(language)
        ours = [f"grundy-{game.name}" if game.name in OWN else game.name for game in games.all_games()]
        samples = zip(ours, (game.sample for game in games.all_games()), strict=True)
        visits = [address(name, [sample], lang=language, **further) for sample in samples]
        for game, words in zip(games.all_games(), page.evaluate(VISIT, [visits, answered]), strict=True):
            assert words
            said = {word for word in words if not set(word) <= set(game.reader.alphabet)}  # rows of the board
            if english := said - allowed - names_in(game(game.sample)):
                found[game.name, language] = english
    assert found == {}


# Of people, formats, functions, and codes of heaps.
NAMES = {
    "Guy",
    "Smith",
    "JavaScript",
    "Python",
    "solve",
    "input",
    "CSV",
    "file",
    "all",
    "but",
    "unequal",
    "wythoff",
    "rook",
}
NAMES |= {"board"}  # in inputs of problems
NAMES |= {
    word for one in contests.all_problems() for word in LATIN.findall(f"{one.id} {' '.join(one.output.words or ())}")
}


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_no_english_is_said_in_the_other_views(language: str, opened: Opener, base: str) -> None:
    page = opened()
    found = {}
    for view in (
        "sum",
        "sum-setup",
        "front",
        "puzzles",
        "learn",
        "lesson",
        "mex",
        "rows",
        "sequences",
        "classroom",
        "classroom-why",
        "table",
        "tables",
        "two-sequences",
        "teach",
        "taught",
        "clinic",
    ):
        name, parts, further = VIEWS[view]
        page.goto(base + address(name, parts, lang=language, **further))
        settle(page)
        said = set(page.evaluate(SAID))
        named = set().union(*(names_in(games.find(game).parse(text)) for game, text in parts))
        if english := said - TERMS - AUTHORS - OWN - NAMES - in_english(language) - named:
            found[view] = english
    assert found == {}


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_the_page_renders_as_the_library_does(language: str, opened: Opener) -> None:
    """Each text of the catalogue, with numbers, moves and words: the page has the grammar of texts once more."""
    values: list[int | str] = [
        0,
        1,
        7,
        1234,
        "r2c3",
        "2-5",
        "(2,4)",
        "nim",
        "kayles",
        "국면",
        "“더미를 나눔” (3 -> 1+2)",
    ]
    texts = texts_of(language)
    names = {key: set(re.findall(r"\{(\w+)", text)) for key, text in texts.items()}
    asked = [(key, dict.fromkeys(names[key], value)) for key in texts if names[key] for value in values]
    said = opened().evaluate(
        """async ([words, language, asked]) => {
          const { t, use } = await import(`${location.origin}/base/words.js`);
          use(words, language);
          return asked.map(([key, params]) => t(key, params));
        }""",
        [texts, language, asked],
    )
    assert len(said) > 10_000
    other = [(render(Message(key, params), language), text) for (key, params), text in zip(asked, said, strict=True)]
    assert [pair for pair in other if pair[0] != pair[1]][:9] == []


def each_view(page: Page, base: str) -> Iterator[str]:
    """Go through the views in one page, without loading it again: that would be half of the processor time."""
    for view, (name, parts, further) in VIEWS.items():
        page.goto(base + address(name, parts, **further))
        settle(page)
        yield view


PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 720}
TARGETS = "button:visible, .pill:visible, .switch:visible, select:visible, game-board [role=gridcell]"
LOW = "nodes => nodes.filter(n => n.getBoundingClientRect().height < 44).map(n => n.outerHTML)"
# Rules that axe leaves out where nobody asks for them.
EXPERIMENTAL = {"rules": {name: {"enabled": True} for name in ("label-content-name-mismatch", "p-as-heading")}}
VIOLATIONS = {"resultTypes": ["violations"]}  # the same faults; to describe each node that passes takes longer


def test_each_view_fits_a_phone_and_has_no_accessibility_fault(opened: Opener, base: str) -> None:
    """At 390 px no scrolling to the side, and large targets; all rules of axe in light, the contrasts in dark."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe").Axe()
    page = opened(viewport=PHONE, has_touch=True, color_scheme="light", bypass_csp=True)
    page.evaluate(axe.axe_script)
    wide, small, found = {}, {}, {}
    for view in each_view(page, base):
        expect(page.locator("main")).not_to_contain_text("One moment")
        if view == "why":
            page.click(".deeper summary")
        wide[view] = page.evaluate("document.documentElement.scrollWidth")
        targets = page.locator(TARGETS)
        assert targets.count(), view
        small[view] = targets.evaluate_all(LOW)
        page.set_viewport_size(DESK)
        for scheme, rules in (("light", EXPERIMENTAL), ("dark", {"runOnly": ["color-contrast"]})):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            answer = page.evaluate("options => axe.run(options)", {**VIOLATIONS, **rules})
            assert any(rule["id"] == "color-contrast" for rule in answer["passes"])
            for fault in answer["violations"]:
                found[view, scheme, fault["id"]] = [node["html"] for node in fault["nodes"]]
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.set_viewport_size(PHONE)
    assert found == {}
    assert wide == dict.fromkeys(VIEWS, PHONE["width"])
    assert small == {view: [] for view in VIEWS}


LOOKS = """selectors => selectors.map(selector => {
  const [inside, pseudo] = selector.split('::');
  const board = document.querySelector('game-board');
  const node = document.querySelector(inside) ?? board.shadowRoot.querySelector(inside);
  const style = getComputedStyle(node, pseudo && `::${pseudo}`);
  return [style.backgroundColor, style.borderColor, style.outlineStyle, style.outlineColor].join(' ');
})"""

# Whether a token is drawn in another colour than what is behind it.
TOKEN_SHOWS = """() => {
  const token = document.querySelector('game-board').shadowRoot.querySelector('i:not(.falls) path');
  return getComputedStyle(token).stroke !== getComputedStyle(document.body).backgroundColor;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_what_is_chosen(scheme: str, opened: Opener) -> None:
    """Where backgrounds and shadows are not painted: whose turn it is, what is on, which tokens fall, who has won."""
    page = opened(
        address("play", [("nim", "2")], show="winning", **{"with": "friend"}),
        forced_colors="active",
        color_scheme=scheme,
    )
    turn(page, "Player 1")
    page.locator('game-board [data-token="1"]').hover()
    for chosen, other in (
        (".player.on", ".player:not(.on)"),
        (".switch :checked", ".switch :not(:checked)[role]"),
        ("nav [aria-current]", "nav a:not([aria-current])"),
        (".falls::after", "i:not(.falls)::after"),
    ):
        one, another = page.evaluate(LOOKS, [chosen, other])
        assert one != another, chosen
    assert page.evaluate(TOKEN_SHOWS)
    page.locator('game-board [data-token="0"]').click()
    turn(page, "Player 1 wins")
    won, lost = page.evaluate(LOOKS, [".player.on", ".player:not(.on)"])
    assert won.split(" rgb")[0] != lost.split(" rgb")[0]  # the background
