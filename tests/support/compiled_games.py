"""Rulesets that compile: each construct that a compiled ruleset knows, with states to compare."""

from __future__ import annotations

import linecache
import math
import sys
from contextlib import contextmanager
from functools import partial
from itertools import count, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

import grundy
from grundy import split, win
from grundy.compiled import modules
from grundy.compiled.modules import machine
from grundy.runtime import jit, table_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_numbers = count()
STEPS = ((1, 2), (3, 1))
ROWS = ((1,), (2, 3), (), (1, 4))
TAKES = [1, 3, 4]
FULL = 2**9 - 1
PRIMES = frozenset({2, 3, 5, 7})
LINES = tuple(tuple(3 << (3 * row + column) for column in range(2)) for row in range(3))


@contextmanager
def as_python() -> Iterator[None]:
    """Run the modules that are made as plain Python, which takes no time to compile and checks each index.

    Other kernels are machine code as before: one that is loaded meanwhile stays for the tests that follow.
    """
    compiled = {name: sys.modules.pop(name) for name in _made_modules()}  # a part of them would run as machine code
    table_cache.tables.clear()
    machine.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(modules, "_module", _without_jit(modules._module))  # noqa: SLF001 - where they are imported
        for name in ("_cached", "_uncached"):
            make = getattr(jit, name)
            patch.setattr(jit, name, partial(_made, make, _without_jit(make)))
        try:
            with np.errstate(over="ignore"):
                yield
        finally:
            table_cache.tables.clear()
            machine.cache_clear()
            for name in _made_modules():
                del sys.modules[name]
            sys.modules.update(compiled)


def _made(make: Callable[..., Any], make_plain: Callable[..., Any], function: Any, options: Any) -> Any:
    """Return a kernel, as plain Python if it is one of the modules that are made."""
    return (make_plain if function.__module__.startswith("grundy_") else make)(function, options)


