"""Processes that run tests at the same time compile each kernel once: the second one waits for the first one's code."""

from __future__ import annotations

import getpass
import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from grundy.runtime.progress import report_compile

if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = Path(tempfile.gettempdir()) / f"grundy-tests-{getpass.getuser()}"

_MOMENT = 0.25  # seconds


def compile_once() -> None:
    """Let Numba compile functions with a cache on disk under a lock of their own, from the first kernel on.

    Whoever gets the lock looks into the cache before it compiles. Numba itself holds a lock of the process meanwhile.
    """
    from grundy.runtime import jit

    cached = jit._cached  # noqa: SLF001 - what makes each kernel

    def making(function: Callable[..., Any], options: dict[str, Any]) -> Any:
        _lock_compiles()
        return cached(function, options)

    jit._cached = making  # noqa: SLF001 - as above


def _lock_compiles() -> None:
    from numba.core.dispatcher import Dispatcher

    compiles = Dispatcher.compile
    if hasattr(compiles, "locks"):
        return

    def locked(self: Any, signature: Any) -> Any:
        path = getattr(getattr(self, "_cache", None), "cache_path", None)
        if path is None:  # nothing is kept
            return compiles(self, signature)
        function = self.py_func
        name = f"{path} {function.__qualname__} {function.__code__.co_firstlineno}"
        _FOLDER.mkdir(exist_ok=True)
        lock = FileLock(_FOLDER / hashlib.sha256(name.encode()).hexdigest()[:32])
        try:
            lock.acquire(timeout=_MOMENT)
        except Timeout:
            report_compile()  # by another process, as Numba's own lock is by another thread
            lock.acquire()
        try:
            return compiles(self, signature)
        finally:
            lock.release()

    locked.locks = True  # type: ignore[attr-defined]
    setattr(Dispatcher, "compile", locked)  # noqa: B010 - a method, for mypy
