"""Play by symmetry: what explanations say of it is compared with the nimbers of an oracle."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from grundy import games
from grundy.errors import GrundyError
from grundy.games.families.grids.letter_rules import GridRules
from support.oracles import oracle


@pytest.mark.parametrize("name", ["cram", "clobber", "fission", "notakto"])
def test_what_is_symmetrical_is_lost(name: str) -> None:
    """The board, or the board after the named move, is worth 0, and so is it after each pair of opposite moves."""
    rng, game, told, found = random.Random(name), games.find(name), oracle(name), 0
    letters = sorted({*game.sample, "."} - {"\n"})
    for _ in range(60):
        row = "".join(rng.choices(letters, k=rng.randint(2, 4)))
        with suppress(GrundyError):  # three marks in a row
            position = game.parse(f"{row}\n{row[::-1]}" if rng.random() < 0.7 else f"{row}\n{row}\n{row[::-1]}")
        rules, state = position.components[0]
        assert isinstance(rules, GridRules)
        params, notes = rules.by_symmetry(state)
        assert bool(params) is bool(notes)
        if not params:
            continue
        found += 1
        lost = str(position) if params["move"] is None else told.moves(str(position))[params["move"]]
        assert told.nimber(lost) == 0
        for move, reply in params.get("replies", {}).items():
            assert told.nimber(told.moves(told.moves(lost)[move])[reply]) == 0
    assert found > 5
