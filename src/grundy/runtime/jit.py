"""The set-up that all kernels share: compiled on first use, kept on disk where that is possible."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from grundy.runtime.packages import available
from grundy.runtime.progress import report_compile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
R = TypeVar("R")

_MOMENT = 0.25  # seconds
_OPTIONS = {"nogil": True, "error_model": "numpy"}


class Kernel(Generic[P, R]):
    """A function that Numba compiles on its first call, or takes from its cache on disk.

    The cache lies beside the source file, or in the user's cache folder. Where neither can be
    written, the disk is full or the cache is damaged, the kernel is compiled again for this process,
    and nothing else changes. Without Numba it is the plain function, which is slow.
    """

    def __init__(self, function: Callable[P, R], *, counted: bool = True) -> None:
        """Compile nothing yet, and do not load Numba.

        A kernel that makes no arrays need not count references to them: `counted` is false.
        """
        update_wrapper(self, function)
        self.plain = function
        self._options = _OPTIONS if counted else _OPTIONS | {"_nrt": False}
        self._proved = not available("numba")
        self._made = function if self._proved else None

    @property
    def _compiled(self) -> Callable[P, R]:
        if self._made is None:
            self._made = _cached(self.plain, self._options)
        return self._made

    @property
    def folder(self) -> Path | None:
        """The folder that keeps its machine code, if there is one."""
        path = getattr(getattr(self._compiled, "_cache", None), "cache_path", None)
        return None if path is None else Path(path)

    @property
    def is_loaded(self) -> bool:
        """Whether it was called before."""
        return self._proved

    @property
    def is_kept(self) -> bool:
        """Whether there is machine code on disk, perhaps of an older version of Numba."""
        folder = self.folder
        name = f"{Path(self.plain.__code__.co_filename).stem}.{self.plain.__qualname__}-*.nbi"
        return folder is not None and any(folder.glob(name))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it, compiling it first where that is needed."""
        if self._proved:
            return self._compiled(*args, **kwargs)
        # Kernels raise nothing themselves, so what fails in the first call is the cache, which is
        # damaged or cannot be written; or Numba, which then says so again without a cache.
        try:
            result = self._compiled(*args, **kwargs)
        except Exception:  # noqa: BLE001 - whatever a damaged file may lead to
            self._made = _uncached(self.plain, self._options)
            result = self._compiled(*args, **kwargs)
            self._renew_cache()
        self._proved = True
        return result

    def compile(self, *arguments: Any) -> None:
        """Have machine code for arguments of these types, without a call."""
        if not self._proved:
            import numba

            self._compiled.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined] # as below

    def _renew_cache(self) -> None:
        """Replace a damaged cache by an empty one, for the next process to fill."""
        with suppress(Exception):  # where it cannot be written, all stays as it is
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
    """Let Numba use machine code from disk only for the types that it was compiled for, and load it without registries.

    Two processes that compile one function for different types at the same moment may choose the same file name:
    `IndexDataCacheFile.save` of Numba 0.68 reads and writes its index without a lock. Numba does not compare the
    types, so the code of the one would run with the arguments of the other. Such code is compiled again.

    Before Numba loads a function, it imports all that it might compile, which takes 0.2 s. Machine code that makes no
    objects of Numba's own (`counted` is false) needs only the functions that read arguments. Numba imports the rest
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


def _uncached(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    import numba

    compiled: Callable[P, R] = numba.njit(**options)(function)
    return compiled


@contextmanager
def reporting_compiles() -> Iterator[None]:
    """Report to the callback of this context (`progress.reporting`) when a kernel is compiled inside the block.

    That takes seconds. Nothing is reported where the machine code comes from the cache; but it is where this thread has
    to wait while another one compiles, which Numba does one at a time.
    """
    if not available("numba"):
        yield
        return
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
            with held(global_compiler_lock._lock):  # noqa: SLF001 - itself it cannot be tried
                pass

    compiles, waits = Compiles(), Waits()
    with event.install_listener("numba:compile", compiles), event.install_listener("numba:compiler_lock", waits):
        yield


@contextmanager
def held(lock: Any) -> Iterator[None]:
    """Hold a lock; where another thread has it for longer than a moment, which may compile, report a compile."""
    if not lock.acquire(timeout=_MOMENT):
        report_compile()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
