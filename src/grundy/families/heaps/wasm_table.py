"""The engine of heaps as WebAssembly: the twin of `direct_kernel.Table` and `sparse.table.SparseTable`, without NumPy.

Both of its kernels fill the same table: the direct one, and that of sparse spaces where few heaps are rare.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from grundy.families.heaps.engines import MODULE
from grundy.families.heaps.wasm_sparse import ScanArrays, best_space
from grundy.runtime import arrays
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

_CAPACITY = 2**16  # as in `direct_kernel`
_WINDOWS = _CAPACITY // 64
_FIRST = 2**13  # heaps, before a space is looked for
_RARE_SHARE = 16  # one heap in so many may be rare, of all heaps and of each step
_STEP = 2**11  # heaps in a sparse space between two looks at how many are rare


class WasmTable:
    """Nimbers of heaps, filled in from the smallest on. `digits` and `unequal` are as in `direct_kernel.Table`."""

    quick = False
    next_look = None

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        """Allocate a table of `size` heaps. Raises `MemoryError`."""
        self.known = max(1, min(size, len(prefix)))
        self.values = arrays.zeros(size, 16)
        self.values[: len(prefix)] = prefix[: self.known]
        self._kernels = made = Kernels(MODULE)
        self._nimbers, self._mirror = made.array("H", size), made.array("H", size)
        made.write(self._nimbers, 0, array("H", arrays.listed(self.values[: self.known])))
        self._mirrored = 0  # heaps that the direct kernel finds in its mirror
        places = sorted(digits)
        splitting = [take for take in places if digits[take] & 4]
        totals = splitting[-1] - splitting[0] + 1 if splitting else 1
        self._others = (
            made.filled("q", (len(places),), array("q", places)),
            made.filled("q", (len(places),), array("q", [digits[take] for take in places])),
            int(unequal),
            made.array("Q", totals, _WINDOWS),
            made.filled("q", (totals, _WINDOWS), array("q", [-1]) * (totals * _WINDOWS)),
            _CAPACITY,
        )
        self._scan = ScanArrays(made, digits, unequal=unequal) if splitting else None
        self._sparse = False
        self._look = max(_FIRST, self.known)  # where a space is looked for if none is in use

    @property
    def name(self) -> str:
        """The kernel that runs."""
        return "sparse" if self._sparse else "direct"

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: heap `known` is worth more than the table can hold."""
        while self.known < stop:
            if self._scan is None:
                return self._filled_directly(stop)
            if self._sparse:
                self._fill_sparsely(self._scan, stop)
            elif self.known >= self._look:
                self._find_space(self._scan)
            elif not self._filled_directly(min(stop, self._look)):
                return False
        return True

    def _filled_directly(self, stop: int) -> bool:
        first, size = self._mirrored, len(self.values)
        self._kernels.write(
            self._mirror, size - self.known, array("H", arrays.listed(self.values[first : self.known]))[::-1]
        )
        self._take(self._kernels.run("extend", self._nimbers, self._mirror, self.known, stop, *self._others))
        self._mirrored = self.known
        return self.known == stop

    def _find_space(self, scan: ScanArrays) -> None:
        """Look for a space in which few heaps are rare. Where there is none, there may be one of twice as many."""
        values = arrays.listed(self.values[: self.known])
        space = best_space(values, scan.splits)
        self._sparse = space.rares * _RARE_SHARE <= self.known and scan.take(space, values)
        self._look = 2 * self.known

    def _fill_sparsely(self, scan: ScanArrays, stop: int) -> None:
        """Go on in the space, unless many heaps turn out to be rare: then another may be better, or none is in use."""
        first, rares = self.known, scan.rares
        goal = min(stop, first + _STEP)
        self._take(scan.fill(self._nimbers, first, goal))
        many = (scan.rares - rares) * _RARE_SHARE > max(_STEP, self.known - first)
        if many and self.known >= self._look:
            self._find_space(scan)
        elif many or self.known < goal:
            self._sparse, self._look = False, 2 * self.known

    def _take(self, known: int) -> None:
        self.values[self.known : known] = self._kernels.read(self._nimbers, self.known, known)
        self.known = known
