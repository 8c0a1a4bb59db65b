"""Engines fill a table of heaps from the smallest heap on. The engines in this file are plain Python, or NumPy.

The kernels (`*_kernel.py`) do what `SetEngine` does, for moves that leave at most two heaps, where it would take longer
than to load or to compile them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from operator import xor
from typing import TYPE_CHECKING, Any, Protocol, cast

from grundy.runtime import arrays, progress, wasm
from grundy.runtime.compiling import MachineCode, beside, pays_off, spend
from grundy.runtime.costs import (
    ARRAYS_SECONDS,
    DIRECT_OPTIONS,
    ITEM_SECONDS,
    LISTED_PAIR_SECONDS,
    PAIR_SECONDS,
)
from grundy.runtime.packages import installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]


_SPLIT = 4  # the bit of a digit that allows to leave two heaps
MODULE = "heaps"  # of WebAssembly, for moves that leave at most two heaps
_BROWSER_BYTES = 2**19  # of that module and its arrays, beside the table
_LIST_BYTES = 16  # of each heap in a browser: a list holds the table for Python, and a second list during a search


def _machine_code(file: str, *names: str) -> MachineCode:
    """Return functions of a kernel, and in a sparse space the function that orders pairs."""
    training = [("sparse/training_kernel", "greedy")] * file.startswith("sparse")
    functions = [*((file, name) for name in names), *training]
    return MachineCode(tuple((beside(__file__, f"{path}.py"), name) for path, name in functions))


KERNEL, TAKES = (_machine_code("direct_kernel", name) for name in ("extend", "extend_singles"))
FEW = _machine_code("sparse/few_kernel", "guess", "nimbers_of", "prove")
MANY = _machine_code("sparse/many_kernel", "guess", "prove")


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

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or some of them. False: the nimber of heap `known` does not fit the table."""


class EngineDefaults:
    """The properties of most engines: the engine is never quick."""

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


