"""Ctrl-C: distinguished from a KeyboardInterrupt that rules raise, and obeyed even if rules hide it from Python.

SIGTERM, and SIGHUP when a terminal is closed, are handled like Ctrl-C, so that they leave no programs, temporary files
or processes behind.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from grundy.runtime.costs import END_SECONDS, POLL_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from grundy.runtime.messages import Message

_CALLED_BY_LLVM = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer")  # of llvmlite
# Signals with their usual handlers. A script that runs a command in the background makes it ignore Ctrl-C, not SIGTERM.
_STOPS: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    **({signal.SIGHUP: signal.SIG_DFL} if hasattr(signal, "SIGHUP") else {}),  # nohup makes a command ignore it
}


@contextmanager
def noticed() -> Iterator[list[int]]:
    """Provide a list of the signals of `_STOPS` that have come; the first of them raises KeyboardInterrupt."""
    pressed: list[int] = []

    def press(number: int, frame: FrameType | None) -> None:
        if _is_lost_in(frame):
            threading.Timer(POLL_SECONDS, os.kill, (os.getpid(), number)).start()
            return
        pressed.append(number)
        if len(pressed) == 1:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    own = [number for number, usual in _STOPS.items() if signal.getsignal(number) is usual]
    before = {number: signal.signal(number, press) for number in own}
    try:
        yield pressed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_lost_in(frame: FrameType | None) -> bool:
    """Return whether an exception would be lost here: in what LLVM calls while it compiles."""
    while frame is not None:
        if frame.f_code.co_name in _CALLED_BY_LLVM:
            return True
        frame = frame.f_back
    return False


def stopped() -> None:
    """Ignore further signals while a stopped process ends: a terminal and the parent may both have sent one."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)


def supervised(work: Callable[[], int], ended: Message, stopped: Message) -> int:
    """Do `work` in a child process, wait for its end, and return the exit code that `work` returns.

    Python does not notice Ctrl-C during a loop in C, and rules may catch the exception. Then the parent kills the
    child. Rules may end their process, which must not look like a result. Then `ended` is printed, or `stopped` after
    Ctrl-C. Rules may also leave threads behind, for which Python itself would wait, or processes, which are killed on
    Linux. On systems other than Unix, `work` is done in this process.
    """
    if not hasattr(os, "fork"):
        return work()
    from grundy.runtime.processes import system

    parent = os.getpid()
    system.adopt_orphans()  # what the child leaves running
    reading, writing = os.pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)  # a signal that comes now waits for the handlers below
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        system.die_with_parent(parent)
        os._exit(_worked(work, writing))
    return _waited(child, reading, ended, stopped, before)


def _worked(work: Callable[[], int], writing: int) -> int:
    """Do the work and return its exit code; a byte in the pipe says that the work has ended."""
    code = 1
    try:
        code = work()
    except BaseException:  # noqa: BLE001 - printed as Python does at the end of a process
        import traceback

        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # it may be closed, or None
            stream.flush()
    with suppress(OSError):
        os.write(writing, b".")
    return code


def _waited(child: int, reading: int, ended: Message, stopped: Message, mask: set[Any]) -> int:
    """Return the exit code of the child; 3 if Ctrl-C has ended it, 2 if its rules have ended it."""
    from grundy.runtime.processes import system

    pressed = False

    def press(number: int, frame: Any) -> None:
        nonlocal pressed
        del frame
        pressed = True
        with suppress(ProcessLookupError):  # the child has just ended
            os.kill(child, number)
        signal.setitimer(signal.ITIMER_REAL, 4 * END_SECONDS)  # for a census to say what is kept, on a busy machine

    def kill(number: int, frame: Any) -> None:
        del number, frame
        os.kill(child, signal.SIGKILL)

    for number in _STOPS:
        signal.signal(number, press)
    signal.signal(signal.SIGALRM, kill)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    _, status = os.waitpid(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)  # at the end of this process, the signal may have no handler any more
    system.end_children()  # they may hold stdout open, so that its reader waits
    os.set_blocking(reading, False)
    with suppress(BlockingIOError):
        if os.read(reading, 1):
            return os.waitstatus_to_exitcode(status)
    sys.stderr.write(f"\ngrundy: {stopped}\n" if pressed else f"grundy: {ended}\n")
    return 3 if pressed else 2
