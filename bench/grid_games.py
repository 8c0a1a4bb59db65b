"""Fission, NoGo and Cram on boards, declared: seconds and options of the plain and the compiled search.

    python bench/grid_games.py [--plain] [--compiled] [--nimber] [--before CHECKOUT] [NAME ...]

The rules, as they were taken, either player may make each move, and who cannot move loses:

- Fission: a stone with an empty cell on both sides of it, in its row or in its column, is taken off, and a stone is
  placed on each of the two cells. The board begins with one stone.
- NoGo on one row: a stone of either colour is placed on an empty cell, so that each block of stones of one colour,
  also those of the other colour, still touches an empty cell.
- Cram: a domino is placed on two empty cells that touch. The board begins with random cells taken.

Counts do not depend on the machine or on what else it does. The symmetries are those of the board, and the colours of
NoGo; only boards of Cram fall apart. With ``--before``, the plain search of another checkout, up to the first release
with rulesets of one's own (commit aa60ae7), is asked the same in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grundy
from grundy.boards import Grid
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

BUDGET = 10**9  # options
PATIENCE = 150  # seconds for a question to another checkout
# What the first release has in other modules, and `grundy.boards`, which it lacks.
FIRST = """
import sys, types
from importlib.util import module_from_spec, spec_from_file_location
ours = sys.argv.pop(1)
try:
    import grundy.boards
except ImportError:
    import grundy.tables, grundy.work
    runtime = types.ModuleType("grundy.runtime")
    runtime.limits = runtime.progress = grundy.work
    cache = types.SimpleNamespace(tables=grundy.tables.cache)
    sys.modules |= {"grundy.runtime": runtime, "grundy.runtime.table_cache": cache}
    sys.modules["grundy.runtime.messages"] = types.SimpleNamespace(Message=str)
    spec = spec_from_file_location("grundy.boards", ours)
    sys.modules["grundy.boards"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["grundy.boards"])
