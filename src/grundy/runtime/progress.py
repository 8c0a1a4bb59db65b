"""Progress of long work, its cancellation, notices, and the tally of the work. This module prints nothing.

Callbacks and tally belong to the current context (`contextvars`): each thread and each task has its own.

>>> with tallied() as tally:
...     record("search", 12)
>>> tally.options, tally.engine
(12, 'search')
"""

from __future__ import annotations

import time
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.runtime.messages import Message


@dataclass(slots=True)
class Tally:
    """Work that was done inside a block of `tallied`: options visited, seconds, engines.

    `engines` are the engines in the order of their first use, each with its options. The general search also counts
    the `states` whose options it visited, the `hits` (states whose value it had found before), and the values that were
    `dropped` because memory ran out.
    """

    states: int = 0
    hits: int = 0
    dropped: int = 0
    seconds: float = 0.0
    engines: dict[str, int] = field(default_factory=dict)

    @property
    def options(self) -> int:
        """The options that all engines have visited."""
        return sum(self.engines.values())

    @property
    def engine(self) -> str:
        """The engines in the order of their first use, joined by ``+``; ``formula`` if none ran."""
        return "+".join(self.engines) or "formula"


_tally: ContextVar[Tally | None] = ContextVar("grundy_tally", default=None)
_progress: ContextVar[Callable[[int, int | None], None] | None] = ContextVar("grundy_progress", default=None)
_compiling: ContextVar[Callable[[], None] | None] = ContextVar("grundy_compiling", default=None)
_notice: ContextVar[Callable[[Message], None] | None] = ContextVar("grundy_notice", default=None)
_stage: ContextVar[Callable[[str], None] | None] = ContextVar("grundy_stage", default=None)
_cancel: ContextVar[Callable[[], None] | None] = ContextVar("grundy_cancel", default=None)


@contextmanager
def tallied() -> Iterator[Tally]:
    """Count the work that is done inside the block, and its seconds."""
    tally = Tally()
    token = _tally.set(tally)
    start = time.perf_counter()
    try:
        yield tally
    finally:
        tally.seconds = time.perf_counter() - start
        _tally.reset(token)


def record(engine: str, options: int, *, states: int = 0, hits: int = 0, dropped: int = 0) -> None:
    """Add the `options` that `engine` visited, and the counts of a search, to the tally of this context."""
    tally = _tally.get()
    if tally is not None:
        tally.states += states
        tally.hits += hits
        tally.dropped += dropped
        tally.engines[engine] = tally.engines.get(engine, 0) + options


@contextmanager
def reporting(
    progress: Callable[[int, int | None], None],
    compiling: Callable[[], None] | None = None,
    cancel: Callable[[], None] | None = None,
    notice: Callable[[Message], None] | None = None,
    stage: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Call ``progress(done, total)``, in options, several times a second; total is None if not known.

    `compiling` is called before a kernel is compiled, which takes seconds. `cancel` is called far more often than
    `progress`, also by work that reports no progress: it should be quick, and raises an exception to end the work.
    `notice` gets messages for the user; the work goes on. `stage` gets the next question that an audit asks the
    rules. If a callback raises an exception, the work ends, and no half-done result is kept.
    """
    tokens = (_progress.set(progress), _compiling.set(compiling), _cancel.set(cancel), _notice.set(notice))
    token = _stage.set(stage)
    try:
        yield
    finally:
        _progress.reset(tokens[0])
        _compiling.reset(tokens[1])
        _cancel.reset(tokens[2])
        _notice.reset(tokens[3])
        _stage.reset(token)


def report(done: int, total: int | None) -> None:
    """Tell the callback of this context, if there is one, how far the work is."""
    callback = _progress.get()
    if callback is not None:
        callback(done, total)


def check_cancelled() -> None:
    """Let the callback of this context, if there is one, end the work: for loops of Python over options."""
    callback = _cancel.get()
    if callback is not None:
        callback()


def report_compile() -> None:
    """Tell the callback of this context, if there is one, that a kernel is being compiled."""
    callback = _compiling.get()
    if callback is not None:
        callback()


def notice(message: Message) -> None:
    """Give the callback of this context a message for the user; without a callback it becomes a Python warning."""
    callback = _notice.get()
    if callback is None:
        warnings.warn(str(message), stacklevel=2)
    else:
        callback(message)


def has_listener() -> bool:
    """Return whether notices of this context go to a callback."""
    return _notice.get() is not None


def announce(words: str) -> None:
    """Tell the callback of this context, if there is one, what the rules are asked next."""
    callback = _stage.get()
    if callback is not None:
        callback(words)
