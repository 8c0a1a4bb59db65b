"""An end for Python code that does not come back: an exception after some seconds, wherever the main thread stands."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def silence_ends(seconds: float, error: Callable[[], Exception]) -> Iterator[Callable[..., None]]:
    """Raise an exception inside the block when it has shown no sign of life for so many seconds.

    Yields the function that shows one; it may be given other seconds until the next one. On Unix and in the main
    thread alone: elsewhere the block has no end but its own.

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
