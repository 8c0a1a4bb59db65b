"""Heaps under a Python function from a size to what its moves leave."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, split
from grundy.errors import OverBudgetError, RulesetError
from grundy.families.heaps import heap_tables
from grundy.families.heaps.engines import PlainEngine
from grundy.families.heaps.heap_rules import HeapRules
from grundy.families.heaps.refusals import check_heap, check_length
from grundy.messages import Message
from grundy.nimbers import mex
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.components import Split
    from grundy.families.heaps.engines import Engine

_MANY = 4  # times as many heaps as are asked for: then all up to the largest are found
_CHECK_EVERY = 2**16  # options of a function
_SIZES = "sizes of heaps, integers of at least 0"


@dataclass(frozen=True, repr=False)
class HeapFunction(HeapRules):
    """Rules given as a Python function from the size of a heap to what its moves leave.

    The function returns or yields, for each option, one size or several: the heaps that are left, of
    which empty ones do not count. Sizes that are neighbours may be a ``range``: its exclusive or is looked up. Heap 0
    is worth 0 and has no options. The function must depend on its argument alone. There is no theorem for its period,
    which can be observed but not proved, and no text reads back to it.

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
        """The first line that the function says of itself."""
        lines = (self.function.__doc__ or "").strip().splitlines()
        return Message("text", {"text": lines[0]}) if lines else Message("code.function", {"name": self.code})

    def options(self, state: int) -> Iterator[Option]:
        """Yield what the function does, each set of heaps once. Raises `RulesetError` for what are no sizes."""
        seen = set()
        for option in self._iterate(self.function(state), "error.heap-options"):
            parts = self._parts(option)
            if state == 0:
                raise RulesetError("error.heap-0", name=self.code, found=repr(option))
            if parts not in seen:
                seen.add(parts)
                yield Option((state, *parts), tuple([Component(self, part) for part in parts]))

    def plain_options(self, state: int) -> Iterator[int | Split | Option]:
        """Yield what `options` does as the search takes it in less time: the size of a heap, or several as parts."""
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
        """Look through the options."""
        return any(option.move == (size, *parts) for option in self.options(size))

    def prepare(self, state: int) -> int | None:
        """Look for a period before a hopeless search: raises `OverBudgetError` with the one that is observed."""
        found = super().prepare(state)
        if found is None:
            check_heap(self, self, state)
        return found

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of a table; the options are not known beforehand."""
        return limits.Cost(0, 4 * (state + 1))

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> Engine:
        """Return the engine that asks the function for the options of one heap after the other."""
        return _FunctionEngine(self, size, prefix)

    def of_table(self, top: int, sizes: NDArray[np.integer[Any]]) -> NDArray[np.signedinteger[Any]] | None:
        """Look heaps up in a table that is made where they are many."""
        if top < _MANY * len(sizes):
            heap_tables.extend(self, top + 1)
        return heap_tables.of_table(self, top, sizes)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        if not length or direct:
            return super()._first(length, direct=direct)
        check_length(self, self, length)
        return heap_tables.first_values(heap_tables.extend(self, length), length)

    def _iterate(self, found: Any, kind: str) -> Iterable[Any]:
        if not hasattr(found, "__iter__"):
            raise RulesetError(kind, name=self.code, found=repr(found))
        return found  # type: ignore[no-any-return] # whatever it yields is checked

    def _parts(self, option: Any) -> tuple[int, ...]:
        """Return the heaps of an option that are not empty, the smallest first."""
        sizes = (option,) if hasattr(option, "__index__") else self._iterate(option, "error.heap-sizes")
        return tuple(sorted(part for part in map(self._size, sizes) if part))

    def _size(self, part: Any) -> int:
        if not hasattr(part, "__index__") or index(part) < 0:
            raise RulesetError("error.heap-sizes", name=self.code, found=repr(part))
        return index(part)


class _FunctionEngine(PlainEngine):
    """An engine that looks the sizes of a function's options up in a list, without objects for moves and components.

    What the list has no value for, and what are no plain integers, are left to the search, which says what is wrong.
    """

    def __init__(self, rules: HeapFunction, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> None:
        super().__init__(self._of_function, size, prefix)
        self._rules = rules
        self._looked = 0
        self._found = [int(value) for value in self.values[: self.known]]
        self._xors = [0]  # of all heaps before each
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
        """Return the nimber, None where some option is not of plain integers below the heap."""
        after: set[int] = set()
        values = self._found
        options = self._rules.function(heap)
        if not hasattr(options, "__iter__"):
            return None
        allowed = limits.budget().search_options
        for option in options:
            self._looked += 1
            if self._looked > allowed:
                what = Message("over.heap-table", {"code": self._rules.shown_code, "heap": heap})
                raise OverBudgetError(Message("over.work", {"what": what}), self._looked, allowed, "options")
            if self._looked % _CHECK_EVERY == 0:
                progress.check_cancelled()
            value = values[option] if type(option) is int and 0 <= option < heap else self._of_parts(option, heap)
            if value is None:
                return None
            after.add(value)
        return mex(after)

    def _of_parts(self, option: Any, heap: int) -> int | None:
        """Return the exclusive or of heaps that are left, None where they are no plain integers below `heap`."""
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
