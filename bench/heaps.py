"""The direct engine of heap games against the same loops in C++.

Run it with ``python bench/heaps.py``, or with ``--quick`` for sequences of a tenth of the length.

One process and one core each, in turn; medians of several runs. The options are those of the
recurrence, n^2 / 4 for each digit that splits, whether an engine looks at each of them or not. Ratios
are our time by theirs: below 1 we are faster. Without a C++ compiler only our own times are shown.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

import numpy as np
from cpp import compiled

import grundy

if TYPE_CHECKING:
    from pathlib import Path

CASES = [("0.77", 200_000), ("0.007", 100_000), ("0.6", 100_000)]
WAYS = {
    "shared": "windows, kept for all digits: the kernel's loop",
    "windows": "windows, each digit for itself",
    "marks": "a mark for each option: the plain loop",
}
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


def main() -> None:
    """Print a table for each code."""
    quick = "--quick" in sys.argv
    for code, full in CASES:
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


if __name__ == "__main__":
    main()
