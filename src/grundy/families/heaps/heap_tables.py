"""Tables of heaps: an engine fills them heap after heap; once a period is proved, further heaps are copies."""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy.errors import CapacityError, OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.runtime import arrays, limits, progress
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.packages import available
from grundy.runtime.table_cache import tables
from grundy.search.batch import array_of, states_of
from grundy.theory.periods import MOST_VALUES, Period, search_period

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.engines import Engine
    from grundy.families.heaps.heap_rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]

_MOST_OF_LISTS = 2**16 - 1  # which only the kernel of browsers fills up
_STEP_OPTIONS = 500_000_000  # between two reports: a fraction of a second
_STEP_HEAPS = 2**16
_STEP_QUICK = 2**22  # heaps, where they cost little: a fraction of a second
_STEP_PLAIN_HEAPS = 64  # without a kernel
_LONG = 2**17  # heaps; a table so long is made with room for all that is asked for
_LOOK_SHARE = 2  # where heaps cost little: looks for a period that would save so large a part of the heaps at least
_LOOK_GROWTH = 4  # and from one to the next
_GROWS_FAST = 50_000  # heaps; smaller tables, which take well under a second, grow by a quarter at least
_SHORT_LOOK = 1000  # the part of the budget that a search for a period gets if the heap is beyond the budget
_PUT_LOCK = Lock()
_PROBE = 2**16  # heaps that show whether there is a sparse space
_SPARSE_SHARE = 16  # one heap in so many may be rare
_SPARSE_OPTIONS = 1000  # for each heap, beside those of the rare ones, twice
_FAR_VALUES = 25_000_000  # how far a search for a period goes in place of `MOST_VALUES` where a sparse space is likely
_INTEGERS = ("i", "u")  # kinds of arrays
_MOST_OF_ARRAYS = 2**62  # beyond it heaps are looked up one by one
_NEAR = 4  # times as many heaps as are asked for: then all up to the largest are found


@dataclass(frozen=True)
class SolvedHeaps:
    """The first nimbers of a ruleset, its period if that is proved, and the engine that can go on if nobody uses it."""

    values: Values
    period: Period | None = None
    engine: Engine | None = field(default=None, repr=False, compare=False)

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""
        return len(self.values) * arrays.item_bytes(self.values) + _bytes_beside_table(self.engine)

    def knows(self, heap: int) -> bool:
        """Say whether the table or the period has the nimber of a heap."""
        return heap < len(self.values) or self.period is not None

    def value(self, heap: int) -> int:
        """Return the nimber of a heap for which `knows` is true."""
        if heap < len(self.values) or self.period is None:
            return int(self.values[heap])
        equivalent, more = self.period.reduce(heap)
        return int(self.values[equivalent]) + more


def solve(rules: HeapRules, length: int, *, direct: bool = False) -> SolvedHeaps:
    """Return a table of `length` heaps, or a shorter one with the proved period.

    If the table is beyond the budget, a thousandth of the budget is spent on a search for the period.
    Raises `OverBudgetError`, `CapacityError`.
    """
    old: SolvedHeaps | None = tables.get(rules)
    if old is not None and (length <= len(old.values) or (old.period is not None and not direct)):
        return old
    if direct or rules.theorem is None:
        return extend(rules, length if direct else _grown(old, length))
    goal = _grown(old, length) if affordable(rules, length) else short_look(rules)
    found = _search(rules, goal, seconds=None, values_only=True)
    solved: SolvedHeaps | None = tables.get(rules)
    if solved is None or (found.status != "proved" and len(solved.values) < length):
        return extend(rules, length)  # too much, and refused; or dropped from the cache meanwhile
    return solved


def extend(rules: HeapRules, length: int, deadline: float | None = None, goal: int = 0) -> SolvedHeaps:
    """Return a table of `length` heaps, or a shorter one at the deadline; perhaps it is to grow to `goal` soon."""
    old: SolvedHeaps | None = tables.get(rules)
    if old is not None and length <= len(old.values):
        return old
    cost = check(rules, "over.heap-table", length - 1)
    engine = _idle(rules, length, old) or _engine(
        rules, length, goal, arrays.zeros(0, 16) if old is None else old.values
    )
    done = rules.cost(engine.known - 1).options
    try:
        for known in fill_in_steps(rules, engine, length):
            progress.report(rules.cost(known - 1).options - done, cost.options - done)
            if deadline is not None and time.monotonic() > deadline:
                break
    finally:
        solved = _put(rules, engine.values[: engine.known], None)
    if rules.tabulated:
        progress.record("kernel" if rules.has_kernel else "plain table", rules.cost(engine.known - 1).options - done)
    if engine.quick or len(engine.values) > engine.known:
        solved = _put(rules, engine.values[: engine.known], None, engine)
    return solved