import grid_games
grid_games.main()
"""


def way(*, compiled: bool) -> Any:
    """Return what the decorator is told: the first release knows no compiled rulesets."""
    return {"compiled": True} if compiled else {}


def fission(rows: int, columns: int, *, compiled: bool = False) -> Any:
    """Return Fission, whose states are the cells with stones."""
    grid = Grid(rows, columns)

    @grundy.ruleset(canonical=grid.least, **way(compiled=compiled))
    def fission(stones: int) -> Iterator[int]:
        empty = grid.full & ~stones
        for cell in grid.cells(stones & grid.left(empty) & grid.right(empty)):
            yield stones ^ cell | grid.left(cell) | grid.right(cell)
        for cell in grid.cells(stones & grid.up(empty) & grid.down(empty)):
            yield stones ^ cell | grid.up(cell) | grid.down(cell)

    return fission


def nogo(columns: int, *, compiled: bool = False) -> Any:
    """Return NoGo on one row, whose states are the cells of the one colour and of the other."""
    grid = Grid(1, columns)

    def canonical(one: int, other: int) -> tuple[int, int]:
        least, most = min(one, other), max(one, other)
        back, forth = grid.mirrored(one), grid.mirrored(other)
        return min((least, most), (min(back, forth), max(back, forth)))

    def breathe(stones: int, empty: int) -> bool:
        """Say whether each block of stones touches an empty cell."""
        alive = stones & grid.neighbours(empty)
        grown = 0
        while grown != alive:
            grown = alive
            alive |= grid.neighbours(alive) & stones
        return alive == stones

    @grundy.ruleset(canonical=canonical, **way(compiled=compiled))
    def nogo(one: int, other: int) -> Iterator[tuple[int, int]]:
        empty = grid.full & ~(one | other)
        for cell in grid.cells(empty):
            left = empty ^ cell
            if breathe(other, left) and breathe(one | cell, left):
                yield one | cell, other
            if breathe(one, left) and breathe(other | cell, left):
                yield one, other | cell

    return nogo


def cram(rows: int, columns: int, *, compiled: bool = False) -> Any:
    """Return Cram, whose states are the free cells."""
    grid = Grid(rows, columns)

    @grundy.ruleset(components=grid.regions, canonical=grid.shape, **way(compiled=compiled))
    def cram(free: int) -> Iterator[int]:
        for cell in grid.cells(free & grid.left(free)):
            yield free ^ cell ^ grid.right(cell)
        for cell in grid.cells(free & grid.up(free)):
            yield free ^ cell ^ grid.down(cell)

    return cram


def taken(seed: int, cells: int, count: int) -> int:
    """Return a board without some random cells."""
    free = (1 << cells) - 1
    for cell in random.Random(seed).sample(range(cells), count):
        free ^= 1 << cell
    return free


def cases(*, compiled: bool) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """Return rulesets with the state that is asked for."""
    found: dict[str, tuple[Any, tuple[Any, ...]]] = {}
    for rows, columns in ((4, 4), (4, 5), (5, 5), (5, 6), (6, 6)):
        rules = fission(rows, columns, compiled=compiled)
        found[f"fission-{rows}x{columns}"] = rules, (1 << (rows // 2) * columns + columns // 2,)
    for columns in (8, 10, 12, 14):
        found[f"nogo-1x{columns}"] = nogo(columns, compiled=compiled), (0, 0)
    rules = cram(7, 7, compiled=compiled)
    for seed in range(3):
        found[f"cram-7x7-{seed}"] = rules, (taken(seed, 49, 15),)
    if compiled:  # the same board within masks of 63 bits, and within masks of 64, which are wide numbers
        for rows, columns in ((7, 9), (8, 8)):
            corner = sum(Grid(rows, columns).cell(row, column) for row in range(5) for column in range(7))
            found[f"cram-5x7-of-{rows}x{columns}"] = cram(rows, columns, compiled=True), (corner,)
    return found


def asked(rules: Any, state: tuple[Any, ...], *, nimber: bool) -> str:
    """Ask, and return what it took; machine code is there before."""
    if getattr(rules, "compiled", False):
        with limits.limited(search_options=BUDGET, kernel_above=-1):
            _ = rules(*state).outcome
    tables.clear()
    position = rules(*state)
    start = time.process_time()
    with limits.limited(search_options=BUDGET), progress.tallied() as tally:
        try:
            answer = position.nimber if nimber else position.outcome
        except grundy.GrundyError as error:
            answer = type(error).__name__
    seconds = time.process_time() - start
    return f"{answer!s:>3} {seconds:9.2f} s {tally.states:>11,} states {tally.options:>12,} options"


def before(checkout: str, names: list[str], flags: list[str]) -> None:
    """Print what the plain search of another checkout takes."""
    here = Path(__file__).parent
    paths = os.pathsep.join([str(Path(checkout) / "src"), str(here)])
    boards = str(here.parent / "src" / "grundy" / "boards.py")
    for name in names or cases(compiled=False):
        command = [sys.executable, "-c", FIRST, boards, "--plain", *flags, name]
        try:
            subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, check=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            print(f"{name}: more than {PATIENCE} s", flush=True)


def main() -> None:
    """Print a line for each board and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("--plain", "--compiled", "--nimber", "--outcome"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--before", metavar="CHECKOUT")
    parser.add_argument("names", nargs="*")
    chosen = parser.parse_args()
    if chosen.before:
        flags = [flag for flag in ("--nimber", "--outcome") if getattr(chosen, flag[2:])]
        before(chosen.before, chosen.names, flags)
        return
    for compiled in [False] * (not chosen.compiled) + [True] * (not chosen.plain):
        for name, (rules, state) in cases(compiled=compiled).items():
            if chosen.names and name not in chosen.names:
                continue
            for nimber in [False] * (not chosen.nimber) + [True] * (not chosen.outcome):
                what = f"{name}, {'nimber' if nimber else 'outcome'}, {'compiled' if compiled else 'plain'}"
                print(f"{what:<36} {asked(rules, state, nimber=nimber)}", flush=True)


if __name__ == "__main__":
    main()
