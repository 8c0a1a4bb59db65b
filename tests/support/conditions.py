"""Conditions of a run: whether kernels are compiled, and whether optional packages are there."""

from __future__ import annotations

import os

import pytest

# Kernels run as plain Python where Numba's JIT is off: then the same tests use smaller sizes.
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def need(what: str, *, there: bool) -> None:
    """Skip a test that needs something optional."""
    if not there:
        pytest.skip(f"needs {what}")
