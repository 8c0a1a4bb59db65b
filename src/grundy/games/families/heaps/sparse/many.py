"""The sparse-space engine for many rare heaps: Officers (0.6), Grundy's game, 0.376 and similar codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.families.heaps.sparse.history import History
from grundy.games.families.heaps.sparse.many_kernel import HeapArrays, RarePairs, WitnessPairs, guess, prove
from grundy.games.families.heaps.sparse.pairs import (
    LANES,
    NO_WITNESS,
    Pairs,
    choose,
    kept_common,
    of_rare_heaps,
    order_rares,
    pairs,
    witnesses,
)
from grundy.games.families.heaps.sparse.space import distinct, pieces, rare_heaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.heaps.sparse.pairs import CodeMoves, Scratch
    from grundy.games.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]

_EMPTY = 255  # as in `planes_kernel`
_SLOTS = 6  # as in `planes_kernel`
_REACH = 13_568  # heaps that are tried as one half of a witness
_FILL_RARE = 640  # pairs with rare heaps that fill sets; the other pairs are compared with slots
_FILL_CHOSEN = 448  # pairs of common heaps that fill sets
_CHOSEN = 1024  # pairs of common heaps
_LEARNED = 2**20  # nimbers whose shares decide the order of chunks
_UNORDERED_SHARE = 8  # 1 / _UNORDERED_SHARE as many new rare heaps as ordered ones may be out of order
PLANES = (16, 20, 24, 30)  # the kernels are compiled for these numbers of planes; with more, a value could be `_EMPTY`


class Many(History):
    """The history of a sequence, and the pairs of heaps that continue it; ``nimbers[n]`` is the nimber of heap n."""

    step = 2**13  # heaps that a thread continues in one call: half a millisecond
    rare_mark = _EMPTY

    def __init__(self, space: Space, moves: CodeMoves, nimbers: Values, known: int) -> None:
        """Make a history of the first `known` heaps in a space; `nimbers` has room for the heaps that follow."""
        self.space = space
        self.moves = moves
        self.nimbers = nimbers
        super().__init__(range(known, known))
        self.known = known
        self.reach = min(_REACH, (known - moves.places) // 4 // (4 * LANES) * 4 * LANES)
        self._figures = space.figures(moves.halves)
        common = np.array([space.expand(np.arange(_EMPTY + 1), heap) for heap in (0, 1)])
        self._wholes = np.concatenate([common, common ^ 1 << space.bit]).astype(np.uint16)
        values = nimbers[:known]
        self._head = values[: self.reach + 1].copy()
        self.rares = rare_heaps(space, values)
        self._width = (0,) * PLANES[0]
        self._far: Pairs
        self.fits = self.widen(int(space.compress(distinct(values)).max(initial=0)))
        self._learn()

    def add(self, values: Values, start: int) -> None:
        """Note heaps from `start` = `known` on, some perhaps rare. `values` are already in the array of nimbers."""
        rare = self.space.rare(values, np.arange(start, start + len(values)))
        if not self.has_room(start + len(values)):
            self.slide()
        self.fits = self.put(values, start)
        self.known = start + len(values)
        if rare.any():
            heaps = np.flatnonzero(rare) + start
            new = pairs(*of_rare_heaps(self.space, self.moves, heaps, self.nimbers[heaps]))
            offsets = np.concatenate([self._far.offsets, new.offsets])
            self._far = Pairs(offsets, np.concatenate([self._far.values, new.values]))
            self.rares = np.concatenate([self.rares, heaps])

    @property
    def disordered(self) -> bool:
        """Whether many rare heaps are new since pairs were put in order."""
        return len(self.rares) > self._ordered + self._ordered // _UNORDERED_SHARE

    @property
    def _plain(self) -> int:
        """The heap after which no pair that is tried has two rare heaps, or a rare heap and a witness."""
        return self._last_rare + max(self._last_rare, self.reach) + self.moves.places + LANES

    def widen(self, most: int | None = None) -> bool:
        """Make sets large enough for the compressed nimber `most`, or larger by a step. False: no larger sets exist."""
        most = 8 * len(self._width) if most is None else most
        fit = [planes for planes in PLANES if 8 * planes > most and planes >= len(self._width)]
        self._width = (0,) * fit[0] if fit else self._width
        return bool(fit)

    def scratch(self) -> Scratch:
        """Return memory for one thread."""
        return np.zeros(LANES * (PLANES[-1] + 2 * _SLOTS + 1) + 256, np.uint8)

    def guess(self, start: int, stop: int, scratch: Scratch) -> int:
        """Set the candidates of blocks of heaps; see `Few.guess`."""
        rare_pairs = RarePairs(*self._far, self._filling, self._unknown, *self._near)
        return guess(self._heaps(), rare_pairs, start, stop, scratch)

    def prove(self, start: int, stop: int, scratch: Scratch) -> tuple[int, int]:
        """Prove candidates; see `Few.prove`. A missing value of 64 stands for a nimber that does not fit."""
        heap, lacks = prove(self._heaps(), self._witness_pairs, start, stop, scratch)
        return heap, LANES if lacks == _EMPTY else min(lacks, LANES - 1)

    def _heaps(self) -> HeapArrays:
        return HeapArrays(
            self.history, self.base, self.nimbers, self._wholes, self._width, self._figures, self._plain
        )  # fmt: skip

    def _learn(self) -> None:
        """Choose and order pairs by the known nimbers."""
        recent = self.nimbers[: self.known]
        self.order()
        chosen = pairs(*choose(self.space, self.moves, self._head, recent, 0, _CHOSEN))
        found = witnesses(self.space, self._head, self.reach)
        is_common = found != NO_WITNESS
        marks = is_common.reshape(-1, LANES).astype(np.uint64) << np.arange(LANES, dtype=np.uint64)
        self._witness_pairs = WitnessPairs(
            *chosen,
            min(_FILL_CHOSEN, len(chosen.offsets)),
            np.where(is_common, found, 0).astype(np.uint8),
            marks.sum(axis=1, dtype=np.uint64),
            self._order_of_chunks(found, recent[max(self.known // 2, self.known - _LEARNED) :]),
            np.array(self.moves.splits, np.int64),
            self.moves.unequal,
        )

    def _order_of_chunks(self, found: NDArray[np.uint8], recent: Values) -> NDArray[np.uint16]:
        """Return at [v] the chunks of witnesses in order: first those most likely to have a pair of value v."""
        occurrences = np.zeros(256, np.int64)
        for piece in pieces(0, len(recent)):  # compressed nimbers take four times the memory of nimbers
            compressed = self.space.compress(recent[piece.start : piece.stop])
            occurrences += np.bincount(compressed, minlength=256)[:256]
        share = occurrences / len(recent)
        log = -np.log1p(-np.minimum(share, 0.9))
        numbers = np.arange(256)
        chunks = self.reach // LANES
        score = np.zeros((256, chunks))
        for chunk in range(chunks):
            kinds, times = np.unique(found[LANES * chunk : LANES * (chunk + 1)], return_counts=True)
            for kind, number in zip(kinds.tolist(), times.tolist(), strict=True):
                if kind != NO_WITNESS:
                    score[:, chunk] += number * log[numbers ^ kind]
        return np.ascontiguousarray(np.argsort(-score, axis=1, kind="stable").astype(np.uint16))

    def order(self) -> None:
        """Put the pairs with rare heaps in an order in which the pairs that hit the most values come first."""
        values = self.nimbers[self.rares]
        offsets, constants = of_rare_heaps(self.space, self.moves, self.rares, values)
        whole = np.tile(values, len(self.moves.splits))
        near = offsets < LANES
        keeps = [take for take in self.moves.keeps if take < LANES]
        self._near = (
            np.array([*offsets[near].tolist(), *keeps], np.int64),
            np.array([*whole[near].tolist(), *[0] * len(keeps)], np.uint16),
        )
        kept = kept_common(self.space, self.moves)
        far, bytes_of = offsets[~near], constants[~near]
        order = order_rares(self.space, far, whole[~near].astype(np.int64), self.nimbers[: self.known], _FILL_RARE)
        self._far = pairs(
            [*kept, *offsets[near].tolist(), *far[order].tolist()],
            [*[0] * len(kept), *constants[near].tolist(), *bytes_of[order].tolist()],
        )
        self._unknown = len(kept) + int(near.sum())
        self._filling = min(_FILL_RARE, len(far)) + self._unknown
        self._ordered = len(self.rares)
