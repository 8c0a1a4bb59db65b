"""Tables of heaps: an engine fills them heap after heap; once a period is proved, further heaps are copies."""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any

from grundy.errors import CapacityError, OverBudgetError, RulesetError
from grundy.games.families.heaps.engines import PlainEngine
from grundy.runtime import arrays, limits, progress
from grundy.runtime.costs import OPTION_SECONDS, PAIR_SECONDS, SPARSE_OPTIONS, STEP_OPTIONS
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, installed
from grundy.runtime.table_cache import tables
from grundy.theory.periods import MOST_VALUES, Period, search_period

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

    from grundy.games.families.heaps.engines import HeapEngine
    from grundy.games.families.heaps.heap_rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]

_MOST_OF_LISTS = 2**16 - 1  # the largest nimber in a table that is a list: only the kernel of browsers reaches it
_STEP_HEAPS = 2**16  # heaps between two reports, at most
_STEP_QUICK = 2**22  # heaps between two reports of a quick engine: a fraction of a second
_STEP_PLAIN_HEAPS = 64  # heaps between two reports without a kernel
LONG = 2**17  # heaps; a longer table gets room for all heaps that are wanted at once
_LOOK_SHARE = 2  # with a quick engine, a period is searched for if it can save 1 / _LOOK_SHARE of the heaps
_LOOK_GROWTH = 4  # with a quick engine, the next search for a period is at this multiple of the length
_GROWS_FAST = 50_000  # heaps; shorter tables, which take well under a second, grow by at least a quarter
_SHORT_SEARCH_SHARE = 1000  # if a heap is too large, the search for a period gets 1 / _SHORT_SEARCH_SHARE of the budget
_PUT_LOCK = Lock()
PROBE = 2**16  # heaps that show whether a sparse space exists
_SPARSE_SHARE = 16  # at most 1 / _SPARSE_SHARE of the heaps may be rare
_FAR_VALUES = (
    25_000_000  # values in which a period is searched for, in place of `MOST_VALUES`, if a sparse space is likely
)
_INTEGERS = ("i", "u")  # kinds of arrays
_MOST_OF_ARRAYS = 2**62  # larger heaps are looked up one by one
_DENSE = 4  # if the largest heap is below this multiple of the number of heaps, all smaller heaps are filled in
_FIRST_SEARCH = 2**12  # heaps in which a period is searched for before the cost of a very long table is estimated


@dataclass(frozen=True)
class SolvedHeaps:
    """The first nimbers of a ruleset, its period if that is proved, and the engine that can continue, if it is idle."""

    values: Values
    period: Period | None = None
    engine: HeapEngine | None = field(default=None, repr=False, compare=False)

    @property
    def bytes(self) -> int:
        """About how many bytes the table and the engine take."""
        return len(self.values) * arrays.item_bytes(self.values) + _bytes_beside_table(self.engine)

    def knows(self, heap: int) -> bool:
        """Return whether the table or the period has the nimber of a heap."""
        return heap < len(self.values) or self.period is not None

    def value(self, heap: int) -> int:
        """Return the nimber of a heap for which `knows` is true."""
        if heap < len(self.values) or self.period is None:
            return int(self.values[heap])
        equivalent, more = self.period.reduce(heap)
        return int(self.values[equivalent]) + more


