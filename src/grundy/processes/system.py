"""Limits that a process sets for itself (memory, processes, an end together with its parent), and a list of processes.

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
from typing import TYPE_CHECKING

from grundy.runtime.costs import WAIT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def bind_processes(most: int, user: int | None = None) -> None:
    """Let `user`, by default this user, have at most `most` more processes than now. Root has no such limit."""
    import resource

    others = _tasks(os.getuid()) if user is None else 0
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NPROC, (others + most, others + most))


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


def children(pid: int) -> int:
    """Count the children of a process on Linux; elsewhere 0. A list of all processes takes a hundred times as long."""
    found = 0
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += len(path.read_text(encoding="ascii").split())
    return found


def end_children(is_ours: Callable[[int, int], bool]) -> int:
    """Kill the children of this process, also adopted orphans (`adopt_orphans`), and return how many there were.

    `is_ours` takes the user and the parent of a process, and says whether to kill it. The children of a killed process
    become children of this process, and are killed as well.
    """
    found = 0
    deadline = time.monotonic() + WAIT_SECONDS
    while _has_children() and time.monotonic() < deadline:
        for pid, user, parent in all_running():
            if is_ours(user, parent):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                found += 1
        time.sleep(0.001)
    return found


def _has_children() -> bool:
    """Return whether this process has a child, running or ended."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def all_running() -> Iterator[tuple[int, int, int]]:
    """Yield the number, the user and the parent of each process, where the system shows them."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            yield int(folder.name), folder.stat().st_uid, parent


def _tasks(user: int) -> int:
    """Count the threads of a user, which the limit on processes counts too."""
    found = 0
    for pid, owner, _ in all_running():
        if owner == user:
            with suppress(OSError):
                found += sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
    return found


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on Linux."""
    if _LIBC is not None:
        _LIBC.prctl(option, value, 0, 0, 0)
