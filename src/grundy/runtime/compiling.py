"""Machine code that another process makes while the plain search goes on.

Numba takes seconds to compile a kernel, and stores the result on disk. So if the machine code for a question is not on
disk, the plain search begins, and a second process compiles meanwhile. As soon as the machine code is on disk, the
question is repeated; the values of the plain search stay in its memo. Whichever is ready first gives the answer. A
`Recipe` says how machine code is compiled. `race` answers a question, and code that chooses between machine code and
the plain search calls `is_ready`.

With one processor, or if no process can be started or no file can be kept, this process compiles. If the time of the
plain search is known, this process compiles at once or not at all, whichever is faster. If not, the plain search first
takes a part of the time of a compile. So the answer comes later than by compiling at once by at most that part. The
part is smaller if the same machine code was compiled on this machine before because a plain search took too long.

The second process ends with this one, however this one ends, and prints nothing. Numba writes each file of its cache
under a temporary name first, so no process reads an incomplete file.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

from grundy.errors import OverBudgetError
from grundy.runtime import limits, progress
from grundy.runtime.code_on_disk import has_paid, indexes, note_paid
from grundy.runtime.packages import available, installed

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from grundy.runtime.jit import Kernel

Found = TypeVar("Found")
P = ParamSpec("P")
R = TypeVar("R")

_START = "import sys; sys.path[:] = {path!r}; from grundy.runtime.compiling_main import main; main()"
_POLL_SECONDS = 0.02  # between two checks whether machine code is ready
_BEGIN_SECONDS = 0.1  # of the plain search, before a process is started
_IMPORT_SECONDS = 1.0  # of the plain search, before this process imports Numba, which takes a quarter of that time
_LOAD_SECONDS = 0.1  # of plain work in place of machine code, before Numba is loaded: a part of the time of loading it
# With two or more processors, this process compiles if the plain search would take this many times as long as a
# compile.
_TOO_LONG = 1.5
# The plain search continues for these parts of the time of a compile before this process compiles.
_FIRST_SHARE = 0.3
_PAID_SHARE = 0.1  # if the machine code was needed on this machine before
_ESTIMATE_MARGIN = 1.6  # factor of its estimated time for which a plain search faster than a compile may continue


class Recipe(NamedTuple):
    """How to compile some machine code in another process.

    That process calls `maker`, a function as ``module:name``, with `arguments`. Afterwards the machine code of
    `functions`, pairs of a source file and the name of a function, is on disk. This takes about `seconds`. `subject`
    names what the code is for, independently of its source: under this name it is recorded that the code was needed.
    """

    maker: str
    arguments: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]
    seconds: float
    subject: str


class Ready(Exception):
    """The machine code for the question of this context is ready, so the plain search ends."""


def without_helpers() -> None:
    """End all processes that compile, and start no more of them: for a process that counts its child processes."""
    Settings.has_helpers = False
    _kill_helpers()


class Settings:
    """Settings for tests and benchmarks.

    `processors` is the number of processors, None to ask the system. `has_helpers` says whether other processes may
    compile. `patience` is a factor of the time that the plain search takes before this process compiles; 0 compiles at
    once.
    """

    processors: int | None = None
    has_helpers = True
    patience = 1.0


_race: ContextVar[Race | None] = ContextVar("grundy_race", default=None)
_here: set[Recipe] = set()  # machine code that this process has loaded, or compiles by itself
_look_at: dict[Recipe, float] = {}  # when machine code that was missing is looked for again
helpers: dict[Recipe, Helper] = {}
searched: dict[Recipe, float] = {}  # processor seconds of all plain searches that this machine code would replace
_without = [0.0]  # seconds of plain work for which Numba was not loaded
_lock = Lock()


def is_worth_loading(plain_seconds: float) -> bool:
    """Return whether Numba is loaded, or worth loading in place of plain work that takes about so many seconds.

    It is as soon as all such work of this process together takes as long as a part of loading it.
    """
    if "numba" in sys.modules or not Settings.patience or limits.budget().kernel_above is not None:
        return True
    _without[0] += plain_seconds
    return _without[0] > _LOAD_SECONDS


def is_ready(recipe: Recipe, plain_seconds: float | None = None) -> bool:
    """Return whether machine code is used now; if not, the race of this context has it compiled.

    It is used if it is on disk. It is also used if there is no race, because then nothing would end a plain search;
    this process may have to compile it. `plain_seconds` is about the time of the plain search, if that is known. If it
    is longer than the time of a compile, this process compiles, which saves the start of another process. It is not
    used if the import of Numba fails.
    """
    race = _race.get()
    if race is not None and recipe in race.wanted:
        return False  # when it is ready, the question is repeated
    if race is None or _is_to_be_used(recipe, plain_seconds):
        _here.add(recipe)
        return available("numba")
    race.want(recipe, plain_seconds)
    return False


def _is_to_be_used(recipe: Recipe, plain_seconds: float | None) -> bool:
    """Return whether machine code is used without a plain search before it; this process may have to compile it."""
    if recipe in _here or _is_seen(recipe) or not Settings.patience:
        return True
    most = _TOO_LONG * recipe.seconds if has_helpers() else recipe.seconds
    if plain_seconds is None or plain_seconds <= most * Settings.patience:
        return False
    note_paid(recipe.subject)
    return True


def _is_seen(recipe: Recipe) -> bool:
    """Return whether machine code is on disk; what was missing is looked for again after `_POLL_SECONDS`."""
    now = time.monotonic()
    if now < _look_at.get(recipe, 0.0):
        return False
    is_there = is_on_disk(recipe)
    if not is_there:
        _look_at[recipe] = now + _POLL_SECONDS
    return is_there


def asks_again() -> bool:
    """Return whether the question of this context is repeated because some machine code is ready."""
    race = _race.get()
    return race is not None and bool(race.done)


def awaited(recipe: Recipe, plain_seconds: float | None = None) -> Callable[[], bool] | None:
    """Return None if machine code is used now; if not, have it compiled and return a function that says if it is ready.

    This is for code outside a race. `plain_seconds` is the same as for `is_ready`.
    """
    if _is_to_be_used(recipe, plain_seconds):
        _here.add(recipe)
        return None if available("numba") else _never
    own = Race()
    own.want(recipe, plain_seconds)
    return own.is_over


def _never() -> bool:
    return False


class UntilReady:
    """Machine code that is perhaps still compiled: until it is ready, the plain functions of its kernels are called.

    This is for work in many small parts, each of which asks `of` for its kernel.
    """

    def __init__(self, recipe: Recipe, plain_seconds: float | None = None) -> None:
        """`plain_seconds` is as of `is_ready`, for all parts together."""
        self._race: Race | None = None
        is_chosen = limits.budget().kernel_above is not None or not installed("numba")
        if not is_chosen and not _is_to_be_used(recipe, plain_seconds):
            self._race = Race()
            self._race.want(recipe, plain_seconds)

    @property
    def is_plain(self) -> bool:
        """Whether plain functions are called now."""
        if self._race is not None and self._race.is_over():
            self._race = None
        return self._race is not None

    def of(self, kernel: Kernel[P, R]) -> Callable[P, R]:
        """Return a kernel, or its plain function."""
        return kernel.plain if self.is_plain else kernel

    def wait(self) -> None:
        """Wait until it is ready, before a part that would take long."""
        if self._race is not None:
            self._race.wait()
        self._race = None


def was_awaited(recipe: Recipe) -> bool:
    """Return whether the question of this context is repeated because this machine code is ready."""
    race = _race.get()
    return race is not None and recipe in race.done


def race(work: Callable[[], Found]) -> Found:
    """Return the result of `work`; when machine code that `work` wanted becomes ready, `work` is repeated.

    A race inside another race is a part of the outer one.
    """
    if _race.get() is not None:
        return work()
    own = Race()
    token = _race.set(own)
    try:
        while True:
            try:
                with progress.Checking(own.check):
                    return work()
            except Ready:
                pass
            except OverBudgetError:  # the plain search may visit no more options
                if not own.wanted or not available("numba"):
                    raise
                own.wait()
            own.end()
    finally:
        if own.wanted:
            own.end()
        _race.reset(token)


class Wish(NamedTuple):
    """Up to when the processor seconds of a question were added, and how many it takes in all, if that is known."""

    since: float
    plain_seconds: float | None


class Race:
    """One question, with the machine code that is `wanted` for it, and the machine code that is `done`."""

    __slots__ = ("_check_at", "done", "wanted")

    def __init__(self) -> None:
        self.wanted: dict[Recipe, Wish] = {}
        self.done: set[Recipe] = set()
        self._check_at = 0.0

    def want(self, recipe: Recipe, plain_seconds: float | None = None) -> None:
        """Let machine code end the plain search when it is ready."""
        if recipe not in self.wanted:
            self.wanted[recipe] = Wish(time.process_time(), plain_seconds)

    def end(self) -> None:
        """Remove all wishes, and add the processor seconds of the plain search to `searched`."""
        for recipe in self.wanted:
            self._add_seconds(recipe)
        self.wanted.clear()

    def _add_seconds(self, recipe: Recipe) -> None:
        """Add the processor seconds since the last call to `searched`."""
        wish, now = self.wanted[recipe], time.process_time()
        searched[recipe] = searched.get(recipe, 0.0) + now - wish.since
        self.wanted[recipe] = wish._replace(since=now)

    def check(self) -> None:
        """Raise `Ready` if wanted machine code is ready."""
        if self.wanted and self.is_over():
            raise Ready

    def is_over(self) -> bool:
        """Return whether some wanted machine code is ready; this is checked once in `_POLL_SECONDS`."""
        now = time.monotonic()
        if now < self._check_at:
            return False
        self._check_at = now + _POLL_SECONDS
        return any(self._is_done(recipe) for recipe in self.wanted)

    def wait(self) -> None:
        """Wait until some wanted machine code is ready."""
        progress.report_compile()
        while available("numba") and not any(self._is_done(recipe, waits=True) for recipe in self.wanted):
            progress.check_cancelled()
            time.sleep(_POLL_SECONDS)

    def _is_done(self, recipe: Recipe, *, waits: bool = False) -> bool:
        """Return whether machine code is ready; `waits` says that no plain search runs meanwhile."""
        self._add_seconds(recipe)
        wish, seconds = self.wanted[recipe], searched[recipe]
        helper = None
        if has_helpers():
            helper = helpers.get(recipe)
            if helper is None:
                if waits or seconds >= _BEGIN_SECONDS:
                    _start(recipe)
                return False
            if helper.is_running():
                if seconds >= _IMPORT_SECONDS:
                    available("numba")  # imports Numba, so that the answer does not wait for the import later
                return False
        is_alone = helper is None or helper.failed
        if is_alone and not waits and seconds < _patience_seconds(recipe, wish.plain_seconds):
            return False
        if not available("numba"):
            return False
        note_paid(recipe.subject)
        _here.add(recipe)
        self.done.add(recipe)
        return True


def _patience_seconds(recipe: Recipe, plain_seconds: float | None) -> float:
    """Return how many processor seconds the plain search may take before this process compiles."""
    share = _PAID_SHARE if has_paid(recipe.subject) else _FIRST_SHARE
    expected = 0.0 if plain_seconds is None else _ESTIMATE_MARGIN * plain_seconds
    return max(share * recipe.seconds, expected) * Settings.patience


class Helper:
    """A process that makes the machine code of one recipe."""

    def __init__(self, recipe: Recipe, *, idle: bool = False) -> None:
        """Start the process; if that fails, `failed` is true. An `idle` process has the lowest priority."""
        import json  # here, because most commands need neither json nor subprocess
        import subprocess

        self.exit_code: int | None = None  # None: the process is running, was killed, or did not start
        self.failed = False
        self._process: subprocess.Popen[bytes] | None = None
        request = json.dumps([recipe.maker, recipe.arguments, recipe.functions, idle]).encode()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this very program
                [sys.executable, "-c", _START.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C at the terminal does not reach it
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # of Windows
            )
            assert self._process.stdin is not None
            self._process.stdin.write(request + b"\n")
            self._process.stdin.flush()  # stdin stays open: when it is closed, the process ends
        except (OSError, ValueError):
            self.failed = True
            self.kill()

    def is_running(self) -> bool:
        """Return whether the process is running."""
        if self._process is None:
            return False
        self.exit_code = self._process.poll()
        if self.exit_code is None:
            return True
        self.failed = self.exit_code != 0
        self.kill()
        return False

    def kill(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                assert process.stdin is not None
                process.stdin.close()
            process.wait()


def has_helpers() -> bool:
    """Return whether other processes may compile: not with one processor, and not after `without_helpers`."""
    return _helpers_at_once() > 0


def _helpers_at_once() -> int:
    """Return how many processes may compile at the same time, beside this process."""
    if not Settings.has_helpers:
        return 0
    if Settings.processors is not None:
        return Settings.processors - 1
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) - 1


def _start(recipe: Recipe) -> None:
    """Start a process for a recipe, unless enough processes are running."""
    with _lock:
        running = sum(helper.is_running() for helper in helpers.values())
        if recipe not in helpers and running < _helpers_at_once():
            helpers[recipe] = Helper(recipe)


@atexit.register
def _kill_helpers() -> None:
    with _lock:
        for helper in helpers.values():
            helper.kill()
        helpers.clear()


def forget() -> None:
    """End all processes that compile, and forget which machine code is ready: for tests."""
    _kill_helpers()
    _here.clear()
    _look_at.clear()
    searched.clear()


def is_on_disk(recipe: Recipe) -> bool:
    """Return whether the machine code of a recipe is in Numba's cache, without loading Numba.

    Each function must have an index there that is newer than its source. Whether the code fits this processor is not
    checked: if it does not, this process compiles.
    """
    return all(any(True for _ in indexes(Path(file), name)) for file, name in recipe.functions)
