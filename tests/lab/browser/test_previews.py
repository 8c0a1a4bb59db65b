"""Moves that show themselves before they are made, and boards that fit where they are looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.drawing.export.answers import answer
from grundy.games.notations.heap_lists import HeapLists
from support.pages import address, box, cell, expect, moves, settle, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.pages import Opener

FRIEND = {"with": "friend"}
WALLS = "X...\n..X.\n####\n...."
KITES = "RLX\nXRL\nLXR"


def shown(page: Page) -> list[str]:
    """Return the places that a move would change."""
    script = "nodes => nodes.map(n => n.dataset.place ?? n.dataset.token)"
    found: list[str] = page.locator("game-board :is(.falls, .aimed)").evaluate_all(script)
    return sorted(found)


def test_moves_show_what_they_change(opened: Opener, base: str) -> None:
    page = opened(address("play", [("wall-making", WALLS)], **FRIEND))
    turn(page, "Player 1")
    cell(page, 1, 1).hover()
    assert shown(page) == ["0,1", "1,0", "1,1", "1,2", "1,3"]  # over the X, and not beyond the wall
    cell(page, 0, 1).focus()
    page.keyboard.press("ArrowDown")
    assert shown(page) == ["0,1", "1,0", "1,1", "1,2", "1,3"]
    page.keyboard.press("Enter")
    turn(page, "Player 2")
    expect(cell(page, 1, 3)).to_have_class("removed wall new")

    page.goto(base + address("play", [("diagonal", KITES)], **FRIEND))
    settle(page)
    cell(page, 2, 0).hover()
    assert shown(page) == ["0,2", "1,1", "2,0"]

    page.goto(base + address("play", [("kayles", "10 7")], **FRIEND))
    settle(page)
    pins = page.locator('game-board [data-place="0"] [data-token]')
    pins.nth(3).click()
    pins.nth(4).hover()
    assert shown(page) == ["3", "4"]
    pins.nth(4).click()
    turn(page, "Player 2")
    assert moves(page) == ["1:10 -> 3+5"]
    mark = "node => getComputedStyle(node, '::after').content"
    assert page.locator("game-board .heap.last").evaluate(mark) == "none"  # its size is marked, not the tokens covered
    page.keyboard.press("Tab")
    page.locator('game-board [data-place="0"]').focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "Enter"):
        page.keyboard.press(key)
    turn(page, "Player 1")
    assert moves(page)[1] == "1:3 -> 1+1"

    page.goto(base + address("play", [("nim", "300 5")], **FRIEND))
    turn(page, "Player 1")
    page.locator('game-board [data-place="0"] [data-token="5"]').click()
    turn(page, "Player 2")
    assert moves(page) == ["1:300 -> 5"]


PICKS = """async heaps => {
  const {spans, pick} = await import(`${location.origin}/board/board-tokens.js`);
  return heaps.map(({size, inside, choices}) => {
    const all = spans(size, choices, inside);
    const tokens = [...Array(size).keys()];
    const found = tokens.flatMap(one => {
      const first = pick(all, null, one);
      return first.span || !first.left.length ? [first] : tokens.map(other => pick(all, first.range, other));
    });
    return found.filter(one => one.span).map(({span}) => [span.choice.move, span.from, span.to]);
  });
}"""


def test_tokens_stand_for_every_move_of_heaps(opened: Opener) -> None:
    """Of every heap game: each move that leaves two heaps at most is on tokens, and takes as many as it says."""
    found: list[dict[str, Any]] = []
    for game in [game for game in games.all_games() if isinstance(game.reader, HeapLists)] + [games.find("4.7")]:
        for size in range(1, 8):
            told: dict[str, Any] = answer(game(size), game.name, board=True)
            found.append({"size": size, "inside": told["scenes"][0]["inside"], "choices": told["choices"]})
    assert [heap["inside"] for heap in found].count(True) > len(range(1, 8))
    for heap, picked in zip(found, opened("#/sequences").evaluate(PICKS, found), strict=True):
        sizes = {choice["move"]: choice["sizes"] for choice in heap["choices"] if len(choice["sizes"]) <= len("ab")}
        assert {move for move, _, _ in picked} == set(sizes)
        for move, start, end in picked:
            assert sorted(part for part in (start, heap["size"] - end) if part) == sizes[move]


def test_a_token_of_several_moves_leads_to_a_choice(opened: Opener) -> None:
    page = opened(address("play", [("kayles", "2 1")], **FRIEND))
    turn(page, "Player 1")
    pins = page.locator('game-board [data-place="0"] [data-token]')
    pins.nth(0).hover()
    assert shown(page) == ["0"]
    pins.nth(0).click()
    expect(page.locator("game-board .able")).to_have_count(2)
    page.locator('game-board [data-move="1:2 -> 0"]').hover()
    assert shown(page) == ["0", "1"]
    pins.nth(0).hover()
    pins.nth(0).click()
    turn(page, "Player 2")
    assert moves(page) == ["1:2 -> 1"]

    page = opened(
        address("play", [("laskers-nim", "5")], **FRIEND), viewport={"width": 390, "height": 844}, has_touch=True
    )
    turn(page, "Player 1")
    tokens = page.locator("game-board [data-token]")
    tokens.nth(2).tap()
    expect(page.locator("game-board .moves [role=option]")).to_have_count(2)
    tokens.nth(1).tap()  # parts the heap between the two: a finger sees it first
    expect(page.locator("game-board .parts")).to_have_count(3)
    tokens.nth(1).tap()
    turn(page, "Player 2")
    assert moves(page) == ["5 -> 2+3"]


def test_the_legend_is_what_is_on_the_board(opened: Opener, base: str) -> None:
    page = opened(address("play", [("turning-corners", "THT\nHTH")], **FRIEND, show="values"))
    turn(page, "Player 1")
    page.locator(".box").evaluate("box => box.style.setProperty('--legend', 'flex')")  # as in pages without switches
    legend = page.locator("game-board .legend")
    expect(legend).to_contain_text("the nimber after a move there")  # of cells with one move
    page.goto(base + address("play", [("cram", "...\n...")], **FRIEND))
    expect(page.locator('#game option:checked[value="cram"]')).to_have_count(1)
    expect(legend).not_to_contain_text("nimber")


EDGES = "0-1 1-2 1-3 3-4 0-5"
HELD = "nodes => nodes.map(n => n.textContent)"
VALUES = "nodes => nodes.map(n => n.dataset.value)"


def test_edges_are_picked_themselves_and_show_what_falls(opened: Opener) -> None:
    page = opened(address("play", [("green-hackenbush", EDGES)], **FRIEND, show="values winning"))
    turn(page, "Player 1")
    edges = page.locator("game-board [data-move]")
    expect(edges).to_have_count(5)
    position = games.find("green-hackenbush")(EDGES)
    after = {choice.move: str(choice.after.nimber) for choice in position.choices()}
    assert sorted(page.locator("game-board .value text").evaluate_all(HELD)) == sorted(after.values())
    page.locator('game-board [data-move="1-3"]').dispatch_event("pointerenter", {"pointerType": "mouse"})
    expect(page.locator("game-board .edge.falls")).to_have_count(2)  # with the edge that stands on it
    expect(page.locator('game-board [data-move="1-3"]')).to_have_accessible_name(
        re.compile(f"^edge 1-3, leads to nimber {after['1-3']}")
    )
    page.locator('game-board [data-move="1-3"]').dispatch_event("click")
    turn(page, "Player 2")
    assert moves(page) == ["1-3"]
    page.locator("game-board [tabindex='0']").focus()
    for key in ("End", "Enter"):
        page.keyboard.press(key)
    turn(page, "Player 1")
    assert moves(page) == ["1-3", "0-5"]


def test_a_hint_marks_its_edge_between_vertices_with_numbers(opened: Opener) -> None:
    page = opened(address("play", [("green-hackenbush", "0-1 0-2 2-3")]))
    turn(page, "Your move")
    assert page.locator("game-board .name").evaluate_all(HELD) == ["0", "1", "2", "3"]
    for step in range(1, 4):
        page.click("[data-act=hint]")
        if step < 3:
            expect(page.locator("[data-act=hint]")).to_contain_text(f"{step}/3")
    expect(page.locator("game-board .line.hint")).to_have_attribute("data-move", "2-3")


def test_edges_side_by_side_and_loops_are_picked_each(opened: Opener) -> None:
    """With the mouse, in the middle of each edge; nimbers and vertices are not in the way."""
    page = opened(address("play", [("green-hackenbush", "0-1 0-1 1-2 2-2")], **FRIEND, show="values"))
    turn(page, "Player 1")
    for number, move in enumerate(("2-2", "0-1.2", "1-2")):
        turn(page, ("Player 1", "Player 2")[number % 2])
        middle = page.locator(f'game-board [data-move="{move}"] .reach').evaluate(
            """path => {
                const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
                return [at.x, at.y];
            }"""
        )
        page.mouse.click(*middle)
        expect(page.locator(f'game-board [data-move="{move}"]')).to_have_count(0)
    assert moves(page) == ["2-2", "0-1.2", "1-2"]


def test_moves_on_heaps_have_their_numbers(opened: Opener) -> None:
    page = opened(address("play", [("kayles", "5 3")], **FRIEND, show="values"))
    turn(page, "Player 1")
    for heap, size in enumerate((5, 3)):
        row = page.locator(f'game-board [data-place="{heap}"]')
        shown_here = [
            row.locator(f'[data-token="{token}"] {kind}').evaluate_all(VALUES)
            for kind in (".num:not(.gap)", ".num.gap")
            for token in range(size)
        ]
        rest = games.find("kayles")(3 if heap == 0 else 5)
        one = [(games.find("kayles")(left, size - left - 1) + rest).nimber for left in range(size)]
        two = [(games.find("kayles")(left, size - left - 2) + rest).nimber for left in range(size - 1)]
        assert shown_here == [[str(value)] for value in one] + [[]] + [[str(value)] for value in two]


def test_walls_are_drawn_as_the_moves_have_made_them(opened: Opener) -> None:
    page = opened("#/play")
    turn(page, "Your move")
    found = page.evaluate(AS_MADE)
    assert found["walls"] == [
        {"row": 0, "column": 1, "top": 0, "bottom": 0, "left": 0, "right": 2},
    ]
    assert found["stamps"] == [{"row": 0, "column": 1, "by": "b", "ply": 1}]
    assert found["other"] == [], "moves that do not explain the cells are not drawn"
    page.goto(page.url.split("#")[0] + address("why", [("wall-making", "...")], m="r1c2"))
    page.wait_for_function("() => document.querySelector('game-board')?.made.length === 1")  # Why draws them too


AS_MADE = """async () => {
  const {asMade} = await import(`${location.origin}/board/board-made.js`);
  const scene = {kind: 'grid', rows: [[1, 2, 3].map(() => ({symbol: '#', role: 'removed'}))],
    walls: [{row: 0, column: 0, top: 0, bottom: 0, left: 0, right: 2}]};
  const made = column => [{places: [[0, column]], by: 'b', ply: 1}];
  const {walls, stamps} = asMade(scene, made(1));
  return {walls, stamps, other: asMade({...scene, rows: [[{symbol: '.'}, ...scene.rows[0]]]}, made(1)).stamps};
}"""


def test_a_small_board_fills_the_window(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WALLS)]), viewport={"width": 1280, "height": 800})
    turn(page, "Your move")
    found = box(page.locator("game-board .grid"))
    assert found["height"] >= 440
    assert found["y"] + found["height"] < 800