def _without_jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does the same while Numba makes nothing."""

    def doing(*given: Any) -> Any:
        from numba import config

        before, config.DISABLE_JIT = config.DISABLE_JIT, 1
        try:
            return function(*given)
        finally:
            config.DISABLE_JIT = before

    return doing


def _made_modules() -> list[str]:
    return [name for name in sys.modules if name.startswith("grundy_")]


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


def tables(n: int) -> Any:
    for less, by in STEPS:
        if n >= less:
            yield (n - less) // by
    for number, row in enumerate(ROWS, start=1):
        for k in row:
            if k <= n and (k in row or k in (1, 3)) and n != len(ROWS[n % 4 - 4]):
                yield split(n - k, len(row) % n) if number % 2 else n - k


def reductions(n: int) -> Any:
    if any(n % k == 0 for k in range(2, n)) and all(k < n for k in TAKES):
        yield from (k for k in range(n) if n % max(k, 1) == 0)
    elif n > 0:
        yield split(n - 1, n // 2, n // 3)
    if n > 4:
        yield sum(k * k for k in range(3)) % n
        yield min(max(n >> 1, 1), max((k for k in TAKES if k < n), default=0))


def sorting(a: int, b: int) -> Any:
    x, y = sorted((a, b))
    if x:
        yield x - 1, y
    if y > x:
        yield from ((x, k) for k in range(x, y))
    if x == y == 1:
        yield win(move="one and one")


def handing(n: int) -> Any:
    """Use what an object hands over: numbers, elements of tuples, masks."""
    for step in DATA.steps:
        if step <= n < DATA.most or step not in DATA.steps:
            yield n - step
    if n and DATA.masks[n % len(DATA.masks)] & DATA.masks[0]:
        yield DATA.further[0][n % 2] % n
    yield from (n - 1 for step in DATA.steps[n:])


def three(state: tuple[int, int, int]) -> Any:
    a, b, c = state
    if a:
        yield (a - 1, b, c)
    if b:
        yield state[0], state[-2] - 1, max(state[a % 3 - 3], state[1:][1])
    if c:
        yield (a, b, c >> 1)


def below(n: int, step: int = 1) -> Iterator[int]:
    """Yield smaller numbers."""
    while n > 0:
        n -= step
        yield max(n, 0)


def helping(n: int) -> Any:
    for k in below(n):
        if k % 3:
            continue
        yield k
    if n > 5:
        yield from below(n, step=2)


def digits(n: int) -> Any:
    """Loops that end early, `while`, `else`, assignments within expressions."""
    rest = n
    while rest:
        rest, digit = divmod(rest, 10)
        if digit and (less := n - digit) >= 0:
            yield less
    for k in range(2, n):
        if n % k == 0:
            yield n // k
            break
    else:
        if n:
            yield 0


def named(n: int) -> Any:
    """Name values within conditions, loops and arguments; loop over a set of the module."""
    rest = n
    while rest and (digit := rest % 10) >= 0:
        if digit and (less := n - digit) >= 0 and (half := less // 2) != 3:
            yield less
            yield half
        rest //= 10
    step = 1
    while (step := step * 2) <= n:
        if step == 4:
            continue
        yield n - step
    if (third := n // 3) + (sixth := third // 2) < n:
        yield third + sixth
    elif (last := n) == 1:
        yield last - 1
    for prime in PRIMES:
        if prime <= n and (more := n - prime) > 2:
            yield more


def bits(cells: int) -> Any:
    """Bit masks, a nested table of constants, methods of numbers."""
    for row in LINES:
        for line in row:
            if cells & line == line:
                yield cells & ~line
    if cells.bit_count() > 2:
        yield cells ^ (1 << cells.bit_length() - 1)


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
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1)) if a != b else ()


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


def stacks(cells: int) -> Any:
    """Take a cell; lists of numbers and of pairs, changed in many ways."""
    found: list[int] = []
    ends = [(0, 1)]
    for place in range(7):
        if cells >> place & 1:
            found.append(place)
            ends.append((place, len(found)))
    while ends and found:
        place, number = ends.pop()
        if number % 2 and place in found:
            yield split(*(cells & ~(1 << place) & (1 << one) for one in found))
    found += [7 - one for one in range(cells % 5) if one > 1]
    if len(found) > 2 and found[-1] <= 5:
        found[0] = found.pop() + sum(found)
        yield cells & cells >> 1 & ~(found[0] % 9)
        found[-1] = found.pop()  # the list is shorter when the place is looked for
    yield from (cells & cells >> 1 & (1 << one) - 1 for one in found)


def made_before(n: int) -> Any:
    """Take from a heap; loops over lists that are made before what they look at changes."""
    step = 1
    found = [n]
    for take in [start + step for start in range(3)]:
        step += take
        if step <= n:
            yield n - step
    for place, _ in [(one + len(found), 0) for one in found]:
        found.append(place % 5)
    less = [n - 1]
    found.extend(found + less)
    yield from (n - take for take in {2, 3, 5} if take in found and take <= n)  # noqa: PLC0208 - people write it
    for one in found:
        found = [one + other for other in found[:3]]
    yield from (one % n for one in found if n)


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


def crowding(n: int) -> Any:
    """More elements than there is room for: the plain search answers."""
    many = [k for k in range(n * 100) if k % 2]
    yield from (k for k in many if k < n)


HIGH = 2**64 - 1
CLOSED = {(1, 1), (3, 2)}
ODD = frozenset((1, 3, 5))
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


def row(cells: tuple[int, int, int, int]) -> Any:
    """Change a tuple by its slices, as many write it."""
    for i in range(len(cells)):
        if cells[i]:
            yield cells[:i] + (cells[i] - 1,) + cells[i + 1 :]  # noqa: RUF005 - as many write it
        if i and cells[i] and cells[i - 1] and math.gcd(cells[i - 1], cells[i]) == 1:
            less = (*sorted(cells[:i]), 0, *cells[i + 1 :])
            yield less


def heap_lists(state: tuple[int, int, int]) -> Any:
    """Copy a tuple to a list, change it, and make a sorted tuple of it again."""
    for i in range(3):
        for k in range(1, min(state[i], 2) + 1):
            heaps = list(state)
            heaps[i] -= k
            yield tuple(sorted(heaps))
    rest = [one for one in state if one]
    rest = [one - 1 for one in [*rest[1:], 3] if one > 1]
    if len(rest) == 3:
        rest.sort()
        yield tuple(rest)


def contests(x: int, y: int) -> Any:
    """Use sets of tuples, pairs of two tables, roots, lists that are cut."""
    for dx, dy in zip((0, 1, 2), (1, 0, 1), strict=False):
        if x >= dx and y >= dy and (x - dx, y - dy) not in CLOSED:
            yield x - dx, y - dy
    squares = [k * k for k in list(range(1, math.isqrt(x) + 1)) if k in ODD]
    for one in squares[-2:]:
        yield x - one, y
    for one in sorted(squares)[: y % 3]:
        yield one % x, 0


def dawson(n: int) -> Any:
    """Assign a list again from itself."""
    for i in range(n):
        parts = [i - 1, n - i - 2]
        parts = [part for part in parts if part > 0]
        yield split(*parts)


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
    Case(tables, one(14), {}),
    Case(handing, one(12), {}),
    Case(reductions, one(26), {}),
    Case(sorting, pairs(4), {}),
    Case(three, [(state,) for state in product(range(3), repeat=3)], {}),
    Case(helping, one(12), {}),
    Case(digits, one(40), {}),
    Case(named, one(40), {}),
    Case(bits, [(FULL,), (FULL - 2,), (0,), (455,)], {}),
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
    Case(stacks, one(128), {}),
    Case(made_before, one(14), {}),
    Case(moving_again, pairs(16), {}),
    Case(moving_again, pairs(16), {"bounds": (15, 16)}),
    Case(moving_again, pairs(16), {"canonical": lambda n, most: (n, min(n, most))}),
    Case(line, one(128), {"components": regions}),
    Case(crowding, one(8), {}),
    Case(circling, one(2), {}),
    Case(row, [(state,) for state in product(range(2), range(3), range(2), range(2))], {}),
    Case(heap_lists, [(state,) for state in product(range(4), repeat=3)], {}),
    Case(contests, pairs(11), {}),
    Case(dawson, one(12), {}),
    Case(masks, [(0xF << 60 | low,) for low in range(4)] + [(HIGH_LINES[0],), (5,)], {}),
    Case(masks, [(0xF << 60,), (1 << 63,)], {"canonical": lambda cells: cells & HIGH}),
    Case(wide_pairs, [(0xF << 60, 0), (7 << 61, 1), (1 << 63, -1)], {}),
    Case(growing, one(2), {}),
    Case(growing, [(1 << 63,), (1,)], {}),
    Case(too_wide, one(2), {}),
)


def function_of(name: str, lines: list[str]) -> Callable[..., Any]:
    """Return the function that lines define."""
    text = "\n".join(lines) + "\n"
    file = f"<{name} {next(_numbers)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names: dict[str, Any] = {"split": split, "win": win, "STEPS": STEPS, "TAKES": TAKES, "grundy": grundy}
    names |= {"HIGH": HIGH, "HIGH_LINES": HIGH_LINES}
    exec(compile(text, file, "exec"), names)  # noqa: S102 - a program of this test
    function: Callable[..., Any] = names[name]
    return function