def _engine(rules: HeapRules, length: int, goal: int, prefix: Values) -> Engine:
    """Return an engine for a table of `length` heaps; a long one has room up to `goal`, so that it is made once."""
    reserves = length >= _LONG and rules.narrow and available("numba")  # memory is taken when it is written to
    if reserves and goal > length:
        with suppress(MemoryError):
            return rules.engine(goal, prefix)
    return rules.engine(length, prefix)


def _idle(rules: HeapRules, length: int, old: SolvedHeaps | None) -> Engine | None:
    """Return the engine that has made the table, with room for more heaps, if it is there and nobody else's now."""
    if old is None:
        return None
    with _PUT_LOCK:
        now: SolvedHeaps | None = tables.get(rules)
        found: Any = None if now is None else now.engine
        if now is None or found is None:
            return None
        now = replace(now, engine=None)
        tables.put(rules, now, now.bytes)
    if found.known < len(old.values):
        return None
    engine: Engine = found
    if engine.quick:
        found.resize(length)
    return engine if len(engine.values) >= length else None


def _bytes_beside_table(engine: Engine | None) -> int:
    """Return about how many bytes an engine takes without its table: the arrays that it and its parts hold.

    Arrays with as much room as the table count as far as the table is known: more is taken when it is written to.
    """
    if engine is None or isinstance(engine.values, list):
        return 0
    table, room = engine.values, len(engine.values)
    seen = {id(table if table.base is None else table.base)}
    waiting: list[Any] = list(vars(engine).values())
    size = 0
    while waiting:
        part = waiting.pop()
        if hasattr(part, "nbytes"):
            part = part if getattr(part, "base", None) is None else part.base
            if id(part) not in seen:
                size += part.nbytes * engine.known // part.size if part.size >= room > 0 else part.nbytes
        elif isinstance(part, tuple):
            waiting += part
        elif id(part) not in seen and type(part).__module__.startswith("grundy.families.heaps"):
            waiting += getattr(part, "__dict__", {}).values()
        seen.add(id(part))
    return size


def check(rules: HeapRules, kind: str, state: int) -> limits.Cost:
    """Return the cost of the nimbers up to a heap.

    Raises `OverBudgetError` where it is beyond the budget; `kind` is that of the message that names what is wanted.
    """
    cost = rules.cost(state)
    what = Message(kind, {"code": rules.shown_code, "heap": state})
    missing = rules.tabulated and not rules.has_kernel
    with _limits(rules):
        limits.check(Message("over.without-numba", {"what": what}) if missing else what, _work(rules, state))
    return cost


def _work(rules: HeapRules, state: int) -> limits.Cost:
    """Return what the table up to a heap takes: if that is too much for the direct engine, in a sparse space."""
    cost = rules.cost(state)
    if cost.options <= limits.budget().kernel_options or not _may_be_sparse(rules):
        return cost
    each = _sparse_options(rules)
    return cost if each is None else limits.Cost(min(cost.options, each * (state + 1)), cost.bytes)


def _may_be_sparse(rules: HeapRules) -> bool:
    """Say whether the rules have moves that a sparse space is good for."""
    if not rules.tabulated or not rules.narrow or not available("numba"):
        return False
    from grundy.families.heaps.sparse.pairs import moves_of

    return moves_of(rules) is not None


def _sparse_options(rules: HeapRules) -> int | None:
    """Return how many options of each heap are looked at in the sparse space that the first heaps show, if any."""
    if rules.cost(_PROBE - 1).options > limits.budget().kernel_options:
        return None
    from grundy.families.heaps.sparse.pairs import moves_of
    from grundy.families.heaps.sparse.space import best_space

    moves = moves_of(rules)
    values = extend(rules, _PROBE).values[:_PROBE]
    if moves is None or isinstance(values, list):
        return None
    _, rares = best_space(values, moves.splits)
    return 2 * rares * len(moves.splits) + _SPARSE_OPTIONS if rares * _SPARSE_SHARE <= _PROBE else None


