"""Heaps under a Python function from a size to what its moves leave, and declared rulesets of numbers as heaps.

Before a search that cannot end within the budget, a period is searched for. No theorem proves the period of a function,
so the period gives no answer: the error names the observed period.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, split
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.nimbers import mex
from grundy.core.search import batch
from grundy.core.search.nodes import NodeSearch
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.families.heaps import heap_tables
from grundy.games.families.heaps.engines import PlainEngine
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.runtime import arrays, limits, progress
from grundy.runtime.bounds import Patience
from grundy.runtime.costs import ANSWER_SECONDS, CHECK_OPTIONS, EXTRA_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.components import Split
    from grundy.core.ruleset import Ruleset
    from grundy.games.families.heaps.engines import HeapEngine
    from grundy.runtime.bounds import Memo

_SMALL = 2000  # smaller heaps are searched without an estimate
_LEAST_AT_ONCE = 64  # heaps whose nimbers are found in one call; later a quarter of the known heaps


@dataclass(frozen=True, repr=False)
class HeapFunction(HeapRules):
    """Rules given as a Python function from the size of a heap to what its moves leave.

    For each option, the function returns or yields one size or several sizes: the heaps that are left. Empty heaps do
    not count. Neighbouring sizes may be a ``range``: its exclusive or is looked up. Heap 0 has the nimber 0 and no
    options. The result of the function must depend only on its argument. No theorem proves its period, which can only
    be observed. No text reads back to such rules.

    >>> import grundy
    >>> def powers_of_two(n):
    ...     return [n - 2**k for k in range(n.bit_length())]
    >>> grundy.heaps(powers_of_two)(100).nimber
    1
    """

    function: Callable[[int], Iterable[int | Iterable[int]]]

    def __repr__(self) -> str:
        """Write what makes it."""
        return f"heaps({self.code})"

    @property
    def code(self) -> str:
        """The function's name."""
        return getattr(self.function, "__name__", "function")

    @property
    def summary(self) -> Message:
        """The first line of the function's docstring, or its name."""
        lines = (self.function.__doc__ or "").strip().splitlines()
        return Message("text", {"text": lines[0]}) if lines else Message("code.function", {"name": self.code})

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options of the function, each set of heaps once. Raises `RulesetError` for anything but sizes."""
        seen = set()
        for option in self._iterate(self.function(state), "error.heap-options"):
            parts = self._parts(option)
            if state == 0:
                raise RulesetError("error.heap-0", name=self.code, found=repr(option))
            if parts not in seen:
                seen.add(parts)
                yield Option((state, *parts), tuple([Component(self, part) for part in parts]))

    def plain_options(self, state: int) -> Iterator[int | Split | Option]:
        """Yield the options in a form that the search reads faster: the size of one heap, or several heaps as parts."""
        if state == 0:
            yield from self.options(state)
            return
        for option in self._iterate(self.function(state), "error.heap-options"):
            if type(option) is int and option > 0:
                yield option
            elif (
                type(option) is tuple
                and len(option) == 2
                and type(option[0]) is type(option[1]) is int
                and min(option) > 0
            ):
                yield split(*option)
            else:
                parts = self._parts(option)
                yield parts[0] if len(parts) == 1 else split(*parts)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether some option leaves these heaps."""
        return any(option.move == (size, *parts) for option in self.options(size))

    def prepare(self, state: int) -> int | None:
        """Search for a period before a search that is too long; raise `OverBudgetError` with an observed period."""
        found = super().prepare(state)
        if found is None:
            check_heap(self, self, state)
        return found

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of a table; the options are not known beforehand."""
        return limits.Cost(0, 4 * (state + 1))

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return the engine that calls the function once for each heap."""
        return _FunctionEngine(self, size, prefix)

    def of_table(self, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
        """Return the nimbers from a table, which is filled in first if the heaps are dense."""
        if heap_tables.is_dense(top, len(sizes)):
            heap_tables.extend(self, top + 1)
        return heap_tables.of_table(self, top, sizes)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        if not length or direct:
            return super()._first(length, direct=direct)
        check_length(self, self, length)
        return heap_tables.first_values(self, heap_tables.extend(self, length), length)

    def _iterate(self, found: Any, kind: str) -> Iterable[Any]:
        if not hasattr(found, "__iter__"):
            raise RulesetError(kind, name=self.code, found=repr(found))
        return found  # type: ignore[no-any-return] # its items are checked

    def _parts(self, option: Any) -> tuple[int, ...]:
        """Return the heaps of an option that are not empty, smallest first."""
        sizes = (option,) if hasattr(option, "__index__") else self._iterate(option, "error.heap-sizes")
        return tuple(sorted(part for part in map(self._size, sizes) if part))

    def _size(self, part: Any) -> int:
        if not hasattr(part, "__index__") or index(part) < 0:
            raise RulesetError("error.heap-sizes", name=self.code, found=repr(part))
        return index(part)


class _FunctionEngine(PlainEngine):
    """An engine that looks up the sizes of a function's options in a list, without objects for moves and components.

    Sizes without a value in the list, and options that are no plain integers, are left to the search. The search raises
    the error that names the fault.
    """

    def __init__(self, rules: HeapFunction, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> None:
        super().__init__(self._of_function, size, prefix)
        self._rules = rules
        self._options = 0  # read so far
        self._found = [int(value) for value in self.values[: self.known]]
        self._xors = [0]  # [n]: the exclusive or of the nimbers of all heaps before n
        for value in self._found:
            self._xors.append(self._xors[-1] ^ value)

    def _of_function(self, heap: int) -> int:
        nimber = self._quickly(heap) if heap else None
        if nimber is None:
            nimber = self._rules.nimber(heap)
        self._found.append(nimber)
        self._xors.append(self._xors[-1] ^ nimber)
        return nimber

    def _quickly(self, heap: int) -> int | None:
        """Return the nimber, or None if some option is not made of plain integers below the heap."""
        after: set[int] = set()
        values = self._found
        options = self._rules.function(heap)
        if not hasattr(options, "__iter__"):
            return None
        allowed = limits.budget().search_options
        for option in options:
            self._options += 1
            if self._options > allowed:
                what = Message("over.heap-table", {"code": self._rules.shown_code, "heap": heap})
                raise OverBudgetError(Message("over.work", {"what": what}), self._options, allowed, "options")
            if self._options % CHECK_OPTIONS == 0:
                progress.check_cancelled()
            value = values[option] if type(option) is int and 0 <= option < heap else self._of_parts(option, heap)
            if value is None:
                return None
            after.add(value)
        return mex(after)

    def _of_parts(self, option: Any, heap: int) -> int | None:
        """Return the exclusive or of the heaps that are left, or None if they are no plain integers below `heap`."""
        if type(option) is range and option.step == 1 and len(option):
            fits = option.start >= 0 and option.stop <= heap
            return self._xors[option.stop] ^ self._xors[option.start] if fits else None
        if not hasattr(option, "__iter__") or isinstance(option, str):
            return None
        total = 0
        for part in option:
            if type(part) is not int or not 0 <= part < heap:
                return None
            total ^= self._found[part]
        return total


def check_heap(rules: HeapRules, own: Ruleset, state: int) -> None:
    """Raise `OverBudgetError` with the observed period, if the search from a heap is too long and a period is observed.

    `own` is the ruleset that is searched; it may be `rules`.
    """
    memo: Memo[int] | None = tables.get(("memo", own))
    if state < _SMALL or (memo is not None and state in memo.values):
        return
    options = batch.cost(own, state + 1).options
    if options <= limits.budget().search_options or _is_found(own, state):
        return
    found = heap_tables.look_for_period(rules, ANSWER_SECONDS / 2)
    if found.period is not None:
        heap, more = found.reduce(state)
        params = {"heap": state, "code": rules.shown_code, "claim": found.message, "nimber": own.nimber(heap) + more}
        raise OverBudgetError(Message("over.heap-observed", params), options, limits.budget().search_options, "options")


def check_length(rules: HeapRules, own: Ruleset, length: int) -> None:
    """Raise `OverBudgetError` for a sequence that is too much work, with the period if a period is observed."""
    options, allowed = batch.cost(own, length).options, limits.budget().search_options
    if length < _SMALL or options <= allowed:
        return
    what = Message("over.sequence", {"code": rules.shown_code, "heap": length - 1})
    claim = heap_tables.look_for_period(rules, ANSWER_SECONDS / 2).message
    raise OverBudgetError(Message("over.observed", {"what": what, "claim": claim}), options, allowed, "options")


def _is_found(rules: Ruleset, state: int) -> bool:
    """Return whether a search from a heap ends within few options: few heaps may be reachable."""
    search = NodeSearch(rules, Patience(refuses=False, options=EXTRA_OPTIONS))
    with search:
        search.find(state, None)
    return not search.patience.is_over


@dataclass(frozen=True, repr=False)
class DeclaredHeaps(HeapRules):
    """The sequence of a declared ruleset, or of a function, whose states are integers from 0 on.

    `code` is its name. `digest` is the digest of the text that declares it, so that values stored under other rules are
    not used. No theorem proves its period, which can only be observed.

    >>> import grundy
    >>> @grundy.ruleset
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> print(DeclaredHeaps(take, "take").period(200))
    observed: period 4 from heap 0 on, as far as heap 199; no theorem here proves it
    """

    rules: Ruleset
    title: str
    digest: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Check that states are single values."""
        count = getattr(self.rules, "parameters", 1)
        if getattr(self.rules, "takes_more", False):
            raise RulesetError("error.state-open", name=self.rules.name)
        if count != 1:
            raise RulesetError("error.sequence-values", name=self.rules.name, found=count)

    @property
    def code(self) -> str:
        """Its name."""
        return self.title

    @property
    def stored_code(self) -> str:
        """The name and the digest."""
        return f"{self.title} {self.digest}".rstrip()

    @property
    def summary(self) -> Message:
        """The name of the rules in a sentence."""
        return Message("code.function", {"name": self.code})

    def options(self, state: int) -> Iterable[Any]:
        """Yield the options of the ruleset."""
        return self.rules.moves(state)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether some option leaves these heaps."""
        return any(tuple(part for _, part in option.components) == parts for option in self.options(size))

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of a table; the options are estimated before long work (`check_length`)."""
        return limits.Cost(0, 4 * (state + 1))

    def check_length(self, length: int) -> None:
        """Raise `OverBudgetError` for a sequence that is too much work, with the period if a period is observed."""
        check_length(self, self.rules, length)

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return the engine that finds many values in one call of the ruleset."""
        return _ManyEngine(self.rules, size, prefix)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        del direct
        self.check_length(length)
        engine = _ManyEngine(self.rules, length, arrays.zeros(0, 32))
        engine.fill(length)
        return arrays.freeze(engine.values)


def check_work(rules: Ruleset, state: Any) -> None:
    """Search for a period before a search that is too long, under declared rules whose states are sizes of heaps.

    Raises `OverBudgetError` if a period is observed, with the period and with the value that follows if the period
    continues. Rules with a `canonical` or `components` are not checked, because their states may be boards whose cells
    are bits. Compiled rules are not checked either, because their budget of options is larger.
    """
    if not isinstance(rules, FunctionRuleset) or not rules.is_single or rules.compiled or type(state) is not int:
        return
    if not (rules.declares("canonical") or rules.declares("components")):
        check_heap(DeclaredHeaps(rules, rules.name), rules, state)


class _ManyEngine(PlainEngine):
    """An engine that finds many values in one call of a ruleset, also some values beyond the wanted ones."""

    def __init__(self, rules: Ruleset, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> None:
        super().__init__(rules.nimber, size, prefix)
        self._rules = rules

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, and perhaps further heaps. False: a nimber is too large for the table."""
        most = arrays.most(self.values)
        while self.known < stop:
            progress.check_cancelled()
            end = min(len(self.values), max(self.known + _LEAST_AT_ONCE, self.known * 5 // 4))
            found = arrays.listed(self._rules.nimbers(range(self.known, end)))
            if most is not None and max(found) > most:
                return False
            self.values[self.known : end] = found
            self.known = end
        return True
