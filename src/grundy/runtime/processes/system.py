"""Limits that a process sets for itself (memory, an end together with its parent), and its children.

For Unix; some functions work on Linux only.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from grundy.runtime.costs import WAIT_SECONDS

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: orphans of our children become ours
_PARENT_DEATH = 1  # PR_SET_PDEATHSIG
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def adopt_orphans() -> None:
    """Become the parent of processes that children of this process leave running, on Linux."""
    _prctl(_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the system kill this process when the thread of `parent` that started it ends for any reason; on Linux.

    If that thread has already ended, this process ends here.
    """
    _prctl(_PARENT_DEATH, signal.SIGKILL)
    if _LIBC is not None and os.getppid() != parent:
        os._exit(1)


def python_command(module: str) -> list[str]:
    """Return the command that runs ``main()`` of a module in a new Python process with the same search path."""
    return [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; main()"]


def bind_child(parent: int, memory: int) -> None:
    """Have this process end with `parent`, write no core file, and take at most `memory` more bytes than now.

    On systems other than Unix nothing happens. The memory is limited on Linux only: elsewhere the parent has to check
    it.
    """
    if os.name != "posix":
        return
    die_with_parent(parent)
    bind_cores()
    if sys.platform == "linux":
        bind_memory(data_bytes() + memory)


def bind_memory(most: int) -> None:
    """Let an allocation fail if this process would hold more bytes than `most`.

    On Linux reserved memory that cannot be written does not count: runtimes reserve far more than they use.
    """
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    resource.setrlimit(kind, (most, most))


def bind_cores() -> None:
    """Have no core file written."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def data_bytes() -> int:
    """Return the bytes of this process that `bind_memory` counts on Linux; elsewhere 0."""
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def children(pid: int) -> list[int]:
    """Return the children of a process on Linux; elsewhere none. A list of all processes takes far longer."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text(encoding="ascii").split())
    return found


def end_children() -> None:
    """Kill the children of this process, also adopted orphans (`adopt_orphans`), on Linux.

    The children of a killed process become children of this process, and are killed as well.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    with suppress(ChildProcessError):  # there is no child any more
        while time.monotonic() < deadline:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for pid in children(os.getpid()):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.001)


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on Linux."""
    if _LIBC is not None:
        _LIBC.prctl(option, value, 0, 0, 0)
