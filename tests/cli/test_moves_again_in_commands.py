"""Games in which the same player moves again, in commands, pictures and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import coach, split
from grundy.drawing.export.playable import playable
from grundy.errors import RulesetError
from grundy.runtime.messages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.core.position import Position
    from support.command import Command


@grundy.ruleset
def coins(n: int) -> Iterator[object]:
    """Take one coin, or three and move again."""
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield split(n - 3, again=True)


RULES = """
import grundy

@grundy.ruleset
def coins(n):
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield grundy.split(n - 3, again=True)
"""


@pytest.mark.slow
def test_the_turn_stays_in_the_terminal(grundy_command: Command, tmp_path: Path) -> None:
    rules = tmp_path / "again.py"
    rules.write_text(RULES)
    played = grundy_command("play", f"{rules}:coins", "4", "--two", stdin="coins(1)\ncoins(0)\n")
    assert played.code == 0
    assert "after 2 moves: the first player wins" in played.out
    assert "Whoever cannot move loses." in played.out  # here the last move may be of the player who loses
    lost = grundy_command("play", f"{rules}:coins", "3", "--two", stdin="coins(0)\n")
    assert "the second player wins" in lost.out
    solved = grundy_command("solve", f"{rules}:coins", "3")
    assert "nimber   none: LOONY, won in every sum, because the same player may move again" in solved.out
    assert '"value": "LOONY"' in grundy_command("solve", f"{rules}:coins", "3", "--json").out
    refused = grundy_command("solve", f"{rules}:coins", "3", "--remoteness")
    assert (refused.code, "the same player moves again" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("ask", "words"),
    [(lambda position: position.graph(), "game graph"), (lambda position: playable(position, "coins"), "page")],
)
def test_graphs_and_pages_are_refused_with_the_reason(ask: Callable[[Position], Any], words: str) -> None:
    with pytest.raises(RulesetError, match=rf"{words}.* is not offered for coins: after some of its moves"):
        ask(coins(4))


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
def test_each_position_is_explained_and_each_move_commented(language: str) -> None:
    for position in (coins(3), coins(4), coins(6), coins(4) + coins(3), coins(4) + coins(1), coins(5)):
        for choice in position.choices():
            assert position.explain(choice).text(language)
            assert render(coach.comment(choice).message, language)
        assert render(coach.hint(position).message, language)


def test_explanations_say_whose_turn_it_is() -> None:
    assert "After “to 1” (coins(1)) the same player moves again, and it is worth 1" in " ".join(
        str(coins(4).explain()).split()
    )
    loony = coins(3).explain()
    assert loony.why is not None
    assert (loony.why.entails, [result.move for result in loony.why.results]) == ("plain", ["coins(0)", "coins(2)"])
    lost = coins(4) + coins(1)
    assert [reply.reply for reply in lost.explain().replies] == ["1:coins(0)", "", "1:coins(1)"]
    comments = {choice.move: coach.comment(choice).verdict for choice in lost.choices()}
    assert comments == dict.fromkeys(["1:coins(3)", "1:coins(1)", "2:coins(0)"], "lost-anyway")
