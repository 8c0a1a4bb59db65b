"""Worker processes that ignore the signals of a terminal and end with the process that has started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
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
_HELD = _OF_TERMINAL | {signal.SIGTERM}  # a worker that is only half started would print a traceback


class ProcessPool(ProcessPoolExecutor):
    """A pool of new processes, without the threads and tables of this process."""

    def __init__(self, workers: int, begin: Callable[..., object] | None = None, *args: object) -> None:
        """Start processes when they are needed, each with ``begin(*args)``."""
        with signals_held():
            super().__init__(workers, multiprocessing.get_context("spawn"), _begin, (os.getpid(), begin, args))

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Have a worker call a function."""
        with signals_held():  # workers started here inherit this, and later ignore the signals of a terminal
            return super().submit(fn, *args, **kwargs)

    def kill(self) -> None:
        """End all workers at once."""
        for process in list((self._processes or {}).values()):  # there is no public way before Python 3.14
            process.kill()


@contextmanager
def signals_held() -> Iterator[None]:
    """Keep signals that end a process from processes that are started here, and from this one until then; on Unix.

    If the process has other threads, the system may give a signal to one of them, and Python calls its handler here.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came: set[int] = set()
    own = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in _HELD if own and callable(signal.getsignal(number))}
    for number in handlers:
        signal.signal(number, lambda number, _: came.add(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _begin(parent: int, begin: Callable[..., object] | None, args: tuple[object, ...]) -> None:
    """Prepare a worker: it ignores signals of a terminal, and ends with `parent`."""
    for number in _OF_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)
    system.die_with_parent(parent)
    if begin is not None:
        begin(*args)
