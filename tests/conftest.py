"""Settings and helpers that all tests share."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from grundy.runtime import limits
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parent
ROOT = TESTS.parent
VECTORS = TESTS / "vectors"

# Kernels run as plain Python where Numba's JIT is off: then the same tests use smaller sizes.
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

settings.register_profile(
    "grundy",
    deadline=None,
    max_examples=100 if JIT else 20,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("grundy")


def cases(problem: str) -> list[tuple[str, str]]:
    """Return the shared vectors of a problem: pairs of input and output."""
    lines = (VECTORS / f"{problem}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(case["in"], case["out"]) for case in map(json.loads, lines)]


def need(what: str, *, there: bool) -> None:
    """Skip a test that needs something optional."""
    if not there:
        pytest.skip(f"needs {what}")


_SKIPPED: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what is skipped."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _SKIPPED.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note the files that are skipped as a whole."""
    if report.skipped:
        _SKIPPED.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where everything has to be there, as in CI, and something was skipped."""
    if _SKIPPED and os.environ.get("GRUNDY_SKIP_NOTHING"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def _fresh_tables() -> None:
    """Begin each test without solved tables."""
    tables.clear()


@pytest.fixture
def always_kernel() -> Iterator[None]:
    """Send all work to the kernels, however small."""
    with limits.limited(kernel_above=-1):
        yield


@pytest.fixture
def never_kernel() -> Iterator[None]:
    """Send all work to the plain search."""
    with limits.limited(kernel_above=10**30):
        yield
