"""Machine code that another process makes while the plain search goes on.

Numba takes seconds to compile a kernel, and keeps the result on disk. So a question whose machine code is not on disk
begins with the plain search, and a second process compiles meanwhile. The question is asked again as soon as the
machine code is there, and the values that the plain search has found stay. Whichever of the two is ready first gives
the answer. What a question needs is a `Recipe`; `race` asks the question, and `is_ready` is asked by those who choose
between machine code and the plain search.

On one processor, and where no process can be started or nothing can be kept, this process compiles. Where it is known
how long the plain search would take, it does so at once or not at all, whichever is faster. Else the plain search goes
on for a part of the time that it takes to compile, so that the answer comes at most so much later than without it. That
part is smaller where the same machine code was compiled on this machine before because a plain search took too long.

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
from grundy.runtime.code_on_disk import has_paid, indexes, note_paid
from grundy.runtime.packages import available

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

Found = TypeVar("Found")

_START = "import sys; sys.path[:] = {path!r}; from grundy.runtime.compiling_main import main; main()"
_LOOK_SECONDS = 0.02  # between two looks whether machine code is there
_BEGIN_SECONDS = 0.1  # of the plain search, before a process is started
_IMPORT_SECONDS = 1.0  # of the plain search, after which Numba is imported, which takes a quarter of that
_HOPELESS = 4  # times as long as to compile: the plain search would be of no use
# How long the plain search goes on before this process compiles, in parts of the time that it takes to compile.
_FIRST_SHARE = 0.3
_PAID_SHARE = 0.1  # where the machine code has paid before
_ESTIMATE_MARGIN = 1.3  # times as long as estimated a plain search may take that is expected to end before a compile


class Recipe(NamedTuple):
    """Machine code that can be made in another process.

    `maker` is a function as ``module:name``, which is called there with `arguments`. Then the machine code of
    `functions`, each a file of source and the name of a function in it, lies on disk. To make it takes about so many
    `seconds`. `subject` says what it is for, whatever the text of its source is: by that name it is remembered whether
    it has paid.
    """

    maker: str
    arguments: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]
    seconds: float
    subject: str


class Ready(Exception):
    """The machine code that a question did not wait for is there."""


def without_helpers() -> None:
    """Have nothing compiled by another process any more: for a process that looks after all of its children."""
    Settings.has_helpers = False
    _kill_helpers()


class Settings:
    """What tests and benchmarks change.

    `processors` is how many there are, None to ask the system; `has_helpers` says whether other processes may compile;
    `patience` is a factor of the seconds for which the plain search goes on before this process compiles: with 0 it
    compiles at once.
    """

    processors: int | None = None
    has_helpers = True
    patience = 1.0


_race: ContextVar[Race | None] = ContextVar("grundy_race", default=None)
_here: set[Recipe] = set()  # machine code that this process has loaded, or is to make by itself
helpers: dict[Recipe, Helper] = {}
searched: dict[Recipe, float] = {}  # seconds that plain searches have taken without machine code, all together
_lock = Lock()


def is_ready(recipe: Recipe, plain_seconds: float | None = None) -> bool:
    """Say whether machine code is to be used now; where not, the race of this context has it made.

    It is used where it is on disk, and where there is no race, so that nobody would go on without it. `plain_seconds`
    is about how long the plain search would take, where that is known. Where that is far longer than to compile, this
    process compiles, which saves the start of another one.
    """
    race = _race.get()
    if race is None or _is_to_be_used(recipe, plain_seconds):
        _here.add(recipe)
        return True
    race.want(recipe, plain_seconds)
    return False


def _is_to_be_used(recipe: Recipe, plain_seconds: float | None) -> bool:
    """Say whether machine code is to be used without a plain search beside it; perhaps this process compiles it."""
    if recipe in _here or is_on_disk(recipe) or not Settings.patience:
        return True
    most = _HOPELESS * recipe.seconds if has_helpers() else recipe.seconds
    if plain_seconds is None or plain_seconds <= most * Settings.patience:
        return False
    note_paid(recipe.subject)
    return True


def asks_again() -> bool:
    """Say whether the question of this context is asked again because some machine code is there."""
    race = _race.get()
    return race is not None and bool(race.done)


def awaited(recipe: Recipe, plain_seconds: float | None = None) -> Callable[[], bool] | None:
    """Return None where machine code is to be used now, else a function that says whether it is: outside of a race.

    It is made meanwhile. `plain_seconds` is as of `is_ready`.
    """
    if _is_to_be_used(recipe, plain_seconds):
        _here.add(recipe)
        return None
    own = Race()
    own.want(recipe, plain_seconds)
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


class Wish(NamedTuple):
    """Machine code that a question wants: since which processor second, and after how many it is compiled here."""

    since: float
    patience_seconds: float


class Race:
    """One question: the machine code that it has `wanted`, and which was `done` meanwhile."""

    __slots__ = ("_look_at", "done", "wanted")

    def __init__(self) -> None:
        self.wanted: dict[Recipe, Wish] = {}
        self.done: set[Recipe] = set()
        self._look_at = 0.0

    def want(self, recipe: Recipe, plain_seconds: float | None = None) -> None:
        """Have the plain search stopped when machine code is there."""
        if recipe not in self.wanted:
            self.wanted[recipe] = Wish(time.process_time(), _patience_seconds(recipe, plain_seconds))

    def end(self) -> None:
        """Take back all wishes, and count the seconds that the plain search has taken meanwhile."""
        now = time.process_time()
        for recipe, wish in self.wanted.items():
            searched[recipe] = searched.get(recipe, 0.0) + now - wish.since
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
        return any(self._is_done(recipe) for recipe in self.wanted)

    def wait(self) -> None:
        """Wait until some machine code is to be used."""
        progress.report_compile()
        while not any(self._is_done(recipe, waits=True) for recipe in self.wanted):
            progress.check_cancelled()
            time.sleep(_LOOK_SECONDS)

    def _is_done(self, recipe: Recipe, *, waits: bool = False) -> bool:
        """Say whether machine code is to be used: where the plain search goes on, or where it `waits`."""
        wish = self.wanted[recipe]
        seconds = searched.get(recipe, 0.0) + time.process_time() - wish.since
        helper = None
        if has_helpers():
            helper = helpers.get(recipe)
            if helper is None:
                if waits or seconds >= _BEGIN_SECONDS:
                    _start(recipe)
                return False
            if helper.is_running():
                if seconds >= _IMPORT_SECONDS:  # while the other process works: it takes none of its time then
                    available("numba")
                return False
        if (helper is None or helper.failed) and not waits and seconds < wish.patience_seconds:
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
        """Start it; where that fails, it has `failed`. One that is `idle` works only where nobody else does."""
        import json  # here, as most commands need neither of the two
        import subprocess

        self.exit_code: int | None = None  # None: it is at work, was ended, or did not start
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
        self.exit_code = self._process.poll()
        if self.exit_code is None:
            return True
        self.failed = self.exit_code != 0
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
    """Say whether other processes may compile: where there are several processors, and none after `without_helpers`."""
    return _helpers_at_once() > 0


def _helpers_at_once() -> int:
    """Return how many processes may compile at the same time, beside the one that goes on."""
    if not Settings.has_helpers:
        return 0
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


def is_on_disk(recipe: Recipe) -> bool:
    """Say whether the machine code of a recipe seems to lie in Numba's cache, without loading Numba.

    Each function has an index there, which is newer than its source. That it fits this processor is not seen: where it
    does not, this process compiles.
    """
    return all(any(True for _ in indexes(Path(file), name)) for file, name in recipe.functions)