def fill_in_steps(rules: HeapRules, engine: Engine, stop: int) -> Iterator[int]:
    """Let an engine fill in heaps below `stop`; yield how many are known, several times a second."""
    announced = reporting_compiles if rules.has_kernel else nullcontext
    asked = engine.known  # the heap up to which the cost of the direct engine is known to be affordable
    most_heaps = _STEP_HEAPS if rules.has_kernel else _STEP_PLAIN_HEAPS
    behind = engine.known < stop
    while behind:
        with announced():
            behind = engine.catch_up()
        yield engine.known
    while engine.known < stop:
        start = engine.known
        reach = start + _STEP_QUICK
        if not engine.quick:
            most = rules.cost(start - 1).options + _STEP_OPTIONS
            heaps = range(start + 1, min(stop, start + most_heaps))
            reach = start + 1 + bisect_right(heaps, most, key=lambda size: rules.cost(size - 1).options)
        goal = min(stop, engine.next_look or stop)
        if not engine.quick and goal > asked:
            asked = goal
            _check_direct(rules, engine.known, goal)
        with announced():
            whole = engine.fill(min(stop, reach))
        if not whole:
            what = Message("over.heap", {"heap": engine.known, "code": rules.shown_code})
            raise CapacityError("error.capacity", what=what, most=arrays.most(engine.values) or _MOST_OF_LISTS)
        yield engine.known


def _check_direct(rules: HeapRules, known: int, stop: int) -> None:
    """Raise `OverBudgetError` if the direct engine cannot do the heaps before the next look for a sparse space."""
    done, cost = rules.cost(known - 1), rules.cost(stop - 1)
    with _limits(rules):
        what = Message("over.heap-table", {"code": rules.shown_code, "heap": stop - 1})
        limits.check(what, limits.Cost(cost.options - done.options, cost.bytes))


def period(rules: HeapRules, length: int | None) -> Period:
    """Return the period of a ruleset, as `HeapRules.period` promises."""
    if length is None:
        old: SolvedHeaps | None = tables.get(rules)
        if old is not None and old.period is not None:
            return old.period
        most = _FAR_VALUES if _may_be_sparse(rules) else MOST_VALUES
        return _search(rules, most, limits.budget().period_seconds)
    length = checked_length(length, 1)
    whole = affordable(rules, length)
    found = _search(rules, length if whole else short_look(rules), seconds=None)
    if found.status != "proved" and not whole:
        check(rules, "over.heap-table", length - 1)
    return found


def look_for_period(rules: HeapRules, seconds: float) -> Period:
    """Look for the period for so many seconds, or to 10^6 values."""
    return _search(rules, MOST_VALUES, seconds)


def first_values(solved: SolvedHeaps, length: int) -> Values:
    """Return the first values, read-only or as a list; those beyond the table are copies of the period."""
    found = solved.values[:length]
    if length > len(found) and solved.period is not None and solved.period.period is not None:
        limits.check(Message("over.nimbers"), limits.Cost(length, length * arrays.item_bytes(found)))
        found = arrays.continued(found, solved.period.period, length)
    return arrays.freeze(found)


def one_by_one(value: Callable[[int], int], length: int, *, narrow: bool) -> Values:
    """Return the first values, each asked for by itself."""
    values: list[int] = []
    for heap in range(length):
        progress.check_cancelled()
        values.append(value(heap))
    return arrays.freeze(arrays.array(values, 16 if narrow else 32))


def of_heaps(rules: HeapRules, sizes: Iterable[Any]) -> NDArray[Any]:
    """Return the nimbers of heaps of these sizes, as `HeapRules.nimbers` promises."""
    if isinstance(sizes, range) and _has_many(sizes):
        return _of_range(rules, sizes)
    if getattr(getattr(sizes, "dtype", None), "kind", "") in _INTEGERS and getattr(sizes, "ndim", 0) == 1:
        found = _of_array(rules, sizes)
        if found is not None:
            return found
    heaps = states_of(rules, sizes)
    top = max(heaps, default=0)
    if top < _NEAR * len(heaps):
        values = arrays.listed(rules.nimbers(top + 1))
        return array_of([values[heap] for heap in heaps])
    known = {top: rules.nimber(top)} if heaps else {}  # first, for its table holds the others
    for heap in heaps:
        if heap not in known:
            progress.check_cancelled()
            known[heap] = rules.nimber(heap)
    return array_of([known[heap] for heap in heaps])


def _has_many(sizes: range) -> bool:
    """Say whether an ascending range of heaps has many of those up to its end."""
    return bool(sizes) and 0 <= sizes.start <= sizes[-1] <= _MOST_OF_ARRAYS and sizes[-1] < _NEAR * len(sizes)


def _of_range(rules: HeapRules, sizes: range) -> NDArray[Any]:
    """Return the nimbers of heaps in such a range."""
    found = rules.nimbers(sizes[-1] + 1)[sizes.start :: sizes.step]
    if not available("numpy"):
        return found
    import numpy as np

    return found.astype(np.int64)


