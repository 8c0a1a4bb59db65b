"""The nimbers of the last heaps in compressed form: all that pairs with rare heaps and with witnesses look back to.

One of the halves of such a pair is at most the last rare heap, or the farthest witness. So its other half lies in a
window before the heap that it is an option of, whose length does not depend on how many heaps are known. The window is
as small as a processor's cache, and no table of all heaps beside that of the nimbers has to be filled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.families.heaps.sparse.pairs import LANES
from grundy.families.heaps.sparse.space import pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.families.heaps.sparse.pairs import CodeMoves
    from grundy.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]

_ROOM = 2**20  # heaps beside the window, so that it is seldom moved
_SPARE = 4  # a window is longer by one part in so many than it has to be, so that it seldom grows


class History:
    """Compressed nimbers of some heaps up to those that are known: the base of the sparse-space engines.

    ``history[n - base]`` is the compressed nimber of heap n, or `rare_mark` if it is rare; heaps from `known` on are
    not known. `window` says how many heaps before `known` are kept where there is no more room.
    """

    rare_mark: int
    history: NDArray[np.uint8]
    base: int
    space: Space
    moves: CodeMoves
    rares: Numbers  # the rare heaps
    reach: int  # of the witnesses
    known: int

    def __init__(self, heaps: range) -> None:
        self.window = 0
        self._allocate(heaps)

    def put(self, values: Values, start: int) -> bool:
        """Set the history of heaps from `start` on; those before `base` are left out. False: a nimber is too large."""
        skipped = max(start, self.base, 1) - start
        fits = True
        for piece in pieces(skipped, len(values)):
            part = values[piece.start : piece.stop]
            first = start + piece.start
            found = self.space.compress(part)
            fits &= self.widen(int(found.max(initial=0)))
            found[self.space.rare(part, np.arange(first, first + len(part)))] = self.rare_mark
            self.history[first - self.base : first - self.base + len(part)] = found
        return fits

    def widen(self, most: int | None = None) -> bool:
        """Make sets of nimbers wider, at least so that they hold a compressed one. False: there are none so wide."""
        raise NotImplementedError

    def has_room(self, stop: int) -> bool:
        """Say whether the history reaches to heap `stop`."""
        return stop - self.base <= len(self.history) - 2 * LANES

    def slide(self) -> None:
        """Forget all heaps before the window."""
        start = max(self.base, self.known - self.window)
        self.history[: self.known - start] = self.history[start - self.base : self.known - self.base]
        self.base = start

    def look_back(self, nimbers: Values) -> None:
        """Keep the heaps that pairs need; where they are forgotten, take them from the nimbers of all known heaps."""
        needed = max(self._last_rare, self.reach) + self.moves.places + 2 * LANES
        if needed <= self.window:
            return
        self.window = needed + needed // _SPARE
        start = max(-LANES, self.known - self.window)
        self._allocate(range(start, start + self.window + _ROOM))
        self.put(nimbers[max(0, start) : self.known], max(0, start))

    @property
    def clear(self) -> int:
        """The heap up to which this engine cannot be used, because a rare heap would be a near option."""
        return self._last_rare + LANES + self.moves.places

    @property
    def _last_rare(self) -> int:
        return int(self.rares[-1]) if len(self.rares) else 0

    def _allocate(self, heaps: range) -> None:
        self.base = heaps.start
        self.history = np.zeros(0, np.uint8)  # the memory of the previous one is free before more is taken
        self.history = np.full(len(heaps) + 2 * LANES, self.rare_mark, np.uint8)
