"""A table of heaps that a sparse space fills: the direct engine first, then the fastest one that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.families.heaps.direct_kernel import DirectEngine
from grundy.families.heaps.sparse import few, pipeline
from grundy.families.heaps.sparse.few import Few
from grundy.families.heaps.sparse.many import Many
from grundy.families.heaps.sparse.pairs import LANES, moves_of_digits
from grundy.families.heaps.sparse.space import best_space, distinct
from grundy.runtime import limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]

FIRST = 2**15  # heaps, before a space is looked for
_DIRECT = 2 * LANES  # heaps that the direct engine finds where a heap is not proved
_WORTH_A_THREAD = 4  # steps
_RARE_SHARE = 16  # one heap in so many may be rare
_RARE_OPTIONS = 2 * 10**10  # options that rare heaps may cost before the direct engine takes over: a second
_PATIENCE_SHARE = 2  # or one in so many of those that it would have looked at, where that is more
_RESTART = 2 * 10**7  # options in the time that it takes to begin again after a heap that is not proved
_TRAINING = 5 * 10**9  # the same for choosing pairs, and for putting them in order
_PAD = 4 * LANES
_LEAST_STRIDE = 2**10  # heaps
_SPARE = 2  # one place in so many more is reserved for a table that grows; memory is taken when it is written to
_VAIN = 8  # options in the time of each pair with a rare heap of a candidate that is found in vain, perhaps one by one


class SparseTable:
    """Nimbers of heaps, filled in from the smallest on; `values`, `known` and `fill` are as of other engines.

    The direct engine makes a heap's options all known; it serves for the first heaps, for those that turn out to be
    rare or are not proved, and from then on for all where such heaps cost more than it would have.
    """

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        """Begin with the values that are given; `digits` and `unequal` are as of the direct engine."""
        self._moves = moves_of_digits(digits, unequal=unequal)
        self._digits = digits
        self._size = size
        self._buffer = _reserved(size)
        self._known = min(size, len(prefix))
        self._buffer[: self._known] = prefix[: self._known]
        self._direct: DirectEngine | None = None
        self._engine: Few | Many | None = None
        self._looked = 0  # where a space was looked for the last time
        self._look = max(FIRST, self._known)  # where one is looked for if there is none then
        self._stride = _LEAST_STRIDE  # heaps that are tried at once: twice as many each time that all goes well
        self._spent = 0  # options that rare heaps have cost since then, or that the direct engine finds in that time
        self.space: Space | None = None  # that of the engine that runs, for those who look at it

    @property
    def values(self) -> Values:
        """The table; its first `known` values are there."""
        return self._buffer[: self._size]

    @property
    def known(self) -> int:
        """The number of heaps whose nimbers are there."""
        return min(self._known, self._size)

    @property
    def name(self) -> str:
        """The engine that runs."""
        return "sparse" if self.quick else "direct"

    @property
    def quick(self) -> bool:
        """Whether a sparse space is in use: then a heap costs little, whatever its size."""
        return self._engine is not None

    @property
    def next_look(self) -> int:
        """The heap from which on a sparse space may be in use again."""
        return self._look

    def catch_up(self) -> bool:
        """Return False: the given values are all that is needed to go on."""
        return False

    def resize(self, size: int) -> None:
        """Make room for more heaps."""
        self._size = max(size, self._size)
        if self._size + _PAD > len(self._buffer):
            buffer = _reserved(size)
            buffer[: self._known] = self._buffer[: self._known]
            self._buffer, self._direct = buffer, None
            if isinstance(self._engine, Many):
                self._engine.nimbers = buffer

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or fewer where the engine changes. False: a nimber is too large for the table."""
        engine = self.quick, self._look
        while self._known < stop and engine == (self.quick, self._look):
            if self._engine is None and self._known >= self._look:
                self._find_space()
            elif self._engine is not None:
                self._fill_sparsely(stop)
            elif not self._fill_directly(min(stop, self._look)):
                return False
        return True

    def _fill_directly(self, stop: int) -> bool:
        """Fill in heaps below `stop` with the direct engine, whose mirror of the table grows as it is needed."""
        if self._direct is None or len(self._direct.values) < stop or self._direct.known < self._known:
            values = self._buffer[: max(stop, min(self._size, max(2 * self._known, FIRST)))]
            prefix = values[: self._known]
            self._direct = DirectEngine(self._digits, len(values), prefix, unequal=self._moves.unequal, values=values)
        whole = self._direct.fill(stop)
        self._known = self._direct.known
        return whole

    def _find_space(self) -> None:
        """Look for a space and begin with an engine that fits it, unless the one that runs has a space as good."""
        values = self._buffer[: self._known]
        space, rares = best_space(values, self._moves.splits)
        self._looked, self._look = self._known, 2 * self._known
        self._spent = 0
        if rares > self._known // _RARE_SHARE:
            self._engine = self.space = None
            return
        if self._engine is not None and self._engine.fits and rares >= len(self._engine.rares):
            return
        self._engine = self.space = None
        engine: Few | Many
        if few.suits(rares, int(space.compress(distinct(values)).max())):
            engine = Few(space, self._moves, values, range(self._known, self._known))
        else:
            engine = Many(space, self._moves, self._buffer, self._known)
        if engine.fits:
            engine.look_back(values)
            self._engine, self._direct, self.space = engine, None, space
        if isinstance(engine, Many):
            self._spend(_TRAINING)

    def _fill_sparsely(self, stop: int) -> None:
        """Go on with the sparse space; where a heap is not proved, find it and those after it directly."""
        engine = self._engine
        if engine is None or (engine.clear < self._known and self._advanced(engine, stop)):
            return
        rares = len(engine.rares)
        while self._engine is engine and engine.fits and not self._filled_directly(engine):
            pass
        if self._engine is not engine:
            return
        if not engine.fits or (len(engine.rares) > rares and self._known >= 2 * self._looked):
            self._find_space()
        elif isinstance(engine, Many) and engine.disordered:
            engine.order()
            self._spend(_TRAINING)

    def _advanced(self, engine: Few | Many, stop: int) -> bool:
        """Go on with an engine. False: it does not prove the next heap."""
        goal = min(stop, self._known + self._stride)
        alone = limits.threads() == 1 or goal - self._known <= _WORTH_A_THREAD * engine.step
        failed = pipeline.advance(engine, goal, engine.step, self._take, pipeline.nothing, alone=alone)
        if failed is None:
            self._stride *= 2
            return True
        engine.known = failed.heap
        self._take(failed.first, failed.heap)
        self._stride = _LEAST_STRIDE  # where heaps are rare, few candidates are in vain
        if not isinstance(engine, Few) or not engine.lengthen(self._buffer[: self._known]):
            return False
        engine.look_back(self._buffer)
        return True  # it may prove the heap now

    def _filled_directly(self, engine: Few | Many) -> bool:
        """Find the next heap and those after it directly. True: the engine goes on, or is given up."""
        first = self._known
        end = min(max(first + _DIRECT, engine.clear + 1), len(self._buffer))
        values = self._buffer[:end]
        # The engine, with its mirror of the table, is freed before the history takes memory for a longer window.
        if not DirectEngine(self._digits, end, values[:first], unequal=self._moves.unequal, values=values).fill(end):
            self._give_up()
            return True
        self._known = end
        engine.add(values[first:], first)
        engine.look_back(values)
        vain = _VAIN * _LEAST_STRIDE * len(engine.rares) if isinstance(engine, Many) else 0
        self._spend(((end - first) * first // 2 + vain) * len(self._moves.splits) + _RESTART)
        return end > engine.clear or end == len(self._buffer)

    def _spend(self, options: int) -> None:
        """Note what rare heaps have cost; leave the rest to the direct engine if that is too much by now."""
        self._spent += options
        direct = (self._known**2 - self._looked**2) // 4 * len(self._moves.splits)
        if self._spent > max(_RARE_OPTIONS, direct // _PATIENCE_SHARE):
            self._give_up()

    def _take(self, first: int, end: int) -> None:
        """Take the nimbers of heaps that the engine has proved, also those before `first` after an interruption."""
        first = min(first, self._known)
        whole = first + -(-(end - first) // LANES) * LANES
        if isinstance(self._engine, Few):
            self._engine.nimbers(first, self._buffer[first:whole])
        self._known = end

    def _give_up(self) -> None:
        """Go on with the direct engine, until twice as many heaps are known."""
        self._engine = self.space = None
        self._look = 2 * self._known


def _reserved(size: int) -> Values:
    """Return zeros for a table of `size` heaps that may grow, or for that alone where memory is limited."""
    try:
        return np.zeros(size + size // _SPARE + _PAD, np.uint16)
    except MemoryError:
        return np.zeros(size + _PAD, np.uint16)
