"""Worker processes that ignore the signals of a terminal and end with the process that has started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from grundy.runtime.processes import system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# Signals that a terminal sends to all its processes.
_OF_TERMINAL = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}


class ProcessPool(ProcessPoolExecutor):
    """A pool of new processes, without the threads and tables of this process."""

    def __init__(self, workers: int, begin: Callable[..., object] | None = None, *args: object) -> None:
        """Start processes when they are needed, each with ``begin(*args)``."""
        with terminal_signals_blocked():
            super().__init__(workers, multiprocessing.get_context("spawn"), _begin, (os.getpid(), begin, args))

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Have a worker call a function."""
        with terminal_signals_blocked():  # workers started here inherit the block, and later ignore the signals
            return super().submit(fn, *args, **kwargs)

    def kill(self) -> None:
        """End all workers at once."""
        for process in list((self._processes or {}).values()):  # there is no public way before Python 3.14
            process.kill()


@contextmanager
def terminal_signals_blocked() -> Iterator[None]:
    """Keep the signals of a terminal from this thread, and from processes that it starts; on Unix."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _OF_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int, begin: Callable[..., object] | None, args: tuple[object, ...]) -> None:
    """Prepare a worker: it ignores signals of a terminal, and ends with `parent`."""
    for number in _OF_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _OF_TERMINAL)
    system.die_with_parent(parent)
    if begin is not None:
        begin(*args)
