"""Declared rulesets in pure Python: Cram with and without pruning, a chain, a million states, a small memory.

    python bench/declared.py [--large]

Full and pruned searches go over the same graph in one run; the full one, which values every state that
it meets, is the reference. ``--large`` adds Cram on 5 x 6, which takes about a minute each.
"""

from __future__ import annotations

import sys
import tracemalloc
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grundy
from grundy import games
from grundy.core.search.exhaustive import ExhaustiveSearch
from grundy.core.search.nodes import NodeSearch
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CRAM = games.find(f"{Path(__file__).parent.parent / 'docs' / 'mygames.py'}:cram")


@grundy.ruleset
def take(n: int) -> Iterator[int]:
    """Take one to three."""
    yield from range(max(0, n - 3), n)


@grundy.ruleset
def down(n: int) -> Iterator[int]:
    """Take one."""
    yield from range(max(0, n - 1), n)


def timed(what: str, ask: Callable[[], Any], **bounds: int) -> progress.Tally:
    """Ask, and print what it took."""
    tables.clear()
    with limits.limited(**bounds), progress.tallied() as tally:
        answer = ask()
    counts = f"{tally.states:>9,} states {tally.options:>10,} options {tally.dropped:>9,} dropped"
    print(f"{what:<44} {answer!s:>3} {tally.seconds:8.2f} s {counts}", flush=True)
    return tally


def every_value(state: tuple[int, int]) -> int:
    """Value every state that is met, with components and canonical forms, but without pruning."""
    rules: Any = CRAM.parse("2x2").components[0].ruleset
    search = NodeSearch(rules)
    value = ExhaustiveSearch(search).value(rules.canonical(state))
    assert value is not None
    search.bounds.record()
    return value


def main() -> None:
    """Print the table."""
    for board in ("4x5", "4x6", "5x5", *(["5x6"] if "--large" in sys.argv else [])):
        state = CRAM.parse(board).components[0].state
        full = timed(f"cram {board}, every value", partial(every_value, state))
        for what in ("nimber", "outcome"):
            position = CRAM.parse(board)  # a new one: a position keeps what was found
            pruned = timed(f"cram {board}, {what}, pruned", partial(getattr, position, what))
            print(f"{'':<44} {full.states / pruned.states:.2f} times fewer states")
    timed("a chain of 200,000 states, nimber", lambda: down(200_000).nimber)
    timed("a chain of 200,000 states, outcome", lambda: down(200_000).outcome)
    timed("a million states, nimber", lambda: take(999_999).nimber)
    timed("a million states, outcome", lambda: take(999_999).outcome)
    timed("heaps of 300 and 300, nimber", lambda: pairs(300, 300).nimber)
    cram = CRAM.parse("4x6")
    timed("cram 4x6 in 500 kB, nimber", lambda: cram.nimber, table_bytes=500_000)
    tables.clear()
    tracemalloc.start()
    take(99_999).nimber  # noqa: B018 - for what it leaves in memory
    kept, peak = tracemalloc.get_traced_memory()
    print(f"bytes a state: {kept / 100_000:.0f} kept, {peak / 100_000:.0f} at the peak, when a third of them wait")


@grundy.ruleset
def pairs(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Nim with two heaps, the plain way."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


if __name__ == "__main__":
    main()
