"""Counts how often values and outcomes are asked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    import pytest

    import grundy

POSITIONS = [
    ("wall-making", ".X..\n....\n..X.\n....", "r1c1"),
    ("wall-making", "..\n..", "r1c1"),
    ("diagonal", "LR\nXL", "r1c1"),
    ("kayles", "7 7 7", "2:7 -> 3+3"),
    ("nim", "3 5 6", "1:3 -> 2"),
    ("game-on-plane", "9", "1-4"),
    ("treblecross", "........", "3"),
    ("wythoff", "3 5", "to 3 2"),
]


class Asked:
    """How often the value, the outcome and a nimber of each component were asked for from outside a search."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.values: Counter[Any] = Counter()
        self.outcomes: Counter[Any] = Counter()
        value, outcome = Ruleset.value, Ruleset.outcome

        def counted_value(rules: Ruleset, state: Any) -> Any:
            self.values[rules, state] += 1
            return value(rules, state)

        def counted_outcome(rules: Ruleset, state: Any) -> Any:
            self.outcomes[rules, state] += 1
            return outcome(rules, state)

        monkeypatch.setattr(Ruleset, "value", counted_value)
        monkeypatch.setattr(Ruleset, "outcome", counted_outcome)

    def about(self, position: grundy.Position) -> list[tuple[int, int]]:
        """Return for each component how often its value and its outcome were asked for."""
        return [(self.values[component], self.outcomes[component]) for component in set(position.components)]


def once(asked: Asked, position: grundy.Position) -> bool:
    return all(found == (1, 0) for found in asked.about(position))
