"""Budgets: limits of the work and memory of a call, and the cost of a table.

The budget belongs to the current context (`contextvars`): each thread and each task has its own.

>>> with limited(search_options=10):
...     budget().search_options
10
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from math import floor, isfinite
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeVar, Unpack

from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime.costs import EXTRA_OPTIONS, KERNEL_OPTIONS, OPTION_SECONDS, SEARCH_OPTIONS, WORK_SECONDS
from grundy.runtime.messages import Message
from grundy.runtime.packages import installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Item = TypeVar("Item")

SURELY_AVAILABLE = 2**24  # bytes: to ask the system how many are available takes ten milliseconds


class Cost(NamedTuple):
    """The cost of a table: the options to visit, and its bytes."""

    options: int
    bytes: int


class Budget(NamedTuple):
    """Limits of the work of engines.

    - `search_options`: options that the plain search may visit. It stops there, because its work is not known
      beforehand.
    - `search_states`: states that a search may hold at once. If they take more than `table_bytes`, it drops some of the
      values that it has found.
    - `shape_options`: the same as `search_options` for boards of odd shapes, whose options take much longer.
    - `kernel_options`: options of a table that a kernel fills. A larger table is refused before memory is allocated.
      The default is about an hour's work.
    - `table_bytes`: bytes of a table. A larger table is refused, too. None means three quarters of the memory that is
      available then.
    - `kernel_above`: a kernel is used for more options than this. None means that it is used if it saves more time than
      loading Numba takes.
    - `period_seconds`: seconds of a search for a period if no length is given.
    - `threads`: threads of a kernel. None means one for each processor that this process may use.
    """

    search_options: int = SEARCH_OPTIONS
    search_states: int = 5_000_000
    shape_options: int = EXTRA_OPTIONS
    kernel_options: int = KERNEL_OPTIONS
    table_bytes: int | None = None
    kernel_above: int | None = None
    period_seconds: float = WORK_SECONDS
    threads: int | None = None


class Limits(TypedDict, total=False):
    """The fields of `Budget`, each of which may be left out: for type checkers."""

    search_options: int
    search_states: int
    shape_options: int
    kernel_options: int
    table_bytes: int | None
    kernel_above: int | None
    period_seconds: float
    threads: int | None


_budget: ContextVar[Budget] = ContextVar("grundy_budget", default=Budget())  # noqa: B039 - Budget is frozen


def budget() -> Budget:
    """Return the budget of this context."""
    return _budget.get()


@contextmanager
def limited(**limits: Unpack[Limits]) -> Iterator[Budget]:
    """Change the budget inside the block: `limits` are fields of `Budget`, the others stay as they are.

    >>> with limited(search_options=10):
    ...     budget().search_options
    10
    """
    for name, limit in limits.items():
        _check_limit(name, limit)
    changed = budget()._replace(**limits)
    token = _budget.set(changed)
    try:
        yield changed
    finally:
        _budget.reset(token)


def _check_limit(name: str, limit: object) -> None:
    """Check a limit: a field of `Budget`; only `kernel_above` may be negative, and seconds may have a fraction."""
    if name not in Budget._fields:
        message = f"expected {', '.join(Budget._fields)}, found {name}"
        raise TypeError(message)
    if name == "period_seconds" and isinstance(limit, float):
        limit = floor(limit) if isfinite(limit) else -1
    least = None if name == "kernel_above" else int(name == "threads")
    if limit is not None and (not isinstance(limit, int) or (least is not None and limit < least)):
        raise RulesetError("error.limit", least=least or 0, name=name, found=repr(limit))


def check(what: Message, cost: Cost, fits: Callable[[int], Message | None] | None = None) -> None:
    """Raise `OverBudgetError`, with the cost, for a table that costs more than the budget.

    `fits` takes a number of bytes, and returns a message about a table that fits into them.
    """
    if affordable(cost):
        return
    allowed = budget()
    available = table_bytes()
    if cost.bytes > available:
        needs = Message("over.table", {"what": what, "options": cost.options})
        raise OverBudgetError(needs, cost.bytes, available, "bytes", fits(available) if fits else None)
    raise OverBudgetError(Message("over.work", {"what": what}), cost.options, allowed.kernel_options, "options")


def at_most(items: Iterable[Item], most: int, what: Message) -> Iterator[Item]:
    """Yield items; raise `OverBudgetError`, with the name of the work, if there are more than `most` of them."""
    for number, item in enumerate(items):
        if number == most:
            raise OverBudgetError(what, number, number, "options")
        yield item


def affordable(cost: Cost) -> bool:
    """Return whether a table is within the budget."""
    allowed = budget()
    small = allowed.table_bytes is None and cost.bytes <= SURELY_AVAILABLE
    return cost.options <= allowed.kernel_options and (small or cost.bytes <= table_bytes())


def table_bytes() -> int:
    """Return the bytes that a table may take: by the budget, or three quarters of the available memory."""
    from grundy.runtime import memory

    allowed = budget().table_bytes
    return memory.available() * 3 // 4 if allowed is None else allowed


def threads() -> int:
    """Return the number of threads that kernels use."""
    allowed = budget().threads
    if allowed is not None:
        return allowed
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def options_without_numba(seconds: float) -> int:
    """Return how many options that take so many seconds each take as long as the plain search may."""
    return int(budget().search_options * OPTION_SECONDS / seconds)


def check_search(what: Message, options: int, seconds: float = OPTION_SECONDS) -> None:
    """Raise `OverBudgetError`, with the cost, for work that needs machine code if Numba is missing.

    `seconds` is the time of an option; by default, of the plain search.
    """
    allowed = options_without_numba(seconds)
    if options > allowed and not installed("numba"):
        raise OverBudgetError(Message("over.search", {"what": what}), options, allowed, "options")
