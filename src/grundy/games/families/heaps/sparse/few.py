"""The sparse-space engine for few rare heaps and small nimbers: 0.106, 0.16, 0.354 and similar codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.heaps.sparse import few_kernel, summary_kernel
from grundy.games.families.heaps.sparse.history import History
from grundy.games.families.heaps.sparse.pairs import LANES, choose, kept_common, of_rare_heaps, pairs, witnesses
from grundy.games.families.heaps.sparse.space import Space, distinct, rare_heaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.heaps.sparse.pairs import CodeMoves, Scratch
    from grundy.games.families.heaps.sparse.pipeline import Failure

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]

NONE = 128  # as in `vector_kernel`
MOST_RARE = 400  # heaps; with more rare heaps, the other engine is faster
_NEAR_MULTIPLE = 4  # the number of near options is a multiple of this
_COUNT_BYTES = 1024  # scratch of `summary_kernel.count`
_LONGEST_REACH = 2**17  # heaps
REACH = 16_384  # heaps that are tried as one half of a witness


def suits(rares: int, most: int) -> bool:
    """Return whether this engine is made for this number of rare heaps, and for compressed nimbers up to `most`."""
    return rares <= MOST_RARE and most < LANES


class Few(History):
    """A window of the history of a sequence, and the pairs of heaps that continue it."""

    step = 2**18  # heaps that a thread continues in one call: about half a millisecond
    rare_mark = NONE

    def __init__(self, space: Space, moves: CodeMoves, values: Values, heaps: range, reach: int = REACH) -> None:
        """Make a history for `heaps` in a space, from the first nimbers, shape (known,).

        Witnesses are searched for among the first `reach` heaps, or among fewer heaps if fewer than 2 `reach` nimbers
        are known.
        """
        self.space = space
        self.moves = moves
        super().__init__(heaps)
        self.known = len(values)
        self.reach = min(reach, (self.known - moves.places - LANES) // (2 * LANES) * LANES)
        self._figures = space.figures(moves.halves)
        self._takes = np.array(moves.splits, np.int64)
        self._head = values[: self.reach + 1].copy()
        self._witnesses = witnesses(space, values, self.reach)
        self.rares = rare_heaps(space, values)
        self._rare_values = values[self.rares]
        self.bits = 16  # of a word; compressed nimbers are smaller than this
        most = int(space.compress(distinct(values)).max(initial=0))
        self.fits = self.widen(most) and len(self.rares) <= MOST_RARE  # whether this engine suits the sequence
        self.put(values, 0)
        self._list_rares()
        self.learn(values, 0)

    def grow_mask(self, failed: Failure) -> bool:
        """Make the nimber that a heap lacks common, if it is a power of two above all nimbers from heap `known` on.

        The caller knows that this nimber is above all nimbers before heap `known` too. No option of the heap has such a
        nimber, because each option is the exclusive or of two smaller nimbers. So the heap has this nimber or a smaller
        one. Smaller nimbers stay rare or common as they are. False: nothing is changed.
        """
        nimber = self.space.rare_nimber(failed.lacks, failed.heap)
        between = self.history[self.known - self.base : failed.heap - self.base]  # compressed, as `lacks` is
        is_largest = int(between.max(initial=0)) < failed.lacks < LANES  # `lacks` is LANES if it is no nimber
        is_power = nimber & (nimber - 1) == 0
        if not (is_largest and is_power and nimber > self.space.mask):
            return False
        self.space = Space(self.space.mask | nimber, self.space.parity)
        self._figures = self.space.figures(self.moves.halves)
        return True

    def lengthen(self, values: Values) -> bool:
        """Search for witnesses among more heaps, if at least twice as many can be used. False: nothing is changed."""
        reach = min(_LONGEST_REACH, len(values) // (4 * LANES) * LANES)
        if reach < 2 * self.reach:
            return False
        self.reach = reach
        self._witnesses = witnesses(self.space, values, reach)
        return True

    def learn(self, recent: Values, base: int) -> None:
        """Choose the pairs that prove the most values, from the recent nimbers of heaps from `base` on."""
        self._chosen = pairs(*choose(self.space, self.moves, self._head[: REACH + 1], recent, base))

    def add(self, values: Values, start: int) -> None:
        """Add the nimbers of heaps from `start` = `known` on, some of which may be rare."""
        heaps = np.arange(start, start + len(values))
        rare = self.space.rare(values, heaps)
        if rare.any():
            self.rares = np.concatenate([self.rares, heaps[rare]])
            self._rare_values = np.concatenate([self._rare_values, values[rare]])
            self._list_rares()
        if not self.has_room(start + len(values)):
            self.slide()
        self.fits = self.put(values, start) and len(self.rares) <= MOST_RARE
        self.known = start + len(values)

    def scratch(self) -> Scratch:
        """Return memory for a thread that calls `guess` and `prove`. It is too small after `widen`."""
        return np.zeros(LANES, f"u{self.bits // 8}")

    def guess(self, start: int, stop: int, scratch: Scratch) -> int:
        """Set the candidates of blocks of heaps from `start` on until one ends at or beyond `stop`; return its end.

        All heaps before `start` must be known or have candidates. Nothing else in this object changes.
        """
        return few_kernel.guess(self.history, self.base, start, stop, *self._far, *self._near, scratch)

    def prove(self, start: int, stop: int, scratch: Scratch) -> tuple[int, int]:
        """Prove candidates of blocks of heaps from `start` on, until a block ends at or beyond `stop`.

        Return the end of that block and -1. If a heap is not proved, return the heap and the rare value, compressed,
        that it lacks, or 64 if its nimber does not fit the words. This object does not change.
        """
        return few_kernel.prove(
            self.history, self.base, start, stop, *self._chosen, self._witnesses, self._takes, scratch, self._figures
        )

    def nimbers(self, start: int, out: Values) -> None:
        """Write the nimbers of common heaps from `start` on into an array. Its length must be a multiple of 64."""
        few_kernel.nimbers_of(self.history, self.base, start, out, self._figures)

    def count(self, start: int) -> dict[int, int]:
        """Return how often each nimber occurs from heap `start` on. The number of heaps must be a multiple of 64."""
        counts = np.zeros((self.bits, 2), np.int64)
        place, blocks = start - self.base, (self.known - start) // LANES
        summary_kernel.count(self.history, place, blocks, np.empty(_COUNT_BYTES, np.uint8), counts)
        found: dict[int, int] = {}
        for parity in (0, 1):
            values = self.space.expand(np.arange(self.bits), start + parity).tolist()
            for value, number in zip(values, counts[:, parity].tolist(), strict=True):
                if number:
                    found[value] = found.get(value, 0) + number
        return found

    def widen(self, most: int | None = None) -> bool:
        """Make words wide enough for the compressed nimber `most`, or twice as wide. False: no word is so wide."""
        bits = 2 * self.bits if most is None else self.bits
        while most is not None and most >= bits:
            bits *= 2
        if bits > LANES:
            return False
        self.bits = bits
        return True

    def _list_rares(self) -> None:
        offsets, values = of_rare_heaps(self.space, self.moves, self.rares, self._rare_values)
        near = [*zip(offsets[offsets < LANES].tolist(), values[offsets < LANES].tolist(), strict=True)]
        near += [(take, 0) for take in kept_common(self.space, self.moves) if take < LANES]
        near.sort(reverse=True)  # the nimber of the nearest heap is found last
        near = near[:1] * (-len(near) % _NEAR_MULTIPLE) + near  # the kernel is compiled for each number of near options
        self._near = tuple(offset for offset, _ in near), tuple(value for _, value in near)
        kept = [take for take in kept_common(self.space, self.moves) if take >= LANES]
        self._far = pairs(
            [*offsets[offsets >= LANES].tolist(), *kept], [*values[offsets >= LANES].tolist(), *[0] * len(kept)]
        )
