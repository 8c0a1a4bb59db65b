"""Sparse spaces: a mask that makes few nimbers of a sequence rare, and nimbers compressed by one bit.

Given a mask of bits, the value v at heap n is *rare* if it has an even number of bits in common with the mask, else
*common*. In a space with position parity, the value is rare if that number is congruent to n - t modulo 2, where t is
the place of a digit that splits. Such a space exists if the places of all digits that split are congruent modulo 2. A
heap is rare if its nimber is rare.

Let heap n have an option of two heaps a and n - t - a. The value of the option is common at n exactly if one of the two
heaps is rare. (The number of bits of v xor w in common with the mask is, modulo 2, the sum of these numbers for v and
for w. With position parity, the parities of a - t and n - t - a - t add up to that of n - t.) So if few heaps are rare,
few options are common, and the least common value that is no option is soon known. This value is the nimber unless a
smaller rare value is no option either. Almost always, a rare value has many witnesses: pairs that show that it is an
option. Any mask gives the true nimbers, and a good mask gives them fast. Berlekamp, Conway and Guy, Winning Ways,
chapter 4; Gangolli and Plambeck, A note on periodicity in some octal games (1989).

Two values that differ only in the lowest bit of the mask are a common and a rare value, at each heap. A value is
*compressed* by leaving that bit out. This keeps exclusive ors, and the order of values of the same class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]


PIECE = 2**16  # values in one array operation: arrays of a few megabytes beside a table of any length


class Space(NamedTuple):
    """A mask of at least 1 and, with position parity, the place of a digit that splits, else None."""

    mask: int
    parity: int | None = None

    @property
    def bit(self) -> int:
        """The place of the lowest bit of the mask."""
        return (self.mask & -self.mask).bit_length() - 1

    def odd(self, heaps: Numbers | int) -> Any:
        """Return the parity of the number of bits that common values at these heaps share with the mask."""
        return 1 if self.parity is None else 1 ^ ((heaps - self.parity) & 1)

    def rare(self, values: Values | Numbers, heaps: Numbers | int) -> NDArray[np.bool_]:
        """Say which values are rare at these heaps."""
        shared = np.asarray(values, np.int64) & self.mask
        for shift in (8, 4, 2, 1):
            shared = shared ^ shared >> shift
        found: NDArray[np.bool_] = (shared & 1) != self.odd(heaps)
        return found

    def compress(self, values: Values | Numbers) -> Numbers:
        """Return the values without the lowest bit of the mask."""
        wide = np.asarray(values, np.int64)
        return (wide >> (self.bit + 1) << self.bit) | (wide & ((1 << self.bit) - 1))

    def expand(self, compressed: Numbers, heap: int) -> Numbers:
        """Return the common values at a heap, and at all heaps of its parity, that are compressed to these values."""
        wide = (compressed >> self.bit << (self.bit + 1)) | (compressed & ((1 << self.bit) - 1))
        return wide | self.rare(wide, heap).astype(np.int64) << self.bit

    def rare_nimber(self, compressed: int, heap: int) -> int:
        """Return the rare value at a heap that is compressed to this value."""
        return int(self.expand(np.array([compressed]), heap)[0]) ^ 1 << self.bit

    def figures(self, equal_halves: Sequence[int]) -> Numbers:
        """Return the space as the array that the kernels take: see `few_kernel.prove`.

        `equal_halves` are the takes after which two equal heaps may be left, an option with the value 0.
        """
        common = [int(self.odd(heap)) for heap in (0, 1)]
        free = [int(any((heap - take) % 2 == 0 for take in equal_halves)) for heap in (0, 1)]
        mask = int(self.compress(np.array([self.mask & ~(1 << self.bit)]))[0])
        pairs = [(values[first] | values[1 - first] << 8) for first in (0, 1) for values in (common, free)]
        return np.array([self.bit, mask, *pairs], np.int64)


def pieces(start: int, stop: int) -> Iterator[range]:
    """Yield ranges that make up the range from `start` to `stop`. All but the last have an even length."""
    for first in range(start, stop, PIECE):
        yield range(first, min(stop, first + PIECE))


def rare_heaps(space: Space, values: Values) -> Numbers:
    """Return the heaps n >= 1 that are rare in a space, in order; `values` are the nimbers G(0), G(1), ..."""
    found = [
        np.flatnonzero(space.rare(values[piece.start : piece.stop], np.arange(piece.start, piece.stop))) + piece.start
        for piece in pieces(1, len(values))
    ]
    return np.concatenate([np.zeros(0, np.int64), *found])


def distinct(values: Values) -> Values:
    """Return the different values in increasing order."""
    seen = np.zeros(1 + int(values.max(initial=0)), np.bool_)
    seen[values] = True
    return np.flatnonzero(seen).astype(values.dtype)


def best_space(values: Values, splits: Sequence[int]) -> tuple[Space, int]:
    """Return the space in which the fewest heaps n >= 1 are rare, and their number.

    `values` are G(0), G(1), ..., and `splits` are the places of the digits that split. A Walsh-Hadamard transform of
    the histogram of the values gives, for each mask, the number of values with an even number of bits in the mask,
    minus the number of the other values. Cost: linear in the number of values, and m log m for values below m.
    """
    best: tuple[int, Space] | None = None
    heaps = max(0, len(values) - 1)
    size = max(2, 1 << int(values.max()).bit_length())
    odd, even = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for piece in pieces(1, len(values)):  # each piece begins with an odd heap
        part = values[piece.start : piece.stop]
        odd += np.bincount(part[::2], minlength=size)
        even += np.bincount(part[1::2], minlength=size)
    for parity in (None, splits[0]) if len({take & 1 for take in splits}) == 1 else (None,):
        spectrum = odd + even if parity is None else (even - odd) * (1 - 2 * (parity & 1))
        width = 1
        while width < len(spectrum):
            halves = spectrum.reshape(-1, 2, width)
            spectrum = np.stack([halves[:, 0] + halves[:, 1], halves[:, 0] - halves[:, 1]], 1).reshape(-1)
            width *= 2
        mask = 1 + int(spectrum[1:].argmin())
        found = (heaps + int(spectrum[mask])) // 2, Space(mask, parity)
        if best is None or found[0] < best[0]:
            best = found
    if best is None:
        raise ValueError(splits)
    return best[1], best[0]
