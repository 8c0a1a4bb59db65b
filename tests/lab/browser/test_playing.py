"""Play as people know it: new boards, puzzles, hints in steps, shortcut keys, and the way to Why and back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

import grundy
from grundy.core.values import Outcome
from support.pages import WON, act, address, box, cell, expect, moves, played, settle, turn

if TYPE_CHECKING:
    from support.pages import Opener


def test_hints_come_in_steps_and_keys_do_what_buttons_do(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", WON)], **{"with": "friend"}))
    turn(page, "Player 1")
    page.keyboard.press("h")
    expect(page.locator(".comments")).to_contain_text("1 move wins.")
    page.keyboard.press("h")
    row = int(re.findall(r"\d+", page.locator(".comments").inner_text())[0])
    expect(page.locator("game-board .area")).to_have_count(4)
    page.keyboard.press("h")
    move = page.locator("game-board .hint").get_attribute("data-place") or ""
    assert int(move.split(",")[0]) == row - 1
    page.locator("game-board .hint").click()
    turn(page, "Player 2")
    made = moves(page)
    page.keyboard.press("Tab")
    page.locator("#typed").evaluate("node => node.closest('details').open = true")
    page.locator("#typed").press("u")  # which is a letter here
    turn(page, "Player 2")
    page.locator("body").click(position={"x": 2, "y": 2})
    for key, player in (("ArrowLeft", 1), ("ArrowRight", 2), ("u", 1)):
        page.keyboard.press(key)
        turn(page, f"Player {player}")
    assert moves(page) == made
    page.locator("#keys").evaluate("node => node.closest('details').open = true")
    page.uncheck("#keys")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowRight")
    page.check("#keys")
    turn(page, "Player 1")


def test_new_boards_puzzles_and_the_way_to_why(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", "X.\n..")]))
    turn(page, "Your move")
    cell(page, 0, 1).click()
    turn(page, "The coach wins. The game took 2 moves.")
    expect(page.locator(".comments")).to_contain_text("walls from r1c2” left nimber 1, not 0.")
    page.get_by_role("link", name="Your mistake: move 1").click()
    turn(page, "Hint")
    expect(page.locator("game-board .hint")).to_have_attribute("data-place", "1,1")  # the better move
    act(page, "why")
    expect(page.locator(".verdictline")).to_contain_text("wins")
    cell(page, 0, 1).click()
    expect(page.locator(".side .gave-away")).to_contain_text("A move that gives the win away: walls from r1c2")
    act(page, "walk")  # on to the position after the move
    expect(page.locator(".verdictline")).to_contain_text("The next player")
    expect(page.locator(".crumbs [aria-current]")).to_have_text("walls from r1c2")
    act(page, "play")
    turn(page, "an earlier position")  # in which the coach has moved already
    act(page, "redo")
    turn(page, "The coach wins")
    before = page.url
    act(page, "new")
    turn(page, "Your move")
    assert page.url != before
    assert page.locator("game-board [role=gridcell]").count() > len("X...")  # a board of four cells is soon over
    page.locator(".puzzles").evaluate("node => node.open = true")
    page.select_option("#level", "sum")
    act(page, "puzzle")
    expect(page.locator("game-board")).to_have_count(2)
    turn(page, "Your move")
    page.go_back()
    expect(page.locator("game-board")).to_have_count(1)  # and nothing is lost


def test_misere_play_is_lost_by_the_last_move(opened: Opener) -> None:
    page = opened(address("play", [("nim", "1 1")], show="components", **{"with": "friend"}))
    turn(page, "Player 1")
    page.get_by_text("Players and rules").click()
    page.check("#rules-misere")
    expect(page.locator(".rule")).to_contain_text("The last one loses")
    for player in ("2", "1"):
        page.locator("game-board [data-token='0']").first.click()
        expect(page.locator(".turn")).to_contain_text(f"Player {player}")
    turn(page, "Player 1 wins. The game took 2 moves.")


def test_why_shows_a_position_in_its_misere_quotient(opened: Opener) -> None:
    page = opened(address("why", [("kayles", "30 20 10")], rules="misere"))
    card = page.locator(".quotient")
    expect(card).to_contain_text("40 elements, 9 of them lost (P)")
    expect(card).to_contain_text("changes the product from e g2 to g2, which is in P.")
    expect(card.locator("sup").first).to_be_visible()
    expect(page.locator(".rule").first).to_contain_text("The last one loses")
    expect(page.locator(".replies tbody tr").nth(3)).to_contain_text("wins")


def test_a_name_of_no_game_has_no_rules(opened: Opener) -> None:
    page = opened(address("play", [("nosuch", "1")]), refused=True)
    turn(page, "That did not work")
    expect(page.locator(".rule")).to_have_text("")
    there = page.url
    page.locator(".strip [data-act=games]").click()
    expect(page.locator(".gallery").last).to_be_visible()
    page.goto(there.replace("nosuch", "0.77"))
    expect(page.locator(".rule")).to_contain_text("A heap game given by its code")


def test_tokens_keep_their_size_on_a_phone(opened: Opener) -> None:
    page = opened(address("play", [("nim", "3 8")], **{"with": "friend"}), viewport={"width": 390, "height": 844})
    turn(page, "Player 1")
    token = page.locator("game-board [data-token='0']").first
    before = box(token)
    page.locator("game-board .heap").nth(1).locator("[data-token='3']").click()
    turn(page, "Player 2")
    assert box(token)["width"] == before["width"]


def test_a_board_that_is_too_large_is_refused_with_its_figure(opened: Opener) -> None:
    page = opened(address("play", [("wall-making", "\n".join(["." * 212] * 212))]))
    turn(page, "This position is not solved")
    figure = re.compile(r"\(a board of 212 x 212 needs much work: [\d,]+ options")
    expect(page.locator(".strip")).to_contain_text(figure)


LAST = urlencode([("m", "4:3 -> 0"), ("m", "4:3 -> 0"), ("m", "1:1 -> 0"), ("m", "1:1 -> 0")])  # one match is left
NIM = f"{address('play', [('nim', '1 1 1 3 3')])}&{LAST}"  # from the game's own first position


def test_a_coach_that_is_beaten_offers_the_next(opened: Opener) -> None:
    page = opened(NIM, coach="none")
    expect(page.locator(".player.b")).to_contain_text("Coach: Novice")
    page.locator("game-board .heap i").click()
    turn(page, "You win. The game took 5 moves.")
    act(page, "harder")
    expect(page.locator(".player.b")).to_contain_text("Coach: Learner")
    assert "coach=learner" in page.url
    page.go_back()
    turn(page, "You win.")
    expect(page.locator(".player.b")).to_contain_text("Coach: Novice")  # with whom it was played
    page.go_forward()
    expect(page.locator(".player.b")).to_contain_text("Coach: Learner")
    expect(page.locator("label[for=player-novice] b")).to_be_visible()
    expect(page.locator("label[for=player-learner] b")).to_be_hidden()
    page.locator("label[for=player-perfect]").click()
    expect(page.locator("#player-perfect")).to_be_checked()
    page.goto(page.url.split("#")[0] + address("play", [("wall-making", "..")]))
    page.reload()
    expect(page.locator(".player.b")).to_contain_text("Coach: Perfect")  # the one chosen last


def test_a_win_counts_only_from_a_dealt_board_without_help(opened: Opener) -> None:
    strip, tick = ".strip", "label[for=player-perfect] b"
    page = opened(address("play", [("nim", "1")]))
    page.locator("game-board .heap i").click()
    expect(page.locator(strip)).to_contain_text("Not counted: the board is neither the game's first one nor")
    page = opened(NIM)
    act(page, "hint")
    expect(page.locator(strip)).to_contain_text("move wins.")
    page.locator("game-board .heap i").click()
    expect(page.locator(strip)).to_contain_text("Not counted: hints or nimbers were shown.")
    page = opened(NIM)
    act(page, "undo")
    for heaps in (3, 1):
        expect(page.locator("game-board .heap.open")).to_have_count(heaps)
        page.locator("game-board .heap i").first.click()
    expect(page.locator(strip)).to_contain_text("Not counted: a move was taken back.")
    expect(page.locator(tick)).to_be_hidden()
    page = opened(NIM)
    page.locator("game-board .heap i").click()
    expect(page.locator(strip)).to_contain_text("You have beaten Perfect, who never errs: congratulations!")
    expect(page.locator(tick)).to_be_visible()


def test_a_coach_that_errs_too_leaves_good_news(opened: Opener) -> None:
    page = opened(f"{address('play', [('nim', '3 5')])}&{urlencode([('m', '1:3 -> 0'), ('m', '5 -> 2')])}")
    strip = page.locator(".strip.good")
    expect(strip).to_contain_text("The coach erred too: you can win now")
    expect(strip).to_contain_text("Before that, “take 2 from the heap of 5” would have won.")


def test_why_explains_the_move_that_the_strip_judges(opened: Opener) -> None:
    page = opened(address("play", [("nim", "2 2 1")]))
    page.locator("game-board .heap").nth(2).locator("i").first.click()
    turn(page, "Your move")
    expect(page.locator(".log li")).to_have_count(2)
    act(page, "why")
    expect(page.locator(".side")).to_contain_text("take the heap of 1")
    assert "look=3" in page.url


def test_a_game_is_played_to_its_end_and_replayed_by_keyboard(opened: Opener) -> None:
    board = "...\n.X.\n..."
    page = opened(address("play", [("wall-making", board)]), permissions=["clipboard-read", "clipboard-write"])
    turn(page, "Your move")
    expect(page.locator("#replay")).to_be_hidden()
    position = grundy.games.wall_making(board)
    while position.choices():  # the first move gives the win away
        move = next(
            choice.move
            for choice in position.choices()
            if position.outcome is Outcome.P or choice.after.outcome is Outcome.N
        )
        made = moves(page)
        cell(page, *(int(number) - 1 for number in move[1:].split("c"))).press("Enter")
        assert not played(page, len(made))
        for one in moves(page)[len(made) :]:
            position = position.play(one)
    count = len(moves(page))
    here = page.locator(".log [aria-current]")
    expect(here.locator(".ply")).to_have_text(str(count))
    expect(page.locator(".curve .mark")).to_have_count(count + 1)  # the points of the curve are the moves
    page.locator("body").click(position={"x": 2, "y": 2})
    for ply in range(count - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect(here.locator(".ply")).to_have_text(str(ply))
        expect(page.locator(".curve .mark")).to_have_count(count + 1)
    page.keyboard.press("ArrowLeft")
    turn(page, "Hint")
    expect(page.locator(".why")).to_contain_text(f"Move 1 of {count}: gave the win away. ")
    expect(page.locator("game-board .hint")).not_to_have_count(0)  # the better move on the board
    page.reload()
    turn(page, "Hint")
    expect(page.locator(".log .gave-away")).not_to_have_count(0)
    slider = page.locator("#replay")
    slider.focus()
    slider.press("End")
    expect(here.locator(".ply")).to_have_text(str(count))
    slider.press("ArrowLeft")
    expect(here.locator(".ply")).to_have_text(str(count - 1))
    expect(slider).to_have_attribute("aria-valuetext", f"Move {count - 1} of {count}")
    act(page, "decided")
    expect(page.locator(".why")).to_contain_text("gave the win away")


def test_a_game_is_sent_shown_again_and_its_mistakes_practised(opened: Opener) -> None:
    made = urlencode([("m", "r1c2"), ("m", "r2c1")])
    begun = address("play", [("wall-making", "X.\n..")])
    page = opened(f"{begun}&{made}", permissions=["clipboard-read", "clipboard-write"])
    turn(page, "The coach wins. The game took 2 moves.")
    act(page, "send")
    expect(page.locator('[data-act="send"]')).to_contain_text("Game and link copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == f"Wall Making Game\nX.\n..\n1. walls from r1c2\n2. walls from r2c1\n{page.url}"
    auto = page.locator('[data-act="auto"]')
    auto.click()
    expect(page.locator(".log [aria-current]")).to_have_count(0)  # from the start
    expect(page.locator(".log [aria-current] .ply")).to_have_text("1")
    expect(page.locator(".log [aria-current] .ply")).to_have_text("2")
    expect(auto).to_have_attribute("aria-pressed", "false")  # it stops at the end
    act(page, "practise")
    turn(page, "Your move")  # one move wins, which is no puzzle
    assert page.url.endswith("#/play?g=wall-making&p=X.%0A..")
    made = urlencode([("m", "1:2 -> 0"), ("m", "3 -> 0")])
    page = opened(f"{address('play', [('nim', '2 3')])}&{made}")
    act(page, "practise")
    expect(page.locator(".puzzle h1")).to_have_text("Win in few moves")
    assert page.url.endswith("#/puzzles?goal=win&g=nim&p=2+3")


def test_a_phone_shows_the_coaches_and_a_whole_comment(opened: Opener) -> None:
    made = urlencode([("m", "1:4 -> 2"), ("m", "2:4 -> 1+1")])
    page = opened(f"{address('play', [('kayles', '4 4 2')])}&{made}", viewport={"width": 390, "height": 844})
    expect(page.locator(".why")).to_have_text(
        use_inner_text=True,  # what is seen
        expected="The coach played “take 2 from the row of 4, leaving 1 and 1”. Your move gives the win away. "
        "“take 1 from the end of the row of 4” would have won.",
    )
    assert page.locator(".strip").evaluate("strip => strip.scrollHeight <= strip.clientHeight")
    page.locator(".ladder").get_by_text("Novice").click()  # no panel covers the board
    page.wait_for_function("location.hash.endsWith('coach=novice')")


def test_a_phone_lists_moves_below_the_board_and_shows_where_the_coach_moves(opened: Opener) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = opened(address("play", [("kayles", "7 4 5")]), **phone)
    board = box(page.locator("game-board .heaps"))
    page.locator("game-board .heap .size").last.tap()
    below = box(page.locator("game-board .moves"))
    assert below == box(page.locator(".strip"))
    last = box(page.locator("game-board .option").nth(1))
    assert last["y"] + last["height"] <= below["y"] + below["height"]
    assert box(page.locator("game-board .heaps")) == board
    page = opened(address("play", [("chomp", "..\n+\n.\n+\n..")]), **phone)
    third = page.locator("game-board").nth(2)
    expect(third).not_to_be_in_viewport(ratio=0.5)
    cell(page, 0, 1).tap()
    expect(third).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["chomp", "toppling-dominoes"])
def test_a_board_that_fits_does_not_scroll(game: str, opened: Opener) -> None:
    page = opened(address("play", [(game, "")]), viewport={"width": 1280, "height": 850})
    settle(page)
    box = page.locator("game-board .scroll").first
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_board_without_heaps_says_so(opened: Opener) -> None:
    page = opened(address("play", [("nim", "1")], m="1 -> 0"))
    expect(page.locator("game-board")).to_contain_text("Nothing is left.")
