"""Sums over a stream of nimbers: how often each occurs, and a fold for a digest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.families.heaps.sparse.vector_kernel import LANES, tally
from grundy.runtime.jit import Kernel

_MOST_BLOCKS = 255  # that counters of a byte can hold
_TOGETHER = 16  # values that are counted in one pass
MULTIPLIER = 0x9E3779B97F4A7C15
_MULTIPLIER = np.uint64(MULTIPLIER)


@Kernel
def count(
    history: NDArray[np.uint8], at: int, blocks: int, scratch: NDArray[np.uint8], counts: NDArray[np.int64]
) -> None:
    """Add to ``counts[v, i]`` how often v is in the even lanes (i = 0) and in the odd ones of blocks of 64 bytes.

    The number of values is a multiple of 16; `scratch` has 1024 bytes.
    """
    for first in range(0, counts.shape[0], _TOGETHER):
        for start in range(0, blocks, _MOST_BLOCKS):
            tally(history, at + LANES * start, min(_MOST_BLOCKS, blocks - start), first, scratch)
            for value in range(_TOGETHER):
                for lane in range(LANES):
                    counts[first + value, lane & 1] += scratch[LANES * value + lane]


@Kernel
def fold(words: NDArray[np.uint64], state: NDArray[np.uint64]) -> None:
    """Multiply each word of the state and add the next of the words, again and again; modulo 2^64."""
    for start in range(0, words.size, state.size):
        for place in range(state.size):
            state[place] = state[place] * _MULTIPLIER + words[start + place]
