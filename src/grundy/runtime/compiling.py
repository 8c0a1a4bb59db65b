"""Machine code that another process makes while the plain search goes on.

Numba takes seconds to compile a kernel, and keeps the result on disk. So a question whose machine code is not on disk
begins with the plain search, and a second process compiles meanwhile. The question is asked again as soon as the
machine code is there, and the values that the plain search has found stay. Whichever of the two is ready first gives
the answer. What a question needs is a `Recipe`; `race` asks the question, and `is_ready` is asked by those who choose
between machine code and the plain search.

On one processor, and where no process can be started or nothing can be kept, nothing is compiled before the plain
search has taken as long as that would. Then this process compiles.

The other process ends with this one, however that happens, and says nothing. Numba writes each file of its cache under
another name first, so nobody reads half of one.
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
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from grundy.errors import OverBudgetError
from grundy.runtime import progress
from grundy.runtime.packages import available

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

Found = TypeVar("Found")

_START = "import sys; sys.path[:] = {path!r}; from grundy.runtime.compiling_main import main; main()"
_LOOK_SECONDS = 0.02  # between two looks whether machine code is there
_BEGIN_SECONDS = 0.1  # of the plain search, before a process is started
_IMPORT_SECONDS = 1.0  # of the plain search, after which Numba is imported, which takes a quarter of that
_HOPELESS = 4  # times as long as to compile: the plain search would be of no use
_SUFFIX = f"py{sys.version_info.major}{sys.version_info.minor}"  # in the names of files of Numba's cache


class Recipe(NamedTuple):
    """Machine code that can be made in another process.

    `maker` is a function as ``module:name``, which is called there with `arguments`. Then the machine code of
    `functions`, each a file of source and the name of a function in it, lies on disk. To make it takes about so many
    `seconds`.
    """

    maker: str
    arguments: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]
    seconds: float


class Ready(Exception):
    """The machine code that a question did not wait for is there."""


def without_helpers() -> None:
    """Have nothing compiled by another process any more: for a process that looks after all of its children."""
    Settings.processors = 1
    _kill_helpers()


class Settings:
    """What tests change: how many processors there are, and a factor of the seconds of recipes.

    Without patience this process compiles at once.
    """

    processors: int | None = None
    patience = 1.0


_race: ContextVar[Race | None] = ContextVar("grundy_race", default=None)
_here: set[Recipe] = set()  # machine code that this process has loaded, or is to make by itself
helpers: dict[Recipe, Helper] = {}
searched: dict[Recipe, float] = {}  # seconds that plain searches have taken without machine code, all together
_lock = Lock()


def is_ready(recipe: Recipe, plain_seconds: float | None = None) -> bool:
    """Say whether machine code is to be used now; where not, the race of this context has it made.

    It is used where it is on disk, and where there is no race, so that nobody would go on without it. Where the plain
    search would take far longer than to compile, about so many seconds, this process compiles, which saves the start of
    another one.
    """
    race = _race.get()
    hopeless = plain_seconds is not None and plain_seconds > _HOPELESS * recipe.seconds
    if race is None or hopeless or recipe in _here or is_on_disk(recipe) or not Settings.patience:
        _here.add(recipe)
        return True
    race.want(recipe)
    return False


def asks_again() -> bool:
    """Say whether the question of this context is asked again because some machine code is there."""
    race = _race.get()
    return race is not None and bool(race.done)


def awaited(recipe: Recipe) -> Callable[[], bool] | None:
    """Return None where machine code is to be used now, else a function that says whether it is: outside of a race.

    It is made meanwhile.
    """
    if recipe in _here or is_on_disk(recipe) or not Settings.patience:
        _here.add(recipe)
        return None
    own = Race()
    own.want(recipe)
    return own.is_over


def was_awaited(recipe: Recipe) -> bool:
    """Say whether the question of this context is asked again because this machine code is there."""
    race = _race.get()
    return race is not None and recipe in race.done


def race(work: Callable[[], Found]) -> Found:
    """Return what `work` returns; it is done again when machine code is there that it has asked for.

    A race inside another one is a part of it.
    """
    if _race.get() is not None:
        return work()
    own = Race()
    token = _race.set(own)
    try:
        while True:
            try:
                with progress.checking(own.look):
                    return work()
            except Ready:
                pass
            except OverBudgetError:  # the plain search may look no further
                if not own.wanted:
                    raise
                own.wait()
            own.end()
    finally:
        own.end()
        _race.reset(token)


class Race:
    """One question: the machine code that it has `wanted`, since when, and which was `done` meanwhile."""

    __slots__ = ("_look_at", "done", "wanted")

    def __init__(self) -> None:
        self.wanted: dict[Recipe, float] = {}
        self.done: set[Recipe] = set()
        self._look_at = 0.0

    def want(self, recipe: Recipe) -> None:
        """Have the plain search stopped when machine code is there."""
        self.wanted.setdefault(recipe, time.monotonic())

    def end(self) -> None:
        """Take back all wishes, and count the seconds that the plain search has taken meanwhile."""
        if self.wanted:
            now = time.monotonic()
            for recipe, since in self.wanted.items():
                searched[recipe] = searched.get(recipe, 0.0) + now - since
            self.wanted.clear()

    def look(self) -> None:
        """Raise `Ready` where machine code is to be used from now on; nothing is done before something is wanted."""
        if self.wanted and self.is_over():
            raise Ready

    def is_over(self) -> bool:
        """Say whether some machine code is to be used from now on, as far as that was looked at a moment ago."""
        now = time.monotonic()
        if now < self._look_at:
            return False
        self._look_at = now + _LOOK_SECONDS
        return any(self._is_done(recipe, Settings.patience) for recipe in self.wanted)

    def wait(self) -> None:
        """Wait until some machine code is to be used."""
        progress.report_compile()
        while not any(self._is_done(recipe, patience=0) for recipe in self.wanted):
            progress.check_cancelled()
            time.sleep(_LOOK_SECONDS)

    def _is_done(self, recipe: Recipe, patience: float) -> bool:
        """Say whether machine code is to be used, after the plain search has gone on with some patience."""
        seconds = searched.get(recipe, 0.0) + time.monotonic() - self.wanted[recipe]
        helper = None
        if has_helpers():
            helper = helpers.get(recipe)
            if helper is None:
                if seconds >= _BEGIN_SECONDS:
                    _start(recipe)
                return False
            if helper.is_running():
                if seconds >= _IMPORT_SECONDS:  # while the other process works: it takes none of its time then
                    available("numba")
                return False
        if (helper is None or helper.failed) and seconds < patience * recipe.seconds:
            return False
        _here.add(recipe)
        self.done.add(recipe)
        return True


class Helper:
    """A process that makes the machine code of one recipe."""

    def __init__(self, recipe: Recipe, *, idle: bool = False) -> None:
        """Start it; where that fails, it has `failed`. One that is `idle` works only where nobody else does."""
        import json  # here, as most commands need neither of the two
        import subprocess

        self.failed = False
        self._process: subprocess.Popen[bytes] | None = None
        request = json.dumps([recipe.maker, recipe.arguments, recipe.functions, idle]).encode()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this very program
                [sys.executable, "-c", _START.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at the terminal is not for it
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # of Windows
            )
            assert self._process.stdin is not None
            self._process.stdin.write(request + b"\n")
            self._process.stdin.flush()  # and it stays open: its end is the end of the helper
        except (OSError, ValueError):
            self.failed = True
            self.kill()

    def is_running(self) -> bool:
        """Say whether it is still at work."""
        if self._process is None:
            return False
        code = self._process.poll()
        if code is None:
            return True
        self.failed = code != 0
        self.kill()
        return False

    def kill(self) -> None:
        """End it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                assert process.stdin is not None
                process.stdin.close()
            process.wait()


