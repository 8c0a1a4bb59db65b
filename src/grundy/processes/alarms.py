"""A timeout for Python code that does not return: an exception after some seconds, at any line of the main thread."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def silence_ends(seconds: float, error: Callable[[], Exception]) -> Iterator[Callable[..., None]]:
    """Raise an exception inside the block if the block does not call a function for `seconds`.

    Yields that function. Each call starts the time again, with another number of seconds if one is given. This works on
    Unix and in the main thread only; elsewhere no exception is raised.

    >>> with silence_ends(60, TimeoutError) as alive:
    ...     alive()
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield lambda _=seconds: None
        return

    def end(number: int, frame: object) -> None:
        del number, frame
        raise error()

    def alive(patience: float = seconds) -> None:
        signal.setitimer(signal.ITIMER_REAL, patience)

    before = signal.signal(signal.SIGALRM, end)
    try:
        alive()
        yield alive
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
