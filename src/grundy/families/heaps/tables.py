"""Tables of heaps: the engines that fill them, and the proved periods that go on from them.

There are two engines behind a nimber. The direct one works out heap after heap; once the period is
proved, all further heaps are copies. A third, for far sequences whose values are sparse, is to come
as one more `Engine`.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy.errors import CapacityError, OverBudgetError, RulesetError
from grundy.messages import figure
from grundy.runtime import limits, progress
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.table_cache import tables
from grundy.theory.periods import MOST_SECONDS, MOST_VALUES, Period, search_period

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.engines import Engine
    from grundy.families.heaps.rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]

_OPTIONS_A_SLAB = 500_000_000  # a fraction of a second between two reports
_HEAPS_A_SLAB = 2**16
_PLAIN_HEAPS_A_SLAB = 64  # where the options of a heap are not known beforehand
_EAGER = 50_000  # tables below this, which take well under a second, grow by a quarter at least
_SHORT_LOOK = 1000  # a period is looked for in this part of the budget where the heap itself is beyond it
_PUTTING = Lock()


@dataclass(frozen=True)
class Solved:
    """The first nimbers of a ruleset, and its period if that is proved."""

    values: Values
    period: Period | None = None

    def knows(self, heap: int) -> bool:
        """Say whether the nimber of a heap can be read off."""
        return heap < len(self.values) or self.period is not None

    def value(self, heap: int) -> int:
        """Read off the nimber of a heap that `knows` answers for."""
        if heap < len(self.values) or self.period is None:
            return int(self.values[heap])
        place, more = self.period.place(heap)
        return int(self.values[place]) + more


def solve(rules: HeapRules, length: int, *, direct: bool = False) -> Solved:
    """Return a table of `length` heaps, or a shorter one with the proved period.

    Where the table would be beyond the budget, a thousandth of the budget goes into a look for the
    period. Raises `OverBudgetError`, `CapacityError`.
    """
    old: Solved | None = tables.get(rules)
    if old is not None and (length <= len(old.values) or (old.period is not None and not direct)):
        return old
    if direct or rules.theorem is None:
        return extend(rules, length if direct else _eagerly(old, length))
    goal = _eagerly(old, length) if _affordable(rules, length) else short_look(rules)
    found = _search(rules, goal, seconds=None)
    solved: Solved | None = tables.get(rules)
    if solved is None or (found.status != "proved" and len(solved.values) < length):
        return extend(rules, length)  # too much, and refused; or dropped from the cache meanwhile
    return solved


def extend(rules: HeapRules, length: int, deadline: float | None = None) -> Solved:
    """Return a table of `length` heaps, or of as many as are done when the deadline has passed."""
    import numpy as np

    old: Solved | None = tables.get(rules)
    if old is not None and length <= len(old.values):
        return old
    cost = check(rules, f"the table of {rules.code} up to heap {figure(length - 1)}", length - 1)
    engine = rules.engine(length, np.zeros(0, np.uint16) if old is None else old.values)
    done = rules.cost(engine.known - 1).options
    for known in slabs(rules, engine, length):
        progress.report(rules.cost(known - 1).options - done, cost.options - done)
        if deadline is not None and time.monotonic() > deadline:
            break
    if rules.tabulated:
        progress.record("kernel" if rules.compiled else "plain table", rules.cost(engine.known - 1).options - done)
    return _put(rules, engine.values[: engine.known], None)


def check(rules: HeapRules, what: str, state: int) -> limits.Cost:
    """Return the cost of the nimbers up to a heap. Raises `OverBudgetError` where it is beyond the budget."""
    cost = rules.cost(state)
    missing = rules.tabulated and not rules.compiled
    with _limits(rules):
        limits.check(f"{what}, without Numba," if missing else what, cost)
    return cost


def slabs(rules: HeapRules, engine: Engine, stop: int) -> Iterator[int]:
    """Let an engine fill in heaps below `stop`, and yield how many are known, every now and then."""
    announced = reporting_compiles if rules.compiled else nullcontext
    most_heaps = _HEAPS_A_SLAB if rules.compiled else _PLAIN_HEAPS_A_SLAB
    behind = engine.known < stop
    while behind:
        with announced():
            behind = engine.catch_up()
        yield engine.known
    while engine.known < stop:
        start = engine.known
        most = rules.cost(start - 1).options + _OPTIONS_A_SLAB
        heaps = range(start + 1, min(stop, start + most_heaps))
        reach = start + 1 + bisect_right(heaps, most, key=lambda size: rules.cost(size - 1).options)
        with announced():
            whole = engine.fill(min(stop, reach))
        if not whole:
            most_nimber = (1 << 8 * engine.values.itemsize) - 1
            message = f"the nimber of heap {engine.known} of {rules.code} is more than {most_nimber}"
            raise CapacityError(message)
        yield engine.known


def period(rules: HeapRules, length: int | None) -> Period:
    """Return the period of a ruleset, as `HeapRules.period` promises."""
    if length is None:
        old: Solved | None = tables.get(rules)
        if old is not None and old.period is not None:
            return old.period
        return _search(rules, MOST_VALUES, MOST_SECONDS)
    length = checked_length(length, 1)
    affordable = _affordable(rules, length)
    found = _search(rules, length if affordable else short_look(rules), seconds=None)
    if found.status != "proved" and not affordable:
        check(rules, f"the table of {rules.code} up to heap {figure(length - 1)}", length - 1)
    return found


def first_values(solved: Solved, length: int) -> Values:
    """Return the first values, read-only; those beyond the table are copies of the period."""
    import numpy as np

    found = solved.values[:length]
    more = length - len(found)
    if more > 0 and solved.period is not None and solved.period.period is not None:
        limits.check("so many nimbers", limits.Cost(length, length * found.itemsize))
        copies: Values = np.empty(length, found.dtype)
        copies[: len(found)] = found
        copies[len(found) :] = np.resize(found[-solved.period.period :], more)
        found = copies
    found.flags.writeable = False
    return found


def one_by_one(value: Callable[[int], int], length: int, *, narrow: bool) -> Values:
    """Return the first values, each asked for by itself."""
    import numpy as np

    values: list[int] = []
    for heap in range(length):
        progress.check_cancelled()
        values.append(value(heap))
    found: Values = np.array(values, np.uint16 if narrow else np.uint32)
    found.flags.writeable = False
    return found


def checked_length(length: Any, least: int) -> int:
    """Return a number of values as an integer. Raises `RulesetError` for what is none; True and False are none."""
    if isinstance(length, bool) or not hasattr(length, "__index__") or index(length) < least:
        message = f"expected a length, an integer of at least {least}, found {length!r}"
        raise RulesetError(message)
    return index(length)


def _search(rules: HeapRules, most: int, seconds: float | None) -> Period:
    """Grow the table until the period is proved; keep it if it is."""
    theorem = rules.theorem
    deadline = None if seconds is None else time.monotonic() + seconds

    def values_to(length: int) -> Values:
        try:
            return extend(rules, length, deadline).values[:length]
        except OverBudgetError:
            old: Solved | None = tables.get(rules)
            if old is None:
                raise
            return old.values[:length]

    found = search_period(values_to, theorem, most=most, seconds=seconds, arithmetic=not rules.never_arithmetic)
    if found.status == "proved":
        _put(rules, values_to(found.checked), found)
    return found


def _put(rules: HeapRules, values: Values, proved: Period | None) -> Solved:
    """Keep the longer table, and the proof."""
    values.flags.writeable = False
    with _PUTTING:  # another thread may have put a longer one meanwhile
        now: Solved | None = tables.get(rules)
        if now is not None:
            values = values if len(values) > len(now.values) else now.values
            proved = proved or now.period
        solved = Solved(values, proved)
        tables.put(rules, solved, values.nbytes)
    return solved


def _eagerly(old: Solved | None, length: int) -> int:
    """Return how many heaps to make, so that heaps asked for one by one are not all new tables."""
    return max(length, len(old.values) * 5 // 4) if old is not None and length <= _EAGER else length


def _affordable(rules: HeapRules, length: int) -> bool:
    with _limits(rules):
        return limits.affordable(rules.cost(length - 1))


@contextmanager
def _limits(rules: HeapRules) -> Iterator[None]:
    """Bound the options by what a kernel may look at, or a search where there is no kernel."""
    allowed = limits.budget()
    most = allowed.kernel_options if rules.compiled else min(allowed.kernel_options, allowed.search_options)
    with limits.limited(kernel_options=most):
        yield


def short_look(rules: HeapRules) -> int:
    """Return how many heaps a thousandth of the budget pays for."""
    heaps = range(1, MOST_VALUES)
    allowed = limits.budget()
    with limits.limited(
        kernel_options=allowed.kernel_options // _SHORT_LOOK,
        search_options=allowed.search_options // _SHORT_LOOK,
        table_bytes=limits.table_bytes(),
    ):
        dear = bisect_right(heaps, 0, key=lambda n: int(not _affordable(rules, n + 1)))
    return max(1, dear)
