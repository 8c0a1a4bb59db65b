"""A compiled search under limits: it is paused, stopped and continued here, and its memory is increased."""

from __future__ import annotations

import time
from math import prod
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.compiled import checked_kernel, fill_kernel, search_kernel
from grundy.compiled.boxes import Box, box_around
from grundy.compiled.checking import FIRST, Check, Probe, WrongValue, states_of
from grundy.compiled.kinds import words_of
from grundy.compiled.lists import MOST_ELEMENTS
from grundy.compiled.modules import machine_code
from grundy.errors import OverBudgetError
from grundy.messages import Message
from grundy.runtime import compiling, limits, progress
from grundy.runtime.bounds import Descent, endless
from grundy.runtime.costs import PAUSE_OPTIONS
from grundy.runtime.garbage import rare_collections
from grundy.runtime.jit import held, reporting_compiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from grundy.compiled.modules import Machine, ModulePlan
    from grundy.core.ruleset import Ruleset

    Plain = Callable[[Any], int | None]

_WAITING = 200  # bytes of a state that waits
FIRST_PLACES = 2**12  # places of a new hash table
_FRAMES = 2**10
_LEAST_ARENA = 2**12
# Words for the options of waiting states. Further options are made again later, which costs less than more memory.
_KEPT = 2**20
_SURELY = 2**24  # bytes that a search may always use
LEAST_STEPS = 10**6  # steps that the loops of one state may always take
_STEPS_IN_TABLE = 2**18  # steps of the loops of one state in a table or box, which perhaps no play leads to
_FIRST_DROPPED, _DROPPED_BITS = 8, 8  # the bits below belong to the last number of the state (`place_of`)
_SWEPT = 16  # a dense table is filled in its order when 1 / _SWEPT of its states have a value


class Unanswered(NamedTuple):
    """The compiled search has no answer, so another one is used; the message says why, if a user should know.

    `is_outside` means that a state is outside the bounds of a dense table, `overflows` that a number fits no word.
    """

    message: Message | None = None
    is_outside: bool = False
    overflows: bool = False


TOO_LARGE = Unanswered(Message("compiled.large-state"))
OUTSIDE = Unanswered(Message("compiled.outside"), is_outside=True)