class PlainEngine(EngineDefaults):
    """An engine that calls a function for the nimber of each heap."""

    def __init__(self, nimber: Callable[[int], int], size: int, prefix: Values, bits: int | None = 32) -> None:
        """Make a table of `size` heaps that begins with the given values: with `bits` for each value, or a list."""
        self.values = cast("Values", [0] * size) if bits is None else arrays.zeros(size, bits)
        self._most = arrays.most(self.values)
        self.known = min(size, len(prefix))
        self.values[: self.known] = prefix[: self.known]
        self._nimber = nimber

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`. False: the nimber of heap `known` does not fit the table."""
        while self.known < stop:
            progress.check_cancelled()
            nimber = self._nimber(self.known)
            if self._most is not None and nimber > self._most:
                return False
            self.values[self.known] = nimber
            self.known += 1
        return True


class SetEngine(PlainEngine):
    """An engine for take-and-break codes: sets of nimbers are integers, with bit v for nimber v.

    `digits` maps each number of tokens taken to its digit, in increasing order, and the digits of `cycle` follow from
    `fixed` tokens on. Bit 2^m of a digit allows to leave m heaps, m <= 3. With `unequal`, two heaps must differ.

    What m heaps of some total are worth does not depend on the digit, so each such set is made once. Three heaps are
    the smallest of them and two others. The sets of the two others are united for all smallest heaps of one nimber, and
    this nimber is xored to their members (`_xored`).

    The table is a list, unless there are so many pairs that it takes less time to load NumPy and to use an array.
    """

    def __init__(  # noqa: PLR0913 - what a code says
        self,
        digits: Mapping[int, int],
        size: int,
        prefix: Values,
        *,
        bits: int = 16,
        cycle: tuple[int, ...] = (),
        fixed: int = 0,
        unequal: bool = False,
    ) -> None:
        takes = [[take for take, digit in digits.items() if digit >> heaps & 1] for heaps in range(4)]
        splits = bool(takes[2] or takes[3] or max(cycle, default=0) >= _SPLIT)
        many = splits and size**2 // 4 * LISTED_PAIR_SECONDS > ARRAYS_SECONDS
        super().__init__(self._of_sets, size, prefix, bits if many else None)
        self._most = 2**bits - 1
        self._wholes, self._ones, self._splits = set(takes[0]), takes[1], takes[2:]
        self._cycle, self._fixed, self._unequal = cycle, fixed, unequal
        self._largest = arrays.largest(self.values[: self.known])[0] if self.known else 0
        kept = size if takes[3] or max(cycle, default=0) & 8 else 1 + max((fixed, *digits))
        pairs, triples = (_Made(make, kept).__getitem__ for make in (self._of_pairs, self._of_triples))
        self._worth = [self._of_none, self._of_one, pairs, triples]
        # By the number m of heaps, if the cycle leaves m heaps, and by the remainder r modulo the length of the cycle:
        # what m heaps are worth whose total is congruent to r.
        self._tails = {heaps: [0] * len(cycle) for heaps in range(4) if any(digit >> heaps & 1 for digit in cycle)}
        self._tailed = 0  # totals below this are in the tails

    def _of_sets(self, heap: int) -> int:
        takes = self._ones[: bisect_left(self._ones, heap)]
        seen = _set_of({self.values[heap - take] for take in takes})
        if heap in self._wholes:
            seen |= 1
        for heaps, splits in enumerate(self._splits, start=2):
            for take in splits:
                if take < heap:
                    seen |= self._worth[heaps](heap - take)
        if self._cycle:
            seen |= self._repeated(heap)
        nimber = (~seen & (seen + 1)).bit_length() - 1
        self._largest = max(self._largest, nimber)
        return nimber

    def _of_none(self, total: int) -> int:
        return int(total == 0)

    def _of_one(self, total: int) -> int:
        return 1 << int(self.values[total]) if total else 0

    def _of_pairs(self, total: int) -> int:
        half = (total - 1) // 2 if self._unequal else total // 2
        left, right = self.values[1 : half + 1], self.values[total - half : total][::-1]
        if isinstance(left, list):
            return _set_of(set(map(xor, left, right)))
        import numpy as np

        marks = np.zeros(2 ** self._largest.bit_length(), np.bool_)
        marks[left ^ right] = True
        return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")

    def _of_triples(self, total: int) -> int:
        most = total // 3  # tokens in the smallest heap
        others: dict[int, int] = defaultdict(int)  # by the nimber of the smallest heap
        pairs = map(self._worth[2], range(total - 1, total - most - 1, -1))
        for nimber, worth in zip(arrays.listed(self.values[1 : most + 1]), pairs, strict=True):
            others[nimber] |= worth
        return _xored(others, self._largest.bit_length())

    def _repeated(self, heap: int) -> int:
        """Return the set of the values of options whose moves take `fixed` tokens or more: their digits repeat.

        Such a move leaves a total of at most heap - `fixed`. The remainder of the total gives the digit.
        """
        stop = heap - self._fixed + 1
        for total in range(self._tailed, stop):
            for heaps, tails in self._tails.items():
                tails[total % len(tails)] |= self._worth[heaps](total)
        self._tailed = max(self._tailed, stop)
        seen = 0
        for heaps, tails in self._tails.items():
            for remainder, worth in enumerate(tails):
                digit = self._cycle[(heap - remainder - self._fixed) % len(tails)]
                if digit >> heaps & 1:
                    seen |= worth
        return seen


class _Made(dict[int, int]):
    """Sets by totals, each made by a function when it is asked for the first time; the last ones are kept."""

    def __init__(self, make: Callable[[int], int], kept: int) -> None:
        super().__init__()
        self._make = make
        self._kept = kept

    def __missing__(self, total: int) -> int:
        """Make the set of a total."""
        progress.check_cancelled()
        made = self[total] = self._make(total)
        self.pop(total - self._kept, None)
        return made


def _set_of(numbers: Iterable[int]) -> int:
    """Return a set of numbers as an integer."""
    found = 0
    for number in numbers:
        found |= 1 << int(number)
    return found


def _xored(sets: dict[int, int], bits: int) -> int:
    """Return the union of sets of numbers of so many bits, after the key of each set was xored to its members.

    To xor 2^b to all members, neighbouring groups of 2^b places are exchanged. Sets whose keys have the same bits above
    b are united after that, so they are half as many for the next bit.
    """
    for bit in range(bits):
        step = 1 << bit
        low = ((1 << (1 << bits)) - 1) // ((1 << step) + 1)  # the places whose number lacks this bit
        united: dict[int, int] = defaultdict(int)
        for key, members in sets.items():
            united[key >> 1] |= (members & low) << step | members >> step & low if key & 1 else members
        sets = united
    return sets.get(0, 0)


def browser_bytes(heaps: int) -> int:
    """Return the bytes that a table of `pair_engine` takes in a browser beyond those elsewhere."""
    return _BROWSER_BYTES + _LIST_BYTES * heaps if wasm.serves(MODULE) else 0


def pair_engine(digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> HeapEngine:
    """Return the engine for moves that leave at most two heaps: a kernel, WebAssembly in a browser, or `SetEngine`.

    For long tables, and always in a browser, the engine searches for a sparse space. It works directly until it finds
    such a space.
    """
    if wasm.serves(MODULE):
        from grundy.games.families.heaps.wasm_table import WasmTable

        return WasmTable(digits, size, prefix, unequal=unequal)
    splits = sum(1 for digit in digits.values() if digit & _SPLIT)
    pairs = size**2 // 4 * splits
    if pairs > DIRECT_OPTIONS // 2 and installed("numba"):
        from grundy.games.families.heaps.sparse.sparse_table import SparseTable

        return SparseTable(digits, size, prefix, unequal=unequal)
    code, options, seconds = (KERNEL, pairs, PAIR_SECONDS) if splits else (TAKES, size * len(digits), ITEM_SECONDS)
    if not pays_off(code, options, seconds):
        spend(options * seconds)
        return SetEngine(digits, size, prefix, unequal=unequal)
    if splits:
        from grundy.games.families.heaps.direct_kernel import DirectEngine

        return DirectEngine(digits, size, prefix, unequal=unequal)
    from grundy.games.families.heaps.direct_kernel import TakesEngine

    return TakesEngine(digits, size, prefix)