def solve(rules: HeapRules, length: int, *, direct: bool = False) -> SolvedHeaps:
    """Return a table of `length` heaps, or a shorter table with the proved period.

    If the table is beyond the budget, a thousandth of the budget is spent on a search for the period.
    Raises `OverBudgetError`, `CapacityError`.
    """
    old: SolvedHeaps | None = tables.get(rules)
    if old is not None and (length <= len(old.values) or (old.period is not None and not direct)):
        return old
    if direct or not rules.provable:
        return extend(rules, length if direct else _grown(old, length))
    proved = False
    if length > _FIRST_SEARCH and rules.cost(length - 1).options > limits.budget().kernel_options:
        # Most periods begin early. Without one, an estimate of the cost takes a probe for a sparse space.
        proved = _search(rules, _FIRST_SEARCH, seconds=None, values_only=True).status == "proved"
    if not proved:
        goal = _grown(old, length) if affordable(rules, length) else short_search_length(rules)
        proved = _search(rules, goal, seconds=None, values_only=True).status == "proved"
    solved: SolvedHeaps | None = tables.get(rules)
    if solved is None or not (proved or length <= len(solved.values)):
        return extend(rules, length)  # raises `OverBudgetError`, unless the cache has dropped the table meanwhile
    return solved


def extend(rules: HeapRules, length: int, deadline: float | None = None, goal: int = 0) -> SolvedHeaps:
    """Return a table of `length` heaps, or a shorter table at the deadline. `goal` is a length that may follow soon."""
    old: SolvedHeaps | None = tables.get(rules)
    if old is not None and length <= len(old.values):
        return old
    cost = check(rules, "over.heap-table", length - 1)
    known: Any = [] if old is None else old.values
    engine = _idle_engine(rules, length, old) or _new_engine(rules, length, goal, known)
    done = rules.cost(engine.known - 1).options
    try:
        for known in fill_in_steps(rules, engine, length):
            progress.report(rules.cost(known - 1).options - done, cost.options - done)
            if deadline is not None and time.monotonic() > deadline:
                break
    finally:
        solved = _put(rules, engine.values[: engine.known], None)
    if rules.tabulated:
        name = "plain table" if isinstance(engine, PlainEngine) else "kernel"
        progress.record(name, rules.cost(engine.known - 1).options - done)
    if engine.quick or len(engine.values) > engine.known:
        solved = _put(rules, engine.values[: engine.known], None, engine)
    return solved


def _new_engine(rules: HeapRules, length: int, goal: int, prefix: Values) -> HeapEngine:
    """Return an engine for a table of `length` heaps. A long table has room up to `goal`, so that it is made once."""
    reserves = length >= LONG and rules.narrow and installed("numba")  # memory is taken when it is written to
    if reserves and goal > length:
        with suppress(MemoryError):
            return rules.engine(goal, prefix)
    return rules.engine(length, prefix)


def _idle_engine(rules: HeapRules, length: int, old: SolvedHeaps | None) -> HeapEngine | None:
    """Take the idle engine of the table out of the cache and return it, if it has room for `length` heaps."""
    if old is None:
        return None
    with _PUT_LOCK:
        current: SolvedHeaps | None = tables.get(rules)
        engine: Any = None if current is None else current.engine
        if current is None or engine is None:
            return None
        current = replace(current, engine=None)
        tables.put(rules, current, current.bytes)
    if engine.known < len(old.values):
        return None
    if engine.quick:
        engine.resize(length)
    idle: HeapEngine = engine
    return idle if len(idle.values) >= length else None


