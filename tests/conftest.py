"""Settings and helpers that all tests share."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from grundy.runtime import compiling, limits
from grundy.runtime.packages import installed
from grundy.runtime.table_cache import tables
from support.compiling import compile_once
from support.conditions import JIT, need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

    from support.command import Command

settings.register_profile(
    "grundy",
    deadline=None,
    max_examples=45 if JIT else 20,
    derandomize=not os.environ.get("GRUNDY_FRESH"),  # the same examples for everybody; bench/random_tests.py has others
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("grundy")


_SKIPPED: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what is skipped, except what needs Coq, which CI does not always build, or TeX, which it never installs."""
    if report.skipped and not hasattr(report, "wasxfail") and not {"needs_proofs", "needs_tex"} & {*report.keywords}:
        _SKIPPED.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note the files that are skipped as a whole."""
    if report.skipped:
        _SKIPPED.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where everything has to be there, as in CI, and something was skipped."""
    if _SKIPPED and os.environ.get("GRUNDY_SKIP_NOTHING"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs machine code where Numba is missing."""
    if item.get_closest_marker("needs_jit") is not None:
        need("Numba", there=installed("numba"))


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C be obeyed, here and in child processes: in the background of a script it is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "workerinput"):  # of pytest-xdist
        compile_once()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests of the browser, which are all slow, where slow tests are: Playwright is not loaded then."""
    return True if collection_path.name == "browser" and config.option.markexpr == "not slow" else None


def pytest_collection_finish() -> None:
    """Let the garbage collector look for cycles less often, and leave out what collecting the tests has made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _fresh_tables() -> None:
    """Begin each test without solved tables, and without faults of machine code."""
    tables.clear()
    if "grundy.compiled.engine" in sys.modules:  # the tests of core and games run without this package
        sys.modules["grundy.compiled.engine"].faults.clear()


@pytest.fixture(autouse=True)
def _machine_code_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all machine code count as compiled: whether an earlier test has used it changes nothing."""
    compiling.forget()
    monkeypatch.setattr(compiling, "is_on_disk", lambda _: True)


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


@pytest.fixture
def grundy_command(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command line in this process."""
    from support.command import Command

    return Command(capfd, monkeypatch)


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """Run the lab's server once for all tests, and give its port."""
    from support.server import serving

    with serving(programs=True) as port:
        yield port


@pytest.fixture(scope="session")
def client(port: int) -> Iterator[httpx.Client]:
    """Give a client of the lab's server."""
    import httpx

    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
        yield client


@pytest.fixture(scope="session")
def base(port: int) -> str:
    """Give the address of the lab's page."""
    return f"http://127.0.0.1:{port}/"
