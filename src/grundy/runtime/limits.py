"""Budgets: what a piece of work costs, and what the engines may spend.

The budget belongs to the current context (`contextvars`): each thread and each task has its own.

>>> with limited(search_options=10):
...     budget().search_options
10
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import OverBudgetError, RulesetError
from grundy.messages import figure
from grundy.runtime import memory
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


_budget: ContextVar[Budget] = ContextVar("grundy_budget", default=Budget())  # noqa: B039 - Budget is frozen


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


def check_search(what: str, options: int) -> None:
    """Refuse, with the figure, a search of so many options where Numba is missing and a kernel would be needed."""
    allowed = budget().search_options
    if options > allowed and not available("numba"):
        raise OverBudgetError(f"{what} needs much work without Numba", options, allowed, "options")


def worth_a_kernel(options: int) -> bool:
    """Say whether so many options are worth a kernel, which is Numba's, rather than the plain search."""
    return worth_a_table(options) and available("numba")


def worth_a_table(options: int) -> bool:
    """Say whether so many options are worth a table rather than the plain search.

    Loading Numba takes longer than a small search, so the answer depends on whether it is loaded.
    """
    above = budget().kernel_above
    if above is not None:
        return options > above
    return options > (_WORTH_CALLING_NUMBA if "numba" in sys.modules else _WORTH_IMPORTING_NUMBA)