def has_helpers() -> bool:
    """Say whether other processes may compile: where there are several processors, and no `without_helpers`."""
    return _helpers_at_once() > 0


def _helpers_at_once() -> int:
    """Return how many processes may compile at the same time, beside the one that goes on."""
    if Settings.processors is not None:
        return Settings.processors - 1
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) - 1


def _start(recipe: Recipe) -> None:
    """Start a process for a recipe, unless enough of them are running."""
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
    """End the processes that compile, and forget what was compiled: for tests."""
    _kill_helpers()
    _here.clear()
    searched.clear()


# what is on disk


def is_on_disk(recipe: Recipe) -> bool:
    """Say whether the machine code of a recipe seems to lie in Numba's cache, without loading Numba.

    Each function has an index there, which is newer than its source. That it fits this processor is not seen: where it
    does not, this process compiles.
    """
    return all(any(True for _ in indexes(Path(file), name)) for file, name in recipe.functions)


def indexes(source: Path, name: str, *, stale: bool = False) -> Iterator[Path]:
    """Yield the indexes of machine code of a function: those that are newer than the file of its source, or all."""
    with suppress(OSError):
        changed = source.stat().st_mtime
        for folder in _cache_folders(source):
            for index in folder.glob(f"{source.stem}.{name}-*.{_SUFFIX}*.nbi"):
                if stale or index.stat().st_mtime >= changed:
                    yield index


def _cache_folders(source: Path) -> Iterator[Path]:
    """Yield the folders in which Numba looks for machine code: that of the user's choice, or one of two."""
    import hashlib

    path = source.absolute().parent
    own = f"{path.name}_{hashlib.sha1(str(path).encode(), usedforsecurity=False).hexdigest()}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen) / own
        return
    yield path / "__pycache__"
    yield user_cache_folder("numba") / own


def cache_folder(source: Path) -> Path:
    """Return the folder in which Numba keeps the machine code of a file of source: the first that can be written."""
    for folder in _cache_folders(source):
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if os.access(there, os.W_OK):
            return folder
    return folder


def user_cache_folder(program: str) -> Path:
    """Return the folder in which a program keeps what it can make again, as Numba finds it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / program / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / program
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / program
