"""Compiled rulesets beside contest C++ at -O2 (hash table, array), the plain search, and functions with `@lru_cache`.

    python bench/compiled.py [RUNS] [BEFORE]
    python bench/compiled.py --cram ROWSxCOLUMNS ...
    python bench/compiled.py --node-kayles ROWSxCOLUMNS ...
    python bench/compiled.py --three-rows COLUMNS ...

Five rulesets: integers, pairs, splits, moves that end the game, bit masks. All ways begin without any value in each
run; the least processor time counts. Compile times are those of a first question in a process of its own, with an
empty cache and with the machine code on disk. BEFORE is a folder with another checkout, whose plain search is asked the
same. With ``--cram`` and ``--node-kayles``, boards of these games, declared with `grundy.boards`; with
``--three-rows``, Node Kayles on three rows of up to 42 cells, whose states are a mask for each row.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tempfile
import time
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cpp import compiled as compiled_cpp

import grundy
from grundy import split, win
from grundy.boards import Grid
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TAKES = (1, 3, 4, 7, 11)
BOARD = Grid(4, 5)
COLUMNS = 42  # the second program has as many
REVERSED = tuple(int(f"{row:012b}"[::-1], 2) for row in range(1 << 12))
BLOCKS = tuple(
    cell | other
    for cell in BOARD.cells(BOARD.full)
    for other in (BOARD.right(cell), BOARD.down(cell))
    if other
)  # fmt: skip


def take(n: int) -> Iterator[int]:
    """Take one of five numbers."""
    for k in TAKES:
        if k <= n:
            yield n - k


def wythoff(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Take from one heap, or as many from both."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for some in (1, 2):
        for left in range((pins - some) // 2 + 1):
            yield split(left, pins - some - left)


def paper(width: int, height: int) -> Iterator[Any]:
    """Cut a sheet in two; whoever cuts off a piece of 1 x 1 wins the whole game."""
    for k in range(1, width // 2 + 1):
        yield win() if k == height == 1 else split((k, height), (width - k, height))
    for k in range(1, height // 2 + 1):
        yield win() if k == width == 1 else split((width, k), (width, height - k))


def cram(free: int) -> Iterator[int]:
    """Place a domino on a board of 4 x 5."""
    for block in BLOCKS:
        if free & block == block:
            yield free & ~block


class Case(NamedTuple):
    """A game, its question, the bounds of its table, and a smaller question for the plain search."""

    function: Callable[..., Any]
    state: tuple[int, ...]
    bounds: tuple[int, ...]
    small: tuple[int, ...]


CASES = (
    Case(take, (400_000,), (400_001,), (60_000,)),
    Case(wythoff, (200, 180), (201, 181), (60, 55)),
    Case(kayles, (2000,), (2001,), (400,)),
    Case(paper, (200, 180), (201, 181), (60, 55)),
    Case(cram, (BOARD.full,), (1 << 20,), (BOARD.full,)),
)


def by_hand(function: Callable[..., Any], many: bool) -> Callable[..., Any]:  # noqa: FBT001
    """Return the nimber of a ruleset as one writes it with `@lru_cache`: None for WIN."""

    @lru_cache(None)
    def nimber(*state: int) -> int | None:
        found = set()
        for option in function(*state):
            if isinstance(option, grundy.Option):
                return None
            parts = option.parts if type(option).__name__ == "Split" else (option,)
            values = [nimber(*part) if many else nimber(part) for part in parts]
            if None not in values:
                total = 0
                for value in values:
                    total ^= value or 0
                found.add(total)
        least = 0
        while least in found:
            least += 1
        return least

    return nimber


def value(rules: Any, state: tuple[int, ...]) -> Any:
    """Return the value of a state."""
    return rules(*state).value


def seconds(ask: Callable[[], Any], runs: int) -> float:
    """Return the least processor time of a question from an empty memo."""
    best = float("inf")
    for _ in range(runs):
        tables.clear()
        begun = time.process_time()
        ask()
        best = min(best, time.process_time() - begun)
    return best


def first_question(name: str, folder: str) -> float:
    """Return the processor seconds of a process that asks a small compiled question, beyond one that asks none."""
    load = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import numba, compiled"
    used = []
    for program in (load, f"{load}; compiled.small({name!r})"):
        before = os.times()
        subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": folder})
        after = os.times()
        used.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return used[1] - used[0]


def small(name: str) -> None:
    """Ask a small question of a compiled ruleset."""
    case = next(case for case in CASES if case.function.__name__ == name)
    with limits.limited(kernel_above=-1):
        _ = grundy.ruleset(compiled=True)(case.function)(*(1 for _ in case.state)).value


def plain_seconds(case: Case, folder: Path, runs: int) -> float:
    """Return the least processor time of the small question to the plain search of a checkout, in new processes."""
    program = f"""
