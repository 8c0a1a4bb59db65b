"""Winning moves of heaps beyond a table with a proved period: all of them, against plain enumeration."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from grundy import Position
    from grundy.games.families.heaps.heap_tables import SolvedHeaps

    Nimbers = NDArray[np.int64]
    Heaps = tuple[int, ...]

LARGEST = 2600
# The period of each is proved long before heap 800.
CODES = [
    *("0.07", "0.77", "0.137", "0.17", "0.4", "0.44", "0.53", "0.71", "0.017", "0.044", "0.045"),
    *("0.051", "0.116", "0.124", "0.134", "0.141", "0.176", "0.34", "0.15", "4.3", "0.26", "0.373"),
]


def nimbers_of(digits: list[int]) -> Nimbers:
    """Return the nimbers of all heaps up to the largest, from the meaning of the digits: no table, no period."""
    values = np.zeros(LARGEST + 1, np.int64)
    for heap in range(1, LARGEST + 1):
        reached = [0]  # keeps `bincount` from having nothing to count; taken off below
        pairs: list[Any] = [reached]
        nothing = False
        for take, digit in enumerate(digits[: heap + 1]):
            rest = heap - take
            nothing |= bool(digit & 1) and rest == 0 < take
            if digit & 2 and rest:
                reached.append(int(values[rest]))
            if digit & 4:
                pairs.append(values[1 : rest // 2 + 1] ^ values[rest - 1 : rest - rest // 2 - 1 : -1])
        counts = np.bincount(np.concatenate(pairs))
        counts[0] -= not nothing
        values[heap] = int(np.argmin(np.append(counts, 0) > 0))
    return values


def moves_worth(digits: list[int], values: Nimbers, heap: int, nimber: int) -> Iterator[Heaps]:
    """Yield the heaps that each move to this nimber leaves: every option is looked at."""
    for take, digit in enumerate(digits[: heap + 1]):
        rest = heap - take
        if digit & 1 and rest == 0 < take and nimber == 0:
            yield ()
        if digit & 2 and rest and values[rest] == nimber:
            yield (rest,)
        if digit & 4:
            for part in range(1, rest // 2 + 1):
                if values[part] ^ values[rest - part] == nimber:
                    yield (part, rest - part)


def after_winning_moves(position: Position) -> Counter[Heaps]:
    """Return the heaps after each winning move, with how many moves lead there."""
    return Counter(
        tuple(sorted(part.state for part in choice.after.components if part.state))
        for choice in position.winning_moves()
    )


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
@pytest.mark.usefixtures("always_kernel")
def test_winning_moves_beyond_a_proved_table_are_complete(code: str) -> None:
    digits = [int(digit) for digit in code.replace(".", "")]
    values = nimbers_of(digits)
    rules = grundy.heaps(code)
    rng = random.Random(code)
    sizes = [800, LARGEST, *rng.sample(range(800, LARGEST), 4)]
    for size in sizes:
        second = rng.choice([rng.randint(1, 40), rng.randint(800, LARGEST - 1)])
        for heaps in ((size,), (size, second)):
            expected: Counter[Heaps] = Counter()
            total = int(np.bitwise_xor.reduce(values[list(heaps)]))
            for place, heap in enumerate(heaps):
                for left in moves_worth(digits, values, heap, total ^ int(values[heap])) if total else ():
                    expected[tuple(sorted((*heaps[:place], *left, *heaps[place + 1 :])))] += 1
            position = rules(*heaps)
            assert position.nimber == total, heaps
            assert after_winning_moves(position) == expected, heaps
    solved: SolvedHeaps | None = tables.get(rules)
    assert solved is not None
    assert solved.period is not None
    assert len(solved.values) <= 800, "expected heaps beyond the table"
