"""The search for the misère quotient of games, game by game: each step is a guess that the finite check proves.

The docstring of `grundy.theory.quotients` has the definitions and theorems. A guess need not be right: if the finite
check refuses it, another guess is made. The guess for a new heap is the product of the quotient of the smaller heaps
and a cyclic monoid. Each element gets the misère outcome of its lightest word, and the result is reduced. If the check
fails on a sum and all lighter sums are right, the guess has the wrong outcome for this sum. Then some heaps of the sum
are set free (each gets a generator of its own, with more powers than before), until the outcome of the sum changes.
This last idea is from Siegel's MisereSolver.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np

from grundy.runtime import compiling, limits, progress
from grundy.runtime.costs import OPTION_SECONDS
from grundy.runtime.jit import reporting_compiles
from grundy.runtime.packages import installed
from grundy.theory.quotient_kernel import LetterArrays, PairArrays, close, colour, reach, refine, shift
from grundy.theory.quotients import KERNEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.runtime.jit import Kernel
    from grundy.theory.quotient_games import Games

    Table = NDArray[np.uint16]
    Flags = NDArray[np.bool_]
    Words = NDArray[np.uint64]

MOST_ORDER = 4000  # elements
_MOST_STATES = 1_000_000  # states of a guess
_MOST_BYTES = 2**30  # size of a pool or a guess, if the budget allows as much
_ROOM = 2048  # pairs for which a pool has room at first
_WEIGHTS = 8192  # weights of sums for which a pool has room at first
_STEPS = 20_000_000  # steps of a kernel between two checks of the budget: a tenth of a second
_PLAIN_STEPS = 20_000  # the same for the plain functions
_CLOSED, _FULL, _FAILS = 1, 2, 3
# A quotient is probably infinite if 6 failing sums in a row have 12 equal heaps or more, and the last more than the
# first. For quotients that were found, at most 5 such sums occurred.
_QUICK_STEPS = 30_000_000  # of machine code: about a second
_QUICK_PLAIN_STEPS = 40_000  # of the plain functions: about a second
_ROUNDS = 3  # about how many rounds `refine` takes
_MANY_EQUAL, _RISING = 12, 6
_GROWTHS = 14  # last growths that are compared: if they follow one pattern, the quotient is probably infinite


P = ParamSpec("P")
R = TypeVar("R")


class Stop(Exception):
    """The growth of a quotient has stopped at a limit: ``time``, ``work``, ``memory``, ``order`` or ``guesses``.

    ``powers`` and ``grows`` mean that the quotient is probably infinite, which is not proved.
    """


@dataclass(frozen=True)
class Monoid:
    """A finite commutative monoid: its table of products, flags of the lost elements, and the element of each heap."""

    table: Table
    lost: Flags
    values: NDArray[np.int64]

    def product(self, heaps: tuple[int, ...]) -> int:
        """Return the element of a sum of heaps."""
        found = 0
        for heap in heaps:
            found = int(self.table[found, self.values[heap]])
        return found

    def cycle(self, element: int) -> tuple[int, int]:
        """Return the least exponent whose power of an element occurs again, and the period of the powers."""
        seen: dict[int, int] = {}
        power = 0
        while power not in seen:
            seen[power] = len(seen)
            power = int(self.table[power, element])
        return seen[power], len(seen) - seen[power]


@dataclass(frozen=True)
class Pool:
    """The minimal transition pairs of all sums: their elements, and their sets as packed bits."""

    element: NDArray[np.uint16]
    packed: Words


def pack(flags: Flags) -> Words:
    """Return rows of flags, shape (..., size), packed into words of 64 bits."""
    size = flags.shape[-1]
    padded = np.zeros((*flags.shape[:-1], -(-size // 64) * 64), np.bool_)
    padded[..., :size] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


@dataclass(frozen=True)
class GrowthLimits:
    """The limits of the growth of a quotient; None means no limit."""

    steps: int | None = None  # a step costs as much as a few products of elements
    seconds: float | None = None
    order: int = MOST_ORDER  # elements of a guess
    patient: bool = False  # whether to continue if the quotient is probably infinite


class Growth:
    """The quotient of games 0 to `heaps`, proved by the finite check; `step` adds the next game.

    Games are called heaps here, as for a code; see `grundy.theory.quotient_games`.
    """

    def __init__(self, games: Games, monoid: Monoid | None = None, bounds: GrowthLimits | None = None) -> None:
        """Start without heaps, or from the proved quotient `monoid`. `step` raises `Stop` at the bounds."""
        self._games = games
        self._bounds = bounds or GrowthLimits()
        self._bytes = min(_MOST_BYTES, limits.table_bytes())
        seconds = self._bounds.seconds
        self._loops = _Loops()
        self._until = None if seconds is None else time.monotonic() + seconds
        self.steps = 0
        self.monoid = monoid or Monoid(np.zeros((1, 1), np.uint16), np.zeros(1, np.bool_), np.zeros(1, np.int64))
        self._pool: Pool | None = None
        self._rows = pack(self.monoid.lost[self.monoid.table])
        self._grown: list[tuple[int, int]] = []  # heaps that brought new elements, each with the new order
        self._unequal = np.zeros(0, np.int64)  # for each shift p, the last heap h whose value is not that of h + p
        self._compare(afresh=True)

    @property
    def heaps(self) -> int:
        """The largest heap."""
        return len(self.monoid.values) - 1

    def step(self) -> None:
        """Add the next heap. Raises `Stop` at a limit; the quotient is then unchanged."""
        self._count(self.heaps // 4)
        if not self._bounds.patient and self._grows_alike():
            raise Stop("grows")
        heap = self.heaps + 1
        grown = False
        if not self._games.has_move(heap):
            value: int | None = 0
        else:
            value = self._known_element(heap)
        if value is None:
            self._grow(heap)
            grown = True
            self._grown.append((heap, len(self.monoid.lost)))
        else:
            old = self.monoid
            self.monoid = Monoid(old.table, old.lost, np.append(old.values, value))
        self._compare(afresh=grown)

    def period(self, last: int) -> tuple[int, int] | None:
        """Return preperiod and period if the values prove them for all heaps of a code with last digit `last`."""
        heaps = self.heaps
        shifts = np.arange(1, heaps)
        starts = np.maximum(self._unequal[1:heaps] + 1, 1)
        proved = np.flatnonzero(2 * (starts + shifts - 1) + last <= heaps)
        return None if not len(proved) else (int(starts[proved[0]]), int(shifts[proved[0]]))

    def _compare(self, *, afresh: bool) -> None:
        """Update `_unequal` by the value of the last heap, or by all values if `afresh`."""
        values = self.monoid.values
        self._unequal = np.append(self._unequal, np.zeros(len(values) - len(self._unequal), np.int64))
        if afresh:
            self._unequal[:] = 0
        for heap in range(1, len(values)) if afresh else (self.heaps,):
            smaller = np.flatnonzero(values[1:heap] != values[heap]) + 1
            self._unequal[heap - smaller] = smaller

    def _count(self, steps: int) -> None:
        """Count steps. Raises `Stop` if the steps or the time exceed the bounds."""
        self.steps += steps
        progress.check_cancelled()
        progress.report(self.steps, None)
        if self._bounds.steps is not None and self.steps > self._bounds.steps:
            raise Stop("work")
        if self._until is not None and time.monotonic() > self._until:
            raise Stop("time")

    def _known_element(self, heap: int) -> int | None:
        """Return the element of the current quotient that the next heap has, by the finite check; None if none fits."""
        monoid = self.monoid
        if len(monoid.lost) == 1:
            return None
        if self._pool is None:
            self._prove_again()
        pool = self._pool
        if pool is None:
            return None
        table, lost = monoid.table, monoid.lost
        after = self._games.option_values(heap, monoid.table, monoid.values)
        tau = _any_lost(monoid, after)
        packed = pack(tau)
        wins = bool(tau[0])
        fits = ~(self._rows & packed).any(axis=1)
        slow = []
        for x in np.flatnonzero(fits & (lost | wins)).tolist():
            inside = pool.packed[:, x >> 6] >> np.uint64(x & 63) & np.uint64(1)
            if not (lost[table[x, pool.element]] | tau[pool.element] | (inside != 0)).all():
                continue
            rows = pool.packed[pool.element == x]
            if (~(rows & ~packed).any(axis=1)).any():
                return int(x)  # a pair of the pool is below the new pair: the pool stays closed
            slow.append(int(x))
        for x in slow:
            tried = Monoid(table, lost, np.append(monoid.values, x))
            found = self._check(tried)
            if isinstance(found, Pool):
                self._pool = found
                return x
        return None

    def _prove_again(self) -> None:
        found = self._check(self.monoid)
        self._pool = found if isinstance(found, Pool) else None

    # The finite check.

    def _letters(self, monoid: Monoid) -> tuple[list[int], NDArray[np.int64], Flags]:
        """Return the heaps that the check needs, with their elements and sets: the lightest heap of each pair."""
        heaps: dict[bytes, int] = {}
        sets: list[Flags] = []
        for heap in range(1, len(monoid.values)):
            if self._games.has_move(heap):
                after = self._games.option_values(heap, monoid.table, monoid.values)
                tau = _any_lost(monoid, after)
                key = bytes(tau) + int(monoid.values[heap]).to_bytes(2)
                if key not in heaps:
                    heaps[key] = heap
                    sets.append(tau)
        listed = list(heaps.values())
        return listed, monoid.values[listed], np.array(sets).reshape(len(listed), len(monoid.lost))

    def _check(self, monoid: Monoid) -> Pool | tuple[int, ...]:
        """Return the closed pool of a monoid, or a lightest sum on which it fails."""
        heaps, elements, sets = self._letters(monoid)
        weights = np.array([self._games.weight(heap) for heap in heaps], np.int64)
        conflict = self._conflict(monoid, heaps, elements, sets, weights)
        found = self._close(monoid, heaps, elements, sets, weights)
        if isinstance(found, Pool):
            return found if conflict is None else conflict
        if conflict is None or self._weight(found) <= self._weight(conflict):
            return found
        return conflict

    def _weight(self, heaps: tuple[int, ...]) -> int:
        return sum(map(self._games.weight, heaps))

    def _conflict(
        self, monoid: Monoid, heaps: list[int], elements: NDArray[np.int64], sets: Flags, weights: NDArray[np.int64]
    ) -> tuple[int, ...] | None:
        """Return a lightest sum for which (P) fails: the sum and an option of it are both lost. None if (P) holds."""
        bad = monoid.lost[monoid.table[elements]] & sets  # letter, the rest
        if not bad.any():
            return None
        size = len(monoid.lost)
        free, cycles = np.full(len(heaps), -1), np.zeros((0, 2), np.int64)
        states = _States(self._loops, size, free, elements, weights, cycles, monoid.table)
        number = np.argsort(states.codes)  # the state of each element
        total = np.where(bad, weights[:, None] + states.distance[number], np.iinfo(np.int64).max)
        letter, rest = np.unravel_index(int(total.argmin()), total.shape)
        state = int(number[rest])
        word = [heaps[int(letter)]]
        while state:
            word.append(heaps[int(states.by[state])])
            state = int(states.parent[state])
        return tuple(sorted(word))

    def _close(
        self, monoid: Monoid, heaps: list[int], elements: NDArray[np.int64], sets: Flags, weights: NDArray[np.int64]
    ) -> Pool | tuple[int, ...]:
        size, letters = len(monoid.lost), len(heaps)
        words = -(-size // 64)
        if letters * size * words * 8 > self._bytes:
            raise Stop("memory")
        shifted = np.zeros((letters, size, words), np.uint64)
        self._loops.run(shift, letters * size * size, monoid.table, sets, shifted)
        self._count(letters * size * size // 8)
        ties = np.array([heap * 40503 % 65536 for heap in heaps], np.int64)
        alphabet = LetterArrays(elements, pack(sets), shifted, weights, ties)
        room, far = _ROOM, _WEIGHTS
        while True:
            if room * (8 * words + 40) > self._bytes:
                raise Stop("memory")
            pairs = _no_pairs(room, words, size, far, letters)
            code, before = 0, 0
            while code == 0:
                steps = self._loops.steps_at_once
                code = self._loops.run(close, steps, monoid.table, monoid.lost, alphabet, pairs, steps)
                steps = int(pairs.state[4])
                self._count(steps // 8 - before // 8)
                before = steps
            count = int(pairs.state[0])
            if code == _FULL:
                room, far = 4 * room, 4 * far
                continue
            if code == _CLOSED:
                return Pool(pairs.element[:count].copy(), pairs.packed[:count].copy())
            word, pair = [], count - 1
            while pair >= 0:
                word.append(heaps[int(pairs.by[pair])])
                pair = int(pairs.parent[pair])
            return tuple(sorted(word))

    # Guesses.

    def _grows_alike(self) -> bool:
        """Return whether the last growths followed a pattern: the quotient is then probably infinite.

        Pattern: growths come at equal distances, and the orders are values of a polynomial of degree two. Even and odd
        growths may have different polynomials with the same differences.
        """
        last = np.array(self._grown[-_GROWTHS:], np.int64).reshape(-1, 2)
        if len(last) < _GROWTHS:
            return False
        more = last[2:, 1] - last[:-2, 1]
        return bool((np.diff(last[:, 0], 2) == 0).all() and (np.diff(more, 2) == 0).all() and more[-1] >= more[0] > 0)

    def _grow(self, heap: int) -> None:
        """Replace the quotient by one with a heap that has no element in the current quotient."""
        start = Monoid(self.monoid.table, self.monoid.lost, np.append(self.monoid.values, 0))
        guess = self._guess(start, {heap: (2, 2)}, together=False)
        seen: set[tuple[int, ...]] = set()
        most: list[int] = []  # the largest number of equal heaps in each failing sum
        while True:
            found = self._check(guess)
            if isinstance(found, Pool):
                break
            most.append(max(Counter(found).values()))
            rising = len(most) >= _RISING and min(most[-_RISING:]) >= _MANY_EQUAL and most[-1] > most[-_RISING]
            if not self._bounds.patient and rising:
                raise Stop("powers")
            better = self._turned(guess, found, again=found in seen)
            if better is None:
                raise Stop("guesses")
            seen.add(found)
            guess = better
        self.monoid, self._pool = guess, found
        self._rows = pack(guess.lost[guess.table])

    def _turned(self, guess: Monoid, failing: tuple[int, ...], *, again: bool) -> Monoid | None:
        """Return a guess in which some heaps of a failing sum are set free and its outcome is the other one."""
        wanted = not guess.lost[guess.product(failing)]
        heaps = sorted(set(failing))
        for number in range(1, len(heaps) + 1):
            for together in (False,) if again else (True, False):
                for chosen in combinations(heaps, number):
                    free = {}
                    for heap in chosen:
                        power, period = guess.cycle(int(guess.values[heap]))
                        free[heap] = (max(power, failing.count(heap) - 1, 1), max(2, period))
                    tried = self._guess(guess, free, together=together)
                    if tried.lost[tried.product(failing)] == wanted:
                        return tried
        return None

    def _guess(self, old: Monoid, free: dict[int, tuple[int, int]], *, together: bool) -> Monoid:
        """Return the reduced direct sum of a monoid and a cyclic monoid for each free heap.

        `free` has the first repeated power and the period of each cyclic monoid. With `together`, all heaps with the
        same element as a free heap share its generator.
        """
        which = {heap: number for number, heap in enumerate(free)}
        if together:
            for heap in free:
                alike = np.flatnonzero(old.values == old.values[heap]).tolist() if old.values[heap] else []
                which.update(
                    {other: which[heap] for other in alike if other not in free and self._games.has_move(other)}
                )
        kinds = {  # for each heap that is not the identity: its free generator (-1 for none), and its element
            heap: (which.get(heap, -1), 0 if heap in which else int(old.values[heap]))
            for heap in range(1, len(old.values))
            if heap in which or old.values[heap]
        }
        lightest: dict[tuple[int, int], int] = {}
        for heap, kind in kinds.items():
            lightest.setdefault(kind, heap)
        letters = list(lightest)
        letter = {heap: letters.index(kind) for heap, kind in kinds.items()}
        cycles = np.array([(power + period, power) for power, period in free.values()], np.int64)
        total = int(np.prod(cycles[:, 0])) * len(old.lost)
        if total > _MOST_STATES or total * (4 * len(letters) + 64) > self._bytes:
            raise Stop("memory")
        weights = np.array([self._games.weight(heap) for heap in lightest.values()], np.int64)
        pairs = np.array(letters, np.int64)
        states = _States(self._loops, total, pairs[:, 0], pairs[:, 1], weights, cycles, old.table)
        self._count(len(states.by) * len(letters))
        lost = self._coloured(states, [sorted(self._games.options(heap, letter)) for heap in lightest.values()])
        return self._reduced(states, lost, [letter.get(heap, -1) for heap in range(len(old.values))])

    def _coloured(self, states: _States, options: list[list[tuple[int, ...]]]) -> Flags:
        count, letters = states.action.shape
        start = np.cumsum([0, *map(len, options)])
        listed = np.array([parts for after in options for parts in after], np.int64).reshape(start[-1], -1)
        lost = np.zeros(count, np.bool_)
        without = np.empty((count, letters), np.int32)
        arrays = states.parent, states.by, states.action, start, listed, without, lost
        self._count(self._loops.run(colour, count * letters, count, *arrays))
        return lost

    def _reduced(self, states: _States, lost: Flags, letter: list[int]) -> Monoid:
        """Return the monoid of classes of states that no state distinguishes."""
        count, letters = states.action.shape
        classes = lost.astype(np.int64)
        room = 2 * count + 1
        scratch = (np.zeros(room, np.int64) for _ in range(3))
        rounds = self._loops.run(refine, _ROUNDS * count * letters, classes, states.action, *scratch)
        self._count(rounds * count * letters)
        _, first = np.unique(classes, return_index=True)  # classes are numbered by their lightest words
        if len(first) > self._bounds.order:
            raise Stop("order")
        moved = classes[states.action[first].T]  # letter, element
        table = np.empty((len(first), len(first)), np.uint16)
        table[:, 0] = np.arange(len(first))
        for number, state in enumerate(first[1:].tolist(), 1):
            table[:, number] = moved[states.by[state]][table[:, classes[states.parent[state]]]]
        values = [0 if number < 0 else int(moved[number, 0]) for number in letter]
        return Monoid(np.ascontiguousarray(table), lost[first], np.array(values, np.int64))


class _Loops:
    """The kernels of one growth: plain functions for a part of the time of a compile, then machine code."""

    def __init__(self) -> None:
        self._plain_seconds = compiling.patience(KERNEL) if limits.budget().kernel_above is None else 0.0

    @property
    def steps_at_once(self) -> int:
        """How many steps a call of `close` may take."""
        return _PLAIN_STEPS if self._plain_seconds > 0 or not installed("numba") else _STEPS

    def run(self, kernel: Kernel[P, R], steps: int, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a kernel; `steps` is about how many steps that takes."""
        if steps * OPTION_SECONDS < self._plain_seconds:
            begun = time.thread_time()
            found = kernel.plain(*args, **kwargs)
            spent = time.thread_time() - begun
            self._plain_seconds -= spent
            compiling.spend(spent)
            return found
        self._plain_seconds = 0.0
        compiling.use(KERNEL)
        with reporting_compiles():
            return kernel(*args, **kwargs)


