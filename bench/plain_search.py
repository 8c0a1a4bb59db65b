"""The plain search beside the function with ``@lru_cache`` that one would write by hand.

    python bench/plain_search.py [RUNS]

Five rulesets, whose states are integers, pairs, integers that split, strings, frozensets. Both ways are
timed in turns, in one process, and begin without any value; the median of the ratios is printed. The
functions by hand have no bound on memory, no budget, and end at the recursion limit: chains are asked
for in steps.
"""

from __future__ import annotations

import statistics
import sys
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import grundy
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TAKES = (1, 3, 4, 7, 9)
CYCLE = 22
NEAR = {v: frozenset((v + step) % CYCLE for step in (-5, -1, 0, 1, 5)) for v in range(CYCLE)}


@grundy.ruleset
def take(n: int) -> Iterator[int]:
    """Take one of five numbers."""
    for some in TAKES:
        if some <= n:
            yield n - some


@lru_cache(None)
def take_by_hand(n: int) -> int:
    """Return the nimber of `take`."""
    return mex({take_by_hand(n - some) for some in TAKES if some <= n})


@grundy.ruleset
def wythoff(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Take from one heap, or as many from both."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@lru_cache(None)
def wythoff_by_hand(a: int, b: int) -> int:
    """Return the nimber of `wythoff`."""
    found = set()
    for k in range(1, a + 1):
        found.add(wythoff_by_hand(a - k, b))
    for k in range(1, b + 1):
        found.add(wythoff_by_hand(a, b - k))
    for k in range(1, min(a, b) + 1):
        found.add(wythoff_by_hand(a - k, b - k))
    return mex(found)


@grundy.ruleset
def kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for some in (1, 2):
        for left in range((pins - some) // 2 + 1):
            yield grundy.split(left, pins - some - left)


@lru_cache(None)
def kayles_by_hand(pins: int) -> int:
    """Return the nimber of `kayles`."""
    found = set()
    for some in (1, 2):
        for left in range((pins - some) // 2 + 1):
            found.add(kayles_by_hand(left) ^ kayles_by_hand(pins - some - left))
    return mex(found)


@grundy.ruleset
def flip(line: str) -> Iterator[str]:
    """Turn two neighbours ``++`` over."""
    for i in range(len(line) - 1):
        if line[i : i + 2] == "++":
            yield line[:i] + "--" + line[i + 2 :]


@lru_cache(None)
def flip_by_hand(line: str) -> int:
    """Return the nimber of `flip`."""
    found = set()
    for i in range(len(line) - 1):
        if line[i : i + 2] == "++":
            found.add(flip_by_hand(line[:i] + "--" + line[i + 2 :]))
    return mex(found)


@grundy.ruleset
def node_kayles(free: frozenset[int]) -> Iterator[frozenset[int]]:
    """Take a vertex and its neighbours."""
    for vertex in free:
        yield free - NEAR[vertex]


@lru_cache(None)
def node_kayles_by_hand(free: frozenset[int]) -> int:
    """Return the nimber of `node_kayles`."""
    return mex({node_kayles_by_hand(free - NEAR[vertex]) for vertex in free})


def mex(values: Iterable[int]) -> int:
    """Return the minimal excluded value."""
    least = 0
    while least in values:
        least += 1
    return least


CASES: list[tuple[str, Any, Any, list[tuple[Any, ...]]]] = [
    ("integer: take", take, take_by_hand, [(n,) for n in range(0, 20_001, 400)]),
    ("pair: wythoff", wythoff, wythoff_by_hand, [(90, 90)]),
    ("split: kayles", kayles, kayles_by_hand, [(n,) for n in range(0, 901, 300)]),
    ("string: flip", flip, flip_by_hand, [("+" * 22,)]),
    ("frozenset: node kayles", node_kayles, node_kayles_by_hand, [(frozenset(range(CYCLE)),)]),
]


def ratio(rules: Any, by_hand: Any, states: list[tuple[Any, ...]]) -> tuple[float, float]:
    """Return the processor time by hand, and how many times that ours takes."""
    tables.clear()
    by_hand.cache_clear()
    start = time.thread_time()
    expected = [by_hand(*state) for state in states][-1]
    between = time.thread_time()
    found = rules(*states[-1]).nimber
    end = time.thread_time()
    if found != expected:
        raise SystemExit(f"{rules.name}: expected {expected}, found {found}")
    return between - start, (end - between) / (between - start)


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    sys.setrecursionlimit(100_000)
    for name, rules, by_hand, states in CASES:
        theirs, ratios = zip(*(ratio(rules, by_hand, states) for _ in range(runs)), strict=True)
        count = f"{by_hand.cache_info().currsize:>8,} states"
        print(f"{name:<24} {count} {min(theirs):8.3f} s by hand, ours {statistics.median(ratios):5.2f} times that")


if __name__ == "__main__":
    main()
