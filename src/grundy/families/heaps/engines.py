"""Engines fill a table of heaps from the smallest heap on. The engines in this file are plain Python.

`PairEngine` and `OptionEngine` replace the kernels (`*_kernel.py`) where Numba is missing: the same, but slow.
"""

from __future__ import annotations

from operator import xor
from typing import TYPE_CHECKING, Any, Protocol

from grundy.nimbers import mex
from grundy.runtime import arrays, progress, wasm
from grundy.runtime.compiling import MachineCode, beside, pays_off, spend
from grundy.runtime.costs import DIRECT_OPTIONS, ITEM_SECONDS, OPTION_SECONDS, PAIR_SECONDS
from grundy.runtime.packages import installed

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]


MODULE = "heaps"  # of WebAssembly, for moves that leave at most two heaps
_BROWSER_BYTES = 2**19  # of that module and its arrays, beside the table
_LIST_BYTES = 16  # of each heap in a browser: a list holds the table for Python, and a second list during a search


def _machine_code(kernel: str) -> MachineCode:
    """Return the kernel of a file."""
    return MachineCode(((beside(__file__, f"{kernel}.py"), "extend"),))


KERNEL, TAKES, ROWS = map(_machine_code, ("direct_kernel", "takes_kernel", "rows_kernel"))


class HeapEngine(Protocol):
    """Fills a table of heaps from the smallest heap on."""

    @property
    def values(self) -> Values:
        """The table, of which the first `known` values are filled in."""

    @property
    def known(self) -> int:
        """The number of heaps whose nimbers are known."""

    @property
    def name(self) -> str:
        """The present way to find nimbers, ``direct`` or ``sparse``, for reports."""

    @property
    def quick(self) -> bool:
        """Whether the cost of a heap does not grow with its size, as the number of its options does."""

    @property
    def next_look(self) -> int | None:
        """The heap at which an engine that is not quick searches for a way to be quick; None if it never does."""

    def catch_up(self) -> bool:
        """Do a part of the work that given values need before others can follow. False: nothing is left to do."""

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or some of them. False: the nimber of heap `known` does not fit the table."""


class EngineDefaults:
    """The properties of most engines: given values need no work, and the engine is never quick."""

    @property
    def name(self) -> str:
        """The way to find nimbers."""
        return "direct"

    @property
    def quick(self) -> bool:
        """False: the cost of a heap grows with its size."""
        return False

    @property
    def next_look(self) -> int | None:
        """None: no search for a way to be quick."""
        return None

    def catch_up(self) -> bool:
        """Return False: the given values need no work."""
        return False


class PlainEngine(EngineDefaults):
    """An engine that calls a function for the nimber of each heap."""

    def __init__(self, nimber: Callable[[int], int], size: int, prefix: Values, bits: int = 32) -> None:
        """Make a table of `size` heaps with `bits` for each value, that begins with the given values."""
        self.values = arrays.zeros(size, bits)
        self.known = min(size, len(prefix))
        self.values[: self.known] = prefix[: self.known]
        self._nimber = nimber

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
        most = arrays.most(self.values)
        while self.known < stop:
            progress.check_cancelled()
            nimber = self._nimber(self.known)
            if most is not None and nimber > most:
                return False
            self.values[self.known] = nimber
            self.known += 1
        return True


class OptionEngine(PlainEngine):
    """An engine that checks each option of a heap. All options must lead to smaller heaps of the same rules."""

    def __init__(self, rules: HeapRules, size: int, prefix: Values) -> None:
        super().__init__(self._of_options, size, prefix)
        self._rules = rules

    def _of_options(self, heap: int) -> int:
        found = set()
        for option in self._rules.moves(heap):
            total = 0
            for _, part in option.components:
                total ^= int(self.values[part])
            found.add(total)
        return mex(found)


class PairEngine(PlainEngine):
    """An engine for moves that leave at most two heaps. All pairs of the same total are looked up at once.

    `digits` and `unequal` are as in `DirectEngine`. A heap of n takes time linear in n for each digit that splits.
    """

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        super().__init__(self._of_pairs, size, prefix, 16)
        self._digits = digits
        self._unequal = unequal
        self._most = arrays.largest(self.values[: self.known])[0] if self.known else 0

    def _of_pairs(self, heap: int) -> int:
        values = self.values
        seen = bytearray(2 ** (self._most.bit_length() + 1))  # larger than the exclusive or of any two values
        for take, digit in self._digits.items():
            rest = heap - take
            if digit & 1 and rest == 0 and take:
                seen[0] = 1
            if digit & 2 and rest > 0:
                seen[values[rest]] = 1
            if digit & 4 and rest > 1:
                half = (rest - 1) // 2 if self._unequal else rest // 2
                _mark(seen, values[1 : half + 1], values[rest - half : rest][::-1])
        nimber = seen.index(0)
        self._most = max(self._most, nimber)
        return nimber


def _mark(seen: bytearray, left: Values, right: Values) -> None:
    """Mark the exclusive or of each value in `left` and the value at the same place in `right`."""
    if isinstance(left, list):
        for total in set(map(xor, left, right)):
            seen[total] = 1
        return
    import numpy as np

    np.frombuffer(seen, np.bool_)[left ^ right] = True


def browser_bytes(heaps: int) -> int:
    """Return the bytes that a table of `pair_engine` takes in a browser beyond those elsewhere."""
    return _BROWSER_BYTES + _LIST_BYTES * heaps if wasm.serves(MODULE) else 0


def pair_engine(digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> HeapEngine:
    """Return the engine for moves that leave at most two heaps: a kernel, WebAssembly in a browser, or plain Python.

    For long tables, and always in a browser, the engine searches for a sparse space. It works directly until it finds
    such a space.
    """
    if wasm.serves(MODULE):
        from grundy.families.heaps.wasm_table import WasmTable

        return WasmTable(digits, size, prefix, unequal=unequal)
    if not installed("numba"):
        return PairEngine(digits, size, prefix, unequal=unequal)
    splits = sum(1 for digit in digits.values() if digit & 4)
    pairs = size**2 // 4 * splits
    if pairs > DIRECT_OPTIONS // 2:
        from grundy.families.heaps.sparse.sparse_table import SparseTable

        return SparseTable(digits, size, prefix, unequal=unequal)
    if pays_off(KERNEL, pairs, PAIR_SECONDS):
        from grundy.families.heaps.direct_kernel import DirectEngine

        return DirectEngine(digits, size, prefix, unequal=unequal)
    spend(pairs * PAIR_SECONDS)
    return PairEngine(digits, size, prefix, unequal=unequal)


def takes_engine(digits: dict[int, int], size: int, prefix: Values) -> HeapEngine:
    """Return the engine for moves that leave one heap at most: a kernel, or plain Python."""
    takes = size * len(digits)
    if pays_off(TAKES, takes, ITEM_SECONDS):
        from grundy.families.heaps.takes_kernel import TakesEngine

        return TakesEngine(digits, size, prefix)
    spend(takes * ITEM_SECONDS)
    return PairEngine(digits, size, prefix)


def rows_engine(
    rules: HeapRules, digits: tuple[int, ...], cycle: tuple[int, ...], size: int, prefix: Values
) -> HeapEngine:
    """Return the engine for moves that may leave three heaps: a kernel, or plain Python."""
    options = rules.cost(size - 1).options
    if pays_off(ROWS, options):
        from grundy.families.heaps.rows_kernel import RowsEngine

        return RowsEngine(digits, cycle, size, prefix)
    spend(options * OPTION_SECONDS)
    return OptionEngine(rules, size, prefix)
