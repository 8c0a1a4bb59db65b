"""Moves that answers list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grundy
from grundy.drawing.export.answers import MOST_MOVES, listed_moves
from grundy.games.families.heaps import heap_rules
from grundy.games.families.heaps.take_and_break import TakeAndBreak

if TYPE_CHECKING:
    import pytest


def test_a_heap_with_too_many_options_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    search = TakeAndBreak.moves_worth

    def counted(rules: TakeAndBreak, state: int, nimber: int) -> Any:
        searched.append(state)
        return search(rules, state, nimber)

    monkeypatch.setattr(TakeAndBreak, "moves_worth", counted)
    monkeypatch.setattr(heap_rules, "MANY_OPTIONS", 20_000)
    position = grundy.heaps("0.3f")(1000)
    found, complete = listed_moves(position.winning_moves())
    assert not complete
    assert searched == [1000]
    assert 0 < len(found) <= MOST_MOVES
    assert all(choice.after.nimber == 0 for choice in found)