class _States:
    """The states that letters reach in the direct sum of a monoid and cyclic monoids: see `reach`."""

    def __init__(  # noqa: PLR0913, PLR0917 - what the kernel needs
        self,
        loops: _Loops,
        total: int,
        free: NDArray[np.int64],
        elements: NDArray[np.int64],
        weights: NDArray[np.int64],
        cycles: NDArray[np.int64],
        table: Table,
    ) -> None:
        index = np.full(total, -1, np.int32)
        parent, by = np.empty(total, np.int32), np.empty(total, np.int32)
        distance = np.empty(total, np.int64)
        action = np.empty((total, len(free)), np.int32)
        lengths, returns = np.ascontiguousarray(cycles[:, 0]), np.ascontiguousarray(cycles[:, 1])
        count = loops.run(
            reach, total * len(free),
            np.ascontiguousarray(free), np.ascontiguousarray(elements), weights, lengths, returns, table,
            index, parent, by, distance, action,
        )  # fmt: skip
        self.parent, self.by, self.distance, self.action = parent[:count], by[:count], distance[:count], action[:count]
        reached = np.flatnonzero(index >= 0)
        self.codes = np.empty(count, np.int64)  # the code of each state
        self.codes[index[reached]] = reached


def quick_steps() -> int:
    """Return how many steps take about a second: of machine code if there is some, else of the plain functions."""
    return _QUICK_STEPS if compiling.pays_off(KERNEL, _QUICK_STEPS, 1 / _QUICK_STEPS) else _QUICK_PLAIN_STEPS


def _any_lost(monoid: Monoid, elements: NDArray[np.int64]) -> Flags:
    """Return for each z whether ez is lost for at least one e in `elements`."""
    found: Flags = np.logical_or.reduce(monoid.lost[monoid.table[elements]], axis=0)
    return found


def _no_pairs(room: int, words: int, size: int, far: int, letters: int) -> PairArrays:
    """Return the arrays of `close` for so many pairs of sets of so many words, and of weights, without a pair."""
    return PairArrays(
        element=np.zeros(room, np.uint16),
        packed=np.zeros((room, words), np.uint64),
        weight=np.zeros(room, np.int64),
        tie=np.zeros(room, np.int64),
        parent=np.full(room, -1, np.int32),
        by=np.full(room, -1, np.int32),
        head=np.full(size, -1, np.int32),
        following=np.full(room, -1, np.int32),
        first=np.zeros(far, np.int64),
        idle=np.zeros(letters, np.bool_),
        state=np.array([0, 1, 0, 0, 0], np.int64),
    )
