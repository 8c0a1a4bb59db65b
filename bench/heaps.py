"""The engines of heap games against the same ideas in plain C++.

Run it with ``python bench/heaps.py``, or with ``--quick`` for sequences of a tenth of the length. ``--sparse`` leaves
out the direct engine, ``--direct`` the sparse-space engines. Codes as further arguments leave out all others.

One process and one core each, in turn; medians of several runs. The options of the direct engine are those of the
recurrence, n^2 / 4 for each digit that splits, whether it looks at each of them or not. Its ratios are our time by
theirs: below 1 we are faster. The rates of the sparse-space engines are of the nimbers after the first 32,768, without
the search for a space and the choice of pairs, whose seconds are shown beside; each nimber is verified on both sides.
Their ratios are our rate by that of the C++ program. On one core both count processor time, as other work disturbs it
less. What the second core brings is the ratio of the times that pass, the least of several runs in turn; the machine
must have two free cores then. Beside it is what is possible by the processor times: two threads share the work, but
one at a time looks for candidates or finds rare heaps directly. So it is the time of one thread by the larger of two:
half of the time that both take, and the time of these parts. Without a C++ compiler only our own times are shown.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import numpy as np
from cpp import compiled

import grundy
from grundy.games.families.heaps.sparse.few import Few
from grundy.games.families.heaps.sparse.many import Many
from grundy.games.families.heaps.sparse.pairs import moves_of
from grundy.games.families.heaps.sparse.sparse_table import FIRST, SparseTable
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CASES = [("0.77", 200_000), ("0.007", 100_000), ("0.6", 100_000)]
WAYS = {
    "shared": "windows, kept for all digits: the kernel's loop",
    "windows": "windows, each digit for itself",
    "marks": "a mark for each option: the plain loop",
}
# Code, our number of values, and that of the C++ program, which would take minutes for as many.
SPARSE = [
    ("0.156", 20_000_000, 2_000_000),
    ("0.16", 20_000_000, 2_000_000),
    ("0.354", 20_000_000, 2_000_000),
    ("0.106", 100_000_000, 4_000_000),
    ("0.6", 4_000_000, 200_000),
    ("0.14", 4_000_000, 200_000),
    ("0.161", 4_000_000, 200_000),
    ("unequal-2", 4_000_000, 400_000),
    ("0.007", 0, 0),
]
NO_SPACE = {"0.007"}
_BEGIN = 2 * FIRST
_TURNS = 5
FLAGS = ["-O3", "-march=native", "-std=c++17"]


def ours(code: str, length: int) -> tuple[float, int]:
    """Return the seconds of the direct engine, and the checksum of its values."""
    rules = grundy.heaps(code)
    engine = rules.engine(length, np.zeros(0, np.uint16))
    start = time.perf_counter()
    if not engine.fill(length):
        raise OverflowError(code)
    seconds = time.perf_counter() - start
    total = 0
    for value in engine.values.tolist():
        total = (total * 31 + value) % 2**64
    return seconds, total


def theirs(program: Path, length: int, way: str) -> tuple[float, int]:
    """Return the seconds of the C++ program, and the checksum of its values."""
    result = subprocess.run([str(program), str(length), way], capture_output=True, text=True, check=True)
    seconds, total = result.stdout.split()
    return float(seconds), int(total)


def direct(*, quick: bool) -> None:
    """Print a table for each code of the direct engine."""
    for code, full in chosen(CASES):
        length = full // 10 if quick else full
        options = grundy.heaps(code).cost(length - 1).options
        with tempfile.TemporaryDirectory() as folder:
            program = compiled("heaps.cpp", folder, *FLAGS, f"-DDIGITS={','.join(code.replace('.', ''))}")
            ours(code, 1000)  # compiles, or reads the cache
            runs: dict[str, list[float]] = {"ours": [], **({way: [] for way in WAYS} if program else {})}
            for _ in range(5):
                seconds, total = ours(code, length)
                runs["ours"].append(seconds)
                for way in WAYS if program else ():
                    if way == "marks" and len(runs[way]) == 1:
                        continue  # slow; once is enough
                    seconds, other = theirs(program, length, way) if program else (0.0, 0)
                    runs[way].append(seconds)
                    if other != total:
                        message = f"{code}: C++ ({way}) has other values"
                        raise ArithmeticError(message)
        mine = statistics.median(runs["ours"])
        print(f"{code} to {length:,} values, {options:,} options")
        print(f"  grundy       {mine:8.3f} s  {options / mine / 1e9:7.2f} options a nanosecond and core")
        if program is None:
            print("  no C++ compiler here: nothing to compare with")
        for way, words in WAYS.items() if program else ():
            seconds = statistics.median(runs[way])
            speed = f"{seconds:8.3f} s  {options / seconds / 1e9:7.2f}  ratio {mine / seconds:5.2f}"
            print(f"  C++ {way:8} {speed}  ({words})")


def chosen(cases: list[Any]) -> list[Any]:
    """Return the cases of the codes among the arguments, or all."""
    return [case for case in cases if case[0] in sys.argv] or cases


class Run(NamedTuple):
    """Seconds for each nimber beyond the first ones: of the process, of its serial work, by the clock; the set-up."""

    process: float
    alone: float
    clock: float
    set_up: float


@contextmanager
def timed_alone() -> Iterator[list[float]]:
    """Give a list to which all that one thread does at a time adds the seconds that it has taken."""
    seconds: list[float] = []

    def timed(work: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            start = time.thread_time()
            found = work(*args)
            seconds.append(time.thread_time() - start)
            return found

        return call

    with ExitStack() as patches:
        for owner, name in ((Few, "guess"), (Many, "guess"), (SparseTable, "_filled_directly")):
            patches.enter_context(patch.object(owner, name, timed(getattr(owner, name))))
        yield seconds


def sparse_run(code: str, length: int, threads: int) -> tuple[Run, SparseTable | None]:
    """Return what so many nimbers take, and the table if it has a space."""
    rules = grundy.heaps(code)
    digits = dict(enumerate(getattr(rules, "digits", (4,))))
    table = SparseTable(digits, length, rules.nimbers(FIRST, direct=True), unequal=code.startswith("unequal"))
    with limits.limited(threads=threads):
        start = time.process_time()
        while table.known < min(length, _BEGIN) or not (table.quick or table.known == length):
            table.fill(min(length, max(table.known + 64, _BEGIN)))
        middle, known, clock = time.process_time(), table.known, time.perf_counter()
        with timed_alone() as parts:
            while table.known < length:
                table.fill(length)
        passed, process = time.perf_counter() - clock, time.process_time() - middle
    values = max(1, length - known)
    run = Run(process / values, sum(parts) / values, passed / values, middle - start)
    return run, table if table.space is not None else None


def sparse(*, quick: bool) -> None:
    """Print the rates of the sparse-space engines, on one core and on two, and of the C++ program."""
    for code, full, theirs_full in chosen(SPARSE):
        length, shorter = (full // 10, theirs_full // 4) if quick else (full, theirs_full)
        if code in NO_SPACE:
            print(f"{code}: no sparse space; see the direct engine")
            continue
        sparse_run(code, 2 * _BEGIN, 2)  # compiles, or reads the cache
        runs: dict[int, list[Run]] = {1: [], 2: []}
        plain: list[float] = []
        table = None
        for turn in range(_TURNS):
            for threads, found in runs.items():
                run, table = sparse_run(code, length, threads)
                found.append(run)
            if table is not None and turn < _TURNS // 2:
                plain += plain_rate(code, shorter, table)
        one = 1 / statistics.median(run.process for run in runs[1])
        single, two = (min(run.clock for run in runs[threads]) for threads in (1, 2))
        possible = statistics.median(max(run.process / 2, run.alone) for run in runs[2]) * one
        set_up = statistics.median(run.set_up for run in runs[1])
        space = None if table is None else table.space
        print(f"{code} to {length:,} values, {space}, set-up {set_up:.2f} s")
        print(f"  one core   {one / 1e6:9.2f} million values a second")
        print(f"  two cores  {single / two:9.2f} times one by the clock, {1 / possible:.2f} possible")
        if plain:
            rate = statistics.median(plain)
            print(f"  plain C++  {rate / 1e6:9.3f} million values a second to {shorter:,}: ratio {one / rate:.1f}")


def plain_rate(code: str, length: int, table: SparseTable) -> list[float]:
    """Return the rate of the C++ program with the space of a table; compare its values. Nothing without a compiler."""
    moves = moves_of(grundy.heaps(code))
    if moves is None or table.space is None:
        return []
    digits = "4" if moves.unequal else ",".join(code.replace(".", ""))
    with tempfile.TemporaryDirectory() as folder:
        program = compiled("heaps_sparse.cpp", folder, *FLAGS, f"-DDIGITS={digits}")
        if program is None:
            return []
        parity = -1 if table.space.parity is None else table.space.parity
        words = [length, table.space.mask, parity, int(moves.unequal), FIRST]
        result = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True, check=True)
    seconds, total = result.stdout.split()
    expected = 0
    for value in table.values[:length].tolist():
        expected = (expected * 31 + value) % 2**64
    if int(total) != expected:
        message = f"{code}: C++ (sparse space) has other values"
        raise ArithmeticError(message)
    return [(length - FIRST) / float(seconds)]


def main() -> None:
    """Print both tables, or one."""
    quick = "--quick" in sys.argv
    if "--direct" not in sys.argv:
        sparse(quick=quick)
    if "--sparse" not in sys.argv:
        direct(quick=quick)


if __name__ == "__main__":
    main()
