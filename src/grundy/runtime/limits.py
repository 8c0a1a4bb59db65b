"""Cost and budget of work, its progress, and the count of what was done. Prints nothing.

The settings belong to the current context (`contextvars`): each thread and each task has its own.

>>> with tallied() as tally:
...     record("search", 12)
>>> tally.options, tally.engine
(12, 'search')
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from itertools import repeat
from queue import SimpleQueue
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from grundy.errors import OverBudgetError, RulesetError
from grundy.messages import figure
from grundy.runtime import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import ThreadPoolExecutor

Tool = TypeVar("Tool")
Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

# Below so many options the plain search is done before Numba is even imported (about half a
# second with the kernel's machine code already on disk). Once Numba is there, only the call counts.
_WORTH_IMPORTING_NUMBA = 50_000
_WORTH_CALLING_NUMBA = 200
_SURELY_THERE = 2**24  # bytes that a process may always take


class Cost(NamedTuple):
    """What a piece of work takes: options to look at, and bytes for its table."""

    options: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Budget:
    """What the engines may spend.

    `search_options` bounds the plain search, whose work is not known beforehand: it stops there.
    `search_states` bounds the states that it may hold at once; where they take more than `table_bytes`,
    some of the values that it has found are dropped.
    `shape_options` does so for boards of odd shapes, whose options take much longer each.
    `kernel_options` (the default is about an hour's work) and `table_bytes` bound each table of a
    kernel, whose cost is known: it is refused before anything is allocated. None for `table_bytes`
    is three quarters of the memory that is available then. Work of more than `kernel_above` options
    goes to a kernel; None leaves it to the cost of loading Numba. Kernels use so many `threads`; None
    is one for each processor that this process may run on.
    """

    search_options: int = 100_000_000
    search_states: int = 5_000_000
    shape_options: int = 200_000
    kernel_options: int = 10**13
    table_bytes: int | None = None
    kernel_above: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        """Check that these are numbers; `kernel_above` may be negative."""
        for name in (entry.name for entry in fields(self)):
            limit = getattr(self, name)
            least = None if name == "kernel_above" else int(name == "threads")
            if limit is not None and (not isinstance(limit, int) or (least is not None and limit < least)):
                raise RulesetError(f"expected an integer of at least {least or 0} for {name}, found {limit!r}")


@dataclass(slots=True)
class Tally:
    """What was done while it was active: options looked at, seconds, engines.

    The general search counts also the `states` whose options it looked at, the `hits`, which are states
    that it had met before, and the values that were `dropped` because memory ran out.
    """

    options: int = 0
    states: int = 0
    hits: int = 0
    dropped: int = 0
    seconds: float = 0.0
    engines: list[str] = field(default_factory=list)

    @property
    def engine(self) -> str:
        """The engines in the order of their first use, joined by ``+``; ``formula`` where none ran."""
        return "+".join(self.engines) or "formula"


_budget: ContextVar[Budget] = ContextVar("grundy_budget", default=Budget())  # noqa: B039 - Budget is frozen
_tally: ContextVar[Tally | None] = ContextVar("grundy_tally", default=None)
_progress: ContextVar[Callable[[int, int | None], None] | None] = ContextVar("grundy_progress", default=None)
_stopping: ContextVar[Callable[[], None] | None] = ContextVar("grundy_stopping", default=None)
_compiling: ContextVar[Callable[[], None] | None] = ContextVar("grundy_compiling", default=None)


def budget() -> Budget:
    """Return the budget of this context."""
    return _budget.get()


@contextmanager
def limited(**limits: int | None) -> Iterator[Budget]:
    """Work under another budget: `limits` are fields of `Budget`, the others stay as they are.

    >>> with limited(search_options=10):
    ...     budget().search_options
    10
    """
    changed = replace(budget(), **limits)  # type: ignore[arg-type] # a wrong name is an error of its own
    token = _budget.set(changed)
    try:
        yield changed
    finally:
        _budget.reset(token)


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
    """Add `options` looked at by `engine`, and the counts of a search, to the tally of this context."""
    tally = _tally.get()
    if tally is not None:
        tally.options += options
        tally.states += states
        tally.hits += hits
        tally.dropped += dropped
        if engine not in tally.engines:
            tally.engines.append(engine)


@contextmanager
def reporting(
    progress: Callable[[int, int | None], None],
    compiling: Callable[[], None] | None = None,
    stopping: Callable[[], None] | None = None,
) -> Iterator[None]:
    """Call ``progress(done, total)`` in options, every now and then; total is None if not known.

    `compiling` is called before machine code is made, which takes seconds, `stopping` far more often than
    `progress`, also by work that nobody counts: it should be quick, and end the work. An exception that a
    callback raises ends the work and leaves nothing half done behind.
    """
    tokens = (_progress.set(progress), _compiling.set(compiling), _stopping.set(stopping))
    try:
        yield
    finally:
        _progress.reset(tokens[0])
        _compiling.reset(tokens[1])
        _stopping.reset(tokens[2])


def report(done: int, total: int | None) -> None:
    """Tell the callback of this context, if there is one, how far the work is."""
    callback = _progress.get()
    if callback is not None:
        callback(done, total)


def may_stop() -> None:
    """Let the callback of this context, if there is one, end the work: for loops of Python over options."""
    callback = _stopping.get()
    if callback is not None:
        callback()


def report_compile() -> None:
    """Tell the callback of this context, if there is one, that a kernel is being compiled."""
    callback = _compiling.get()
    if callback is not None:
        callback()


def check(what: str, cost: Cost, fits: Callable[[int], str | None] | None = None) -> None:
    """Refuse, with the figure, a table that costs more than the budget.

    `fits` says in words what would fit into so many bytes.
    """
    if affordable(cost):
        return
    allowed = budget()
    room = table_bytes()
    if cost.bytes > room:
        needs = f"{what} ({figure(cost.options)} options) needs a table"
        raise OverBudgetError(needs, cost.bytes, room, "bytes", fits(room) if fits else None)
    raise OverBudgetError(f"{what} needs much work", cost.options, allowed.kernel_options, "options")


def affordable(cost: Cost) -> bool:
    """Say whether a table is within the budget."""
    allowed = budget()
    # What is available is asked only where it could be too little: that takes ten milliseconds.
    small = allowed.table_bytes is None and cost.bytes <= _SURELY_THERE
    return cost.options <= allowed.kernel_options and (small or cost.bytes <= table_bytes())


def table_bytes() -> int:
    """Return the bytes that a table may take: the budget's, or three quarters of what is available."""
    allowed = budget().table_bytes
    return memory.available() * 3 // 4 if allowed is None else allowed


def threads() -> int:
    """Return the number of threads that kernels use."""
    allowed = budget().threads
    if allowed is not None:
        return allowed
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew(Generic[Tool]):
    """Does chunks of work on threads, each with a tool of its own; a single one works in the caller's.

    Chunks should take less than a second each: an exception, such as Ctrl-C, ends the work when those
    that are begun are done.

    >>> with Crew([[], []]) as crew:
    ...     sorted(crew.run(lambda tool, chunk: chunk * chunk, range(4)))
    [0, 1, 4, 9]
    """

    def __init__(self, tools: list[Tool]) -> None:
        """Start as many threads as there are tools."""
        self.size = len(tools)
        self._tools = tools
        self._free: SimpleQueue[Tool] = SimpleQueue()
        self._pool: ThreadPoolExecutor | None = None
        if len(tools) > 1:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(len(tools), "grundy")
            for tool in tools:
                self._free.put(tool)

    def __enter__(self) -> Crew[Tool]:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(self, job: Callable[[Tool, Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Yield the results of ``job(tool, chunk)``, in the order of the chunks; a lone one is done here."""
        if self._pool is None or len(chunks) == 1:
            return (job(self._tools[0], chunk) for chunk in chunks)
        return self._pool.map(self._with_a_tool, repeat(job), chunks)

    def _with_a_tool(self, job: Callable[[Tool, Chunk], Result], chunk: Chunk) -> Result:
        tool = self._free.get()
        try:
            return job(tool, chunk)
        finally:
            self._free.put(tool)


def worth_a_kernel(options: int) -> bool:
    """Say whether so many options are worth a kernel rather than the plain search.

    Loading Numba takes longer than a small search, so the answer depends on whether it is there.
    """
    above = budget().kernel_above
    if above is not None:
        return options > above
    return options > (_WORTH_CALLING_NUMBA if "numba" in sys.modules else _WORTH_IMPORTING_NUMBA)