def _bytes_beside_table(engine: HeapEngine | None) -> int:
    """Return about how many bytes an engine takes without its table: the arrays that it and its parts hold.

    An array as long as the table is counted up to the known heaps, because memory is taken when it is written to.
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
        elif id(part) not in seen and type(part).__module__.startswith("grundy.games.families.heaps"):
            waiting += getattr(part, "__dict__", {}).values()
        seen.add(id(part))
    return size


def check(rules: HeapRules, kind: str, state: int) -> limits.Cost:
    """Return the cost of the nimbers up to a heap.

    Raises `OverBudgetError` if this cost is beyond the budget. `kind` is the key of the message that names the work.
    """
    cost = rules.cost(state)
    if _is_little(cost):
        return cost
    what = Message(kind, {"code": rules.shown_code, "heap": state})
    missing = rules.tabulated and not rules.has_kernel
    with _limits(rules):
        limits.check(Message("over.without-numba", {"what": what}) if missing else what, _work(rules, state))
    return cost


def _is_little(cost: limits.Cost) -> bool:
    """Say whether a cost is within the budget even if no kernel exists: then Numba need not be looked for."""
    return cost.options <= limits.budget().search_options and limits.affordable(cost)


def _work(rules: HeapRules, state: int) -> limits.Cost:
    """Return the cost of the table up to a heap, in a sparse space if it is too large for the direct engine."""
    cost = rules.cost(state)
    if cost.options <= limits.budget().kernel_options or not _may_be_sparse(rules):
        return cost
    each = _sparse_options(rules)
    return cost if each is None else limits.Cost(min(cost.options, each * (state + 1)), cost.bytes)


def _may_be_sparse(rules: HeapRules) -> bool:
    """Return whether the moves of the rules are of the kind for which a sparse space may exist."""
    return rules.tabulated and rules.narrow and installed("numba") and rules.pair_digits is not None


def _sparse_options(rules: HeapRules) -> int | None:
    """Return the options per heap in the sparse space of the first heaps; None if they have no sparse space."""
    if rules.cost(PROBE - 1).options > limits.budget().kernel_options:
        return None
    from grundy.games.families.heaps.sparse.pairs import moves_of
    from grundy.games.families.heaps.sparse.space import best_space

    moves = moves_of(rules)
    values = extend(rules, PROBE).values[:PROBE]
    if moves is None or isinstance(values, list):
        return None
    _, rares = best_space(values, moves.splits)
    return 2 * rares * len(moves.splits) + SPARSE_OPTIONS if rares * _SPARSE_SHARE <= PROBE else None


def fill_in_steps(rules: HeapRules, engine: HeapEngine, stop: int) -> Iterator[int]:
    """Let an engine fill in heaps below `stop`; yield the number of known heaps, first of all and then repeatedly."""
    is_plain = isinstance(engine, PlainEngine)
    announced = nullcontext if is_plain else reporting_compiles
    checked = engine.known  # the heap up to which the cost of the direct engine is affordable
    most_heaps = _STEP_PLAIN_HEAPS if is_plain else _STEP_HEAPS
    yield engine.known
    while engine.known < stop:
        start = engine.known
        reach = start + _STEP_QUICK
        if not engine.quick:
            most = rules.cost(start - 1).options + STEP_OPTIONS
            heaps = range(start + 1, min(stop, start + most_heaps))
            reach = start + 1 + bisect_right(heaps, most, key=lambda size: rules.cost(size - 1).options)
        goal = min(stop, engine.next_look or stop)
        if not engine.quick and goal > checked:
            checked = goal
            _check_direct(rules, engine.known, goal)
        with announced():
            whole = engine.fill(min(stop, reach))
        if not whole:
            what = Message("over.heap", {"heap": engine.known, "code": rules.shown_code})
            raise CapacityError("error.capacity", what=what, most=arrays.most(engine.values) or _MOST_OF_LISTS)
        yield engine.known


def _check_direct(rules: HeapRules, known: int, stop: int) -> None:
    """Raise `OverBudgetError` if the heaps up to the next search for a sparse space cost the direct engine too much."""
    done, cost = rules.cost(known - 1), rules.cost(stop - 1)
    cost = limits.Cost(cost.options - done.options, cost.bytes)
    if not _is_little(cost):
        with _limits(rules):
            limits.check(Message("over.heap-table", {"code": rules.shown_code, "heap": stop - 1}), cost)


def period(rules: HeapRules, length: int | None, seconds: float | None = None) -> Period:
    """Return the period of a ruleset; see `HeapRules.period`."""
    if length is None:
        old: SolvedHeaps | None = tables.get(rules)
        if old is not None and old.period is not None:
            return old.period
        most = _FAR_VALUES if _may_be_sparse(rules) else MOST_VALUES
        return _search(rules, most, limits.budget().period_seconds if seconds is None else seconds)
    length = checked_length(length, 1)
    whole = affordable(rules, length)
    found = _search(rules, length if whole else short_search_length(rules), seconds)
    if found.status != "proved" and not whole:
        check(rules, "over.heap-table", length - 1)
    return found


def look_for_period(rules: HeapRules, seconds: float) -> Period:
    """Search for the period for some seconds, in at most 10^6 values."""
    return _search(rules, MOST_VALUES, seconds)


def first_values(rules: HeapRules, solved: SolvedHeaps, length: int) -> Values:
    """Return the first values, read-only; as a list without NumPy. Values beyond the table are copies of the period."""
    found = solved.values[:length]
    if isinstance(found, list):
        found = arrays.array(found, 16 if rules.narrow else 32)
    if length > len(found) and solved.period is not None and solved.period.period is not None:
        limits.check(Message("over.nimbers"), limits.Cost(length, length * arrays.item_bytes(found)))
        found = arrays.continued(found, solved.period.period, length, solved.period.saltus or 0)
    return arrays.freeze(found)


def one_by_one(value: Callable[[int], int], length: int, *, narrow: bool) -> Values:
    """Return the first values, each from a call of `value`."""
    values: list[int] = []
    for heap in range(length):
        progress.check_cancelled()
        values.append(value(heap))
    return arrays.freeze(arrays.array(values, 16 if narrow else 32))


def of_heaps(rules: HeapRules, sizes: Iterable[Any]) -> NDArray[Any]:
    """Return the nimbers of heaps of these sizes; see `HeapRules.nimbers`."""
    if isinstance(sizes, range) and _is_dense_range(sizes):
        return _of_range(rules, sizes)
    if getattr(getattr(sizes, "dtype", None), "kind", "") in _INTEGERS and getattr(sizes, "ndim", 0) == 1:
        found = _of_array(rules, sizes)
        if found is not None:
            return found
    from grundy.core.search.batch import array_of, states_of

    heaps = states_of(rules, sizes)
    top = max(heaps, default=0)
    if is_dense(top, len(heaps)):
        values = arrays.listed(rules.nimbers(top + 1))
        return array_of([values[heap] for heap in heaps])
    known = {top: rules.nimber(top)} if heaps else {}  # the largest heap first, because its table holds the others
    for heap in heaps:
        if heap not in known:
            progress.check_cancelled()
            known[heap] = rules.nimber(heap)
    return array_of([known[heap] for heap in heaps])


def is_dense(top: int, count: int) -> bool:
    """Return whether it is best to fill in all heaps up to `top` if `count` of them are wanted."""
    return top < _DENSE * count


def _is_dense_range(sizes: range) -> bool:
    """Return whether a range is ascending, fits an array, and holds a large part of the heaps up to its end."""
    return bool(sizes) and 0 <= sizes.start <= sizes[-1] <= _MOST_OF_ARRAYS and is_dense(sizes[-1], len(sizes))


def _of_range(rules: HeapRules, sizes: range) -> NDArray[Any]:
    """Return the nimbers of the heaps in a dense range."""
    found = rules.nimbers(sizes[-1] + 1)[sizes.start :: sizes.step]
    if not available("numpy"):
        return found
    import numpy as np

    return found.astype(np.int64)


def _of_array(rules: HeapRules, sizes: Any) -> NDArray[np.signedinteger[Any]] | None:
    """Return the nimbers of heaps in an array of integers, all looked up at once; None if no table has them all."""
    import numpy as np

    if not len(sizes) or sizes.min() < 0:
        return None
    top = int(sizes.max())
    if top > _MOST_OF_ARRAYS:
        return None
    if is_dense(top, len(sizes)):
        found: NDArray[np.signedinteger[Any]] = np.asarray(rules.nimbers(top + 1))[sizes].astype(np.int64)
        return found
    return rules.of_table(top, sizes)


def of_table(rules: HeapRules, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
    """Return the nimbers of heaps up to `top` from the table or the proved period; None if neither has them all."""
    import numpy as np

    rules.prepare(top)
    solved: SolvedHeaps | None = tables.get(rules)
    if solved is None or not solved.knows(top):
        return None
    heaps, values = sizes.astype(np.int64), np.asarray(solved.values)
    if top < len(values) or solved.period is None:
        return values[heaps].astype(np.int64)
    start, period, saltus = solved.period.preperiod or 0, solved.period.period or 1, solved.period.saltus or 0
    rounds = np.maximum(heaps - start, 0) // period
    found: NDArray[np.signedinteger[Any]] = values[heaps - rounds * period].astype(np.int64)
    found += rounds * saltus
    return found


def checked_length(length: Any, least: int) -> int:
    """Return a number of values as an integer.

    Raises `RulesetError` for anything but an integer of at least `least`, also for True and False.
    """
    if isinstance(length, bool) or not hasattr(length, "__index__") or index(length) < least:
        expected = Message("expected.integer-from", {"what": Message("expected.length"), "low": least})
        raise RulesetError("error.expected", expected=expected, found=repr(length))
    return index(length)


def _search(rules: HeapRules, most: int, seconds: float | None, *, values_only: bool = False) -> Period:
    """Return the period, found while the table grows to `most` heaps, and cache it if it is proved.

    With `values_only`, a period is searched for only where it can save work.
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
        current: SolvedHeaps | None = tables.get(rules)
        engine = None if current is None else current.engine
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
        arithmetic=rules.arithmetic,
        worth_a_look=worth_a_look,
    )
    if found.status == "proved":
        _put(rules, values_to(found.checked), found)
    return found


