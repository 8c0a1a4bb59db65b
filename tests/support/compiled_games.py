"""Rulesets that compile, with states to compare; and the modules that are made of them as plain Python."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from grundy import split, win
from grundy.compiled import engine, modules
from grundy.compiled.modules import ModulePlan, machine
from grundy.runtime import table_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TAKES = [1, 3, 4]
NO_NUMBA = """class numba:
    njit = staticmethod(lambda **_: lambda function: function)
"""


@contextmanager
def as_python(states: int = 30) -> Iterator[Counter[str]]:
    """Run the modules that are made as plain Python, which takes no time to compile and checks each index.

    Verdicts of comparisons are kept in a folder of their own, and compare fewer states: a test compares more of them.
    Yields how often each of their functions was called. Other kernels are machine code as before.
    """
    calls: Counter[str] = Counter()

    def plan(text: str, *further: Any) -> ModulePlan:
        return ModulePlan(text.replace("import numba\n", NO_NUMBA), *further)

    def kernel(function: Callable[..., Any], **_: bool) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            calls[function.__name__] += 1
            return function(*given)

        return counted

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr("grundy.compiled.checking.verdict_file", Path(folder).joinpath)
        patch.setattr("grundy.compiled.checking._SMALL", states)
        patch.setattr("grundy.compiled.checking._WALKED", states)
        patch.setattr(modules, "_ROW_WORDS", 2**15)  # a new array for each search
        patch.setattr(modules, "ModulePlan", plan)
        patch.setattr(modules, "Kernel", kernel)
        forget()
        try:
            with np.errstate(over="ignore"):
                yield calls
        finally:
            forget()


def forget() -> None:
    """Forget tables, translations and machine code."""
    table_cache.tables.clear()
    machine.cache_clear()
    vars(engine)["_plan"].cache_clear()


def plant(patch: pytest.MonkeyPatch, file: str, old: str, new: str) -> None:
    """Plant a fault in a kernel, whose text is read for each module."""
    read = Path.read_text

    def changed(path: Path, *given: Any, **named: Any) -> str:
        text = read(path, *given, **named)
        assert path.name != file or old in text
        return text.replace(old, new) if path.name == file else text

    patch.setattr(Path, "read_text", changed)
    forget()


class Case(NamedTuple):
    """A function, states to compare, and further arguments of the decorator."""

    function: Callable[..., Any]
    states: list[tuple[Any, ...]]
    further: dict[str, Any]


class Board(NamedTuple):
    """A constant object with a method that rules call."""

    width: int

    def neighbours(self, cells: int) -> int:
        """Return the cells left and right of some."""
        return (cells << 1 | cells >> 1) & (1 << self.width) - 1

    def parts(self, cells: int) -> Iterator[int]:
        """Yield the runs of a line."""
        while cells:
            part = cells & -cells
            while (more := (part | self.neighbours(part)) & cells) != part:
                part = more
            yield part
            cells ^= part


class Data(NamedTuple):
    """A constant object whose numbers and tuples are handed over, beside what is no number."""

    most: int
    steps: tuple[int, ...]
    masks: tuple[int, ...]
    further: tuple[tuple[int, ...], ...]

    @property
    def is_data(self) -> bool:
        """Mark the class."""
        return True


BOARD = Board(7)
DATA = Data(9, (1, 3, 4), (1 << 63, 3 << 62, 5), ((2, 5), (1,)))


def taking(n: int) -> Any:
    return [n - k for k in TAKES if k <= n]


def ranging(n: int) -> Any:
    return range(max(0, n - 3), n)


def fan(a: int, b: int) -> Any:
    """Many states that are needed once."""
    if not b:
        yield from ((k, 1) for k in range(a))
    elif b < 12 and a % 3:
        yield a, b + 1


def kayles(pins: int) -> Any:
    """Split with two parts, one of which may be empty."""
    for take in (1, 2):
        for left in range((pins - take) // 2 + 1):
            yield split(left, pins - take - left, move=f"{take} after {left}")


def handing(n: int) -> Any:
    """Use what an object hands over: numbers, elements of tuples, masks."""
    for step in DATA.steps:
        if step <= n < DATA.most or step not in DATA.steps:
            yield n - step
    if n and DATA.masks[n % len(DATA.masks)] & DATA.masks[0]:
        yield DATA.further[0][n % 2] % n
    yield from (n - 1 for step in DATA.steps[n:])


def line(cells: int) -> Any:
    """Take two cells side by side; the object's methods are compiled as well."""
    for place in range(BOARD.width - 1):
        if cells >> place & 3 == 3:
            yield cells & ~(3 << place)


