"""Ctrl-C: told apart from a KeyboardInterrupt that rules raise, and obeyed where rules do not let Python see it.

SIGTERM is taken for Ctrl-C, so that programs, temporary files and processes do not stay behind then either.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from grundy.runtime import processes

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 0.5  # seconds in which a command has to end by itself
_STOPS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def noticed() -> Iterator[list[int]]:
    """Give a list that is not empty once Ctrl-C was pressed, or SIGTERM sent; the first raises KeyboardInterrupt."""
    pressed: list[int] = []

    def press(number: int, frame: object) -> None:
        del frame
        pressed.append(number)
        if len(pressed) == 1:
            raise KeyboardInterrupt

    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield pressed
        return
    before = {number: signal.signal(number, press) for number in _STOPS}
    try:
        yield pressed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stopped() -> None:
    """Let a process that Ctrl-C has stopped end: both a terminal and the parent may send it, and one has come first."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)


def supervised() -> int | None:
    """Go on in a child process, and return None there; in the parent wait for its end, and return its exit code.

    Python does not see Ctrl-C in a loop that is written in C, and rules may catch the exception: then the parent kills
    the child. Unix only: elsewhere the command goes on in this process.
    """
    if not hasattr(os, "fork"):
        return None
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        processes.die_with_parent()
        if os.getppid() != parent:
            os._exit(1)
        return None
    return _waited(child)


def _waited(child: int) -> int:
    """Return the exit code of the child; 3 where it had to be killed after Ctrl-C."""
    pressed = False

    def press(number: int, frame: Any) -> None:
        nonlocal pressed
        del frame
        pressed = True
        with suppress(ProcessLookupError):  # it has just ended
            os.kill(child, number)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)

    def kill(number: int, frame: Any) -> None:
        del number, frame
        os.kill(child, signal.SIGKILL)

    for number in _STOPS:
        signal.signal(number, press)
    signal.signal(signal.SIGALRM, kill)
    _, status = os.waitpid(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)  # the end of this process would leave the signal without a handler
    code = os.waitstatus_to_exitcode(status)
    if pressed and code < 0:
        sys.stderr.write("\ngrundy: stopped before the end; what was written is whole\n")
        return 3
    return code if code >= 0 else 128 - code  # as shells do
