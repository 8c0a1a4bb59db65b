"""Whole processes: the time that a user waits for small things, as medians and as multiples of bare Python.

Run it by hand: ``python bench/start.py [RUNS]``. The figures of one run compare only with each other.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def board(side: int) -> str:
    """Return a Wall Making input with some X."""
    rows = ["".join("X" if (7 * row + 3 * column) % 5 == 0 else "." for column in range(side)) for row in range(side)]
    return "\n".join([f"{side} {side}", *rows])


def seconds(command: list[str], stdin: str, environment: dict[str, str]) -> float:
    """Run a process once."""
    start = time.perf_counter()
    subprocess.run(command, input=stdin, text=True, env=environment, capture_output=True, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure in turns, so that a slow moment of the machine hits all alike."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    grundy = shutil.which("grundy", path=str(Path(sys.executable).parent)) or "grundy"
    answer = [grundy, "answer", "boj-11717"]
    with tempfile.TemporaryDirectory() as warm:
        environment = os.environ | {"NUMBA_CACHE_DIR": warm}
        cases: dict[str, tuple[list[str], str]] = {
            "python -c pass": ([sys.executable, "-c", "pass"], ""),
            "python -c 'import grundy'": ([sys.executable, "-c", "import grundy"], ""),
            "grundy --help": ([grundy, "--help"], ""),
            "grundy answer, 5 x 5": (answer, board(5)),
            "grundy answer, 20 x 20, warm cache": (answer, board(20)),
        }
        times: dict[str, list[float]] = {name: [] for name in cases}
        times["grundy answer, 20 x 20, cold cache"] = []
        for run in range(-1, runs):
            for name, (command, stdin) in cases.items():
                spent = seconds(command, stdin, environment)
                if run >= 0:  # the first turn fills the caches
                    times[name].append(spent)
            if run in (0, 1, 2):
                with tempfile.TemporaryDirectory() as cold:
                    cold_environment = os.environ | {"NUMBA_CACHE_DIR": cold}
                    spent = seconds(answer, board(20), cold_environment)
                times["grundy answer, 20 x 20, cold cache"].append(spent)
    bare = statistics.median(times["python -c pass"])
    print(f"{'':36}  median       of bare Python   runs")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:36}  {median * 1000:7.0f} ms   {median / bare:8.1f} times   {len(values)}")


if __name__ == "__main__":
    main()