class Searcher:
    """The memo of a compiled ruleset, and searches that share it, one at a time."""

    kind: type[np.signedinteger[Any]] = np.int32  # of values
    probe: type[Probe] = Probe  # the machine code that is compared
    uses_boxes = True  # whether the memo has values alone, as a box has

    def __init__(self, rules: Ruleset, plan: ModulePlan, machine: Machine) -> None:
        self.rules = rules
        self.plan = plan
        self.machine = machine
        size = prod(plan.shape) if plan.shape else FIRST_PLACES
        self.keys = np.zeros(1 if plan.shape else size * plan.width, np.int64)
        self.values: NDArray[Any] = np.full(size, search_kernel.EMPTY, self.kind)
        self.count = 0
        self.box: Box | None = None  # an array that replaces the hash table
        self.fills = self.uses_boxes and plan.fills and not plan.shape  # whether a box may be used
        self.swept = 0  # states of a dense table before this place were valued in their order
        self.has_entailed = False  # whether a value rests on a move after which the same player moves again
        self.drops = 0  # how often values were dropped, each time by another bit of their places
        self.key: tuple[Any, ...] = ()  # its key in the cache of tables
        self.lock = Lock()
        self.is_compared = False
        self.worked = 0.0  # processor seconds of machine code

    @property
    def bytes(self) -> int:
        """The bytes of the memo."""
        return int(self.keys.nbytes + self.values.nbytes + (0 if self.box is None else self.box.values.nbytes))

    def value(self, state: Any, plain: Plain) -> int | Unanswered:
        """Return the value of a state, -1 for WIN. Raises `Difference`, and what the limits raise.

        `plain` returns the value of a small state by the plain search, None without one.
        """
        words = words_of(state, self.plan.state)
        if words is None:
            return TOO_LARGE
        with held(self.lock), reporting_compiles(), rare_collections():
            self.compare([state], plain)
            return SearchRun(self, words).value()

    def compare(self, states: Sequence[Any], plain: Plain) -> None:
        """Compare the machine code with the rules before its first use. Raises `Difference`."""
        if self.is_compared:
            return
        fills, self.fills = self.fills, False  # boxes are compared when they are filled
        try:
            with progress.tallied():  # it does not count as work for the answer
                Check(self.rules, self).begin(states, plain)
        finally:
            self.fills = fills
        self.is_compared = True

    def empty(self) -> None:
        """Forget all values of the hash table."""
        keys, values = (
            np.zeros(FIRST_PLACES * self.plan.width, np.int64),
            np.full(FIRST_PLACES, search_kernel.EMPTY, self.kind),
        )
        self.keys, self.values = keys, values  # both at once, for a search may be stopped between two calls

    def known(self, state: Any) -> int | None:
        """Return the nimber of a state in the memo; None without one, or during a search."""
        words = words_of(state, self.plan.state)
        if words is None or not self.lock.acquire(blocking=False):
            return None
        try:
            entry = int(self.entries(np.array([words], np.int64))[0])
        finally:
            self.lock.release()
        return entry if entry >= 0 else None

    def value_in_budget(self, state: Any) -> int | None:
        """Return the value of a state in canonical form; None without an answer, or beyond the budget."""
        words = words_of(state, self.plan.state)
        if words is None:
            return None
        try:
            found = self.value_of_words(words)
        except OverBudgetError:
            return None
        return None if isinstance(found, Unanswered) else found

    def value_of_words(self, words: list[int]) -> int | Unanswered:
        """Return the value of a state. Raises what `value` raises."""
        return SearchRun(self, words).value()

    @staticmethod
    def most_steps() -> int:
        """Return how many steps the loops of one state may take."""
        return max(limits.budget().search_options, LEAST_STEPS)

    def entries(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return the entries of states in the memo, one state in each row of words."""
        shape = self.plan.shape
        if self.box is not None:
            return self.box.entries(rows)
        if not shape:
            return lookup(self.keys, self.values, rows)
        inside = ((rows >= 0) & (rows < np.array(shape))).all(axis=1)
        found = np.full(len(rows), search_kernel.UNKNOWN, self.kind)
        found[inside] = self.values[np.ravel_multi_index(tuple(rows[inside].T), shape)]
        return found


class SearchRun:
    """One search."""

    fields = search_kernel.FIELDS  # of a frame, before the words of its state

    def __init__(self, memo: Searcher, words: list[int]) -> None:
        self.memo = memo
        self.words = words
        self.visited_before = 0  # states that were visited when a box was last considered
        self.plan = memo.plan
        self.machine = memo.machine
        self.allowed = limits.table_bytes() if limits.budget().table_bytes is not None else None
        self.options = limits.budget().kernel_options
        lists = np.zeros(search_kernel.RUN_LENGTH + self.plan.list_words, np.int64)
        self.run = np.concatenate((lists, np.array(self.plan.data, np.int64)))
        self.arena = np.zeros(_LEAST_ARENA, np.int64)
        self.frames = np.zeros(_FRAMES * (self.fields + self.plan.width), np.int64)
        self.seen = np.zeros(_LEAST_ARENA, np.int64)
        self.run[search_kernel.COUNT] = memo.count
        self.run[search_kernel.MOST_STEPS] = memo.most_steps()
        self.run[search_kernel.SOFT] = _KEPT if self.allowed is None else min(_KEPT, self._arena_words() // 2)
        self.run[search_kernel.TOP] = 1
        self.descent = Descent(_WAITING)
        self.begin(words)

    def begin(self, words: list[int]) -> None:
        """Write the first frame: its only option is the state of the question."""
        self.arena[0] = 1
        self.arena[1 : 1 + len(words)] = words
        self.frames[search_kernel.END] = 1 + len(words)

    def value(self) -> int | Unanswered:
        """Return the value."""
        state = search_kernel
        done = False
        try:
            while True:
                self.run[state.PAUSE_AT] = min(self.run[state.LOOKED] + PAUSE_OPTIONS, self.options)
                found = self._in_box()
                status = self._timed(self.step) if found is None else state.DONE
                if status == state.DONE:
                    done = True
                    return self.result() if found is None else found
                if status in {state.PAUSED, state.FULL}:
                    self._look_for_box()
                if self.memo.box is None:
                    unanswered = self._provide(status)
                    if unanswered is not None:
                        return unanswered
        finally:
            if not done:
                self.forget_waiting()
            self.memo.count = int(self.run[state.COUNT])
            self.memo.has_entailed |= bool(self.run[state.MET_AGAIN])
            looked, states = int(self.run[state.LOOKED]), int(self.run[state.STATES])
            progress.record("compiled", looked, states=states, hits=max(0, looked - states))

    def _timed(self, work: Callable[[], int]) -> int:
        """Call machine code, and add its processor time to the total."""
        begun = time.thread_time()
        try:
            return work()
        finally:
            self.memo.worked += time.thread_time() - begun

    def step(self) -> int:
        """Continue the search; return its status."""
        memo = self.memo
        return int(self.machine.search(memo.keys, memo.values, self.arena, self.frames, self.seen, self.run))

    def result(self) -> int:
        """Return the value of the only option of the first frame."""
        had = int(self.frames[search_kernel.HAD])
        if self.frames[search_kernel.LARGE]:
            return int(self.arena[0])
        return had.bit_length() - 1

    def _provide(self, status: int) -> Unanswered | None:
        """Provide what the search needs in order to continue; return the reason if it cannot continue."""
        self._check_descent()
        state = search_kernel
        if status == state.PAUSED:
            self._pause()
        elif status == state.FULL:
            self._grow_memo()
        elif status == state.SMALL_ARENA:
            self.arena = self._grown(self.arena, int(self.run[state.NEED]))
            self.run[state.NEED] = 0
        elif status == state.SMALL_FRAMES:
            self.frames = self._grown(self.frames, 2 * len(self.frames))
        elif status == state.SMALL_MARKS:
            self.seen = self._grown(self.seen, int(self.run[state.NEED]))
            self.run[state.NEED] = 0
        elif status == state.FAILED:
            return self._fault()
        elif status == state.OUTSIDE:
            return OUTSIDE
        else:
            return Unanswered()  # a cycle, which the plain search reports, or a nimber that is too large
        return None

    def _check_descent(self) -> None:
        """Raise `RulesetError` if play seems to have no end."""
        last = int(self.run[search_kernel.TOP]) - 2  # the frame on top may have no state yet
        if last < self.descent.look_at:
            return
        row = self.fields + self.plan.width
        frames = self.frames[: row * (last + 1)].reshape(-1, row)[:, self.fields :]
        path = states_of(frames[[*range(1, 5), last]], self.plan.state)
        if self.descent.seems_endless(path[0], path[-1], last):
            raise endless(path, last)

    def _pause(self) -> None:
        looked = int(self.run[search_kernel.LOOKED])
        if looked >= self.options:
            raise OverBudgetError(Message("over.options"), looked, self.options, "options")
        progress.check_cancelled()
        progress.report(looked, None)
        memo = self.memo
        size = len(memo.values)
        if self.plan.shape and memo.swept < size and _SWEPT * int(self.run[search_kernel.COUNT]) > size:
            self._sweep(size)

    def _sweep(self, size: int) -> None:
        """Value the states of a dense table in their order, as far as their options have values.

        Some of the values that the search has found are found again, because this machine code was not compared before.
        Raises `WrongValue`.
        """
        memo, shape = self.memo, self.plan.shape
        assert shape is not None
        places = np.flatnonzero(memo.values >= search_kernel.WON)
        places = places[:: 1 + len(places) // FIRST]
        rows, found = np.stack(np.unravel_index(places, shape), axis=1), memo.values[places]
        memo.values[places] = search_kernel.EMPTY
        words = np.zeros(self.plan.width, np.int64)
        arena = np.zeros(max(len(self.arena), _LEAST_ARENA), np.int64)
        self.run[search_kernel.MOST_STEPS] = min(memo.most_steps(), _STEPS_IN_TABLE)
        while memo.swept < size:
            self.run[search_kernel.PAUSE_AT] = self.run[search_kernel.LOOKED] + PAUSE_OPTIONS
            memo.swept = self._timed(
                lambda: int(
                    self.machine.sweep(memo.keys, memo.values, arena, words, memo.swept, size, self.seen, self.run)
                )
            )
            self._compare_values(rows, found, memo.values[places])
            progress.check_cancelled()
            progress.report(int(self.run[search_kernel.LOOKED]), None)
        memo.values[places] = found
        self.run[search_kernel.MOST_STEPS] = memo.most_steps()

    def _compare_values(self, rows: NDArray[np.int64], expected: NDArray[Any], found: NDArray[Any]) -> None:
        """Compare the values that were found of states with those of the search. Raises `WrongValue`."""
        wrong = np.flatnonzero((found >= search_kernel.WON) & (found != expected))[:1]
        for state, right, value in zip(
            states_of(rows[wrong], self.plan.state), expected[wrong].tolist(), found[wrong].tolist(), strict=True
        ):
            raise WrongValue(state, right, value)

    # boxes

    def _look_for_box(self) -> None:
        """Make a box if the visited states fill one."""
        memo, count = self.memo, int(self.run[search_kernel.COUNT])
        if not memo.fills or 4 * count < 5 * self.visited_before:  # until a quarter more states are visited
            return
        self.visited_before = count
        visited = memo.keys.reshape(-1, self.plan.width)[memo.values != search_kernel.EMPTY]
        box = box_around(visited, self.words)
        if box is not None and self._is_affordable(box) and self._pays_off(box, len(visited)):
            memo.box = box

    def _is_affordable(self, box: Box) -> bool:
        size = box.values.nbytes
        return (self.allowed is None and size <= _SURELY) or size <= limits.table_bytes() // 2

    def _pays_off(self, box: Box, visited: int) -> bool:
        """Return whether machine code for boxes takes less time than the search without a box."""
        looked = max(1, int(self.run[search_kernel.LOOKED]))
        seconds = self.memo.worked * len(box.values) / visited
        return compiling.pays_off(machine_code(self.plan, "fill"), looked, seconds / looked)

    def _in_box(self) -> int | None:
        """Return the value of the question in the box; None without a box, or if it gets no value there.

        In this case the values of the box are copied to the hash table.
        """
        memo = self.memo
        if memo.box is None:
            return None
        place = memo.box.place(self.words)
        if place is None:
            larger = memo.box.larger(self.words)
            if larger is None or not self._is_affordable(larger):
                self._leave_box()  # a larger box may be made when the search has visited more states
                return None
            memo.box = larger
            place = larger.place(self.words)
        assert place is not None
        found = int(memo.box.values[place])
        if found < search_kernel.WON and memo.box.filled <= place:
            try:
                self._fill(memo.box, place + 1)
            finally:
                valued = memo.values >= search_kernel.WON  # by the search, before the first box
                rows = memo.keys.reshape(-1, self.plan.width)[valued]
                self._compare_values(rows, memo.values[valued], memo.box.entries(rows))
            found = int(memo.box.values[place])
        if found < search_kernel.WON:
            memo.fills = False
            self._leave_box()
            return None
        if self.run[search_kernel.COUNT]:  # the search in the hash table ends, so its waiting states get no value
            memo.empty()
            self.run[search_kernel.COUNT] = 0
        return found

    def _fill(self, box: Box, size: int) -> None:
        """Value the states of a box in their order; stop if too many get no value, or at half of the budget."""
        fill = self.machine.fill
        assert fill is not None
        state, run = search_kernel, self.run
        ranges, words = box.ranges, np.zeros(self.plan.width, np.int64)
        most = (int(run[state.LOOKED]) + self.options) // 2
        run[state.MOST_STEPS] = min(self.memo.most_steps(), _STEPS_IN_TABLE)
        while box.filled < size and run[state.LOOKED] < most:
            run[state.PAUSE_AT] = min(run[state.LOOKED] + PAUSE_OPTIONS, most)
            run[state.NEED] = 0
            box.filled = self._timed(lambda: int(fill(box.values, ranges, self.seen, words, box.filled, size, run)))
            if run[state.NEED]:
                self.seen = self._grown(self.seen, int(run[state.NEED]))
                run[state.NEED] = 0
            elif box.filled < size and run[state.LOST_STATES] > fill_kernel.LOST_AT_FIRST + run[state.STATES]:
                break
            progress.check_cancelled()
            progress.report(int(run[state.LOOKED]), None)
        run[state.MOST_STEPS] = self.memo.most_steps()

    def _leave_box(self) -> None:
        """Copy the values of the box into the hash table; forget them if that takes too much memory."""
        memo, box, width = self.memo, self.memo.box, self.plan.width
        assert box is not None
        memo.box = None
        size, count = len(memo.values), int(self.run[search_kernel.COUNT])
        while 3 * size < 5 * (count + len(box.values) + 2):
            size *= 2
        bytes_then = 2 * size * (8 * width + memo.values.itemsize)
        small = self.allowed is None and bytes_then <= _SURELY
        if not small and bytes_then > limits.table_bytes() * 3 // 4:
            return
        rows, values = box.valued()
        kept = memo.values != search_kernel.EMPTY
        keys = np.concatenate((rows.reshape(-1), memo.keys.reshape(-1, width)[kept].reshape(-1)))
        both = np.concatenate((values, memo.values[kept])).astype(memo.kind)
        more_keys, more_values = np.zeros(size * width, np.int64), np.full(size, search_kernel.EMPTY, memo.kind)
        self.machine.copy(keys, both, more_keys, more_values, 0, self.run)
        memo.keys, memo.values = more_keys, more_values

    def _fault(self) -> Unanswered:
        """Return the reason why the options of a state could not be made."""
        kind, line = int(self.run[checked_kernel.FAULT]), int(self.run[checked_kernel.LINE])
        where = "{}:{}".format(*self.plan.places[line])
        if kind == checked_kernel.ENDLESS:
            most = int(self.run[search_kernel.MOST_STEPS])
            raise OverBudgetError(Message("over.loops", {"where": where}), most, most, "steps")
        if kind == checked_kernel.OVERFLOW:
            return Unanswered(Message("compiled.overflow", {"where": where}), overflows=True)
        if kind == checked_kernel.CROWDED:
            return Unanswered(Message("compiled.crowded", {"where": where, "most": MOST_ELEMENTS}))
        return Unanswered()

    # memory

    def _arena_words(self) -> int:
        """Return how many words the options of the waiting states may take: a quarter of the memory."""
        return max((limits.table_bytes() if self.allowed is None else self.allowed) // 32, 64)

    def _grown(self, array: NDArray[np.int64], need: int) -> NDArray[np.int64]:
        small = self.allowed is None and 8 * need <= _SURELY
        most = _SURELY // 8 if small else self._arena_words()
        if need > most:
            depth = int(self.run[search_kernel.TOP])
            raise OverBudgetError(Message("over.depth", {"depth": depth}), 8 * need, 8 * most, "bytes")
        more = np.zeros(min(most, max(need, 2 * len(array))), np.int64)
        more[: len(array)] = array
        return more

    def _grow_memo(self) -> None:
        """Copy the memo into one of twice the size; if that is too large, drop every other value instead."""
        memo, width = self.memo, self.plan.width
        size = 2 * len(memo.values)
        while 3 * size < 5 * (int(self.run[search_kernel.COUNT]) + int(self.run[search_kernel.NEED])):
            size *= 2
        entry = 8 * width + memo.values.itemsize
        bytes_then = entry * (size + size // 2)
        fits = bytes_then <= _SURELY if self.allowed is None else False
        dropped = 0
        if not fits and bytes_then > limits.table_bytes() * 3 // 4:
            size = len(memo.values)
            dropped = _FIRST_DROPPED << memo.drops % _DROPPED_BITS
            memo.drops += 1
        keys, values = np.zeros(size * width, np.int64), np.full(size, search_kernel.EMPTY, memo.kind)
        before = int(self.run[search_kernel.COUNT])
        self.copy(keys, values, dropped)
        memo.keys, memo.values = keys, values
        after = int(self.run[search_kernel.COUNT])
        if dropped:
            progress.record("compiled", 0, dropped=before - after)
            if after * 5 > size * 2:  # most entries are of waiting states, which cannot be dropped
                depth = int(self.run[search_kernel.TOP])
                raise OverBudgetError(
                    Message("over.depth", {"depth": depth}), bytes_then, limits.table_bytes(), "bytes"
                )

    def copy(self, keys: NDArray[Any], values: NDArray[Any], dropped: int) -> None:
        """Copy the memo."""
        self.machine.copy(self.memo.keys, self.memo.values, keys, values, dropped, self.run)

    def forget_waiting(self) -> None:
        """Remove the marks of the waiting states. All values in the memo are final."""
        values = self.memo.values
        values[values == search_kernel.OPEN] = search_kernel.UNKNOWN


def lookup(keys: NDArray[Any], values: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
    """Return the entries of states in a hash table of `search_kernel`, EMPTY for states that it does not have."""
    mask = len(values) - 1
    count = rows.shape[1]
    factor = np.uint64(0x9E3779B97F4A7C15)
    mixed = _folded(rows[:, -1] >> 3) * factor
    for i in range(count - 1):
        mixed = ((mixed ^ mixed >> np.uint64(29)) + _folded(rows[:, i])) * factor
    mixed ^= mixed >> np.uint64(32)
    place = (mixed.view(np.int64) << 3 | rows[:, -1] & 7) & mask
    table = keys.reshape(-1, count)
    waiting = np.arange(len(rows))
    while len(waiting):
        at = place[waiting]
        done = (values[at] == search_kernel.EMPTY) | (table[at] == rows[waiting]).all(axis=1)
        waiting = waiting[~done]
        place[waiting] = (place[waiting] + 1) & mask
    found: NDArray[Any] = values[place]
    return found


def _folded(words: NDArray[Any]) -> NDArray[np.uint64]:
    unsigned = np.ascontiguousarray(words).view(np.uint64)
    return unsigned ^ unsigned >> np.uint64(32)
