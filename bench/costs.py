"""The numbers of `grundy.runtime.costs` beside what this machine takes today: ``python bench/costs.py``.

Each line has a name, the number that stands there, and what was measured. The seconds are those of the processor, the
least of three runs; compiles begin with an empty folder. A number of options has the time that so many options take.
How long people and processes wait is chosen, not measured, and is not printed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import grundy
from grundy.games.families.cutting.board import Cutting
from grundy.games.families.cutting.rectangle_tables import filling, slabs_of
from grundy.games.families.pieces.moves import Slide, moves_on
from grundy.games.families.pieces.piece_tables import NimberTable
from grundy.runtime import costs, limits, progress
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = """
@grundy.ruleset(compiled=True)
def take(n):
    for k in (1, 2, 5):
        if k <= n:
            yield n - k
"""


@grundy.ruleset
def wythoff(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Take from one heap, or equally from both."""
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
        if k <= min(a, b):
            yield a - k, b - k


def least(work: Callable[[], object], options: int | None = None) -> float:
    """Return the processor seconds for an option, by default for one that is counted: the least of three runs."""
    found = []
    for _ in range(3):
        tables.clear()
        with progress.tallied() as tally:
            begun = time.process_time()
            work()
            found.append((time.process_time() - begun) / (options or tally.options))
    return min(found)


def array_seconds(kinds: list[int]) -> float:
    """Return the seconds that NumPy takes for an option of a random board of 30 x 30 cells of these kinds."""
    cells = np.random.default_rng(1).choice(np.array(kinds, np.uint8), (30, 30))
    options = Cutting(30, 30, cells.tobytes()).cost().options
    return least(lambda: list(filling(slabs_of(cells, compiled=False), Message("over.board"), [()])), options)


def seconds_of(program: str) -> float:
    """Return the processor seconds of a program without any machine code on disk, beyond those of its start."""
    found = []
    for text in ("", program):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")  # a file, as the source of rules is read
            path.write_text(f"import grundy\n{text}")
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            before = os.times()
            subprocess.run([sys.executable, path], env=environment, check=True)
            after = os.times()
            found.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return found[1] - found[0]


def show(name: str, measured: str) -> None:
    """Print a line."""
    print(f"{name:18}{getattr(costs, name):>16,}   {measured}")


def main() -> None:
    """Measure."""
    board = "\n".join(["." * 6] * 5)
    with limits.limited(kernel_above=2**62):
        each = least(lambda: wythoff(60, 60).nimber)
        option = least(lambda: grundy.games.wall_making(board).nimber)
    show("OPTION_SECONDS", f"{option:.1e} on a board, {each:.1e} in an own ruleset")
    for name in ("SMALL", "ASIDE", "EXTRA", "MANY", "SEARCH", "CHECK", "REPORT"):
        show(f"{name}_OPTIONS", f"{getattr(costs, f'{name}_OPTIONS') * each:.3g} s of an own ruleset")
    items = list(range(10**6))
    show("ITEM_SECONDS", f"{least(lambda: {item & 255 for item in items}, 10**6):.1e} for an item of a list")
    pairs = least(lambda: set(map(xor, items[: 10**5], items[10**5 : 2 * 10**5])), 10**5)
    show("LISTED_PAIR_SECONDS", f"{pairs:.1e} for a pair")
    moves = moves_on(400, 400, (), [Slide(1, 0), Slide(0, 1), Slide(1, 1)])
    table = NimberTable(400, 400, None, moves)
    with limits.limited(kernel_above=2**62):
        show("NIMBER_SECONDS", f"{least(table.solve, 3 * 400**2):.1e} for a move of a queen")
    row, seen = np.arange(10**7, dtype=np.uint16), np.zeros(2**16, np.bool_)
    show("PAIR_SECONDS", f"{least(lambda: np.put(seen, row ^ row[::-1], 1), 10**7):.1e} for a pair")
    crosses, of_all_kinds = array_seconds([1]), array_seconds([0, 1, 2, 3])
    show("BOARD_SECONDS", f"{crosses:.1e} on a board of crosses, {of_all_kinds:.1e} of all kinds of cells")
    show("ARRAYS_SECONDS", f"{seconds_of('import numpy'):.2f} to import NumPy")
    show("LOAD_SECONDS", f"{seconds_of('import numba'):.2f} to import Numba")
    always = "grundy.limited(kernel_above=-1).__enter__()\n"
    heaps = seconds_of(f"{always}grundy.heaps('0.77').nimbers(4)")
    show("KERNEL_SECONDS", f"{heaps:.2f} to import Numba and compile one")
    show("SEARCH_SECONDS", f"{seconds_of(RULES + always + 'take(10**5).nimber'):.2f} to import Numba and compile two")
    code = grundy.heaps("0.6")
    with limits.limited(kernel_above=-1, threads=1):
        code.nimbers(10)  # compiles
        direct = least(lambda: code.nimbers(60_000, direct=True), code.cost(60_000 - 1).options)
    show("DIRECT_OPTIONS", f"{1 / direct:.2e} a second")
    show("STEP_OPTIONS", f"{costs.STEP_OPTIONS * direct:.2f} s of the direct engine")


if __name__ == "__main__":
    main()
