"""Each kernel against the plain search on the same input: ratios, and nanoseconds per option.

Run it by hand: ``python bench/engines.py``. Tables are forgotten between runs; machine code is warm.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

import grundy
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable

_NEVER = 10**30


def letters(side: int, alphabet: str) -> str:
    """Return a random board."""
    rng = random.Random(side)
    return "\n".join("".join(rng.choice(alphabet) for _ in range(side)) for _ in range(side))


def measure(solve: Callable[[], int], kernel_above: int, runs: int) -> tuple[float, int, int]:
    """Return the median time, the options and the value."""
    times = []
    for _ in range(runs):
        tables.clear()
        with limits.limited(kernel_above=kernel_above, search_options=10**9), progress.tallied() as tally:
            start = time.perf_counter()
            value = solve()
            times.append(time.perf_counter() - start)
    return statistics.median(times), tally.options, value


def main() -> None:
    """Compare each engine with the plain search where that can, and print the kernel alone elsewhere."""
    games = grundy.games
    cases: list[tuple[str, Callable[[], int], bool]] = [
        ("Wall Making 10 x 10", lambda: games.wall_making(letters(10, "....X")).nimber, True),
        ("Wall Making 20 x 20", lambda: games.wall_making(letters(20, "....X")).nimber, True),
        ("Wall Making 40 x 40", lambda: games.wall_making(letters(40, "....X")).nimber, False),
        ("Diagonal Game 20 x 20", lambda: games.diagonal(letters(20, "LRX")).nimber, True),
        ("Card Game 25 x 25", lambda: games.card(letters(25, "RBG")).nimber, True),
        ("Kayles to heap 1000", lambda: games.kayles(1000).nimber, True),
        ("Kayles to heap 20000", lambda: games.kayles(20000).nimber, False),
        ("Wythoff 60 60", lambda: games.wythoff(60, 60).nimber, True),
        ("Wythoff 1000 1000", lambda: games.wythoff(1000, 1000).nimber, False),
    ]
    print(f"{'':24} {'kernel':>10} {'ns/option':>10} {'search':>10} {'ns/option':>10} {'ratio':>8}")
    for name, solve, compare in cases:
        measure(solve, -1, 1)
        fast, options, value = measure(solve, -1, 7)
        line = f"{name:24} {fast * 1e3:7.1f} ms {fast / options * 1e9:10.2f}"
        if compare:
            slow, slow_options, slow_value = measure(solve, _NEVER, 1)
            if slow_value != value:
                message = f"{name}: the kernel says {value}, the search {slow_value}"
                raise ArithmeticError(message)
            line += f" {slow * 1e3:7.0f} ms {slow / slow_options * 1e9:10.0f} {slow / fast:8.0f}"
        print(line)


if __name__ == "__main__":
    main()
