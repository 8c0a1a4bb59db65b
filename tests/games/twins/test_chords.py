"""Chords: the formula against the plain search over `options`."""

from __future__ import annotations

from typing import Any

from grundy.games.families.chords import Chords, region_of, region_points
from support.twins import plain


def test_chords_formula() -> None:
    memo: dict[Any, int] = {}
    for points in range(12):
        region = region_of(range(1, points + 1))
        assert Chords().value(region) == plain(Chords(), region, memo)


def test_chords_worth_a_nimber() -> None:
    region = region_of([2, 3, 5, 7, 11, 12, 13, 17])
    assert list(region_points(region)) == [2, 3, 5, 7, 11, 12, 13, 17]
    for nimber in range(5):
        slow = [o for o in Chords().moves(region) if plain_worth(o) == nimber]
        assert list(Chords().moves_worth(region, nimber)) == slow


def plain_worth(option: Any) -> int:
    total = 0
    for part in option.components:
        total ^= plain(Chords(), part.state, {})
    return total
