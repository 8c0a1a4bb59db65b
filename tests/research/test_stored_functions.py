"""Heap games of functions as sequences on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.games.families.heaps.heap_functions import DeclaredHeaps
from grundy.research.sequences import grow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@grundy.ruleset
def kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for take in (1, 2):
        yield from (grundy.split(left, pins - take - left) for left in range((pins - take) // 2 + 1) if pins >= take)


def test_values_and_period_of_a_declared_ruleset(tmp_path: Path) -> None:
    heaps = DeclaredHeaps(kayles, "kayles", "abc")
    assert heaps.nimbers(200).tolist() == grundy.heaps("0.77").nimbers(200).tolist()
    found = heaps.period(250)
    assert (found.status, found.preperiod, found.period) == ("observed", 71, 12)
    store = grow(tmp_path / "kept", heaps, 100)
    assert grow(tmp_path / "kept", heaps, 150).values().tolist() == heaps.nimbers(150).tolist()
    assert len(store.values()) == 100
    with pytest.raises(grundy.GrundyError, match="kayles other"):
        grow(tmp_path / "kept", DeclaredHeaps(kayles, "kayles", "other"), 160)
