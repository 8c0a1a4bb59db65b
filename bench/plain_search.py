"""The plain search beside the function with ``@lru_cache`` that one would write by hand.

    python bench/plain_search.py [RUNS]

Rulesets whose states are integers, pairs, integers that split, strings, frozensets, and one ruleset in six forms: a
function that returns a list, a tuple, a set, a range or a generator, or yields from one. Several states are
asked for in turn, each with what the ones before it have left. Both ways are timed in turns, in one process, and begin
without any value; the median of the ratios of processor time is printed. The functions by hand have no bound
on memory and no budget, and recurse, in a thread with a large stack.
"""

from __future__ import annotations

import statistics
import sys
import threading
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


@grundy.ruleset
def returned_list(n: int) -> list[int]:
    """Take one to three."""
    return [n - k for k in (1, 2, 3) if k <= n]


@grundy.ruleset
def returned_tuple(n: int) -> tuple[int, ...]:
    """Take one to three."""
    return tuple(n - k for k in (1, 2, 3) if k <= n)


@grundy.ruleset
def returned_set(n: int) -> set[int]:
    """Take one to three."""
    return {n - k for k in (1, 2, 3) if k <= n}


@grundy.ruleset
def returned_range(n: int) -> range:
    """Take one to three."""
    return range(max(0, n - 3), n)


@grundy.ruleset
def returned_generator(n: int) -> Iterator[int]:
    """Take one to three."""
    return (n - k for k in (1, 2, 3) if k <= n)


@grundy.ruleset
def yields_from(n: int) -> Iterator[int]:
    """Take one to three."""
    yield from (n - k for k in (1, 2, 3) if k <= n)


@lru_cache(None)
def form_by_hand(n: int) -> int:
    """Return the nimber of each form."""
    return mex({form_by_hand(n - k) for k in (1, 2, 3) if k <= n})


FORMS = [returned_list, returned_tuple, returned_set, returned_range, returned_generator, yields_from]
SIZES = [(800,), (1000,), (5000,), (50_000,)]
CASES: list[tuple[str, Any, Any, list[tuple[Any, ...]]]] = [
    *((rules.name.replace("_", " "), rules, form_by_hand, SIZES) for rules in FORMS),
    ("integer: take", take, take_by_hand, [(20_000,)]),
    ("pair: wythoff", wythoff, wythoff_by_hand, [(30, 30), (90, 90)]),
    ("split: kayles", kayles, kayles_by_hand, [(900,)]),
    ("string: flip", flip, flip_by_hand, [("+" * 22,)]),
    ("frozenset: node kayles", node_kayles, node_kayles_by_hand, [(frozenset(range(CYCLE)),)]),
]


def ratios(rules: Any, by_hand: Any, states: list[tuple[Any, ...]]) -> list[float]:
    """Return for each state how many times the processor time by hand ours takes."""
    tables.clear()
    by_hand.cache_clear()
    found = []
    for state in states:
        start = time.thread_time()
        expected = by_hand(*state)
        between = time.thread_time()
        nimber = rules(*state).nimber
        end = time.thread_time()
        if nimber != expected:
            raise SystemExit(f"{rules.name}: expected {expected}, found {nimber}")
        found.append((end - between) / (between - start))
    return found


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    for name, rules, by_hand, states in CASES:
        rows = [ratios(rules, by_hand, states) for _ in range(runs)]
        medians = [statistics.median(column) for column in zip(*rows, strict=True)]
        print(f"{name:<24} {by_hand.cache_info().currsize:>8,} states, ours ", *(f"{one:5.2f}" for one in medians))


if __name__ == "__main__":
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(2**29)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
