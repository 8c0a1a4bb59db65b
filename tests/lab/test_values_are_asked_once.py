"""Commands and clicks in the lab ask for each value once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grundy import games
from grundy.cli.main import run
from grundy.lab import Catalogue, call
from support.asked import POSITIONS, Asked, once

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


@pytest.mark.parametrize(("game", "text", "move"), POSITIONS)
def test_commands_ask_for_each_value_once(game: str, text: str, move: str, asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text + "\n", encoding="utf-8")
    words = [str(path)] if "\n" in text else text.split()
    for command in (["solve", game, *words, "--json"], ["solve", game, *words], ["explain", game, *words],
                    ["explain", game, *words, "--move", move],
                    ["solve", game, *words, "--json", "-o", str(tmp_path / "board.svg")]):  # fmt: skip
        asked.values.clear()
        asked.outcomes.clear()
        assert run(command) == 0
        assert once(asked, games.find(game).parse(text)), command


@pytest.mark.parametrize(("game", "text", "move"), POSITIONS)
def test_a_click_asks_for_each_value_once(game: str, text: str, move: str, asked: Asked) -> None:
    """A move in the lab: the position before it and the one after it, each value of each once; then no more."""
    catalogue = Catalogue()
    moved = call("moves", {"game": game, "position": text, "move": move}, catalogue)["position"]
    before = games.find(game).parse(text)
    after = before.play(move)
    assert all(values <= 1 and not outcomes for values, outcomes in asked.about(before))
    assert once(asked, after)
    asked.values.clear()
    call("positions", {"game": game, "position": moved["position"], "board": True}, catalogue)
    assert not asked.values
