"""The main program of a process that compiles for another one (`grundy.runtime.compiling`).

It reads one line with what is to be compiled, and ends with code 0 where that lies on disk then. The end of its stdin
is the end of the other process, and ends this one at once.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

_IDLE_NICENESS = 19
_NOT_KEPT = 1


def main() -> None:
    """Compile, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    maker, arguments, functions, idle = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_IDLE_NICENESS if idle else 0)
    module, _, name = maker.partition(":")
    code = _NOT_KEPT
    try:
        getattr(import_module(module), name)(*arguments)
        if _touch(functions):
            code = 0
    finally:
        os._exit(code)  # other threads may be at work


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(_NOT_KEPT)


def _touch(functions: list[list[str]]) -> bool:
    """Say whether the machine code of functions lies on disk; it is younger than its source then."""
    from grundy.runtime.compiling import indexes

    for file, name in functions:
        found = list(indexes(Path(file), name, stale=True))
        if not found:
            return False
        for index in found:
            os.utime(index)
    return True
