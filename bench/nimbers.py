"""Nim-multiplication of arrays beside a plain recursive function.

    python bench/nimbers.py [PAIRS]

Products, inverses and square roots of random 64-bit nimbers, on one core; the recursive functions are those for
single integers, on fewer numbers. Both are timed in turns; medians of five rounds are printed.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import grundy

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = 2000
ROUNDS = 5


def plain(left: int, right: int, bits: int = 64) -> int:
    """Return the nim-product by the definition in halves: four products of halves, and one by a constant."""
    if left < 2 or right < 2:
        return left * right
    half = bits // 2
    mask = (1 << half) - 1
    a, b, c, d = left >> half, left & mask, right >> half, right & mask
    high, low = plain(a, c, half), plain(b, d, half)
    middle = plain(a, d, half) ^ plain(b, c, half) ^ high
    return (middle << half) ^ low ^ plain(high, 1 << (half - 1), half)


def seconds(function: Callable[..., object], *operands: Any) -> float:
    """Return the processor time of a call."""
    start = time.process_time()
    function(*operands)
    return time.process_time() - start


def rates(function: Callable[..., object], by_one: Callable[..., int], *operands: Any) -> tuple[float, float]:
    """Return the numbers a second, of the array and one by one."""
    few = list(zip(*(row[:FEW].tolist() for row in operands), strict=True))
    rounds = [
        (seconds(function, *operands), seconds(lambda: [by_one(*numbers) for numbers in few])) for _ in range(ROUNDS)
    ]
    array, single = (statistics.median(times) for times in zip(*rounds, strict=True))
    return len(operands[0]) / array, FEW / single


def main() -> None:
    """Print the rates and their ratios."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6
    left, right = np.random.default_rng(1).integers(1, 2**64, (2, count), dtype=np.uint64)
    grundy.nim_product(left[:2], right[:2])  # makes the tables
    for name, function, by_one, operands in (
        ("product", grundy.nim_product, plain, (left, right)),
        ("inverse", grundy.nim_inverse, grundy.nim_inverse, (left,)),
        ("square root", grundy.nim_square_root, grundy.nim_square_root, (left,)),
    ):
        array, single = rates(function, by_one, *operands)
        print(f"{name:12} {array / 1e6:6.2f} million a second, one by one {single:9,.0f}: {array / single:6,.0f} times")


if __name__ == "__main__":
    main()
