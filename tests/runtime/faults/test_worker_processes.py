"""Worker processes whose parent is stopped while it starts them."""

from __future__ import annotations

import os
import signal
from multiprocessing import util
from typing import Any

import psutil
import pytest

from grundy.runtime.processes import ctrl_c
from grundy.runtime.processes.pool import ProcessPool

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are held on Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_is_started_whole(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    start, workers = util.spawnv_passfds, list[psutil.Process]()

    def stopped(path: bytes, words: list[str], files: list[int]) -> Any:
        process = start(path, words, files)
        if "spawn_main" in " ".join(map(str, words)):  # and not the process that cleans up
            workers.append(psutil.Process(process))
            os.kill(os.getpid(), number)  # before the worker is told what to do
        return process

    monkeypatch.setattr(util, "spawnv_passfds", stopped)
    before = signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    pool = ProcessPool(1)
    try:
        with ctrl_c.noticed() as pressed, pytest.raises(KeyboardInterrupt):
            pool.submit(abs, -1)
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(number, before)
    assert len(workers) == 1
    psutil.wait_procs(workers)
    assert pressed == [number]
    assert capfd.readouterr().err == ""
