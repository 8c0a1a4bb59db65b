"""A stored sequence that grows in a process of its own, which may be killed."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

import grundy
import grundy.families.heaps.direct_kernel  # loaded once, in the process from which the others are forked
from grundy.sequences import store

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess
    from pathlib import Path

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])  # so that each process begins with NumPy and Numba loaded


def growing(folder: Path, code: str, length: int, options: int) -> BaseProcess:
    """Start a process that stores the nimbers of a code, with at most so many options a chunk."""
    process = _CONTEXT.Process(target=_grow, args=(folder, code, length, options))
    process.start()
    return process


def _grow(folder: Path, code: str, length: int, options: int) -> None:
    store._MOST_OPTIONS = options  # noqa: SLF001 - short chunks, so that there are many moments between two
    store.grow(folder, grundy.heaps(code), length, direct=True)
