"""Two checkouts of the project against each other: the same work, in turns, as medians and ratios.

    python bench/before_after.py BEFORE AFTER [--python BEFORE_PYTHON AFTER_PYTHON] [--runs RUNS] [--clicks CLICKS]

BEFORE and AFTER are folders with a checkout; each runs in processes of its own, with its own Python where they need
different packages. All times of a round are taken one after the other, before and after in turns, so that a slow
moment of the machine hits both. The first round fills caches and does not count. A click is one in the lab, as in
`lab_click.py`, in Chromium; ``--clicks 0`` leaves it out.

Beside each time stands the ratio of the processor time that it took, of all threads together: where other programs
run as well, that says more. Needs Linux or macOS.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
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
start = time.perf_counter(), time.process_time()
board.nimber
print(time.perf_counter() - start[0], time.process_time() - start[1])
"""
HEAPS = """
import time
import grundy
rules = grundy.heaps("0.77")
start = time.perf_counter(), time.process_time()
rules.nimbers(200_000, direct=True)
print(time.perf_counter() - start[0], time.process_time() - start[1])
"""
RULES = """
import time
import grundy

@grundy.ruleset(OPTIONS)
def kayles(n):
    for taken in (1, 2):
        for left in range((n - taken) // 2 + 1):
            yield grundy.split(left, n - taken - left)

kayles(300).nimber
start = time.perf_counter(), time.process_time()
kayles(SIZE).nimber
print(time.perf_counter() - start[0], time.process_time() - start[1])
"""
DECLARED = RULES.replace("OPTIONS", "").replace("SIZE", "1500")
COMPILED = RULES.replace("OPTIONS", "compiled=True").replace("SIZE", "6000")
Times = tuple[float, float]  # seconds on the clock, and of the processors
SMALL = "5 5\n" + "..X..\n" * 5


class Checkout(NamedTuple):
    """A folder with the project, and the Python that runs it."""

    folder: Path
    python: str

    @property
    def environment(self) -> dict[str, str]:
        """The variables under which its processes find it, and nothing else of ours."""
        return os.environ | {"PYTHONPATH": str(self.folder / "src")}

    def run(self, *arguments: str, stdin: str = "") -> Times:
        """Return the times of a process."""
        start, used = time.perf_counter(), _of_children()
        subprocess.run(
            [self.python, *arguments], input=stdin, env=self.environment, capture_output=True, text=True, check=True
        )
        return time.perf_counter() - start, _of_children() - used

    def run_timed(self, program: str) -> Times:
        """Return the times that a program prints. It runs from a file, so that rules in it have a source."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "program.py")
            file.write_text(program)
            result = subprocess.run(
                [self.python, str(file)], env=self.environment, capture_output=True, text=True, check=True
            )
        clock, processor = map(float, result.stdout.split())
        return clock, processor

    def measure(self) -> dict[str, Times]:
        """Return the times of each kind of work, once."""
        return {
            "python -c 'import grundy'": self.run("-c", "import grundy"),
            "grundy --help": self.run("-m", "grundy", "--help"),
            "grundy answer, 5 x 5": self.run("-m", "grundy", "answer", "boj-11717", stdin=SMALL),
            "60 x 60 board": self.run_timed(BOARD),
            "heaps 0.77 to 2 * 10^5": self.run_timed(HEAPS),
            "declared Kayles, 1500": self.run_timed(DECLARED),
            "compiled Kayles, 6000": self.run_timed(COMPILED),
        }

    def click(self, clicks: int) -> dict[str, list[Times]]:
        """Return the times of clicks in the lab, whose processor time is not known."""
        with served(self.python, self.environment) as base:
            times = clicked(base, 20, clicks)
        frames, requests, *_ = zip(*times, strict=True)
        return {
            "click in the lab, 20 x 20": [(one / 1000, 0.0) for one in frames],
            "its request": [(one / 1000, 0.0) for one in requests],
        }


def _of_children() -> float:
    """Return the processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure in turns, and print medians and ratios."""
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("before", type=Path, metavar="BEFORE")
    parser.add_argument("after", type=Path, metavar="AFTER")
    parser.add_argument("--python", nargs=2, default=[sys.executable] * 2)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=10)
    given = parser.parse_args()
    checkouts = [Checkout(*both) for both in zip((given.before, given.after), given.python, strict=True)]
    times: dict[str, tuple[list[Times], list[Times]]] = {}
    for run in range(given.runs + 1):
        for side, checkout in list(enumerate(checkouts))[:: 1 if run % 2 else -1]:
            for name, spent in checkout.measure().items():
                if run:
                    times.setdefault(name, ([], []))[side].append(spent)
    for _ in range(3 if given.clicks else 0):
        for side, checkout in enumerate(checkouts):
            for name, clicks in checkout.click(given.clicks).items():
                times.setdefault(name, ([], []))[side].extend(clicks)
    print(f"{'':28}  {'before':>10}  {'after':>10}  {'ratio':>6}  {'of minima':>9}  {'processor':>9}  {'of minima':>9}")
    for name, both in times.items():
        clocks, processors = ([[one[kind] for one in side] for side in both] for kind in (0, 1))
        shown = "  ".join(f"{1000 * statistics.median(side):7.1f} ms" for side in clocks)
        ratios = "  ".join(_ratios(*sides) for sides in (clocks, processors) if any(sides[0]))
        print(f"{name:28}  {shown}  {ratios}")


def _ratios(before: list[float], after: list[float]) -> str:
    """Return the ratio of the medians, and that of the minima."""
    return f"{statistics.median(after) / statistics.median(before):6.2f}  {min(after) / min(before):9.2f}"


if __name__ == "__main__":
    main()
