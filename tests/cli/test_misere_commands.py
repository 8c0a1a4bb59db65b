"""Misère play on the command line: games against the coach, values of heaps, the quotient in explanations."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.lab import misere_play as lab_misere
from grundy.runtime.table_cache import tables
from grundy.theory.explain import misere_coach
from grundy.theory.explain.misere_coach import MisereCoach
from grundy.theory.explain.products import Products

if TYPE_CHECKING:
    from support.command import Command


def test_a_game_against_the_perfect_coach(grundy_command: Command) -> None:
    told = grundy_command(
        "play", "kayles", "5", "3", "--misere", "--second", "--seed", "1", stdin="values\nshow\nhint\n"
    )
    assert "Whoever makes the last move loses." in told.out
    assert "Whoever is to move wins in N and loses in P" in told.out
    assert "nimber" not in told.out.split("show")[1]
    lost = grundy_command("play", "nim", "1", "2", "--misere", stdin="2:2 -> 1\n1 -> 0\n")
    assert (
        "“take 1 from the heap of 2” (2:2 -> 1) gives the win away; “take the heap of 2” (2:2 -> 0) would have kept it."
        in lost.out
    )
    assert "the coach wins" in lost.out
    two = grundy_command("play", "nim", "1", "1", "--misere", "--two", stdin="1:1 -> 0\n1 -> 0\n")
    assert "the first player wins" in two.out
    assert grundy_command("play", "treblecross", "6", "--misere").code == 2


@pytest.mark.parametrize("seed", range(3))
def test_the_perfect_coach_wins_what_can_be_won(seed: int) -> None:
    position, coach = grundy.games.kayles(7, 5, 2), MisereCoach(0, seed)
    other = MisereCoach(1, seed)
    assert position.misere.outcome.value == "N"
    turn = 0
    while position.choices():
        choice = (coach if turn == 0 else other).reply(position)
        verdict = misere_coach.comment(choice).verdict
        assert verdict == ("kept" if turn == 0 else "lost-anyway")
        position, turn = choice.after, 1 - turn
    assert turn == 0  # whoever would move has won


def test_sequence_has_outcome_genus_and_element(grundy_command: Command) -> None:
    tables.clear()
    told = grundy_command("sequence", "kayles", "--misere", "--csv", "--length", "30")
    rows = list(csv.DictReader(io.StringIO(told.out)))
    quotient = grundy.heaps("0.77").misere_quotient()
    made = quotient.presentation()
    for row in rows:
        heap = int(row["heap"])
        assert row["outcome"] == ("P" if quotient.is_lost([heap]) else "N")
        if heap < 12:
            assert row["genus"] == str(grundy.games.kayles(heap).misere.genus)
    assert len({(row["element"]) for row in rows}) <= len(made.words)
    data = json.loads(grundy_command("sequence", "0.8", "--misere", "--json", "--length", "9").out)
    assert data["quotient"] is None
    assert [heap["outcome"] for heap in data["heaps"]] == list("NNNNPPPNN")
    assert "not found within" in grundy_command("sequence", "0.8", "--misere", "--length", "20", "--budget", "40").out
    for wrong in (["--bfile"], ["--period"], ["-o", "x.npy"]):
        assert grundy_command("sequence", "kayles", "--misere", *wrong).code == 2


def test_explanations_tell_the_quotient(grundy_command: Command) -> None:
    tables.clear()
    grundy.heaps("0.77").misere_quotient()
    told = lab_misere.explain(grundy.games.kayles(30, 20, 10), None)
    shown = told["quotient"]
    assert [part["position"] for part in shown["parts"]] == ["30", "20", "10"]
    assert not shown["lost"]
    assert shown["step"]["lost"]
    assert shown["step"]["after"] in shown["P"]
    assert shown["step"]["before"] == shown["value"] not in shown["P"]
    assert all((one["value"] in shown["P"]) is one["wins"] for one in told["moves"])
    assert "by the misère quotient of 0.77" in told["reason"]["text"]
    words = grundy_command("explain", "kayles", "30", "20", "10", "--misere").out
    assert "In the misère quotient: 40 elements, 9 of them lost (P)" in words
    assert f"changes the product from {shown['value']} to {shown['step']['after']}, which is in P." in words
    wrong = lab_misere.explain(grundy.games.kayles(30, 20, 10), "1:30 -> 29")["quotient"]["step"]
    assert not wrong["lost"]
    assert lab_misere.explain(grundy.games.nim(1), None)["quotient"] is None


def test_products_of_boards() -> None:
    from grundy.theory.state_quotients import find_state_quotient

    board = grundy.games.cram("...\n...\n...")
    find_state_quotient(board)
    products = Products.of(board + board)
    assert products is not None
    data = products.data(board + board)
    assert (len(data["parts"]), data["lost"]) == (2, (board + board).misere.outcome.value == "P")


def test_a_time_that_is_no_number_is_refused(grundy_command: Command) -> None:
    """No comparison with nan is true, so that such a time would never be over."""
    told = grundy_command("misere", "0.123", "--seconds", "nan")
    assert told.code == 2
    assert "expected a number of seconds such as 2 or 0.5, found 'nan'" in told.err
