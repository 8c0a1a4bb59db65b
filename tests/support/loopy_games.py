"""Loopy rulesets in a file, as users have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grundy

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset(loopy=True, sample="2")
def stairs(step: int) -> Iterator[int]:
    """One step down to the street, or up to the landing."""
    if step:
        yield step - 1
        yield min(step + 1, 4)


@grundy.ruleset(loopy=True)
def strays(step: int) -> Iterator[object]:
    """Rules that no digraph can have."""
    if step:
        yield grundy.split(step - 1, 0)


@grundy.ruleset(loopy=True)
def ladder(step: int) -> Iterator[int]:
    """Rules that need not be loopy."""
    if step:
        yield step - 1
