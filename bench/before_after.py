"""Two checkouts of the project against each other: the same work, in turns, as medians and ratios.

    python bench/before_after.py BEFORE AFTER [--python BEFORE_PYTHON AFTER_PYTHON] [--runs RUNS] [--clicks CLICKS]

BEFORE and AFTER are folders with a checkout; each runs in processes of its own, with its own Python where they need
different packages. All times of a round are taken one after the other, before and after in turns, so that a slow
moment of the machine hits both. The first round fills caches and does not count. A click is one in the lab, as in
`lab_click.py`, in Chromium; ``--clicks 0`` leaves it out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from lab_click import clicked, served

BOARD = """
import time
import grundy
rows = ["".join("X" if (7 * row + 3 * column) % 10 == 0 else "." for column in range(60)) for row in range(60)]
grundy.games.wall_making("..\\n..").nimber
board = grundy.games.wall_making("\\n".join(rows))
start = time.perf_counter()
board.nimber
print(time.perf_counter() - start)
"""
HEAPS = """
import time
import grundy
rules = grundy.heaps("0.77")
start = time.perf_counter()
rules.nimbers(200_000, direct=True)
print(time.perf_counter() - start)
"""
SMALL = "5 5\n" + "..X..\n" * 5


class Checkout(NamedTuple):
    """A folder with the project, and the Python that runs it."""

    folder: Path
    python: str

    @property
    def environment(self) -> dict[str, str]:
        """The variables under which its processes find it, and nothing else of ours."""
        return os.environ | {"PYTHONPATH": str(self.folder / "src")}

    def run(self, arguments: list[str], stdin: str = "") -> tuple[float, str]:
        """Return the seconds of a process, and what it printed."""
        start = time.perf_counter()
        result = subprocess.run(
            [self.python, *arguments], input=stdin, env=self.environment, capture_output=True, text=True, check=True
        )
        return time.perf_counter() - start, result.stdout

    def measure(self) -> dict[str, float]:
        """Return the seconds of each kind of work, once."""
        return {
            "python -c 'import grundy'": self.run(["-c", "import grundy"])[0],
            "grundy --help": self.run(["-m", "grundy", "--help"])[0],
            "grundy answer, 5 x 5": self.run(["-m", "grundy", "answer", "boj-11717"], SMALL)[0],
            "60 x 60 board": float(self.run(["-c", BOARD])[1]),
            "heaps 0.77 to 2 * 10^5": float(self.run(["-c", HEAPS])[1]),
        }

    def click(self, clicks: int) -> dict[str, list[float]]:
        """Return the seconds of clicks in the lab."""
        with served(self.python, self.environment) as base:
            times = clicked(base, 20, clicks)
        frames, requests = zip(*times, strict=True)
        return {
            "click in the lab, 20 x 20": [one / 1000 for one in frames],
            "its request": [one / 1000 for one in requests],
        }


def main() -> None:
    """Measure in turns, and print medians and ratios."""
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("folders", nargs=2, type=Path, metavar=("BEFORE", "AFTER"))
    parser.add_argument("--python", nargs=2, default=[sys.executable] * 2)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=10)
    given = parser.parse_args()
    checkouts = [Checkout(*both) for both in zip(given.folders, given.python, strict=True)]
    times: dict[str, tuple[list[float], list[float]]] = {}
    for run in range(given.runs + 1):
        for side, checkout in list(enumerate(checkouts))[:: 1 if run % 2 else -1]:
            for name, seconds in checkout.measure().items():
                if run:
                    times.setdefault(name, ([], []))[side].append(seconds)
    for _ in range(3 if given.clicks else 0):
        for side, checkout in enumerate(checkouts):
            for name, all_seconds in checkout.click(given.clicks).items():
                times.setdefault(name, ([], []))[side].extend(all_seconds)
    print(f"{'':28}  {'before':>10}  {'after':>10}  {'ratio':>6}  {'of minima':>9}")
    for name, (before, after) in times.items():
        medians = statistics.median(before), statistics.median(after)
        ratios = medians[1] / medians[0], min(after) / min(before)
        shown = "  ".join(f"{1000 * one:7.1f} ms" for one in medians)
        print(f"{name:28}  {shown}  {ratios[0]:6.2f}  {ratios[1]:9.2f}")


if __name__ == "__main__":
    main()
