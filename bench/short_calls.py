"""What a user waits for at contest sizes, in whole processes.

``python bench/short_calls.py [--before CHECKOUT] [--runs N] [--only NAME ...]``

Each call runs with machine code on disk (*warm*), with empty caches (*cold*), and where Numba is not installed
(*without*), in turns. The figures are processor seconds, medians of the runs, in brackets the least. With ``--before``,
the same calls of another checkout stand beside them. For some calls there is a C++ program (-O2). An empty click
command and bare Python show what cannot be saved. A call that takes more than ``--most`` seconds is ended, and not run
again.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import NamedTuple

from cpp import compiled

HERE = Path(__file__).resolve().parents[1]
MOST_COLD = 2  # runs: each may compile
WAYS = ("warm", "cold", "without")
CLICK = """
import click
@click.command()
def main():
    pass
main()
"""
MANY = """
import random, grundy
rng = random.Random(8)
for _ in range(1000):
    rows = "\\n".join("".join("X" if rng.random() < 0.2 else "." for _ in range(8)) for _ in range(8))
    print(grundy.games.wall_making(rows).nimber)
"""


class Call(NamedTuple):
    """Arguments of Python, what it reads, and the input of the C++ program."""

    arguments: list[str]
    stdin: str = ""
    cpp: str = ""


def rows(random: Random, height: int, width: int, letters: str) -> str:
    """Return a board of random letters."""
    return "".join("".join(random.choice(letters) for _ in range(width)) + "\n" for _ in range(height))


def calls() -> dict[str, Call]:
    """Return the calls by name."""
    random = Random(20)

    def answer(problem: str, stdin: str, cpp: str = "") -> Call:
        return Call(["-m", "grundy", "answer", problem], stdin, cpp)

    walls = "20 20\n" + rows(random, 20, 20, "....X")
    inner = rows(random, 298, 299, ".........#").replace("\n", ".\n")  # no dead end: the last row and column are open
    grid = f"300 300 150\n{'.' * 300}\n{inner}{'.' * 300}\n"
    many = Random(8)
    boards = "".join(
        "8 8\n" + "".join("".join("X" if many.random() < 0.2 else "." for _ in range(8)) + "\n" for _ in range(8))
        for _ in range(1000)
    )
    return {
        "boj-11717, 20 x 20": answer("boj-11717", walls, walls),
        "cf-138d, 20 x 20": answer("cf-138d", "20 20\n" + rows(random, 20, 20, "LLRRX")),
        "boj-26102, 25 x 25": answer("boj-26102", "25 25\n" + rows(random, 25, 25, "RGB")),
        "boj-28218, 300 x 300": answer("boj-28218", grid + "2\n1 1\n1 3\n"),
        "boj-13034, 1000": answer("boj-13034", "1000\n"),
        "boj-16187, 5000 cases": answer("boj-16187", "5000\n" + "5000\n" * 5000),
        "boj-11717, 2 x 2": answer("boj-11717", "2 2\nX.\n..\n"),
        "solve nim 3 5": Call(["-m", "grundy", "solve", "nim", "3", "5"]),
        "1,000 boards 8 x 8": Call(["-c", MANY], cpp=boards),
        "an empty click command": Call(["-c", CLICK]),
        "bare Python": Call(["-c", "pass"]),
    }


def seconds(command: list[str], stdin: str, environment: dict[str, str], most: float) -> float:
    """Run a process; return its processor seconds, or infinity if it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(command, input=stdin, text=True, env=environment, capture_output=True, check=True, timeout=most)
    except subprocess.TimeoutExpired:
        return float("inf")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def environment(checkout: Path, way: str, caches: str) -> dict[str, str]:
    """Return the environment of a call: both folders of caches, and whether Numba can be imported."""
    without = Path(caches) / "without"
    without.mkdir(exist_ok=True)
    (without / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    paths = [str(checkout / "src"), *([str(without)] if way == "without" else [])]
    return os.environ | {"NUMBA_CACHE_DIR": caches, "XDG_CACHE_HOME": caches, "PYTHONPATH": os.pathsep.join(paths)}


def measured(name: str, call: Call, checkouts: dict[str, Path], chosen: argparse.Namespace) -> str:
    """Return a line of the table."""
    taken: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as kept:
        for run in range(-1, chosen.runs):
            for label, checkout in checkouts.items():
                for way in WAYS:
                    found = taken.setdefault((label, way), [])
                    if float("inf") in found or (way == "cold" and not 0 <= run < MOST_COLD):
                        continue
                    with tempfile.TemporaryDirectory() as empty:
                        folder = Path(kept) / label if way == "warm" else Path(empty)
                        folder.mkdir(exist_ok=True)
                        env = environment(checkout, way, str(folder))
                        spent = seconds([sys.executable, *call.arguments], call.stdin, env, chosen.most)
                    if run >= 0 or spent == float("inf"):  # the first turn fills the caches
                        found.append(spent)
    shown = [
        f"{label}: "
        + " / ".join(f"{statistics.median(taken[label, way]):.2f} ({min(taken[label, way]):.2f})" for way in WAYS)
        for label in checkouts
    ]
    return f"{name:24} {'   '.join(shown)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=float, default=60.0)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    chosen = parser.parse_args()
    checkouts = {**({"before": chosen.before.resolve()} if chosen.before else {}), "now": HERE}
    print(f"processor seconds, {' / '.join(WAYS)}")
    with tempfile.TemporaryDirectory() as folder:
        program = compiled("boards_contest.cpp", folder, "-O2")
        for name, call in calls().items():
            if chosen.only and not any(word in name for word in chosen.only):
                continue
            line = measured(name, call, checkouts, chosen)
            if program and call.cpp:
                own = statistics.median(seconds([str(program)], call.cpp, {}, chosen.most) for _ in range(chosen.runs))
                line += f"   C++: {own:.3f}"
            print(f"{line}   load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
