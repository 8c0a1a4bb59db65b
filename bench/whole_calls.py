"""Whole calls of ``nimbers(n)`` beside the engine: ``python bench/whole_calls.py [--before CHECKOUT] [CODE ...]``.

Each measurement is a process of its own, and the figures are processor seconds, medians of five runs in turns
(``--runs N``: of N). The machine code is there already; ``--first`` also runs one call with empty caches.

- *engine*: the engine fills a table of n heaps whose memory was touched before.
- *control*: that, and the time to write once to two tables, of two bytes and of one byte for each heap.
- *warm*: ``nimbers(n)`` in a process that has asked for 2^18 values before, and then dropped them.
- *cold*: a new process that imports grundy and calls ``nimbers(n)``, from its start to its end.
- *half more*: ``nimbers(n + n / 2)`` after ``nimbers(n)``, in place of n / 2 from the start.

The peak is that of the resident memory beyond what the process held before the call, in bytes of the result. With
``--before``, the calls of another checkout are measured in the same turns. With ``--cpp``, the program of
`heaps_sparse.cpp` finds fewer values, and its seconds for as many are worked out from its rate there.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve()
LENGTHS = {
    "0.106": 2**27,
    "0.16": 2**26,
    "0.354": 2**25,
    "0.161": 2**25,
    "0.6": 2**24,
    "unequal-2": 2**24,
}
CPP_LENGTHS = {"0.106": 4_000_000, "0.16": 2_000_000, "0.354": 2_000_000}
_CPP_LENGTH = 200_000
_WARM = 2**18
_FIRST = 2**16  # values that are given to the engine


def peak() -> int:
    """Return the most bytes that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def engine_alone(code: str, length: int) -> dict[str, float]:
    """Return the seconds of the engine, with its memory touched before, and those of touching two tables."""
    import numpy as np

    import grundy
    from grundy.games.families.heaps.sparse.sparse_table import SparseTable

    rules = grundy.heaps(code)
    digits = dict(enumerate(getattr(rules, "digits", (4,))))
    table = SparseTable(digits, length, rules.nimbers(_FIRST), unequal=code.startswith("unequal"))
    table._buffer[table.known :] = 1  # noqa: SLF001 - what is measured
    start = time.process_time()
    while table.known < length:
        table.fill(length)
    seconds = time.process_time() - start
    start = time.process_time()
    np.full(length, 1, np.uint16)
    np.full(length, 1, np.uint8)
    return {"engine": seconds, "control": seconds + time.process_time() - start}


def call(kind: str, code: str, length: int) -> dict[str, float]:
    """Return the processor seconds of a call, and its peak in bytes of the result."""
    import grundy
    from grundy.runtime.table_cache import tables

    rules = grundy.heaps(code)
    if kind == "engine":
        rules.nimbers(_WARM)
        return engine_alone(code, length)
    if kind != "cold":
        rules.nimbers(_WARM)
        tables.clear()
    before = peak()
    if kind == "half more":
        rules.nimbers(length)
        length += length // 2
    start = 0.0 if kind == "cold" else time.process_time()
    values = rules.nimbers(length)
    seconds = time.process_time() - start
    if kind == "cold":
        return {"cold": seconds}
    return {kind: seconds, f"{kind}, peak": (peak() - before) / values.nbytes}


def measured(kind: str, code: str, length: int, checkout: Path, cache: str | None = None) -> dict[str, float]:
    """Return the same of a new process with the sources of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    if cache is not None:
        environment |= {"XDG_CACHE_HOME": cache, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, str(HERE), "--child", kind, code, str(length)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print a line for each code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codes", nargs="*", default=list(LENGTHS))
    parser.add_argument("--before", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--shorter", type=int, default=1, help="divide the lengths by this")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--cpp", action="store_true")
    wanted = parser.parse_args()
    here = HERE.parent.parent
    for code in wanted.codes:
        length = LENGTHS[code] // wanted.shorter
        found: dict[str, list[float]] = defaultdict(list)
        for turn in range(wanted.runs):
            for name, checkout in (("", here), *([("before: ", wanted.before)] if wanted.before else [])):
                for kind in ("engine", "warm", "cold", "half more"):
                    if kind != "engine" or not name:
                        for key, value in measured(kind, code, length, checkout).items():
                            found[name + key].append(value)
            if wanted.first and turn == 0:
                with tempfile.TemporaryDirectory() as cache:
                    found["first of all"] = [measured("cold", code, length, here, cache)["cold"]]
        rates = cpp_rates(code, wanted.runs) if wanted.cpp else []
        if rates:
            found["C++, by its rate"] = [length / rate for rate in rates]
        print(f"{code} to {length:,}", flush=True)
        middle = {key: statistics.median(values) for key, values in found.items()}
        for key, value in middle.items():
            ratio = "" if key.endswith("peak") else f"  {value / middle['control']:6.2f} controls"
            print(f"  {key:24} {value:10.2f}{ratio}", flush=True)


def cpp_rates(code: str, runs: int) -> list[float]:
    """Return the values that the C++ program finds in a second, for each run; none without a compiler."""
    from heaps import plain_rate, sparse_run

    length = CPP_LENGTHS.get(code, _CPP_LENGTH)
    _, table = sparse_run(code, length, 1)
    return [] if table is None else [rate for _ in range(runs) for rate in plain_rate(code, length, table)]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(call(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        main()
