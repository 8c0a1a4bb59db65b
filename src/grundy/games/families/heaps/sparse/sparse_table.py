"""A table of heaps that the direct engine begins, and that the fastest engine of a sparse space continues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.heaps.direct_kernel import DirectEngine
from grundy.games.families.heaps.engines import FEW, MANY, EngineDefaults
from grundy.games.families.heaps.sparse import few, pipeline
from grundy.games.families.heaps.sparse.few import Few
from grundy.games.families.heaps.sparse.many import Many
from grundy.games.families.heaps.sparse.pairs import LANES, moves_of_digits
from grundy.games.families.heaps.sparse.space import best_space, distinct
from grundy.runtime import compiling, limits
from grundy.runtime.costs import DIRECT_OPTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]

FIRST = 2**15  # heaps before the first search for a space
_DIRECT_HEAPS = 2 * LANES  # heaps that the direct engine finds when a heap is not proved
_STEPS_PER_THREAD = 4  # with at most this many steps, a second thread does not pay off
_RARE_SHARE = 16  # at most 1 / _RARE_SHARE of the heaps may be rare
RARE_OPTIONS = 2 * DIRECT_OPTIONS  # options that rare heaps may cost before the direct engine takes over: a second
_COST_SHARE = 2  # or 1 / _COST_SHARE of the options that the direct engine would have had, if that is more
RESTART_OPTIONS = DIRECT_OPTIONS // 500  # the cost of a restart after a heap that is not proved, in its options
TRAINING_OPTIONS = DIRECT_OPTIONS // 2  # the cost of choosing pairs or of putting them in order, in the same options
_FAILED_SHARE = 8  # the cost of a failed candidate, in the same options per pair with a rare heap
_PAD = 4 * LANES  # places after the last heap, because kernels fill whole blocks
_LEAST_STRIDE = 2**10  # heaps
_SPARE_SHARE = 2  # one more place is reserved for this many heaps; memory is taken when a place is written to


class SparseTable(EngineDefaults):
    """Nimbers of heaps, filled in from the smallest heap on: an `engines.Engine`.

    The direct engine checks all options of a heap. It fills in the first heaps, the rare heaps and the heaps that are
    not proved. If such heaps cost more than the direct engine would have cost, it fills in all further heaps.
    """

    def __init__(self, digits: dict[int, int], size: int, prefix: Values, *, unequal: bool = False) -> None:
        """Make a table of `size` heaps from the given values; `digits` and `unequal` are as in `DirectEngine`."""
        self._moves = moves_of_digits(digits, unequal=unequal)
        self._digits = digits
        self._size = size
        self._buffer = _reserved(size)
        self._known = min(size, len(prefix))
        self._buffer[: self._known] = prefix[: self._known]
        self._direct: DirectEngine | None = None
        self._engine: Few | Many | None = None
        self._last_search = 0  # the heap at which a space was searched for the last time
        self._next_search = max(FIRST, self._known)  # the heap at which the next search is, if no space is in use
        self._stride = _LEAST_STRIDE  # heaps that are tried at once; doubled after each success
        self._spent = 0  # the cost of rare heaps since the last search, in options of the direct engine
        self.space: Space | None = None  # the space of the present engine, for tests and reports

    @property
    def values(self) -> Values:
        """The table, of which the first `known` values are filled in."""
        return self._buffer[: self._size]

    @property
    def known(self) -> int:
        """The number of heaps whose nimbers are known."""
        return min(self._known, self._size)

    @property
    def name(self) -> str:
        """The name of the present engine."""
        return "sparse" if self.quick else "direct"

    @property
    def quick(self) -> bool:
        """Whether a sparse space is in use, so that the cost of a heap does not grow with its size."""
        return self._engine is not None

    @property
    def next_look(self) -> int:
        """The heap at which the next search for a sparse space is."""
        return self._next_search

    def resize(self, size: int) -> None:
        """Make room for at least `size` heaps."""
        self._size = max(size, self._size)
        if self._size + _PAD > len(self._buffer):
            buffer = _reserved(size)
            buffer[: self._known] = self._buffer[: self._known]
            self._buffer, self._direct = buffer, None
            if isinstance(self._engine, Many):
                self._engine.nimbers = buffer

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, or fewer if the engine changes. False: a nimber is too large for the table."""
        state = self.quick, self._next_search
        while self._known < stop and state == (self.quick, self._next_search):
            if self._engine is None and self._known >= self._next_search:
                self._find_space()
            elif self._engine is not None:
                self._fill_sparsely(stop)
            elif not self._fill_directly(min(stop, self._next_search)):
                return False
        return True

    def _fill_directly(self, stop: int) -> bool:
        """Fill in heaps below `stop` with the direct engine. Its copy of the table grows when necessary."""
        if self._direct is None or len(self._direct.values) < stop or self._direct.known < self._known:
            values = self._buffer[: max(stop, min(self._size, max(2 * self._known, FIRST)))]
            prefix = values[: self._known]
            self._direct = DirectEngine(self._digits, len(values), prefix, unequal=self._moves.unequal, values=values)
        whole = self._direct.fill(stop)
        self._known = self._direct.known
        return whole

    def _find_space(self) -> None:
        """Search for a space and use an engine that suits it, unless the space of the present engine is as good."""
        values = self._buffer[: self._known]
        space, rares = best_space(values, self._moves.splits)
        self._last_search, self._next_search = self._known, 2 * self._known
        self._spent = 0
        if rares > self._known // _RARE_SHARE:
            self._engine = self.space = None
            return
        if self._engine is not None and self._engine.fits and rares >= len(self._engine.rares):
            return
        self._engine = self.space = None
        engine: Few | Many
        suits_few = few.suits(rares, int(space.compress(distinct(values)).max()))
        left = (self._size**2 - self._known**2) // 4 * len(self._moves.splits)
        if not compiling.pays_off(FEW if suits_few else MANY, left, 1 / DIRECT_OPTIONS):
            return
        if suits_few:
            engine = Few(space, self._moves, values, range(self._known, self._known))
        else:
            engine = Many(space, self._moves, self._buffer, self._known)
        if engine.fits:
            engine.look_back(values)
            self._engine, self._direct, self.space = engine, None, space
        if isinstance(engine, Many):
            self._spend(TRAINING_OPTIONS)

    def _fill_sparsely(self, stop: int) -> None:
        """Continue in the sparse space. If a heap is not proved, find this heap and the next heaps directly."""
        engine = self._engine
        if engine is None or (engine.clear < self._known and self._advanced(engine, stop)):
            return
        rares = len(engine.rares)
        while self._engine is engine and engine.fits and not self._filled_directly(engine):
            pass
        if self._engine is not engine:
            return
        if not engine.fits or (len(engine.rares) > rares and self._known >= 2 * self._last_search):
            self._find_space()
        elif isinstance(engine, Many) and engine.disordered:
            engine.order()
            self._spend(TRAINING_OPTIONS)

    def _advanced(self, engine: Few | Many, stop: int) -> bool:
        """Continue with an engine. False: it does not prove the next heap."""
        goal = min(stop, self._known + self._stride)
        alone = limits.threads() == 1 or goal - self._known <= _STEPS_PER_THREAD * engine.step
        failed = pipeline.advance(engine, goal, engine.step, self._note_proved, pipeline.nothing, alone=alone)
        if failed is None:
            self._stride *= 2
            return True
        engine.known = failed.heap
        self._note_proved(failed.first, failed.heap)
        self._stride = _LEAST_STRIDE  # so that few candidates are lost at the next rare heap
        if not isinstance(engine, Few) or not engine.lengthen(self._buffer[: self._known]):
            return False
        engine.look_back(self._buffer)
        return True  # the engine may prove the heap now

    def _filled_directly(self, engine: Few | Many) -> bool:
        """Find the next heap and some heaps after it directly. True: the engine can continue, or is given up."""
        first = self._known
        end = min(max(first + _DIRECT_HEAPS, engine.clear + 1), len(self._buffer))
        values = self._buffer[:end]
        # The engine, with its mirror of the table, is freed before the history takes memory for a longer window.
        if not DirectEngine(self._digits, end, values[:first], unequal=self._moves.unequal, values=values).fill(end):
            self.give_up()
            return True
        self._known = end
        engine.add(values[first:], first)
        engine.look_back(values)
        failed = _FAILED_SHARE * _LEAST_STRIDE * len(engine.rares) if isinstance(engine, Many) else 0
        self._spend(((end - first) * first // 2 + failed) * len(self._moves.splits) + RESTART_OPTIONS)
        return end > engine.clear or end == len(self._buffer)

    def _spend(self, options: int) -> None:
        """Add to the cost of rare heaps. If they have cost too much, the direct engine fills in the further heaps."""
        self._spent += options
        direct = (self._known**2 - self._last_search**2) // 4 * len(self._moves.splits)
        if self._spent > max(RARE_OPTIONS, direct // _COST_SHARE):
            self.give_up()

    def _note_proved(self, first: int, end: int) -> None:
        """Store the nimbers of proved heaps; after an interruption, these may begin before `first`."""
        first = min(first, self._known)
        whole = first + -(-(end - first) // LANES) * LANES
        if isinstance(self._engine, Few):
            self._engine.nimbers(first, self._buffer[first:whole])
        self._known = end

    def give_up(self) -> None:
        """Continue with the direct engine, until twice as many heaps are known."""
        self._engine = self.space = None
        self._next_search = 2 * self._known


def _reserved(size: int) -> Values:
    """Return zeros for a table of `size` heaps with room to grow, or without that room if memory is limited."""
    try:
        return np.zeros(size + size // _SPARE_SHARE + _PAD, np.uint16)
    except MemoryError:
        return np.zeros(size + _PAD, np.uint16)
