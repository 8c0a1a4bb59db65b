"""The compressed nimbers of the last heaps, which pairs with rare heaps and with witnesses need.

One heap of such a pair is at most the last rare heap, or the farthest witness. So the other heap lies in a window
before the heap whose option the pair is. The length of the window does not depend on how many heaps are known. The
window fits the cache of a processor, and the table of nimbers is the only table of all heaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.heaps.sparse.pairs import LANES
from grundy.games.families.heaps.sparse.space import pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.heaps.sparse.pairs import CodeMoves
    from grundy.games.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]

ROOM = 2**20  # heaps after the window, so that it is seldom moved
_SPARE_SHARE = 4  # a window is longer than necessary by 1 / _SPARE_SHARE, so that it seldom grows


class History:
    """Compressed nimbers of the last known heaps: the base of the sparse-space engines.

    ``history[n - base]`` is the compressed nimber of heap n, or `rare_mark` if the heap is rare. Heaps from `known` on
    are not known. If there is no more room, `window` heaps before `known` are kept.
    """

    rare_mark: int
    history: NDArray[np.uint8]
    base: int
    space: Space
    moves: CodeMoves
    rares: Numbers  # the rare heaps
    reach: int  # the last heap that is tried as one half of a witness
    known: int

    def __init__(self, heaps: range) -> None:
        self.window = 0
        self._allocate(heaps)

    def put(self, values: Values, start: int) -> bool:
        """Set the history of heaps from `start` on, without heaps before `base`. False: a nimber is too large."""
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
        """Make sets hold the compressed nimber `most`, or larger nimbers than now. False: no set is so large."""
        raise NotImplementedError

    def has_room(self, stop: int) -> bool:
        """Return whether the history has places for all heaps up to `stop`."""
        return stop - self.base <= len(self.history) - 2 * LANES

    def slide(self) -> None:
        """Forget all heaps before the window."""
        start = max(self.base, self.known - self.window)
        self.history[: self.known - start] = self.history[start - self.base : self.known - self.base]
        self.base = start

    def look_back(self, nimbers: Values) -> None:
        """Make the window long enough for all pairs; heaps that are not in it any more are taken from `nimbers`."""
        # The distance of the other heap is the take and the first heap, which is rare or is tried for a witness.
        needed = max(self._last_rare, self.reach) + self.moves.places + 2 * LANES
        if needed <= self.window:
            return
        self.window = needed + needed // _SPARE_SHARE
        start = max(-LANES, self.known - self.window)
        self._allocate(range(start, start + self.window + ROOM))
        self.put(nimbers[max(0, start) : self.known], max(0, start))

    @property
    def clear(self) -> int:
        """The heap up to which this engine cannot be used, because both heaps of a near option may be rare."""
        return self._last_rare + LANES + self.moves.places

    @property
    def _last_rare(self) -> int:
        return int(self.rares[-1]) if len(self.rares) else 0

    def _allocate(self, heaps: range) -> None:
        self.base = heaps.start
        self.history = np.zeros(0, np.uint8)  # frees the previous array before memory is taken for the next
        self.history = np.full(len(heaps) + 2 * LANES, self.rare_mark, np.uint8)
