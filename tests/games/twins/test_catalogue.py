"""The values of every game of the catalogue, against a search over its options, at every small position."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from grundy import Outcome, games
from grundy.core.engines import known_outcome
from grundy.games import sampling
from support.conditions import JIT
from support.oracles import AGAIN
from support.twins import plain

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset

_MOST = 200 if JIT else 50


@pytest.mark.parametrize("name", [name for name in games.names() if name != AGAIN])
def test_small_positions(name: str) -> None:
    """A formula, a table or a heap of other rules says what the game's own options say."""
    game = games.find(name)
    positions = list(chain.from_iterable(sampling.every_position(game, size) for size in range(1, 6)))
    if len(positions) > _MOST:
        positions = random.Random(name).sample(positions, _MOST)
    memos: defaultdict[Ruleset, dict[Any, int]] = defaultdict(dict)
    for position in [*positions, *sampling.edge_cases(game, 3)]:
        for rules, state in position.components:
            assert all(part.ruleset == rules for option in rules.moves(state) for part in option.components)
            value = plain(rules, state, memos[rules])
            assert rules.value(state) == value, position
            assert known_outcome(rules, state) in (None, Outcome.N if value else Outcome.P), position