def _of_array(rules: HeapRules, sizes: Any) -> NDArray[np.signedinteger[Any]] | None:
    """Return the nimbers of heaps in an array of integers, all looked up at once; None where no table has them."""
    import numpy as np

    if not len(sizes) or sizes.min() < 0:
        return None
    top = int(sizes.max())
    if top > _MOST_OF_ARRAYS:
        return None
    if top < _NEAR * len(sizes):
        found: NDArray[np.signedinteger[Any]] = np.asarray(rules.nimbers(top + 1))[sizes].astype(np.int64)
        return found
    return rules.of_table(top, sizes)


def of_table(rules: HeapRules, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
    """Return the nimbers of heaps up to `top` from the table or the proved period, None where neither has them all."""
    import numpy as np

    rules.prepare(top)
    solved: SolvedHeaps | None = tables.get(rules)
    if solved is None or not solved.knows(top) or isinstance(solved.values, list):
        return None
    heaps, values = sizes.astype(np.int64), solved.values
    if top < len(values) or solved.period is None:
        return values[heaps].astype(np.int64)
    start, period, saltus = solved.period.preperiod or 0, solved.period.period or 1, solved.period.saltus or 0
    rounds = np.maximum(heaps - start, 0) // period
    found: NDArray[np.signedinteger[Any]] = values[heaps - rounds * period].astype(np.int64)
    found += rounds * saltus
    return found


def checked_length(length: Any, least: int) -> int:
    """Return a number of values as an integer. Raises `RulesetError` for anything else, also for True and False."""
    if isinstance(length, bool) or not hasattr(length, "__index__") or index(length) < least:
        expected = Message("expected.integer-from", {"what": Message("expected.length"), "low": least})
        raise RulesetError("error.expected", expected=expected, found=repr(length))
    return index(length)


def _search(rules: HeapRules, most: int, seconds: float | None, *, values_only: bool = False) -> Period:
    """Grow the table until the period is proved; cache it then.

    With `values_only`, a period is wanted only as far as it saves work.
    """
    theorem = rules.theorem
    deadline = None if seconds is None else time.monotonic() + seconds

    def values_to(length: int) -> Values:
        try:
            return extend(rules, length, deadline, most).values[:length]
        except OverBudgetError:
            old: SolvedHeaps | None = tables.get(rules)
            if old is None:
                raise
            return old.values[:length]

    next_look = 0

    def worth_a_look(length: int) -> bool:
        nonlocal next_look
        now: SolvedHeaps | None = tables.get(rules)
        engine = None if now is None else now.engine
        if not values_only or engine is None or not engine.quick:
            return True
        if length < next_look or length * _LOOK_SHARE > most:
            return False
        next_look = length * _LOOK_GROWTH
        return True

    found = search_period(
        values_to,
        theorem,
        most=most,
        seconds=seconds,
        arithmetic=not rules.never_arithmetic,
        worth_a_look=worth_a_look,
    )
    if found.status == "proved":
        _put(rules, values_to(found.checked), found)
    return found


def _put(rules: HeapRules, values: Values, proved: Period | None, engine: Engine | None = None) -> SolvedHeaps:
    """Cache the longer table, with the proved period and the engine that can go on."""
    arrays.freeze(values)
    with _PUT_LOCK:  # another thread may have put a longer one meanwhile
        now: SolvedHeaps | None = tables.get(rules)
        if now is not None:
            values = values if len(values) > len(now.values) else now.values
            proved = proved or now.period
            engine = engine or now.engine
        solved = SolvedHeaps(values, proved, engine)
        tables.put(rules, solved, solved.bytes)
    return solved


def _grown(old: SolvedHeaps | None, length: int) -> int:
    """Return how long to make a table, so that it is not made again for each next heap."""
    return max(length, len(old.values) * 5 // 4) if old is not None and length <= _GROWS_FAST else length


def affordable(rules: HeapRules, length: int) -> bool:
    """Say whether a table of `length` heaps is within the budget."""
    with _limits(rules):
        return limits.affordable(_work(rules, length - 1))


@contextmanager
def _limits(rules: HeapRules) -> Iterator[None]:
    """Bound the options by what a kernel may look at, or a search where there is no kernel."""
    allowed = limits.budget()
    most = allowed.kernel_options if rules.has_kernel else min(allowed.kernel_options, allowed.search_options)
    with limits.limited(kernel_options=most):
        yield


def short_look(rules: HeapRules) -> int:
    """Return how many heaps a thousandth of the budget is enough for."""
    heaps = range(1, MOST_VALUES)
    allowed = limits.budget()
    with limits.limited(
        kernel_options=allowed.kernel_options // _SHORT_LOOK,
        search_options=allowed.search_options // _SHORT_LOOK,
        table_bytes=limits.table_bytes(),
    ):
        most = bisect_right(heaps, 0, key=lambda n: int(not affordable(rules, n + 1)))
    return max(1, most)
