"""The main program of a process that compiles for another one (`grundy.runtime.compiling`).

It reads one line that says what to compile, and ends with exit code 0 if the machine code is on disk then. When its
stdin is closed, the other process has ended, and this process ends at once.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path

_IDLE_NICENESS = 19
NOT_COMPILED = 1  # exit codes
NOT_KEPT = 3


def main() -> None:
    """Compile what the line on stdin names, and end the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    maker, arguments, functions, idle = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if idle:
        _work_last()
    module, _, name = maker.partition(":")
    code = NOT_COMPILED
    try:
        getattr(import_module(module), name)(*arguments)
        code = 0 if _touch(functions) else NOT_KEPT
    except OSError:  # of a file of Numba's cache: the disk is full, for example
        code = NOT_KEPT
    finally:
        os._exit(code)  # without waiting for other threads


def _work_last() -> None:
    """Give this process the lowest priority."""
    if hasattr(os, "nice"):
        os.nice(_IDLE_NICENESS)
    # Linux schedules each session as a group, and niceness counts only within a group. So set the niceness of the
    # group, too.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(_IDLE_NICENESS), encoding="ascii")


def _end_with_parent() -> None:
    """End this process when stdin is closed."""
    sys.stdin.buffer.read()
    os._exit(NOT_COMPILED)


def _touch(functions: list[list[str]]) -> bool:
    """Return whether the machine code of functions is on disk, and make its files newer than their source."""
    from grundy.runtime.code_on_disk import indexes

    for file, name in functions:
        found = list(indexes(Path(file), name, stale=True))
        if not found:
            return False
        for index in found:
            os.utime(index)
    return True
