"""The set-up that all kernels share: compiled on first use, kept on disk where that is possible."""

from __future__ import annotations

from contextlib import suppress
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

import numba
from numba.core import event

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS = {"nogil": True, "error_model": "numpy"}


class Kernel(Generic[P, R]):
    """A function that Numba compiles on its first call, or takes from its cache on disk.

    The cache lies beside the source file, or in the user's cache folder. Where neither can be
    written, the disk is full or the cache is damaged, the kernel is compiled anew for this process,
    and nothing else changes.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        """Compile nothing yet."""
        update_wrapper(self, function)
        self._function = function
        self._proved = False
        try:
            self._compiled: Callable[P, R] = numba.njit(cache=True, **_OPTIONS)(function)
        except RuntimeError:  # "no locator available": no folder for the cache
            self._compiled = numba.njit(**_OPTIONS)(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it, compiling it first where that is needed."""
        if self._proved:
            return self._compiled(*args, **kwargs)
        # Kernels raise nothing themselves, so what fails in the first call is the cache, which is
        # damaged or cannot be written; or Numba, which then says so again without a cache.
        try:
            result = self._compiled(*args, **kwargs)
        except Exception:  # noqa: BLE001 - whatever a damaged file may lead to
            self._compiled = numba.njit(**_OPTIONS)(self._function)
            result = self._compiled(*args, **kwargs)
            self._renew_cache()
        self._proved = True
        return result

    def _renew_cache(self) -> None:
        """Put an empty cache in the place of a damaged one, for the next process to fill."""
        with suppress(Exception):  # where it cannot be written, all stays as it is
            numba.njit(cache=True, **_OPTIONS)(self._function).recompile()


class _Announcer(event.Listener):  # type: ignore[misc] # Numba has no types
    """Passes on that a compile begins."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback = callback

    def on_start(self, event: Any) -> None:
        del event
        self._callback()

    def on_end(self, event: Any) -> None:
        del event


def announcing(callback: Callable[[], None]) -> AbstractContextManager[None]:
    """Call `callback` when a kernel is about to be compiled inside the block, which takes seconds.

    It is not called where the machine code comes from the cache.
    """
    listener: AbstractContextManager[None] = event.install_listener("numba:compile", _Announcer(callback))
    return listener
