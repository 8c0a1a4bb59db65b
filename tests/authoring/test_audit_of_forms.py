"""The audit of functions with any number of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy import audit, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator


@ruleset
def any_heaps(*heaps: int) -> Iterator[tuple[int, ...]]:
    for place, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:place], left, *heaps[place + 1 :])


@ruleset
def at_most(limit: int, *heaps: int) -> Iterator[tuple[int, ...]]:
    for place, heap in enumerate(heaps):
        for left in range(max(0, heap - limit), heap):
            yield (limit, *heaps[:place], left, *heaps[place + 1 :])


def test_an_audit_guesses_states_of_any_number_of_values() -> None:
    assert not audit(any_heaps).findings
    assert not audit(at_most).findings
