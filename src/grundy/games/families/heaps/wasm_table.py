"""The engine of heaps as WebAssembly: the twin of `DirectEngine` and `SparseTable`, without NumPy.

Two kernels fill the same table: the direct kernel, and, if few heaps are rare, the kernel of sparse spaces
(`scan_kernel`).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.games.families.heaps.engines import MODULE, EngineDefaults
from grundy.runtime import arrays
from grundy.runtime.wasm import Kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.runtime.wasm import Array

    Values = NDArray[np.unsignedinteger[Any]]

CAPACITY = 2**16  # as in `direct_kernel`
_WINDOWS = CAPACITY // 64
_FIRST = 2**13  # heaps before the first search for a space
_RARE_SHARE = 16  # at most 1 / _RARE_SHARE may be rare, of all heaps and of the heaps of each step
_STEP = 2**11  # heaps in a sparse space between two checks of the number of rare heaps
_MOST_RARE = 2**13  # heaps that are rare
_NIMBERS = 2**12  # the number of nimbers that the arrays of a sparse space hold; a power of two


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


class FoundSpace(NamedTuple):
    """A space, as in `space.Space` but with -1 for no parity, and the number of heaps n >= 1 that are rare in it."""

    mask: int
    parity: int
    rares: int


def best_space(values: list[int], splits: list[int]) -> FoundSpace:
    """Return the space in which the fewest heaps are rare: the twin of `space.best_space`."""
    size = max(2, 1 << max(values).bit_length())
    odd, even = _histogram(values[1::2], size), _histogram(values[2::2], size)
    spaces = [_least([at_odd + at_even for at_odd, at_even in zip(odd, even, strict=True)], -1, len(values) - 1)]
    if len({take & 1 for take in splits}) == 1:
        sign = 1 - 2 * (splits[0] & 1)
        differences = [sign * (at_even - at_odd) for at_odd, at_even in zip(odd, even, strict=True)]
        spaces.append(_least(differences, splits[0], len(values) - 1))
    return min(spaces, key=lambda space: space.rares)


def _histogram(values: list[int], size: int) -> list[int]:
    counts = [0] * size
    for value in values:
        counts[value] += 1
    return counts


def _least(spectrum: list[int], parity: int, heaps: int) -> FoundSpace:
    """Return the space of the mask at which the Walsh-Hadamard transform of a histogram is least."""
    width = 1
    while width < len(spectrum):
        for start in range(0, len(spectrum), 2 * width):
            for place in range(start, start + width):
                one, other = spectrum[place], spectrum[place + width]
                spectrum[place], spectrum[place + width] = one + other, one - other
        width *= 2
    mask = min(range(1, len(spectrum)), key=spectrum.__getitem__)
    return FoundSpace(mask, parity, (heaps + spectrum[mask]) // 2)


class ScanArrays:
    """The arrays of `scan_kernel` beside the table; `digits` and `unequal` are as in `DirectEngine`."""

    def __init__(self, kernels: Kernels, digits: dict[int, int], *, unequal: bool) -> None:
        """Allocate the arrays. Raises `MemoryError`."""
        self._kernels, self._unequal = kernels, int(unequal)
        self.splits, keeps = ([take for take in sorted(digits) if digits[take] & kind] for kind in (4, 2))
        self._takes = [kernels.filled("q", (len(takes),), array("q", takes)) for takes in (self.splits, keeps)]
        self._odd, self._wanted = kernels.array("B", _NIMBERS), kernels.array("B", _NIMBERS)
        self._seen = kernels.array("q", _NIMBERS)
        self._rares, self._count = kernels.array("q", 2, _MOST_RARE), kernels.array("q", 1)
        self._parity = -1

    @property
    def rares(self) -> int:
        """The number of rare heaps."""
        return self._kernels.read(self._count)[0]

    def use(self, space: FoundSpace, values: list[int]) -> bool:
        """Use a space, given all known nimbers. False: there is no room for its rare heaps or for the nimbers."""
        if space.rares > _MOST_RARE or max(values) >= _NIMBERS:
            return False
        odd = bytes((value & space.mask).bit_count() & 1 for value in range(_NIMBERS))
        common = (1, 1) if space.parity < 0 else (1 ^ (space.parity & 1), space.parity & 1)  # at even and at odd heaps
        rares = [heap for heap in range(1, len(values)) if odd[values[heap]] != common[heap & 1]]
        self._kernels.write(self._odd, 0, odd)
        self._kernels.write(self._rares, 0, array("q", rares))
        self._kernels.write(self._rares, _MOST_RARE, array("q", [values[heap] for heap in rares]))
        self._kernels.write(self._count, 0, array("q", [len(rares)]))
        self._parity = space.parity
        return True

    def fill(self, nimbers: Array, known: int, stop: int) -> int:
        """Set the nimbers of heaps from `known` on; return `stop`, or the first heap that has no room."""
        return self._kernels.run(
            "scan", nimbers, known, stop, *self._takes, self._unequal, self._parity, self._odd,
            self._rares, self._count, self._seen, self._wanted,
        )  # fmt: skip