def _put(rules: HeapRules, values: Values, proved: Period | None, engine: HeapEngine | None = None) -> SolvedHeaps:
    """Cache the longer of this table and the cached table, with the proved period and the engine that can continue."""
    arrays.freeze(values)
    with _PUT_LOCK:  # another thread may have cached a longer table meanwhile
        current: SolvedHeaps | None = tables.get(rules)
        if current is not None:
            values = values if len(values) > len(current.values) else current.values
            proved = proved or current.period
            engine = engine or current.engine
        solved = SolvedHeaps(values, proved, engine)
        tables.put(rules, solved, solved.bytes)
    return solved


def _grown(old: SolvedHeaps | None, length: int) -> int:
    """Return the length of the next table: longer than `length`, so that it is not made again for each heap."""
    return max(length, len(old.values) * 5 // 4) if old is not None and length <= _GROWS_FAST else length


def affordable(rules: HeapRules, length: int) -> bool:
    """Return whether a table of `length` heaps is within the budget."""
    if _is_little(rules.cost(length - 1)):
        return True
    with _limits(rules):
        return limits.affordable(_work(rules, length - 1))


def _limits(rules: HeapRules) -> AbstractContextManager[object]:
    """Limit the options to the budget of a search if no kernel exists; NumPy has the pairs of heaps in an array."""
    if rules.has_kernel:
        return nullcontext()
    by_numpy = rules.tabulated and rules.pair_digits is not None and installed("numpy")
    most = limits.options_without_numba(PAIR_SECONDS if by_numpy else OPTION_SECONDS)
    return limits.limited(kernel_options=min(limits.budget().kernel_options, most))


def short_search_length(rules: HeapRules) -> int:
    """Return the number of heaps for which a thousandth of the budget is enough."""
    heaps = range(1, MOST_VALUES)
    allowed = limits.budget()
    with limits.limited(
        kernel_options=allowed.kernel_options // _SHORT_SEARCH_SHARE,
        search_options=allowed.search_options // _SHORT_SEARCH_SHARE,
        table_bytes=limits.table_bytes(),
    ):
        most = bisect_right(heaps, 0, key=lambda n: int(not affordable(rules, n + 1)))
    return max(1, most)
