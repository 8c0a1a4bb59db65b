"""The direct engine of heaps as WebAssembly; the twin of `direct_kernel.Table`, without NumPy."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from grundy.families.heaps.engines import MODULE
from grundy.runtime import arrays
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

_CAPACITY = 2**16  # as in `direct_kernel`
_WINDOWS = _CAPACITY // 64


class WasmTable:
    """Nimbers of heaps, filled in from the smallest on. `digits` and `unequal` are as in `direct_kernel.Table`."""

    name = "direct"
    quick = False
    next_look = None

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        """Allocate a table of `size` heaps. Raises `MemoryError`."""
        self.known = max(1, min(size, len(prefix)))
        self.values = arrays.zeros(size, 16)
        self.values[: len(prefix)] = prefix[: self.known]
        self._kernels = made = Kernels(MODULE)
        first = array("H", arrays.listed(self.values[: self.known]))
        self._nimbers, self._mirror = made.array("H", size), made.array("H", size)
        made.write(self._nimbers, 0, first)
        made.write(self._mirror, size - self.known, first[::-1])
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

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: heap `known` is worth more than the table can hold."""
        known = self._kernels.run("extend", self._nimbers, self._mirror, self.known, stop, *self._others)
        self.values[self.known : known] = self._kernels.read(self._nimbers, self.known, known)
        self.known = known
        return known == stop
