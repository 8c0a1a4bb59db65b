"""Engines fill a table of heaps from the smallest on. Those here are plain; the kernels are beside them.

`PairEngine` and `OptionEngine` replace the kernels where they are missing, and are their slow twins.
"""

from __future__ import annotations

from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from grundy.nimbers import mex
from grundy.runtime import arrays, compiling, limits, progress, wasm
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules

    Values = NDArray[np.unsignedinteger[Any]]


MODULE = "heaps"  # of WebAssembly: moves that leave at most two heaps
_BROWSER_BYTES = 2**19  # of that module and its arrays, beside the table
_LIST_BYTES = 16  # of each heap there: a list holds the table for Python, and once more while a space is looked for
_FILE = str(Path(__file__).with_name("direct_kernel.py"))
KERNEL = compiling.Recipe(f"{__name__}:compile_kernel", (), ((_FILE, "extend"),), seconds=1.5, subject="heaps")
_PAIR_SECONDS = 4e-9  # of the plain engine
_HEAP_SECONDS = 5e-6  # of the plain engine, for each digit that splits
_HEAPS_AT_ONCE = 32  # by the plain engine, between two looks whether the kernel is there
_LONG = 5_000_000_000  # options: a quarter of a second of the direct engine, in which other kernels are loaded


class Engine(Protocol):
    """Fills a table of heaps from the smallest on."""

    @property
    def values(self) -> Values:
        """The table; its first `known` values are there."""

    @property
    def known(self) -> int:
        """The number of heaps whose nimbers are there."""

    @property
    def name(self) -> str:
        """The engine that works now, for those who look at what it has done."""

    @property
    def quick(self) -> bool:
        """Whether a heap costs little whatever its size, not as many steps as it has options."""

    @property
    def next_look(self) -> int | None:
        """Where it is not quick: the heap at which it looks for a way to be quick. None: it does not."""

    def catch_up(self) -> bool:
        """Do a part of what given values need before others can follow. False: nothing is left to do."""

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or some of them. False: the nimber of heap `known` does not fit the table."""


class PlainEngine:
    """An engine that asks a function for one nimber after the other."""

    name = "direct"
    quick = False
    next_look = None

    def __init__(self, nimber: Callable[[int], int], size: int, prefix: Values, bits: int = 32) -> None:
        """Begin with the values that are given; of each, the table has so many bits."""
        self.values = arrays.zeros(size, bits)
        self.known = min(size, len(prefix))
        self.values[: self.known] = prefix[: self.known]
        self._nimber = nimber

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Ask for the nimbers of heaps below `stop`."""
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
    """An engine that looks at each option of a heap, all of which lead to smaller heaps of the same rules."""

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
    """An engine for moves that leave at most two heaps; all pairs of the same total are looked up at once.

    `digits` and `unequal` are as in `direct_kernel.Table`. A heap of n takes time linear in n for each digit
    that splits.
    """

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        super().__init__(self._of_pairs, size, prefix, 16)
        self._digits = digits
        self._unequal = unequal
        self._most = arrays.largest(self.values[: self.known])[0] if self.known else 0

    def _of_pairs(self, heap: int) -> int:
        values = self.values
        seen = bytearray(2 ** (self._most.bit_length() + 1))  # above the exclusive or of any two
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
    """Mark the exclusive or of each value at the left and the one at its place at the right."""
    if isinstance(left, list):
        for total in set(map(xor, left, right)):
            seen[total] = 1
        return
    import numpy as np

    np.frombuffer(seen, np.bool_)[left ^ right] = True


def browser_bytes(heaps: int) -> int:
    """Return how many bytes more than elsewhere a table of `pair_engine` takes in a browser."""
    return _BROWSER_BYTES + _LIST_BYTES * heaps if wasm.serves(MODULE) else 0


def pair_engine(digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> Engine:
    """Return the kernel for moves that leave at most two heaps, as WebAssembly in a browser, or its plain twin.

    Long tables get an engine that looks for a sparse space, and is a direct one as long as there is none; in a browser
    all do.
    """
    if wasm.serves(MODULE):
        from grundy.families.heaps.wasm_table import WasmTable

        return WasmTable(digits, size, prefix, unequal=unequal)
    if not available("numba"):
        return PairEngine(digits, size, prefix, unequal=unequal)
    splits = sum(1 for digit in digits.values() if digit & 4)
    pairs = size**2 // 4 * splits
    if pairs > _LONG:
        from grundy.families.heaps.sparse.sparse_table import SparseTable

        return SparseTable(digits, size, prefix, unequal=unequal)
    from grundy.families.heaps.direct_kernel import DirectEngine

    plain_seconds = _PAIR_SECONDS * pairs + _HEAP_SECONDS * size * splits
    is_ready = None if limits.budget().kernel_above is not None else compiling.awaited(KERNEL, plain_seconds)
    if is_ready is None:
        return DirectEngine(digits, size, prefix, unequal=unequal)
    return PairsUntilCompiled(digits, size, prefix, is_ready, unequal=unequal)


class PairsUntilCompiled:
    """The plain engine of pairs while another process makes the kernel; then the kernel."""

    quick = False
    next_look = None

    def __init__(
        self, digits: dict[int, int], size: int, prefix: Values, is_ready: Callable[[], bool], *, unequal: bool
    ) -> None:
        """Begin with the values that are given; `is_ready` says whether the kernel is there."""
        self._given = digits, size, unequal
        self._is_ready = is_ready
        self._engine: Engine = PairEngine(digits, size, prefix, unequal=unequal)

    @property
    def values(self) -> Values:
        """The table; its first `known` values are there."""
        return self._engine.values

    @property
    def known(self) -> int:
        """The number of heaps whose nimbers are there."""
        return self._engine.known

    @property
    def name(self) -> str:
        """That of the kernel, which does the same."""
        return self._engine.name

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or some of them. False: a nimber is too large for the table."""
        if isinstance(self._engine, PairEngine):
            if not self._is_ready():
                return self._engine.fill(min(stop, self.known + _HEAPS_AT_ONCE))
            from grundy.families.heaps.direct_kernel import DirectEngine

            digits, size, unequal = self._given
            self._engine = DirectEngine(digits, size, self.values[: self.known], unequal=unequal)
        return self._engine.fill(stop)


def compile_kernel() -> None:
    """Compile the kernel for moves that leave at most two heaps, by a table of a few heaps."""
    from grundy.families.heaps.direct_kernel import DirectEngine

    DirectEngine({1: 4}, 4, arrays.zeros(0, 16)).fill(4)
