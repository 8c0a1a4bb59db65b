"""Budgets, memory and threads."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from grundy import games, heaps
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.cutting.board import Cutting
from grundy.runtime import limits, memory
from grundy.runtime.garbage import rare_collections
from grundy.runtime.pool import WorkerPool

if TYPE_CHECKING:
    from pathlib import Path


def group(root: Path, folder: str, files: dict[str, str]) -> None:
    (root / folder).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (root / folder / name).write_text(text)


def test_memory_of_a_container_of_version_2(tmp_path: Path) -> None:
    """The tightest of the groups around this process counts; a cache of files can be taken back."""
    group(tmp_path, "proc/self", {"cgroup": "0::/work/job\n"})
    group(tmp_path, "sys/fs/cgroup/work/job", {"memory.max": "max\n", "memory.current": "5000\n", "memory.stat": ""})
    group(
        tmp_path,
        "sys/fs/cgroup/work",
        {"memory.max": "10000\n", "memory.current": "7000\n", "memory.stat": "anon 6000\ninactive_file 600\n"},
    )
    assert memory.available(tmp_path) == 10000 - 7000 + 600


def test_memory_of_a_container_of_version_1(tmp_path: Path) -> None:
    group(tmp_path, "proc/self", {"cgroup": "5:cpu,cpuacct:/\n4:memory:/box\n0::/\n"})
    group(
        tmp_path,
        "sys/fs/cgroup/memory/box",
        {
            "memory.limit_in_bytes": "9000\n",
            "memory.usage_in_bytes": "9500\n",
            "memory.stat": "cache 1\ntotal_inactive_file 300\n",
        },
    )
    assert memory.available(tmp_path) == 0  # more is taken than there is


def test_memory_outside_of_containers(tmp_path: Path) -> None:
    total = psutil.virtual_memory().total
    assert 0 < memory.available(tmp_path) <= total
    assert 0 < memory.available() <= total


@pytest.mark.needs_jit
def test_available_memory_limits_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    board = games.find("wall-making").parse("\n".join(["." * 100] * 100))
    monkeypatch.setattr(memory, "available", lambda: 40_000_000)
    rules = Cutting(73, 73, bytes([1]) * 73**2)
    with limits.limited(threads=2):
        side = next(side for side in range(73, 0, -1) if cost_of(side) <= 30_000_000)
        assert cost_of(side + 1) > 30_000_000 > cost_of(side)
        assert rules.cost().bytes == cost_of(73)
        with pytest.raises(OverBudgetError, match=f"the budget is 30,000,000; a board of {side} x {side} would fit"):
            assert board.nimber


def cost_of(side: int) -> int:
    return Cutting(side, side, bytes([1]) * side**2).cost().bytes


@pytest.mark.parametrize("wrong", [-1, -0.5, float("nan"), float("inf"), "7"])
def test_seconds_of_a_search_for_a_period(wrong: Any) -> None:
    with limits.limited(period_seconds=0.0):
        assert heaps("0.3f").period().checked < 1000
    with pytest.raises(RulesetError, match="period_seconds"), limits.limited(period_seconds=wrong):
        pass


def test_a_worker_pool_stops_at_an_exception() -> None:
    done = []

    def job(_: None, chunk: int) -> int:
        done.append(chunk)
        time.sleep(0.01)
        return chunk

    def ask() -> None:
        with WorkerPool([None, None]) as pool:
            for chunk in pool.map(job, range(1000)):
                if chunk == 3:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask()
    assert len(done) < 900


def test_collections_are_rare_while_somebody_asks_for_it() -> None:
    before = gc.get_threshold()
    with rare_collections():
        with rare_collections():
            assert gc.get_threshold()[0] > before[0]
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before
    gc.set_threshold(0)
    try:
        with rare_collections():
            assert gc.get_threshold()[0] == 0  # switched off by the user
    finally:
        gc.set_threshold(*before)


def test_a_misspelt_limit_lists_the_right_names() -> None:
    with pytest.raises(TypeError, match=r"expected search_options, .*, threads, found search_option$"):
        limits.limited(search_option=3).__enter__()  # type: ignore[call-arg]
