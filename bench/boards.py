"""Cutting boards: the kernel on one and two threads against C++, and against the plain search.

``python bench/boards.py`` takes some minutes: boards of up to 60 with all programs, of 100 without
those that would take minutes each. ``--full`` runs them, too. ``--growth FILE.svg`` draws how the
time for an option grows with the size of a board instead.

The contest program (boards_contest.cpp, -O2) is memoised recursion as one would write it there; the
yardstick (boards_kernel.cpp, -O3 -march=native) is the kernel's own algorithm on one thread. Programs
take turns, machine code is warm, times are medians and cover all from allocation to the last value.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING, Any, cast

from cpp import compiled

from grundy import games
from grundy.games.families.cutting.board import CutKind, Cutting, Rectangle
from grundy.runtime import limits
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LETTERS = {CutKind.BLOCKED: "X", CutKind.CROSS: ".", CutKind.ROW: "R", CutKind.COLUMN: "C", CutKind.ABSENT: "X"}
SIZES = (20, 40, 60, 100)
KINDS = ("0 % marked", "20 % marked", "50 % marked", "rows, columns", "diagonal")
HEADS = (
    *("side", "board", "options", "nimber", "1 thread, s", "2 threads, s", "ns", "ns, 2 threads"),
    *("contest C++ / 1 thread", "contest C++ / 2 threads", "1 thread / yardstick", "search / 1 thread"),
)
LONG_RUN = 3e8  # options, above which the contest program runs once
TOO_LONG = 5e9  # and above which it runs only if asked to
SEARCHED = 5e6  # options, up to which the plain search runs

Board = tuple[Cutting, Rectangle]


def board_of(kind: str, side: int) -> Board:
    """Return a random board of some kind, the same at each call."""
    rng = random.Random(f"{kind} {side}")
    if kind == "diagonal":
        text = "\n".join("".join(rng.choice("LRX") for _ in range(side)) for _ in range(side))
        halves = [cast("Board", component) for component in games.diagonal(text).components]
        return max(halves, key=lambda half: half[0].cost(half[1]).options)
    if kind == "rows, columns":
        cells = rng.choices([CutKind.ROW, CutKind.COLUMN], k=side * side)
    else:
        marked = int(kind.partition(" ")[0])
        cells = rng.choices([CutKind.BLOCKED, CutKind.CROSS], [marked, 100 - marked], k=side * side)
    return Cutting(side, side, bytes(cells)), Rectangle(0, side, 0, side)


def text_of(board: Board) -> str:
    """Write a board for the C++ programs, upright as the kernel would turn it."""
    rules, (top, bottom, left, right) = board
    rows = [[LETTERS[rules.kind(row, column)] for column in range(left, right)] for row in range(top, bottom)]
    if right - left > bottom - top:
        turned = {"R": "C", "C": "R"}
        rows = [[turned.get(cell, cell) for cell in column] for column in zip(*rows, strict=True)]
    return f"{len(rows)} {len(rows[0])}\n" + "\n".join(map("".join, rows)) + "\n"


def kernel(board: Board, threads: int) -> tuple[int, float]:
    """Return the nimber and the seconds of the kernel."""
    rules, state = board
    tables.clear()
    with limits.limited(kernel_above=-1, threads=threads, table_bytes=2**40):
        start = time.perf_counter()
        nimber = rules.nimber(state)
        return nimber, time.perf_counter() - start


def search(board: Board) -> tuple[int, float]:
    """Return the nimber and the seconds of the plain search."""
    rules, state = board
    tables.clear()
    with limits.limited(kernel_above=10**30):
        start = time.perf_counter()
        nimber = rules.nimber(state)
        return nimber, time.perf_counter() - start


def program(path: Path, text: str) -> tuple[int, float]:
    """Return the nimber and the seconds that a C++ program prints."""
    printed = subprocess.run([path], input=text, capture_output=True, text=True, check=True).stdout.split()
    return int(printed[0]), float(printed[1])


def compare(kind: str, side: int, programs: dict[str, Path | None], runs: int, *, full: bool) -> dict[str, float]:
    """Return the median seconds of each engine on one board; they must agree."""
    board = board_of(kind, side)
    options = board[0].cost(board[1]).options
    text = text_of(board)
    engines: dict[str, tuple[int, Callable[[], tuple[int, float]]]] = {
        "kernel": (runs, lambda: kernel(board, 1)),
        "two": (runs, lambda: kernel(board, 2)),
    }
    contest, yardstick = programs["contest"], programs["yardstick"]
    if yardstick is not None:
        engines["yardstick"] = (runs, lambda: program(yardstick, text))
    if contest is not None and (options < TOO_LONG or full):
        engines["contest"] = (runs if options < LONG_RUN else 1, lambda: program(contest, text))
    if options < SEARCHED:
        engines["search"] = (1, lambda: search(board))
    times: dict[str, list[float]] = {name: [] for name in engines}
    nimbers = set()
    for run in range(runs):
        for name, (times_to_run, engine) in engines.items():
            if run < times_to_run:
                nimber, seconds = engine()
                nimbers.add(nimber)
                times[name].append(seconds)
    if len(nimbers) > 1:
        raise AssertionError(f"{kind}, {side}: the engines disagree: {nimbers}")
    return {"options": options, "nimber": nimbers.pop()} | {
        name: statistics.median(taken) for name, taken in times.items()
    }


def line(kind: str, side: int, found: dict[str, float]) -> str:
    """Write the row of a board."""
    one, two, options = found["kernel"], found["two"], found["options"]

    def ratio(name: str, to: float) -> str:
        return f"{found[name] / to:.1f}" if name in found else "-"

    figures = [
        f"{options:.3g}",
        f"{found['nimber']}",
        f"{one:.4f}",
        f"{two:.4f}",
        f"{one * 1e9 / options:.3f}",
        f"{two * 2e9 / options:.3f}",
        ratio("contest", one),
        ratio("contest", two),
        f"{one / found['yardstick']:.2f}" if "yardstick" in found else "-",
        ratio("search", one),
    ]
    return f"| {side} | {kind} | " + " | ".join(figures) + " |"


def growth(path: str) -> None:
    """Draw the time for an option over the size of the board, 20 % marked, on one and on two threads."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "grundy"
    from matplotlib import pyplot as plt

    sides = (10, 14, 20, 28, 40, 50, 60, 80, 100, 120, 140)
    figure, axes = plt.subplots(figsize=(7, 4))
    for threads, marker in ((1, "o"), (2, "s")):
        taken = []
        for side in sides:
            board = board_of("20 % marked", side)
            options = board[0].cost(board[1]).options
            runs = 15 if side <= 60 else 3 if side <= 100 else 1
            seconds = statistics.median(kernel(board, threads)[1] for _ in range(runs))
            taken.append(seconds * 1e9 / options)
            print(f"{side:4} {threads} {taken[-1]:.4f} ns an option")
        axes.plot(sides, taken, marker=marker, label=f"{threads} thread" + "s" * (threads > 1))
    axes.set(xlabel="side of the board, 20 % marked", ylabel="nanoseconds an option", yscale="log")
    axes.set_title("Time for an option of a cutting board")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Run the comparison, or draw the growth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="run the contest program on the largest boards, too")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (5)")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="sides of the boards")
    parser.add_argument("--growth", metavar="FILE.svg", help="draw the time for an option over the size instead")
    arguments: Any = parser.parse_args()
    kernel(board_of("rows, columns", 4), 1)  # compiles
    if arguments.growth:
        growth(arguments.growth)
        return
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    )
    print("seconds are medians; ns: for an option and a core; ratios: how many times faster the kernel is\n")
    print("| " + " | ".join(HEADS) + " |")
    print("|" + "---|" * len(HEADS))
    with tempfile.TemporaryDirectory() as folder:
        programs = {
            "contest": compiled("boards_contest.cpp", folder, "-O2"),
            "yardstick": compiled("boards_kernel.cpp", folder, "-O3", "-march=native"),
        }
        for side in arguments.sizes:
            for kind in KINDS:
                print(line(kind, side, compare(kind, side, programs, arguments.runs, full=arguments.full)), flush=True)


if __name__ == "__main__":
    main()
