"""Families of rulesets that share a state space: cutting boards, heaps, pieces, chords, marks.

In each, `options` is the plain definition; tables and formulas are faster ways to the same nimbers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.families import chords, couples, cutting, heaps, pieces, treblecross

__all__ = ["chords", "couples", "cutting", "heaps", "pieces", "treblecross"]


def __getattr__(name: str) -> Any:
    """Load a family on first use."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return import_module(f"{__name__}.{name}")
