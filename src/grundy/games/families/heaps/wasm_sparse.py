"""Sparse spaces in a browser: they are found without NumPy, and `scan_kernel` works in the memory of the table."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from grundy.runtime.wasm import Array, Kernels

_MOST_RARE = 2**13  # heaps
_NIMBERS = 2**12  # the number of nimbers that the arrays hold; a power of two


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