import time
import grundy
from grundy import split, win
TAKES, BLOCKS = {TAKES}, {BLOCKS}
{inspect.getsource(case.function)}
position = grundy.ruleset({case.function.__name__})(*{case.small})
start = time.process_time()
position.value
print(time.process_time() - start)
"""
    head = "from __future__ import annotations\n"
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command = [sys.executable, "-c", head + program]
    return min(float(subprocess.check_output(command, env=environment)) for _ in range(runs))


def compare(runs: int, before: Path | None) -> None:
    """Print the table."""
    sys.setrecursionlimit(10**6)
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_cpp("compiled_contest.cpp", folder, "-O2")
        contest: dict[str, float] = {}
        for _ in range(runs if program else 0):
            lines = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.splitlines()
            for name, _, taken in map(str.split, lines):
                contest[name] = min(float(taken), contest.get(name, float("inf")))
    print("             no bounds      bounds    C++ hash   C++ array no bounds/hash  /array |", end="")
    print(" small: plain/hash  before/hash  lru/hash | compile cold, cached")
    for case in CASES:
        name = case.function.__name__
        plain = grundy.ruleset(case.function)
        hashed = grundy.ruleset(compiled=True)(case.function)
        dense = grundy.ruleset(bounds=case.bounds)(case.function)
        with limits.limited(kernel_above=-1):
            assert value(hashed, case.state) == value(dense, case.state)
            by_hash, by_bounds = (seconds(partial(value, rules, case.state), runs) for rules in (hashed, dense))
            few = seconds(partial(value, hashed, case.small), runs)
        slow = seconds(partial(value, plain, case.small), 2)
        once = plain_seconds(case, before, 2) if before else float("nan")
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = (first_question(name, folder) for _ in range(2))
        begun = time.process_time()
        hand = by_hand(case.function, many=len(case.state) > 1)
        for step in range(0, case.small[0], 100) if len(case.small) == 1 and name != "cram" else ():
            hand(step)
        hand(*case.small)
        lru = time.process_time() - begun
        reference, in_array = (contest.get(one, float("nan")) for one in (name, f"{name}-array"))
        print(
            f"{name:<10}{by_hash:>10.4f} s{by_bounds:>10.4f} s{reference:>10.4f} s{in_array:>10.4f} s"
            f"{by_hash / reference:>14.2f}{by_hash / in_array:>8.1f} |"
            f"{slow / few:>18.0f}{once / few:>13.0f}{lru / few:>10.0f} |{cold:>10.1f} s{warm:>7.2f} s",
            flush=True,
        )


def cram_on(grid: Grid) -> Any:
    """Return Cram on a grid, with no theorem."""

    @grundy.ruleset(compiled=True, components=grid.regions, canonical=grid.shape)
    def dominoes(free: int) -> Iterator[int]:
        for cell in grid.cells(free & grid.left(free)):
            yield free ^ cell ^ grid.right(cell)
        for cell in grid.cells(free & grid.up(free)):
            yield free ^ cell ^ grid.down(cell)

    return dominoes


def node_kayles_on(grid: Grid) -> Any:
    """Return Node Kayles on a grid: take a cell, and those that share a side with it go as well."""

    @grundy.ruleset(compiled=True, components=grid.regions, canonical=grid.shape)
    def taken(free: int) -> Iterator[int]:
        for cell in grid.cells(free):
            yield free & ~(cell | grid.neighbours(cell))

    return taken


def beside(row: int) -> int:
    """Return the cells of a row, and those to their left and right."""
    return row | row << 1 | row >> 1


def turned(row: int, width: int) -> int:
    """Return the first cells of a row in the other order."""
    first, second = REVERSED[row & 4095] << 12 | REVERSED[row >> 12 & 4095], REVERSED[row >> 24 & 4095] << 12
    return (first << 24 | second | REVERSED[row >> 36]) >> 48 - width


def regions(top: int, middle: int, low: int) -> Iterator[tuple[int, int, int]]:
    """Yield the connected regions of three rows."""
    while top | middle | low:
        column = (top | middle | low) & -(top | middle | low)
        a, b, c = top & column, middle & column, low & column
        if a and c and not b:
            c = 0
        while True:
            more = (beside(a) | b) & top, (beside(b) | a | c) & middle, (beside(c) | b) & low
            if more == (a, b, c):
                break
            a, b, c = more
        yield a, b, c
        top, middle, low = top ^ a, middle ^ b, low ^ c


def shape(top: int, middle: int, low: int) -> tuple[int, int, int]:
    """Return the least of the images of three rows under reflections, from the first column on."""
    used = top | middle | low
    if used == 0:
        return 0, 0, 0
    first = (used & -used).bit_length() - 1
    top, middle, low, used = top >> first, middle >> first, low >> first, used >> first
    width = used.bit_length()
    a, b, c = turned(top, width), turned(middle, width), turned(low, width)
    return min((top, middle, low), (low, middle, top), (a, b, c), (c, b, a))


@grundy.ruleset(compiled=True, components=regions, canonical=shape)
def three_rows(top: int, middle: int, low: int) -> Iterator[tuple[int, int, int]]:
    """Node Kayles on three rows of up to 42 cells."""
    for place in range(COLUMNS):
        cell = 1 << place
        if top & cell:
            yield top & ~beside(cell), middle & ~cell, low
        if middle & cell:
            yield top & ~cell, middle & ~beside(cell), low & ~cell
        if low & cell:
            yield top, middle & ~cell, low & ~beside(cell)


def rows(sizes: list[str]) -> None:
    """Print nimbers of Node Kayles on three rows, each from an empty memo, beside those of a second program."""
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_cpp("node_kayles.cpp", folder, "-O2", "-std=c++17")
        others = subprocess.check_output([str(program), *sizes], text=True).split() if program else []
    for place, size in enumerate(sizes):
        full = (1 << int(size)) - 1
        with limits.limited(kernel_above=-1):
            _ = three_rows(1, 1, 1).value
            tables.clear()
            begun = time.process_time()
            with progress.tallied() as tally:
                nimber = three_rows(full, full, full).nimber
        taken = time.process_time() - begun
        other = f", the second program says {others[place]}" if others else ""
        print(f"Node Kayles 3x{size}: {nimber}, {taken:.2f} s, {tally.states:,} states opened{other}", flush=True)


def boards(name: str, made: Callable[[Grid], Any], sizes: list[str]) -> None:
    """Print nimbers of boards, with the time and the states that were opened."""
    for size in sizes:
        rows, columns = map(int, size.split("x"))
        grid = Grid(rows, columns)
        rules = made(grid)
        with limits.limited(kernel_above=-1):
            begun = time.process_time()
            _ = rules(3).value
            ready = time.process_time()
            with progress.tallied() as tally:
                nimber = rules(grid.full).value
        taken = time.process_time() - ready
        counts = f"{tally.states:,} states opened, {tally.options:,} options"
        print(f"{name} {size}: {nimber}, {taken:.2f} s, {counts} (machine code {ready - begun:.1f} s)", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cram"]:
        boards("Cram", cram_on, sys.argv[2:])
    elif sys.argv[1:2] == ["--node-kayles"]:
        boards("Node Kayles", node_kayles_on, sys.argv[2:])
    elif sys.argv[1:2] == ["--three-rows"]:
        rows(sys.argv[2:])
    else:
        compare(int(sys.argv[1]) if len(sys.argv) > 1 else 3, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
