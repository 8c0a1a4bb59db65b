"""Censuses: boards per second beside a loop over the plain search, two processes beside one, and what is not kernels.

Run it by hand, on a quiet machine: python bench/census.py [BOARDS [RUNS]]

The kernels are compiled, and their machine code is on disk, before anything is measured. Each process then loads it
once, which takes about a second with its start; both are part of the seconds that pass. Of the time of the processes,
what is not in kernels is the making of random boards, Arrow columns, digests and files.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import grundy
from grundy.games.families.cutting import batches
from grundy.games.families.cutting.board import Cutting
from grundy.research.census import AllBoards, RandomBoards
from grundy.runtime.table_cache import tables

ROWS, COLUMNS = 4, 5
SAMPLE = 200  # boards of the loop


def beside_a_loop() -> None:
    """Compare all boards of 4 x 5 up to symmetry with single boards, one after the other, in the plain search."""
    table = batches.words_of_size(ROWS, COLUMNS)
    table.solve(table.least(0, 2**8)[0])  # compiled
    batch = []
    for _ in range(5):
        batches.words_of_size.cache_clear()
        start = time.perf_counter()
        table = batches.words_of_size(ROWS, COLUMNS)
        words, weights = table.least(0, 2 ** (ROWS * COLUMNS))
        found = table.solve(words)
        batch.append(time.perf_counter() - start)
    chosen = Random(1).sample(range(len(words)), SAMPLE)
    boards = [Cutting(ROWS, COLUMNS, kinds.tobytes()) for kinds in batches.kinds_of(words[chosen], ROWS, COLUMNS)]
    loop = []
    with grundy.limited(kernel_above=10**9):
        for _ in range(3):
            tables.clear()
            start = time.perf_counter()
            nimbers = [board.nimber(board.whole().state) for board in boards]
            loop.append(time.perf_counter() - start)
    assert nimbers == found.nimbers[chosen].tolist()
    many, one = len(words) / min(batch), SAMPLE / min(loop)
    print(f"all boards of {ROWS} x {COLUMNS}: {weights.sum():,}, up to symmetry {len(words):,}")
    print(f"  batch, with its table and the enumeration  {many:12,.0f} boards a second ({min(batch):.3f} s in all)")
    print(f"  loop over the plain search                 {one:12,.0f} boards a second")
    print(f"  {many / one:,.0f} times")


def on_processes(count: int, runs: int) -> None:
    """Compare two processes with one on random boards of 20 x 20, in turn."""
    boards = RandomBoards("wall-making", 20, 20, 0.2, count, seed=1)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        warm = RandomBoards("wall-making", 20, 20, 0.2, 100)
        grundy.census.run(warm, Path(folder) / "warm", workers=1)
        digests = set()
        for number, workers in itertools.product(range(runs), seconds):
            told: list[grundy.research.census.running.Progress] = []
            found = grundy.census.run(boards, Path(folder) / f"{number} {workers}", workers=workers, told=told.append)
            passed, last = told[-1].elapsed, told[-1]
            seconds[workers].append(passed)
            digests.add(found.digest)
            times = f"{passed:6.1f} s, {1e3 * last.seconds / count:.3f} ms of a process a board"
            print(f"  {workers} process(es): {times}; {1 - last.seconds / workers / passed:.1%} start and waiting")
        assert len(digests) == 1
    pairs = [one / two for one, two in zip(seconds[1], seconds[2], strict=True)]
    least = min(seconds[1]) / min(seconds[2])
    print(f"{count:,} random boards of 20 x 20: {least:.2f} times with two processes by the least times,")
    print(f"  {statistics.median(pairs):.2f} in the median of {runs} pairs")


def all_of_5_by_5() -> None:
    """Solve all boards of 5 x 5 up to symmetry, files and all."""
    with tempfile.TemporaryDirectory() as folder:
        last: list[grundy.research.census.running.Progress] = []
        found = grundy.census.run(AllBoards("wall-making", 5, 5), Path(folder) / "a", workers=1, told=last.append)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.parquet"))
        print(f"all boards of 5 x 5: {found.rows:,} up to symmetry in {last[-1].elapsed:.1f} s on one process,")
        print(f"  {size:,} bytes")


if __name__ == "__main__":
    beside_a_loop()
    all_of_5_by_5()
    on_processes(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, int(sys.argv[2]) if len(sys.argv) > 2 else 2)
