"""A compiled search under limits: it is paused, stopped and continued here, and its memory is increased."""

from __future__ import annotations

from math import inf, prod
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.compiled import checked_kernel, search_kernel
from grundy.compiled.boxes import Box, shape_for
from grundy.compiled.checking import Verdict, states_of, verdict_of
from grundy.compiled.kinds import MASK, words_of
from grundy.errors import OverBudgetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Descent, endless
from grundy.runtime.costs import FILL_OPTIONS, PAUSE_OPTIONS, SMALL_OPTIONS
from grundy.runtime.garbage import rare_collections
from grundy.runtime.jit import held, reporting_compiles
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from types import SimpleNamespace

    from numpy.typing import NDArray

    from grundy.compiled.modules import ModulePlan
    from grundy.core.ruleset import Ruleset

_WAITING = 200  # bytes of a state that waits
FIRST_PLACES = 2**12  # places of a new hash table
_FRAMES = 2**10
_LEAST_ARENA = 2**12
# Words for the options of waiting states. Further options are made again later, which costs less than more memory.
_KEPT = 2**20
_SURELY = 2**24  # bytes that a search may always use
LEAST_STEPS = 10**6  # steps that the loops of one state may always take
_STEPS_IN_TABLE = 2**18  # steps of the loops of one state in a box, which perhaps no play leads to
_MOST_GROWTH = 8.0  # the options of a state are taken for a polynomial of this degree at most
_FACTOR = 0x9E3779B97F4A7C15  # of the hash in `search_kernel`
_FIRST_DROPPED, _DROPPED_BITS = 8, 8  # the bits below belong to the last number of the state (`place_of`)


class Unanswered(NamedTuple):
    """The compiled search has no answer, so another one is used; the message says why, if a user should know.

    `overflows` means that a number fits no word, `is_wrong` that the machine code differs from its rules.
    """

    message: Message | None = None
    overflows: bool = False
    is_wrong: bool = False


TOO_LARGE = Unanswered(Message("compiled.large-state"))


class Searcher:
    """The memo of a compiled ruleset, and searches that share it, one at a time."""

    kind: type[np.signedinteger[Any]] = np.int32  # of values
    form = "search"  # the entry of the machine code, beside "fill"

    def __init__(self, rules: Ruleset, plan: ModulePlan, machine: SimpleNamespace) -> None:
        self.rules = rules
        self.plan = plan
        self.machine = machine
        self.keys = np.zeros(FIRST_PLACES * plan.width, np.int64)
        self.values: NDArray[Any] = np.full(FIRST_PLACES, search_kernel.EMPTY, self.kind)
        self.count = 0
        self.box: Box | None = None  # an array beside the hash table
        self.fills = self.form == "search" and plan.fills  # whether a box may be used
        self.has_entailed = False  # whether a value rests on a move after which the same player moves again
        self.drops = 0  # how often values were dropped, each time by another bit of their places
        self.passes_on = False  # whether the box has more states, because a number of a state may become larger
        self.bounds: tuple[int, ...] | None = None  # of the numbers of states, as a user declared them
        self.key: tuple[Any, ...] = ()  # its key in the cache of tables
        self.lock = Lock()
        self.verdicts: dict[str, Verdict] = {}

    @property
    def bytes(self) -> int:
        """The bytes of the memo. Places of a box to which nothing was written take none."""
        filled = 0 if self.box is None else self.box.filled * self.box.values.itemsize
        return int(self.keys.nbytes + self.values.nbytes + filled)

    def value(self, state: Any) -> int | Unanswered:
        """Return the value of a state, -1 for WIN. Raises what the limits raise."""
        words = words_of(state, self.plan.state)
        if words is None:
            return TOO_LARGE
        with held(self.lock), reporting_compiles(), rare_collections():
            return SearchRun(self, words).value(state)

    def known(self, state: Any) -> int | None:
        """Return the nimber of a state in the memo; None without one, or during a search."""
        words = words_of(state, self.plan.state)
        if words is None or not self.lock.acquire(blocking=False):
            return None
        try:
            entry = lookup(self.keys, self.values, words)
            place = None if self.box is None else self.box.place(words)
            if self.box is not None and place is not None:
                entry = max(entry, int(self.box.values[place]) - search_kernel.FILLED)
        finally:
            self.lock.release()
        return entry if entry >= 0 else None

    def value_in_budget(self, form: str, words: list[int]) -> int | None:
        """Return the value of a state in one form of the search, which is compared; None beyond a small budget."""
        with limits.limited(kernel_options=SMALL_OPTIONS):
            try:
                found = self.run(words).value_by(form)
            except OverBudgetError:
                return None
        return None if isinstance(found, Unanswered) else found

    def run(self, words: list[int]) -> SearchRun:
        """Begin a search for the value of a state."""
        return SearchRun(self, words)

    @staticmethod
    def most_steps() -> int:
        """Return how many steps the loops of one state may take."""
        return max(limits.budget().search_options, LEAST_STEPS)


