"""Streamed sequences so small that a proof for 0.156 has all parts: several blocks, checkpoints and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.sequences import streamed

if TYPE_CHECKING:
    import pytest

_FIGURES = {"BLOCK": 4096, "_EVERY": 1, "_STEP": 1024, "_ROW": 64, "_ROW_VALUES": 512, "_PREFIX": 3072}


def small_streams(patch: pytest.MonkeyPatch) -> None:
    """Shrink the figures of those who write them."""
    for name, value in _FIGURES.items():
        patch.setattr(streamed, name, value)
