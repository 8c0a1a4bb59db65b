"""Conditions of a run: whether kernels are compiled, and whether optional packages are there."""

from __future__ import annotations

import os

import pytest

from grundy.runtime.packages import installed

# Without machine code, as Numba is missing or its JIT is off, the same tests use smaller sizes.
JIT = installed("numba") and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def need(what: str, *, there: bool) -> None:
    """Skip a test that needs something optional."""
    if not there:
        pytest.skip(f"needs {what}")
