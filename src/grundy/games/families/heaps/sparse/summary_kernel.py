"""Sums over a stream of nimbers: how often each nimber occurs, and a fold for a digest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.games.families.heaps.sparse.vector_kernel import LANES, tally
from grundy.runtime.jit import Kernel

_MOST_BLOCKS = 255  # the largest count of a byte
_VALUES_AT_ONCE = 16  # that one pass counts
MULTIPLIER = 0x9E3779B97F4A7C15
_MULTIPLIER = np.uint64(MULTIPLIER)


@Kernel
def count(
    history: NDArray[np.uint8], at: int, blocks: int, scratch: NDArray[np.uint8], counts: NDArray[np.int64]
) -> None:
    """Add to ``counts[v, i]`` how often v is in the even lanes (i = 0) and in the odd lanes (i = 1) of blocks.

    A block has 64 bytes. The number of values must be a multiple of 16. `scratch` has 1024 bytes.
    """
    for first in range(0, counts.shape[0], _VALUES_AT_ONCE):
        for start in range(0, blocks, _MOST_BLOCKS):
            tally(history, at + LANES * start, min(_MOST_BLOCKS, blocks - start), first, scratch)
            for value in range(_VALUES_AT_ONCE):
                for lane in range(LANES):
                    counts[first + value, lane & 1] += scratch[LANES * value + lane]


@Kernel
def fold(words: NDArray[np.uint64], state: NDArray[np.uint64]) -> None:
    """Multiply each word of the state by `MULTIPLIER` and add a word, for each group of words; modulo 2^64."""
    for start in range(0, words.size, state.size):
        for place in range(state.size):
            state[place] = state[place] * _MULTIPLIER + words[start + place]
