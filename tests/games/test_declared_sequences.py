"""Sequences of declared rulesets, and functions of heaps whose search would be hopeless."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.games.families.heaps import heap_functions
from grundy.games.families.heaps.heap_functions import DeclaredHeaps

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the budget of options alone end a look for a period, and not the clock."""
    monkeypatch.setattr(heap_functions, "ANSWER_SECONDS", 1200.0)


@grundy.ruleset
def kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for take in (1, 2):
        yield from (grundy.split(left, pins - take - left) for left in range((pins - take) // 2 + 1) if pins >= take)


def rows(pins: int) -> Iterator[tuple[int, int]]:
    """Kayles as a function of heaps."""
    for take in (1, 2):
        yield from ((left, pins - take - left) for left in range((pins - take) // 2 + 1) if pins >= take)


def test_what_is_no_sequence_of_nimbers_is_refused() -> None:
    @grundy.ruleset
    def race(steps: int) -> Iterator[Any]:
        yield from range(steps)
        if steps == 2:
            yield grundy.win()

    @grundy.ruleset
    def pair(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(a))

    with pytest.raises(NoNimber, match=r"race\(2\)"):
        DeclaredHeaps(race, "race").nimbers(5)
    with pytest.raises(RulesetError, match="single numbers"):
        DeclaredHeaps(pair, "pair")


@pytest.mark.slow
def test_a_hopeless_search_says_which_period_is_observed() -> None:
    with grundy.limited(search_options=20_000):
        with pytest.raises(OverBudgetError, match=r"observed: period 12 from heap 71 .* it is worth 2\)"):
            _ = grundy.heaps(rows)(3007).nimber
        with pytest.raises(OverBudgetError, match="observed: period 12"):
            DeclaredHeaps(kayles, "kayles").nimbers(3000)
    with grundy.limited(search_options=300_000):  # few heaps below a large one

        def halves(tokens: int) -> list[int]:
            return [tokens // 2, tokens // 3] if tokens else []

        assert grundy.heaps(halves)(10**9).nimber in {0, 1, 2}


def test_a_heap_may_be_larger_than_any_list() -> None:
    def takes(tokens: int) -> list[int]:
        return [tokens - k for k in (1, 2, 3) if k <= tokens]

    with grundy.limited(search_options=20_000), pytest.raises(OverBudgetError, match=r"period 4 .* it is worth 2\)"):
        _ = grundy.heaps(takes)(10**30 + 2).nimber
