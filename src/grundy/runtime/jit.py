"""Kernels: functions that Numba compiles on their first call, with machine code on disk if possible."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import cache, update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from grundy.runtime.costs import POLL_SECONDS
from grundy.runtime.packages import available
from grundy.runtime.progress import report_compile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
R = TypeVar("R")

_listening: ContextVar[bool] = ContextVar("grundy_listening", default=False)  # whether compiles are reported
_DIGEST = 32  # bytes
_OPTIONS = {"nogil": True, "error_model": "numpy"}


class Kernel(Generic[P, R]):
    """A function that Numba compiles on its first call, or takes from its cache on disk.

    The cache lies beside the source file, or in the user's cache folder. If neither can be written, the disk is full or
    the cache is damaged, the kernel is compiled for this process only. Without Numba the kernel is the plain function,
    which is slow.
    """

    def __init__(self, function: Callable[P, R], *, counted: bool = True) -> None:
        """Store the function, without compiling it and without loading Numba.

        `counted` says whether Numba counts references to arrays; a kernel that makes no arrays does not need this.
        """
        update_wrapper(self, function)
        self.plain = function
        self._options = _OPTIONS if counted else _OPTIONS | {"_nrt": False}
        self._proved = False
        self._made: Callable[P, R] | None = None

    @property
    def _compiled(self) -> Callable[P, R]:
        if self._made is None:
            self._made = _cached(self.plain, self._options) if available("numba") else self.plain
        return self._made

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the kernel; the first call may compile it."""
        if self._proved:
            return self._compiled(*args, **kwargs)
        # Kernels raise no exceptions. So if the first call fails, the cache is damaged or cannot be written, or Numba
        # fails; in that case the call without a cache fails as well.
        compiled = self._compiled
        with nullcontext() if _listening.get() else reporting_compiles():
            try:
                result = compiled(*args, **kwargs)
            except Exception:  # noqa: BLE001 - a damaged file may lead to any exception
                self._made = _uncached(self.plain, self._options)
                result = self._compiled(*args, **kwargs)
                self._renew_cache()
        self._proved = True
        return result

    def compile(self, *arguments: Any) -> None:
        """Compile the kernel for arguments of these types, without calling it."""
        if not self._proved:
            import numba

            self._compiled.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined] # as below

    def _renew_cache(self) -> None:
        """Replace a damaged cache by an empty one, which the next process fills."""
        with suppress(Exception):  # if the cache cannot be written, it stays as it is
            _cached(self.plain, self._options).recompile()  # type: ignore[attr-defined] # of Numba's dispatcher


def _cached(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    import numba

    try:
        compiled: Callable[P, R] = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # "no locator available": no folder for the cache
        return _uncached(function, options)
    _load_with_care(compiled, counted=options.get("_nrt", True))
    return compiled


def _load_with_care(compiled: Any, *, counted: bool) -> None:
    """Make Numba check the types of machine code that it loads from disk, and load it without needless imports.

    Two processes that compile one function for different types at the same moment may choose the same file name:
    `IndexDataCacheFile.save` of Numba 0.68 reads and writes its index without a lock. Numba does not compare the
    types, so code for some types could run with arguments of other types. Such code is compiled again.

    Before Numba loads a function, it imports everything that it might compile, which takes 0.2 s. Machine code that
    makes no objects of Numba (`counted` is false) needs only the functions that read arguments. Numba imports the rest
    when it compiles something.
    """
    from numba.core import sigutils
    from numba.core.runtime import rtsys

    cache = getattr(compiled, "_cache", None)  # None where NUMBA_DISABLE_JIT is set
    if cache is None:
        return
    load = cache.load_overload
    without_registries = None if counted else getattr(cache, "_load_overload", None)

    def load_overload(types: Any, context: Any) -> Any:
        if without_registries is None:
            loaded = load(types, context)
        else:
            rtsys.initialize(context)
            loaded = without_registries(types, context)
        wanted, _ = sigutils.normalize_signature(types)
        return loaded if loaded is None or tuple(loaded.signature.args) == tuple(wanted) else None

    cache.load_overload = load_overload
    _with_digests(cache._cache_file)  # noqa: SLF001 - Numba has no public name for it


def _with_digests(files: Any) -> None:
    """Let a digest follow the machine code in files of Numba's cache, so that damaged code is compiled again.

    A digest behind a pickle is not read by it. Where it is wrong, it is as if there were no file.
    """
    import hashlib
    from pathlib import Path

    dump, load = files._dump, files._load_data  # noqa: SLF001 - the same

    def dump_with_digest(made: Any) -> bytes:
        data: bytes = dump(made)
        return data + hashlib.sha256(data).digest()

    def load_data(name: str) -> Any:
        data = Path(files._data_path(name)).read_bytes()  # noqa: SLF001 - the same
        if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
            raise FileNotFoundError
        return load(name)

    files._dump, files._load_data = dump_with_digest, load_data  # noqa: SLF001 - the same


def _uncached(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    import numba

    compiled: Callable[P, R] = numba.njit(**options)(function)
    return compiled


@contextmanager
def reporting_compiles() -> Iterator[None]:
    """Report to the callback of this context (`progress.reporting`) when a kernel is compiled inside the block.

    A compile takes seconds. Loading machine code from the cache is not reported. Waiting for another thread that
    compiles is reported, because Numba compiles in one thread at a time. Numba is not loaded
    here: a kernel whose first call loads it reports its own compile.
    """
    if "numba" not in sys.modules or not available("numba"):
        yield
        return
    from numba.core import event

    compiles, waits = _listeners()
    token = _listening.set(True)
    try:
        with event.install_listener("numba:compile", compiles), event.install_listener("numba:compiler_lock", waits):
            yield
    finally:
        _listening.reset(token)


@cache
def _listeners() -> tuple[Any, Any]:
    """Return what Numba calls where it compiles, and where it waits for the lock of compiles."""
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock

    class Compiles(event.Listener):  # type: ignore[misc] # Numba has no types
        def on_start(self, event: Any) -> None:
            del event
            report_compile()

        def on_end(self, event: Any) -> None:
            del event

    class Waits(Compiles):
        def on_start(self, event: Any) -> None:
            del event
            with held(global_compiler_lock._lock):  # noqa: SLF001 - the public lock takes no timeout
                pass

    return Compiles(), Waits()


@contextmanager
def held(lock: Any) -> Iterator[None]:
    """Hold a lock inside the block; report a compile if another thread, which may compile, holds it for a while."""
    if not lock.acquire(timeout=POLL_SECONDS):
        report_compile()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
