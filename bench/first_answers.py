"""The first answers on a new machine: ``python bench/first_answers.py [--runs N] [--only NAME ...]``.

Each command runs in a new process with empty folders for machine code, in two ways:

- *plain*: the plain search alone, as where Numba is not installed.
- *now*: what users get.

It prints the seconds of the clock, in brackets the processor seconds of the command with all processes that it
started, and how many times as long *now* takes as *plain*: medians of the runs, which go in turns. A command that has
taken ``--most`` seconds is ended, counts as that long, and is not run again; so is one that refuses, because the plain
search is beyond its budget. Both ways must print the same.
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
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import NamedTuple

# What each process of a command runs first, also those that the command starts.
WAYS = {
    "plain": "import sys; sys.modules['numba'] = None",
    "now": "",
}
RULES = '''import grundy

@grundy.ruleset(compiled=True)
def three(first, second, third):
    """Take from one heap, or one token from each."""
    for left in range(first):
        yield left, second, third
    for left in range(second):
        yield first, left, third
    for left in range(third):
        yield first, second, left
    if first and second and third:
        yield first - 1, second - 1, third - 1
'''


_REFUSED = 2


class Question(NamedTuple):
    """A command, and what it reads from stdin."""

    arguments: list[str]
    stdin: bytes = b""


class Taken(NamedTuple):
    """What a command took, in seconds of the clock and of processors, and what it printed (None: it was ended)."""

    wall: float
    processor: float
    printed: bytes | None


def questions(folder: Path) -> dict[str, Question]:
    """Write the files that the commands read into a folder, and return the commands by their names."""
    random = Random(30)
    clobber = "\n".join(("xo" * 3 if row % 2 else "ox" * 3)[:5] for row in range(4))
    walls = "\n".join("".join(random.choice("....X") for _ in range(30)) for _ in range(30))
    grid = "\n".join(["K=20", *("".join(random.choice("........#.") for _ in range(60)) for _ in range(60))])
    files = {"clobber.txt": clobber, "walls.txt": walls, "own.py": RULES, "grid.txt": f"{grid[:5]}@{grid[6:]}"}
    for name, text in files.items():
        (folder / name).write_text(text)
    return {
        "hint at Clobber 4x5": Question(["play", "clobber", str(folder / "clobber.txt")], b"hint\nhint\nhint\nquit\n"),
        "board 30x30": Question(["solve", "wall-making", str(folder / "walls.txt")]),
        "0.6 to 2 * 10^5": Question(["sequence", "0.6", "--length", "200000"]),
        "0.6 to 10^6": Question(["sequence", "0.6", "--length", "1000000"]),
        "piece on 60x60": Question(["solve", "grid-game", str(folder / "grid.txt")]),
        "misère quotient of 0.77": Question(["misere", "0.77"]),
        "own ruleset": Question(["solve", f"{folder / 'own.py'}:three", "64,64,64"]),
    }


def ask(way: str, question: Question, most: float) -> Taken:
    """Run a command with empty caches; end it after `most` seconds."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(WAYS[way])
        environment = os.environ | {"NUMBA_CACHE_DIR": folder, "XDG_CACHE_HOME": folder, "PYTHONPATH": folder}
        command = [sys.executable, "-m", "grundy", *question.arguments]
        used = _processor_seconds_of_children()
        begun = time.monotonic()
        try:
            done = subprocess.run(
                command, check=False, input=question.stdin, capture_output=True, env=environment, timeout=most
            )
            if done.returncode not in (0, _REFUSED):
                raise SystemExit(done.stderr.decode())
            printed = None if done.returncode else done.stdout
        except subprocess.TimeoutExpired:
            printed = None
        return Taken(time.monotonic() - begun, _processor_seconds_of_children() - used, printed)


def _processor_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(question: Question, runs: int, most: float) -> str:
    """Return a line with the medians of both ways."""
    taken: dict[str, list[Taken]] = defaultdict(list)
    for _ in range(runs):
        for way in WAYS:
            if all(one.printed is not None for one in taken[way]):
                taken[way].append(ask(way, question, most))
    wall, processor = {}, {}
    for way, runs_of_way in taken.items():
        whole = all(one.printed is not None for one in runs_of_way)
        wall[way] = statistics.median(one.wall for one in runs_of_way) if whole else most
        processor[way] = statistics.median(one.processor for one in runs_of_way)
    shown = ", ".join(f"{way} {'> ' * (wall[way] >= most)}{wall[way]:.1f} s ({processor[way]:.1f})" for way in WAYS)
    ratio = f"{wall['now'] / wall['plain']:.2f} times plain ({processor['now'] / processor['plain']:.2f})"
    printed = {one.printed for runs_of_way in taken.values() for one in runs_of_way} - {None}
    return f"{shown}; now {ratio}; {'same answers' if len(printed) == 1 else 'DIFFERENT ANSWERS'}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=60.0)
    parser.add_argument("--only", nargs="*", default=[])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, question in questions(Path(folder)).items():
            if chosen.only and not any(word in name for word in chosen.only):
                continue
            line = measure(question, chosen.runs, chosen.most)
            print(f"{name}: {line}; load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
