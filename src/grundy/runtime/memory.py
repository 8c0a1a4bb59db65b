"""The memory that this process may still take, by the machine and by its container.

Our own code reads the limits of containers, because `psutil` knows only the memory of the machine.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Files and figures of Linux's control groups, of version 1 and of version 2: the limit, the use, and the part of the
# use that is a cache of files, which Linux frees when it needs the memory.
_FILES = (
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ("memory.max", "memory.current", "inactive_file"),
)
_UNKNOWN = 2**30  # bytes that are assumed to be free if the system does not say


def available(root: Path = Path("/")) -> int:
    """Return the number of bytes that this process may still take.

    These are the free bytes of the machine, or fewer if a control group around this process has fewer left. Containers
    are limited by control groups, which exist on Linux only. `root` is the root of the file system.
    """
    left = [_free()]
    for folder in _groups(root):
        for names in _FILES:
            with suppress(OSError, ValueError):  # the file is missing, or has no limit ("max")
                left.append(_left(folder, *names))
    return max(0, min(left))


def held() -> int:
    """Return the bytes that this process holds; 0 if the system does not say."""
    with suppress(ImportError):
        import psutil

        return int(psutil.Process().memory_info().rss)
    return 0


def _free() -> int:
    """Return the bytes that are free on this machine."""
    with suppress(ImportError):
        import psutil

        return int(psutil.virtual_memory().available)
    with suppress(AttributeError, OSError, ValueError):  # figures of Linux and some others
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if free > 0:
            return free
    return _UNKNOWN


def _groups(root: Path) -> Iterator[Path]:
    """Yield the folders of the control groups around this process, the inner ones first."""
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        mount = root / "sys/fs/cgroup" / ("memory" if controllers else "")
        group = mount / path.lstrip("/")
        yield group
        yield from (parent for parent in group.parents if parent.is_relative_to(mount))


def _left(folder: Path, limit: str, used: str, cache: str) -> int:
    """Return the bytes that the control group in a folder has left; the arguments after it are a row of `_FILES`."""
    most = int((folder / limit).read_text(encoding="ascii"))
    taken = int((folder / used).read_text(encoding="ascii"))
    figures = dict(line.split() for line in (folder / "memory.stat").read_text(encoding="ascii").splitlines())
    return most - taken + int(figures.get(cache, 0))
