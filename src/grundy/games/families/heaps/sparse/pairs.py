"""The pairs of heaps that the sparse-space engines try, as arrays for their kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.games.families.heaps.sparse.training_kernel import greedy

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.games.families.heaps.sparse.space import Space

    Values = NDArray[np.unsignedinteger[Any]]
    Numbers = NDArray[np.int64]
    Scratch = NDArray[np.unsignedinteger[Any]]  # that a thread writes to

LANES = 64
NO_WITNESS = 192  # marks a rare heap in `witnesses`; xored with NONE or with any nimber, it is not below 64
_FIRST_HEAPS = 3000  # the first heaps, all of which are tried as one half of a witness
_FURTHER_HEAPS = 1500  # further heaps that are tried, chosen at random
_SAMPLE = 400  # heaps to learn from: with more of them, the order takes longer than it saves
CHOSEN = 48  # pairs that are tried for each heap


@dataclass(frozen=True)
class CodeMoves:
    """The moves of a code, as numbers of tokens that are taken: `splits` leave two heaps, `keeps` leave one heap.

    `places` is the last place of the code. With `unequal`, two heaps that are left must differ.
    """

    splits: tuple[int, ...]
    keeps: tuple[int, ...]
    places: int
    unequal: bool = False

    @property
    def halves(self) -> tuple[int, ...]:
        """The takes after which two equal heaps may be left."""
        return () if self.unequal else self.splits


def moves_of(rules: HeapRules) -> CodeMoves | None:
    """Return the moves of rules that may have a sparse space, else None.

    They have `pair_digits`.
    """
    if rules.pair_digits is None:
        return None
    digits, unequal = rules.pair_digits
    return moves_of_digits(digits, unequal=unequal)


def moves_of_digits(digits: dict[int, int], *, unequal: bool = False) -> CodeMoves:
    """Return the moves of a code. `digits` maps each take to its digit, which has no bit 8."""
    return CodeMoves(
        splits=tuple(take for take, digit in digits.items() if digit & 4),
        keeps=tuple(take for take, digit in digits.items() if digit & 2),
        places=max(digits),
        unequal=unequal,
    )


class Pairs(NamedTuple):
    """Distances and compressed nimbers of pairs, as the kernels take them."""

    offsets: Numbers
    values: NDArray[np.uint32]


def pairs(offsets: Any, values: Any) -> Pairs:
    """Return pairs whose values are bytes, each repeated four times."""
    return Pairs(np.array(offsets, np.int64), np.array(values, np.uint32) * np.uint32(0x01010101))


def of_rare_heaps(space: Space, moves: CodeMoves, heaps: Numbers, values: Values) -> tuple[Numbers, Numbers]:
    """Return, for all pairs with these rare heaps, the distance of the other heap and the compressed rare nimber.

    `values` are the nimbers of the rare heaps.
    """
    offsets = np.array([take + heap for take in moves.splits for heap in heaps.tolist()], np.int64)
    return offsets, np.tile(space.compress(values), len(moves.splits))


def kept_common(space: Space, moves: CodeMoves) -> list[int]:
    """Return the takes that leave one heap such that its value is common at heap n if that heap is common."""
    return [take for take in moves.keeps if space.parity is None or take % 2 == 0]


def witnesses(space: Space, values: Values, reach: int) -> NDArray[np.uint8]:
    """Return the compressed nimbers of heaps 1 to `reach`, a multiple of 64, with each group of 64 heaps reversed."""
    heaps = np.arange(1, reach + 1)
    found = space.compress(values[1 : reach + 1]).astype(np.uint8)
    found[space.rare(values[1 : reach + 1], heaps)] = NO_WITNESS
    return np.ascontiguousarray(found.reshape(-1, LANES)[:, ::-1]).reshape(-1)


def choose(  # noqa: PLR0913, PLR0917 - what to choose, from what, and for what
    space: Space, moves: CodeMoves, values: Values, recent: Values, base: int, count: int = CHOSEN
) -> tuple[Numbers, Numbers]:
    """Return the distances and compressed nimbers of pairs that hit as many rare values as possible.

    One heap of each pair is a common heap among the first heaps, whose nimbers are `values`. It is missing if a move
    leaves one heap only. The pairs are chosen by the nimbers `recent`, which begin with heap `base`. The same values
    give the same pairs.
    """
    random = np.random.default_rng(len(recent))
    heaps = np.arange(1, len(values))
    heaps = heaps[~space.rare(values[1:], heaps)]
    further = heaps[_FIRST_HEAPS:]
    heaps = np.concatenate([heaps[:_FIRST_HEAPS], random.permutation(further)[:_FURTHER_HEAPS]])
    kept = [take for take in moves.keeps if take not in kept_common(space, moves)]
    offsets = np.concatenate([*(heaps + take for take in moves.splits), np.array(kept, np.int64)])
    constants = np.concatenate([*(values[heaps] for _ in moves.splits), np.zeros(len(kept))]).astype(np.int64)
    sample = random.integers(int(offsets.max()) + 1, len(recent), _SAMPLE)
    sample = sample[~space.rare(recent[sample], sample + base)]

    def wanted_of(numbers: Numbers, parity: int) -> NDArray[np.bool_]:
        is_free = any((parity - take) % 2 == 0 for take in moves.halves)
        return space.rare(numbers, parity) & ((numbers > 0) | (not is_free))

    order = _in_order(recent, sample, base, wanted_of, offsets, constants, count)
    return offsets[order], space.compress(constants[order])


def order_rares(space: Space, offsets: Numbers, values: Numbers, recent: Values, count: int) -> Numbers:
    """Return an order of pairs with rare heaps: the first `count` pairs hit as many common values as possible."""
    if len(offsets) <= count:
        return np.arange(len(offsets))
    random = np.random.default_rng(len(recent))
    sample = random.integers(
        min(max(len(recent) // 2, int(offsets.max()) + 1), len(recent) * 3 // 4), len(recent), _SAMPLE
    )
    offsets = np.minimum(offsets, int(sample.min()))  # of pairs that reach farther, nothing is learned
    sample = sample[~space.rare(recent[sample], sample)]
    order = _in_order(recent, sample, 0, lambda numbers, parity: ~space.rare(numbers, parity), offsets, values, count)
    return np.concatenate([order, np.setdiff1d(np.arange(len(offsets)), order)])


def _in_order(  # noqa: PLR0913, PLR0917 - the heaps, what is wanted there, and the pairs
    recent: Values,
    sample: Numbers,
    base: int,
    wanted_of: Callable[[Numbers, int], NDArray[np.bool_]],
    offsets: Numbers,
    values: Numbers,
    count: int,
) -> Numbers:
    """Return the places of `count` pairs: first the pair that hits the most wanted values below sampled nimbers.

    `wanted_of` says which numbers are wanted at heaps of a parity. `sample` has places in `recent`, which begins with
    heap `base`. Any order gives the same nimbers: an order decides only how long proofs take.
    """
    numbers = np.arange(1 << max(1, int(recent.max()).bit_length(), int(values.max()).bit_length()))
    wanted = numbers < recent[sample][:, None]
    for parity in (0, 1):
        wanted[(sample + base) & 1 == parity] &= wanted_of(numbers, parity)
    order = np.zeros(min(count, len(offsets)), np.int64)
    greedy(recent, sample, wanted.astype(np.uint8), offsets, values, order)
    return order