def runs(cells: int) -> Any:
    for part in BOARD.parts(cells):
        low = part & -part
        yield part // low


def sharing(a: int, b: int) -> Any:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    if a != b:
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def ordered(a: int, b: int) -> Any:
    return min((a, b), (b, a), max((a, b), (0, b)))


def negative(n: int) -> Any:
    """Numbers below 0, and division that rounds down."""
    if n > -8:
        yield n - 1 if n % 3 else n - 2
        yield -8
        yield -(-n // 2) - 4 if n > 0 else max(-8, n - abs(n) - 1)


def raising(n: int) -> Any:
    if n > 3:
        raise ValueError(n)
    yield from range(n)


def dividing(n: int) -> Any:
    if n:
        yield n % (n - 5) % n


def powers(n: int) -> Any:
    """Numbers beyond 64 bits: the plain search answers."""
    if n:
        yield n * 2**40 * 2**30 % 7 % n
        yield (n << n * 20) % n
        yield 3**n % n


def regions(cells: int) -> list[int]:
    """Return the runs of a line."""
    parts: list[int] = []
    for place in range(7):
        if cells >> place & 1:
            if parts and parts[-1] >> place - 1:
                parts[-1] |= 1 << place
            else:
                parts.append(1 << place)
    return parts


def seeing(a: int, b: int) -> Any:
    """Yield each pair once, which was seen in a set or in a list; and numbers that were not."""
    seen = set()
    gone = [(0, 0)]
    for k in range(1, a + 1):
        new = min(a - k, b), max(a - k, b)
        if new not in seen and (new[1], new[0]) not in gone:
            seen.add(new)
            gone.append((new[0], k))
            yield new
    sums = set()
    for k in range(b):
        if k % 3 in sums:
            continue
        sums.add(k % 3)
        yield a, k


def crowding(n: int) -> Any:
    """More elements than there is room for: the plain search answers."""
    many = [k for k in range(n * 5_000) if k >= 0]
    yield from (k for k in many if k < n)


HIGH = 2**64 - 1
HIGH_LINES = (3 << 61, 3 << 62, 5 << 61, 1 << 63)


def masks(cells: int) -> Any:
    """Take cells of a mask of 64 bits, in the ways in which that is done."""
    free = ~cells & HIGH
    low = cells & -cells
    if low:
        yield cells & cells - 1
        yield cells ^ low
        yield cells & ~(1 << cells.bit_length() - 1)
    for line in HIGH_LINES:
        if cells & line == line:
            yield split(cells & ~line, line & ~(1 << 63))
    rest = 0
    for place in range(60, 64):
        if cells >> place & 1 and not free >> place & 1:
            rest |= 1 << place
    if rest != cells and rest > cells >> 1:
        yield (-cells & HIGH).bit_count() % (cells - rest)


def wide_pairs(cells: int, turn: int) -> Any:
    """Take cells of a mask beside a number; lists, reductions, comparisons, a variable that is wide only later on."""
    found = []
    best = 0
    for place in range(61, 64):
        bit = 1 << place
        if cells & bit:
            found.append(bit)
            best = max(best, bit)
    if best in found and (cells, turn) > (best, 0) and sum(found) <= cells:
        yield from ((cells - bit, 1 - turn) for bit in found)
    if any(bit > 1 << 62 for bit in found) and turn > 0:
        yield min(found), turn - 1
        yield tuple(sorted((max(found) >> 63, cells % 2)))
    elif cells:
        yield cells // 1000, abs(-turn)
        yield divmod(cells >> 8, 2)


def growing(n: int) -> Any:
    """Fill a board from a small state: its last cell needs 64 bits."""
    for place in (0, 31, 62, 63):
        if not n >> place & 1:
            yield n | 1 << place


def too_wide(n: int) -> Any:
    """Numbers beyond 64 bits in a state: the plain search answers."""
    if n < 2**70:
        yield n + 1 << 20


def moving_again(n: int, most: int) -> Any:
    """Take one, or move again after some moves."""
    if n:
        yield n - 1, most
    for k in range(1, min(n, most)):
        yield split((k, most), (n - k - 1, 0), again=n % 3 == k)
    if n >= 3:
        yield split((n - 3, most), move=f"{n}, and again", again=True)
    yield split(*((k, 0) for k in (1, 2) if most > n > 3 * k), again=n % 2 == 1)
    if n == 9 and most == 4:
        yield win()


def cells(row: tuple[int, ...]) -> Any:
    """Take one from a cell, or from two that touch, of more than eight."""
    for i in range(len(row)):
        if row[i]:
            yield (*row[:i], row[i] - 1, *row[i + 1 :])
        if i and row[i - 1] and row[i]:
            yield tuple(n - (j in (i - 1, i)) for j, n in enumerate(row))


def circling(n: int) -> Any:
    yield (n + 1) % 4


def looping(n: int) -> Any:
    while n:
        n += 0
    yield n


def one(most: int, first: int = 0) -> list[tuple[int]]:
    return [(n,) for n in range(first, most)]


def pairs(most: int) -> list[tuple[int, ...]]:
    return list(product(range(most), repeat=2))


CASES = (
    Case(taking, one(14), {}),
    Case(ranging, one(14), {}),
    Case(fan, pairs(6), {}),
    Case(kayles, one(14), {}),
    Case(handing, one(12), {}),
    Case(line, one(128), {"components": runs}),
    Case(line, one(128), {"components": BOARD.parts, "canonical": lambda cells: cells // max(cells & -cells, 1)}),
    Case(sharing, pairs(6), {"canonical": ordered}),
    Case(sharing, pairs(6), {"canonical": lambda a, b: (min(a, b), max(a, b))}),
    Case(sharing, pairs(7), {"bounds": (6, 7)}),
    Case(kayles, one(20), {"bounds": 14}),
    Case(negative, one(12, first=-8), {}),
    Case(raising, one(6), {}),
    Case(dividing, one(8), {}),
    Case(powers, one(8), {}),
    Case(moving_again, pairs(16), {}),
    Case(moving_again, pairs(16), {"bounds": (15, 16)}),
    Case(moving_again, pairs(16), {"canonical": lambda n, most: (n, min(n, most))}),
    Case(line, one(128), {"components": regions}),
    Case(crowding, one(8), {}),
    Case(seeing, pairs(8), {}),
    Case(cells, [((0,) * 9,), ((1, 2, 0, 1, 1, 0, 0, 2, 1),), ((0, 1) * 8,), ((1, 0, 0) * 10,)], {}),
    Case(circling, one(2), {}),
    Case(masks, [(0xF << 60 | low,) for low in range(4)] + [(HIGH_LINES[0],), (5,)], {}),
    Case(masks, [(0xF << 60,), (1 << 63,)], {"canonical": lambda cells: cells & HIGH}),
    Case(wide_pairs, [(0xF << 60, 0), (7 << 61, 1), (1 << 63, -1)], {}),
    Case(growing, one(2), {}),
    Case(growing, [(1 << 63,), (1,)], {}),
    Case(too_wide, one(2), {}),
)
