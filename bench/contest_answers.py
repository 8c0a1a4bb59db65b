"""Contest problems on graphs at their limits: `grundy answer` in fresh processes.

    python bench/contest_answers.py [PROBLEM ...]

Each line says how many of the largest inputs were answered, and the least and the most processor seconds of one, the
start of Python included. The inputs are those of `grundy stress`, and some more that are random.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from grundy import contests
from grundy.contests.stress.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

PROBLEMS = ("agc-017-d", "poj-2425", "cf-787c", "luogu-p4055")


def texts(name: str) -> Iterator[str]:
    """Yield the largest inputs of a problem."""
    inputs = Inputs(contests.find(name))
    rng = random.Random(3)
    edges = [inputs.text(case) for case in inputs.edges()]
    if name == "luogu-p4055":
        for share in (0, 10, 20, 30, 35):
            rows = ("".join("#" if rng.randrange(100) < share else "." for _ in range(100)) for _ in range(100))
            yield "\n".join(["100 100", *rows, ""])
    else:
        yield from edges[:: len(edges) // 8 or 1]
    if name == "agc-017-d":
        edges_in_order = [(rng.randrange(1, vertex), vertex) for vertex in range(2, 100_001)]
        yield inputs.text(tuple(rng.sample(edges_in_order, len(edges_in_order))))


def seconds(name: str, path: Path) -> float:
    """Return the processor seconds of a process that answers a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "grundy", "answer", name, str(path)], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each problem."""
    for name in sys.argv[1:] or PROBLEMS:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "input.txt")
            taken = []
            for text in texts(name):
                path.write_text(text, encoding="utf-8")
                taken.append(seconds(name, path))
        print(f"{name:<12} {len(taken)} inputs, {min(taken):.2f} to {max(taken):.2f} s", flush=True)


if __name__ == "__main__":
    main()