class SearchRun:
    """One search."""

    fields = search_kernel.FIELDS  # of a frame, before the words of its state

    def __init__(self, memo: Searcher, words: list[int]) -> None:
        self.memo = memo
        self.words = words
        self.is_lost = False  # whether the question gets no value in the box
        self.plan = memo.plan
        self.machine = memo.machine
        self.allowed = limits.table_bytes() if limits.budget().table_bytes is not None else None
        self.options = limits.budget().kernel_options
        self.run = self.plan.run()
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

    def value(self, state: Any) -> int | Unanswered:
        """Return the value of the question, which is `state`, from the box or the hash table.

        Neither has the answer first for certain. So each goes on for some options, then for twice as many.
        """
        memo, most, compared = self.memo, PAUSE_OPTIONS, set()
        while True:
            for form in ("fill", memo.form) if memo.fills else (memo.form,):
                if form not in compared:
                    compared.add(form)
                    verdict = verdict_of(memo, form, state)
                    if verdict.fault is not None:
                        return Unanswered(verdict.fault, is_wrong=True)
                    self.run[search_kernel.COUNT] = memo.count
                found = self.value_by(form, most)
                if found is not None:
                    return found
                if self.is_lost:
                    memo.fills, memo.box = False, None
            most *= 2

    def value_by(self, form: str, most: int = PAUSE_OPTIONS) -> int | Unanswered | None:
        """Return the value of the question, in one form of the search; None if it takes about `most` more options."""
        found: int | Unanswered | None = Unanswered()
        try:
            found = self._filled(most) if form == "fill" else self._searched(most)
        finally:
            if isinstance(found, Unanswered):  # a search that has ended by itself has no waiting states
                self.forget_waiting()
            if found is not None:
                self.end()
        return found

    def end(self) -> None:
        """Note what a search has done, which is over."""
        self.memo.count = int(self.run[search_kernel.COUNT])
        self.memo.has_entailed |= bool(self.run[search_kernel.MET_AGAIN])
        looked, states = int(self.run[search_kernel.LOOKED]), int(self.run[search_kernel.STATES])
        progress.record("compiled", looked, states=states, hits=max(0, looked - states))

    def _searched(self, most: int) -> int | Unanswered | None:
        """Return the value of the question from the hash table; None if it takes more options."""
        state, end = search_kernel, int(self.run[search_kernel.LOOKED]) + most
        self.run[state.MOST_STEPS] = self.memo.most_steps()
        while True:
            self.run[state.PAUSE_AT] = min(self.run[state.LOOKED] + PAUSE_OPTIONS, self.options)
            status = self.step()
            if status == state.DONE:
                return self.result()
            unanswered = self._provide(status)
            if unanswered is not None:
                return unanswered
            if self.run[state.LOOKED] >= end and self.memo.fills:
                return None

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

    # the box

    def _filled(self, most: int) -> int | None:
        """Return the value of the question from the box; None if it gets none, or takes more than `most` options.

        The box is filled for longer if that seems to take no more than `FILL_OPTIONS`.
        """
        box = None if self.is_lost or min(self.words) < 0 else self._box()
        place = None if box is None else box.place(self.words)
        if box is None or place is None:
            self.is_lost = True
            return None
        end = int(self.run[search_kernel.LOOKED]) + most
        while not box.values[place] and not self.is_lost:
            if self.run[search_kernel.LOOKED] >= min(end, self.options // 2):
                return None
            if self._fill(box, place + 1) < FILL_OPTIONS:
                end = self.options
        found = int(box.values[place])
        if not found and self.run[search_kernel.UNVALUED] and not self.memo.passes_on:
            self.memo.passes_on, self.is_lost = self.plan.width > 1, self.plan.width == 1
            return self._filled(most)
        return found - search_kernel.FILLED if found else None

    def _box(self) -> Box | None:
        """Return a box with the question; None if it takes too much memory, or too long to fill."""
        memo = self.memo
        corner = [sum(self.words)] * self.plan.width if memo.passes_on else self.words
        if memo.box is None or memo.box.place(corner) is None:
            shape = shape_for(corner, memo.box)
            if memo.bounds is not None:
                shape = [*map(max, shape, memo.bounds)]
            size = 4 * prod(shape)
            if size > (_SURELY if self.allowed is None else 0) and size > min(limits.table_bytes() // 2, FILL_OPTIONS):
                return None
            memo.box = Box(shape, memo.box)
        return memo.box

    def _fill(self, box: Box, size: int) -> float:
        """Value more states of a box in their order, until one pause; return about how many options there are in all.

        It gives up if too many states get no value.
        """
        state, run, before, begun = search_kernel, self.run, box.filled, int(self.run[search_kernel.LOOKED])
        run[state.MOST_STEPS] = min(self.memo.most_steps(), _STEPS_IN_TABLE)
        run[state.PAUSE_AT] = min(begun + PAUSE_OPTIONS // 4, max(begun + 1, self.options // 2))
        words = np.zeros(self.plan.width, np.int64)
        box.filled = int(
            self.machine.fill(box.values, np.array(box.shape, np.int64), self.seen, words, before, size, run)
        )
        if run[state.NEED]:
            self.seen = self._grown(self.seen, int(run[state.NEED]))
            run[state.NEED] = 0
        elif box.filled >= size or run[state.LOST_STATES] > search_kernel.LOST_AT_FIRST + run[state.STATES]:
            self.is_lost = not box.values[size - 1]
        looked = int(run[state.LOOKED])
        progress.check_cancelled()
        progress.report(looked, None)
        box.options += looked - begun
        if not before or box.filled == before:
            return inf
        growth = (looked - begun) / (box.filled - before) * box.filled / box.options  # 1 where all have as many options
        return float(box.options * (size / box.filled) ** min(growth, _MOST_GROWTH))

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
            return Unanswered(Message("compiled.crowded", {"where": where}))
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
        self.machine.copy(memo.keys, memo.values, keys, values, dropped, self.run)
        memo.keys, memo.values = keys, values
        after = int(self.run[search_kernel.COUNT])
        if dropped:
            progress.record("compiled", 0, dropped=before - after)
            if after * 5 > size * 2:  # most entries are of waiting states, which cannot be dropped
                depth = int(self.run[search_kernel.TOP])
                raise OverBudgetError(
                    Message("over.depth", {"depth": depth}), bytes_then, limits.table_bytes(), "bytes"
                )

    def forget_waiting(self) -> None:
        """Remove the marks of the waiting states. All values in the memo are final."""
        values = self.memo.values
        values[values == search_kernel.OPEN] = search_kernel.UNKNOWN


class PruningSearcher(Searcher):
    """The memo of a pruning search: values of states, and nimbers that states do not have."""

    kind = np.int64
    form = "ask"

    def answer(self, state: Any, nimber: int | None) -> tuple[int | None] | Unanswered:
        """Return the value of a component in canonical form, in a tuple; None in its place if it is not `nimber`.

        Without `nimber` the tuple always has the value, -1 for WIN. Raises what `value` raises.
        """
        words = words_of(state, self.plan.state)
        if words is None:
            return TOO_LARGE
        if nimber is not None and nimber >= search_kernel.BITS:
            nimber = None
        with held(self.lock), reporting_compiles(), rare_collections():
            found = _PruningRun(self, words, nimber).value(state)
        return found if isinstance(found, Unanswered) else (None if found == search_kernel.NOT else found,)

    def run(self, words: list[int]) -> SearchRun:
        """Begin a search for the value of a state."""
        return _PruningRun(self, words, None)


class _PruningRun(SearchRun):
    """One pruning search."""

    fields = search_kernel.FRAME

    def __init__(self, memo: Searcher, words: list[int], nimber: int | None) -> None:
        self.wanted = search_kernel.ANY if nimber is None else nimber
        super().__init__(memo, words)

    def begin(self, words: list[int]) -> None:
        kernel = search_kernel
        self.frames[kernel.RECORDS] = search_kernel.FRESH
        self.frames[kernel.WANTED] = self.wanted
        self.frames[kernel.FIRST] = self.wanted != kernel.ANY
        self.frames[kernel.ASKED] = max(self.wanted, 0)
        self.frames[kernel.FRAME : kernel.FRAME + len(words)] = words

    def step(self) -> int:
        memo = self.memo
        return int(self.machine.ask(memo.keys, memo.values, self.arena, self.frames, self.run))

    def result(self) -> int:
        return int(self.run[search_kernel.ANSWER])

    def forget_waiting(self) -> None:
        values = self.memo.values
        values[values >= 0] &= ~search_kernel.WAITS


def lookup(keys: NDArray[Any], values: NDArray[Any], words: list[int]) -> int:
    """Return the entry of a state in a hash table of `search_kernel`, EMPTY for one that it does not have."""
    mixed = _folded(words[-1] >> 3) * _FACTOR & MASK
    for word in words[:-1]:
        mixed = ((mixed ^ mixed >> 29) + _folded(word)) * _FACTOR & MASK
    mixed ^= mixed >> 32
    place = (mixed << 3 | words[-1] & 7) & len(values) - 1
    table = keys.reshape(-1, len(words))
    while values[place] != search_kernel.EMPTY and table[place].tolist() != words:
        place = (place + 1) & len(values) - 1
    return int(values[place])


def _folded(word: int) -> int:
    word &= MASK
    return word ^ word >> 32
