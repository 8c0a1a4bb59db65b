"""Heaps under a Python function from a size to what its moves leave."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option
from grundy.errors import RulesetError
from grundy.families.heaps.hopeless import check_heap
from grundy.families.heaps.rules import HeapRules
from grundy.messages import Message
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_SIZES = "sizes of heaps, integers of at least 0"


@dataclass(frozen=True, repr=False)
class Function(HeapRules):
    """Rules given as a Python function from the size of a heap to what its moves leave.

    The function returns or yields, for each option, one size or several: the heaps that are left, of
    which empty ones do not count. Heap 0 is worth 0 and has no options. The function must depend on its
    argument alone. There is no theorem for its period, which can be observed but not proved, and no text
    reads back to it.

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
            sizes = (option,) if hasattr(option, "__index__") else self._iterate(option, "error.heap-sizes")
            parts = tuple(sorted(part for part in map(self._size, sizes) if part))
            if state == 0:
                raise RulesetError("error.heap-0", name=self.code, found=repr(option))
            if parts not in seen:
                seen.add(parts)
                yield Option((state, *parts), tuple([Component(self, part) for part in parts]))

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

    def _iterate(self, found: Any, kind: str) -> Iterable[Any]:
        if not hasattr(found, "__iter__"):
            raise RulesetError(kind, name=self.code, found=repr(found))
        return found  # type: ignore[no-any-return] # whatever it yields is checked

    def _size(self, part: Any) -> int:
        if not hasattr(part, "__index__") or index(part) < 0:
            raise RulesetError("error.heap-sizes", name=self.code, found=repr(part))
        return index(part)
