"""Loopy rulesets in commands, explanations, pictures, the audit and the lab: draws are told everywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.drawing.export.values import csv, data
from grundy.drawing.game_graphs import picture
from grundy.drawing.nimber_tables import picture as table_picture
from grundy.drawing.nimber_tables import text
from grundy.drawing.svg import draw_position
from grundy.games import declared
from grundy.lab.calls import call
from grundy.lab.catalogue import Catalogue
from grundy.runtime.messages import LANGUAGES, render
from grundy.theory.explain.coach import comment, hint
from support.loopy_games import ladder, stairs, strays
from support.project import ROOT

if TYPE_CHECKING:
    from support.command import Command

FILE = f"{ROOT / 'tests' / 'support' / 'loopy_games.py'}:stairs"
nim = grundy.games.nim


@pytest.mark.slow
def test_solve_says_the_draw_and_what_keeps_it(grundy_command: Command) -> None:
    done = grundy_command("solve", FILE, "2", "--remoteness")
    assert done.code == 0
    assert done.out.splitlines()[2:] == [
        "outcome  D, a draw: nobody can win if both play well, and play goes on for ever",
        "nimber   none: ∞{}, infinity with the nimbers of the options, because play can go on for ever",
        "winning  no move",
        "drawing  stairs(3)",
        "length   remoteness none",
    ]
    answer = json.loads(grundy_command("solve", FILE, "1", "+", "nim", "2", "--json", "--remoteness").out)
    assert (answer["outcome"], answer["nimber"], answer["value"], answer["remoteness"]) == ("D", None, "∞{2}", -1)
    assert [one["move"] for one in answer["drawing_moves"]] == ["1:stairs(2)", "2:2 -> 1"]
    assert answer["components"][0] == {"position": "stairs(1)", "nimber": None, "value": "∞{0}"}
    assert "misère play" in grundy_command("solve", FILE, "2", "--misere").err


def test_tables_and_graphs_have_three_outcomes(grundy_command: Command) -> None:
    table = stairs.table(3)
    assert next(iter(text(table))) == "0     0 ∞{0}  ∞{}"
    assert "".join(csv(table)) == "step,nimber,outcome\n0,0,P\n1,,N\n2,,D\n"
    assert data(table)["nimbers"] == [0, "∞{0}", "∞{}"]
    assert "D" in table_picture(table, outcomes=True)
    assert [*text(table, outcomes=True)] == ["0  P N D", "D  a draw: play goes on for ever"]
    assert grundy_command("graph", FILE, "2").out.startswith("5 positions, 1 N and 1 P and 3 D; 8 moves\n")
    assert 'label="stairs(2)\\nD ∞{}", style=dashed' in stairs(2).graph().dot()
    assert "a D-position, a draw" in picture(stairs(2).graph())
    assert "nimber none: ∞{}; outcome D, nobody wins: a draw" in draw_position(stairs(2))


def test_a_third_repetition_is_a_draw(grundy_command: Command) -> None:
    done = grundy_command("play", FILE, "2", "--two", stdin="stairs(3)\nstairs(2)\nstairs(3)\nstairs(2)\nstairs(3)\n")
    assert "The game is a draw: the position has come up for the third time, after 4 moves." in done.out
    assert "third time with the same player to move is a draw" in done.out
    lost = grundy_command("play", FILE, "2", stdin="hint\nvalues\nshow\nstairs(1)\n").out
    for words in (
        "No move wins. Only “to 3” (stairs(3)) keeps the draw.",
        "to 1 (stairs(1)): ∞{0} N; to 3 (stairs(3)): ∞{} D",
        "The draw is kept by: to 3 (stairs(3))",
        "“to 1” (stairs(1)) gives the draw away: the opponent can win. “to 3” (stairs(3)) would have kept it.",
        "move 1, “to 1” (stairs(1)), where “to 3” (stairs(3)) would have kept the draw.",
    ):
        assert words in lost


@pytest.mark.parametrize(
    ("position", "move", "verdict", "kind"),
    [
        (stairs(3), "stairs(2)", "kept-draw", "comment.kept-draw"),
        (stairs(2), "stairs(1)", "gave-draw-away", "comment.gave-draw-away"),
        (stairs(1), "stairs(2)", "drew", "comment.drew"),
        (stairs(1), "stairs(0)", "won", "comment.won"),
        (stairs(1) + nim(1, 1), "1:stairs(0)", "kept", "comment.kept"),
        (stairs(0) + nim(2), "2:2 -> 1", "gave-away", "comment.gave-away"),
    ],
)
def test_comments_and_explanations_know_draws(position: Any, move: str, verdict: str, kind: str) -> None:
    said = comment(position.choice(move))
    assert (said.verdict, said.message.kind) == (verdict, kind)
    verdicts = {
        "kept-draw": "keeps-draw",
        "gave-draw-away": "gives-draw-away",
        "drew": "draws",
        "gave-away": "gives-away",
    }
    why = position.explain(move)
    assert why.move is not None
    assert why.move.verdict == verdicts.get(verdict, "wins")
    for language in LANGUAGES:
        texts = [render(said.message, language), render(hint(position).message, language), why.text(language)]
        assert not [one for one in texts if "{" in one.replace("∞{", "") or "explain." in one or "comment." in one]
    assert json.dumps(why.data())


def test_why_a_component_is_infinite() -> None:
    """One option for each nimber of the set, and one that cannot be undone."""
    why = stairs(1).explain().why
    assert why is not None
    assert why.beyond is not None
    assert [(one.move, one.value) for one in why.results] == [("stairs(0)", 0)]
    assert (why.beyond.move, str(why.beyond.value)) == ("stairs(2)", "∞{}")
    assert "“to 2” (stairs(2)) leaves ∞{}, from where no move leads to 1" in " ".join(
        stairs(1).explain().text().split()
    )


def test_the_audit_takes_cycles_and_refuses_other_options() -> None:
    assert grundy.audit(stairs)
    assert "play may go on for ever" in str(grundy.audit(stairs))
    assert [finding.kind for finding in grundy.audit(strays).findings] == [
        "a loopy ruleset with other options than one state"
    ]
    wrong = grundy.ruleset(loopy=True, canonical=lambda step: min(step, 2))(stairs.options_function)
    assert grundy.audit(wrong).findings[0].words == (
        "stairs(3) leads to stairs(2), its canonical form stairs(2) to stairs(1), stairs(2)"
    )
    assert "no state comes back" in grundy.audit(ladder).note
    assert "no state comes back" not in grundy.audit(stairs).note


def test_the_lab_opens_plays_and_explains_one() -> None:
    lab = Catalogue([declared.find(FILE)])
    assert call("samples", {"game": "stairs"}, lab) == {"position": "2"}
    shown = call("positions", {"game": "stairs", "position": "2", "board": True, "compact": True}, lab)
    assert (shown["outcome"], shown["nimber"], shown["value"]) == ("D", None, "∞{}")
    assert [(one["move"], one["outcome"], one["nimber"]) for one in shown["choices"]] == [
        ("stairs(1)", "N", None), ("stairs(3)", "D", None),
    ]  # fmt: skip
    after = call("moves", {"game": "stairs", "position": "2", "move": "stairs(3)"}, lab)
    assert after["comment"]["text"] == "“to 3” (stairs(3)) keeps the draw."
    assert call("replies", {"game": "stairs", "position": "1"}, lab)["move"] == "stairs(0)"
    assert call("hints", {"game": "stairs", "position": "2"}, lab)["draws"]
    told = call("explanations", {"game": "stairs", "position": "2"}, lab)
    assert (told["outcome"], told["drawing_moves"]) == ("D", ["stairs(3)"])
    *_, table, patterns = call("tables", {"game": "stairs", "size": [5]}, lab)
    assert table["table"]["rows"] == [[0, -3, -3, -3, -3]]
    assert patterns == {"patterns": []}
    assert call("positions", {"game": "stairs", "position": "2", "misere": True}, lab)["error"]["kind"] == (
        "error.loopy-undecided"
    )
