"""The engine of heaps as WebAssembly: the twin of `DirectEngine` and `SparseTable`, without NumPy.

Two kernels fill the same table: the direct kernel, and the kernel of sparse spaces if few heaps are rare.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from grundy.games.families.heaps.engines import MODULE, EngineDefaults
from grundy.games.families.heaps.wasm_sparse import ScanArrays, best_space
from grundy.runtime import arrays
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

CAPACITY = 2**16  # as in `direct_kernel`
_WINDOWS = CAPACITY // 64
_FIRST = 2**13  # heaps before the first search for a space
_RARE_SHARE = 16  # at most 1 / _RARE_SHARE may be rare, of all heaps and of the heaps of each step
_STEP = 2**11  # heaps in a sparse space between two checks of the number of rare heaps


class WasmTable(EngineDefaults):
    """Nimbers of heaps, filled in from the smallest heap on. `digits` and `unequal` are as in `DirectEngine`."""

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        """Allocate a table of `size` heaps. Raises `MemoryError`."""
        self.known = max(1, min(size, len(prefix)))
        self.values = arrays.zeros(size, 16)
        self.values[: len(prefix)] = prefix[: self.known]
        self._kernels = kernels = Kernels(MODULE)
        self._nimbers, self._mirror = kernels.array("H", size), kernels.array("H", size)
        kernels.write(self._nimbers, 0, array("H", arrays.listed(self.values[: self.known])))
        self._mirrored = 0  # the number of heaps in the mirror of the direct kernel
        places = sorted(digits)
        splitting = [take for take in places if digits[take] & 4]
        totals = splitting[-1] - splitting[0] + 1 if splitting else 1
        self._constant_arguments = (  # the last parameters of `direct_kernel.extend`
            kernels.filled("q", (len(places),), array("q", places)),
            kernels.filled("q", (len(places),), array("q", [digits[take] for take in places])),
            int(unequal),
            kernels.array("Q", totals, _WINDOWS),
            kernels.filled("q", (totals, _WINDOWS), array("q", [-1]) * (totals * _WINDOWS)),
            CAPACITY,
        )
        self._scan = ScanArrays(kernels, digits, unequal=unequal) if splitting else None
        self._sparse = False
        self._next_search = max(_FIRST, self.known)  # the heap at which the next search is, if no space is in use

    @property
    def name(self) -> str:
        """The name of the present kernel."""
        return "sparse" if self._sparse else "direct"

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
        while self.known < stop:
            if self._scan is None:
                return self._filled_directly(stop)
            if self._sparse:
                self._fill_sparsely(self._scan, stop)
            elif self.known >= self._next_search:
                self._find_space(self._scan)
            elif not self._filled_directly(min(stop, self._next_search)):
                return False
        return True

    def _filled_directly(self, stop: int) -> bool:
        first, size = self._mirrored, len(self.values)
        self._kernels.write(
            self._mirror, size - self.known, array("H", arrays.listed(self.values[first : self.known]))[::-1]
        )
        arguments = (self._nimbers, self._mirror, self.known, stop, *self._constant_arguments)
        self._read_values(self._kernels.run("extend", *arguments))
        self._mirrored = self.known
        return self.known == stop

    def _find_space(self, scan: ScanArrays) -> None:
        """Search for a space in which few heaps are rare. The next search is when twice as many heaps are known."""
        values = arrays.listed(self.values[: self.known])
        space = best_space(values, scan.splits)
        self._sparse = space.rares * _RARE_SHARE <= self.known and scan.use(space, values)
        self._next_search = 2 * self.known

    def _fill_sparsely(self, scan: ScanArrays, stop: int) -> None:
        """Continue in the space. If many heaps are rare, search for another space, or continue without a space."""
        first, rares = self.known, scan.rares
        goal = min(stop, first + _STEP)
        self._read_values(scan.fill(self._nimbers, first, goal))
        many = (scan.rares - rares) * _RARE_SHARE > max(_STEP, self.known - first)
        if many and self.known >= self._next_search:
            self._find_space(scan)
        elif many or self.known < goal:
            self._sparse, self._next_search = False, 2 * self.known

    def _read_values(self, known: int) -> None:
        self.values[self.known : known] = self._kernels.read(self._nimbers, self.known, known)
        self.known = known
