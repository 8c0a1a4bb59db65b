"""The comparison of machine code with the function that it was made of.

Machine code is not trusted. Before a value of it is used, its options are compared with those of the function at states
that the plain search has opened, and its values with those that the plain search has found (`Check.begin`). While it
searches, it takes a random sample of the states that it opens (`opened` in `search_kernel`). Some of them are compared
during the search. At the end so many are compared that a fault at one in a hundred of the opened states is noticed:
with a sample of 921, the chance that it is not noticed is one in 10,000 (`enough`). The values of these states are
compared as well: each has to be the mex of the values that the memo has for the options of the state.

The options are those that the machine code of the search itself writes: `search`, `sweep` and `ask` are called with one
state that waits, an empty memo, and no room for a second state. So they stop when they have written its options.
"""

from __future__ import annotations

import time
from itertools import islice
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import checked_kernel, pruned_kernel, search_kernel
from grundy.compiled.kinds import Kind, Number, TupleKind, Wide, width, words_of
from grundy.core.components import Again, Option, Split
from grundy.core.position import Position
from grundy.errors import GrundyError
from grundy.messages import Message
from grundy.runtime import progress, trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.compiled.searching import Searcher, SearchRun
    from grundy.core.ruleset import Ruleset

    Words = NDArray[np.int64]

FIRST = 300  # states to compare before machine code is used
ROOM = 2048  # states in the sample; half of them are enough
_FAULTY = 100  # a fault at 1 / _FAULTY of the states has to be noticed
_UNNOTICED = 1e-4  # the chance that such a fault is not noticed
_SHARE = 0.03  # the share of the time of a search for comparisons while it runs
_VALUES = 40  # values to compare before machine code is used
_VALUED = 300  # states of a search whose values are compared at the end
_WALKED = 0.1  # seconds for random walks to states that the plain search has not opened
_BRANCHES = 8  # walks that continue from one state
_MORE = 4, 10_000  # most options of a function: this multiple of the options of machine code, plus this number
_MOST_SETTLED = 2**16  # parts whose components and canonical forms are remembered
_AT_ONCE = 64  # states whose values are compared in one step
_READ = 10_000  # options of a function between two checks whether the work should stop
_SHOWN = 3  # options in a message
_NEVER = 2**62
_PLAIN = {int, tuple}  # types of states
_SEVERAL = "+"  # the first element of an option with no part or several; no state contains a text
_AGAIN = "again"  # the first element of an option after which the same player moves again

Totals = tuple[list[int | None], list[int | None]]  # values of plain options; of those with `again`
Options = tuple[bool, list[Any]]  # whether an option ends the game; otherwise the options, with sorted parts


class Difference(Exception):
    """Machine code and the rules differ."""

    def __init__(self, state: Any, kind: str, expected: str, found: str) -> None:
        """Store the state, and the texts of what the rules and the machine code yield there."""
        super().__init__(f"{state}: {expected}, {found}")
        self.state = state
        self.kind = kind
        self.expected = expected
        self.found = found

    def message(self, rules: Ruleset) -> Message:
        """Return the message for the user."""
        try:
            state = rules.label(self.state)
        except Exception:  # noqa: BLE001 - of a function `format` of the user
            state = repr(self.state)
        told = {"name": rules.name, "state": " / ".join(state.splitlines())}
        return Message(self.kind, {**told, "expected": self.expected, "found": self.found})


class NoBox(Exception):
    """The rules fail at a state of a box that perhaps no play leads to: the search has to continue without a box."""


class OptionSplits(list[tuple[Any, ...]]):
    """The parts of options that have several each, in the order in which they were written."""


class Definition:
    """The options of a state as the plain search sees them, from the functions of the ruleset alone."""

    def __init__(self, rules: Ruleset, *, mixed: bool) -> None:
        """Store the rules. Options after one that ends the game are never made, because they may have no end.

        `mixed` says that options of different types may occur together.
        """
        self._rules = rules
        self._settles = rules.declares("components") or rules.declares("canonical")
        self._mixed = mixed
        self._settled: dict[Any, list[Any]] = {}

    def options(self, state: Any, most: int) -> Options:
        """Return the options, at most `most`. Raises what the rules raise."""
        options: Iterator[Any] = islice(self._rules.plain_options(state), most)
        if not self._settles and not self._mixed:
            read = _read(options)
            types = set(map(type, read or ()))
            if read is not None and types <= _PLAIN:
                return False, read
            if read and types == {Split}:
                return False, OptionSplits([option.parts for option in read])
            self._mixed = True
            options = islice(self._rules.plain_options(state), most)
        found: list[Any] = []
        for number, option in enumerate(options):
            if not number % _READ:
                progress.check_cancelled()
            if type(option) is Option:
                if option.ends:
                    return True, []
                found.append((_SEVERAL, repr(option)))  # machine code cannot write such an option
            elif type(option) is Split or type(option) is Again:
                pieces = [piece for part in option.parts for piece in self.settled(part)]
                found.append((_AGAIN, *sorted(pieces)) if option.again else _joined(pieces))
            elif self._settles:
                found.append(_joined(self.settled(option)))
            else:
                found.append(option)
        return False, found

    def settled(self, part: Any) -> list[Any]:
        """Return the components of a part of an option, in canonical form."""
        if isinstance(part, Position):
            return [(_SEVERAL, repr(part))]
        if not self._settles:
            return [part]
        found = self._settled.get(part)
        if found is None:
            if len(self._settled) >= _MOST_SETTLED:
                self._settled.clear()
            found = [self._rules.canonical(piece) for piece in self._rules.components(part)]
            self._settled[part] = found
        return found


def _read(options: Iterator[Any]) -> list[Any] | None:
    """Return all options; None if the rules raise an exception, because an option before it may end the game."""
    found: list[Any] = []
    while True:
        progress.check_cancelled()
        try:
            some = list(islice(options, _READ))
        except Exception:  # noqa: BLE001 - of the rules
            return None
        found += some
        if len(some) < _READ:
            return found


def _in_order(options: list[Any]) -> list[Any]:
    """Return options, each with its parts in order."""
    return [_joined(list(parts)) for parts in options] if isinstance(options, OptionSplits) else options


def _joined(parts: list[Any]) -> Any:
    """Return the option with these parts. If there is one part, the option is this state."""
    return parts[0] if len(parts) == 1 else (_SEVERAL, *sorted(parts))


class Probe:
    """The machine code of the exhaustive search, called to write the options of one state."""

    def __init__(self, memo: Searcher) -> None:
        """Make an empty memo. A dense table is all zeros, whose pages take memory only when they change."""
        self.plan, self.machine = memo.plan, memo.machine
        self.run = np.concatenate(
            (np.zeros(search_kernel.RUN_LENGTH + self.plan.list_words, np.int64), np.array(self.plan.data, np.int64))
        )
        self.arena = np.zeros(2**12, np.int64)
        self.seen = np.zeros(1, np.int64)
        self._make()

    def _make(self) -> None:
        shape = self.plan.shape
        size = int(np.prod(shape)) if shape else 8
        self.keys = np.zeros(1 if shape else size * self.plan.width, np.int64)
        self.values: NDArray[Any] = np.zeros(size, np.int32)
        self.frames = np.zeros(2 * (search_kernel.FIELDS + self.plan.width), np.int64)

    def options(self, words: Sequence[int], steps: int) -> tuple[bool, Words] | None:
        """Return whether an option ends the game, and the options as words; None if machine code fails there."""
        kernel = search_kernel
        run = self.run
        while True:
            run[: kernel.RUN_LENGTH] = 0
            run[kernel.MOST_STEPS] = steps
            run[kernel.PICK_AT] = run[kernel.SOFT] = _NEVER
            run[kernel.OPTIONS_END] = -1
            self._ask(words)
            if run[checked_kernel.FAULT]:
                return None
            if run[kernel.OPTIONS_END] >= 0:
                ended = bool(run[kernel.ENDS_GAME])
                end = 0 if ended else int(run[kernel.OPTIONS_END])
                return ended, self.arena[:end].copy()
            if not run[kernel.NEED]:
                return None
            self.arena = np.zeros(max(int(run[kernel.NEED]), 2 * len(self.arena)), np.int64)

    def _ask(self, words: Sequence[int]) -> None:
        """Call machine code, which writes the options."""
        kernel, frames = search_kernel, self.frames
        base = kernel.FIELDS + self.plan.width
        frames[:] = 0
        frames[base + kernel.END] = kernel.FRESH
        frames[base + kernel.FIELDS :] = words
        self.run[kernel.TOP] = 2
        if not self.plan.shape:
            self.values[:] = kernel.EMPTY
        self.machine.search(self.keys, self.values, self.arena, frames, self.seen, self.run)
        if self.plan.shape:
            self.values[_dense_place(words, self.plan.shape)] = 0

    def made(self, words: Sequence[int], steps: int) -> Options | None:
        """Return the options as states."""
        found = self.options(words, steps)
        return None if found is None else (found[0], options_of(found[1], self.plan.state))

    def comparable(self, options: list[Any]) -> Any:
        """Return the options of a function in the form in which this machine code has them."""
        return options


class SweepProbe(Probe):
    """The machine code that values the states of a dense table in their order, called for one state."""

    def _ask(self, words: Sequence[int]) -> None:
        assert self.plan.shape is not None
        place = _dense_place(words, self.plan.shape)
        self.run[search_kernel.PAUSE_AT] = _NEVER
        self.values[place] = search_kernel.EMPTY
        at = np.zeros(self.plan.width, np.int64)
        self.machine.sweep(self.keys, self.values, self.arena, at, place, place + 1, self.seen, self.run)
        self.values[place] = 0
        if self.run[search_kernel.OPTIONS_END] < 0 and len(self.arena) < 2**20:
            self.run[search_kernel.NEED] = 2 * len(self.arena)  # `sweep` does not report that the arena is too small


class PruningProbe(Probe):
    """The machine code of the pruning search, which writes components in canonical form, without equal pairs."""

    def _make(self) -> None:
        self.keys = np.zeros(2**10 * self.plan.width, np.int64)
        self.values = np.zeros(2**10, np.int64)
        self.frames = np.zeros(pruned_kernel.FRAME + self.plan.width, np.int64)

    def _ask(self, words: Sequence[int]) -> None:
        kernel, frames = pruned_kernel, self.frames
        while True:
            frames[:] = 0
            frames[kernel.RECORDS] = search_kernel.FRESH
            frames[kernel.WANTED] = kernel.ANY
            frames[kernel.FRAME :] = words
            self.run[search_kernel.TOP] = 1
            self.values[:] = search_kernel.EMPTY
            status = self.machine.ask(self.keys, self.values, self.arena, frames, self.run)
            if status != search_kernel.FULL:
                return
            size = 2 * (len(self.values) + int(self.run[search_kernel.NEED]))
            size = 1 << size.bit_length()
            self.keys, self.values = np.zeros(size * self.plan.width, np.int64), np.zeros(size, np.int64)
            self.run[search_kernel.NEED] = self.run[search_kernel.COUNT] = 0

    def made(self, words: Sequence[int], steps: int) -> Options | None:
        """Return the options as states."""
        found = self.options(words, steps)
        if found is None or found[0]:
            return None if found is None else (True, [])
        kernel, plan = pruned_kernel, self.plan
        at, end = int(self.run[search_kernel.OPTIONS_END]), int(self.frames[kernel.RECORDS])
        records = self.arena[:end].tolist()
        options = []
        while at < end:
            count = records[at + 2]
            parts = np.array(records[at + 3 : at + 3 + count * plan.width], np.int64)
            options.append((_SEVERAL, *sorted(states_of(parts.reshape(-1, plan.width), plan.state))))
            at += 3 + count * plan.width
        if self.frames[kernel.HAS] & 1:
            options.append((_SEVERAL,))
        return False, options

    def comparable(self, options: list[Any]) -> Any:
        """Leave out pairs of equal parts, as `record` does."""
        return [(_SEVERAL, *self._odd(option)) for option in _in_order(options)]

    def _odd(self, option: Any) -> list[Any]:
        parts = list(option[1:]) if type(option) is tuple and option[:1] == (_SEVERAL,) else [option]
        if not self.plan.cancels or len(set(parts)) == len(parts):
            return parts
        return sorted(part for part in set(parts) if parts.count(part) % 2)


def options_of(arena: Words, kind: Kind) -> list[Any]:
    """Return the options in an arena as states, and those with several parts as tuples of them."""
    counts, again, rows = _parts_of(arena, width(kind))
    found = states_of(rows, kind)
    states = iter(found)
    if again.any():
        both = zip(counts.tolist(), again.tolist(), strict=True)
        parted = ((islice(states, count), more) for count, more in both)
        return [(_AGAIN, *sorted(parts)) if more else _joined(list(parts)) for parts, more in parted]
    if (counts == 1).all():
        return found
    if (counts == counts[0]).all() and counts[0]:
        return OptionSplits(zip(*[states] * int(counts[0]), strict=True))
    return [_joined(list(islice(states, count))) for count in counts.tolist()]


def _parts_of(arena: Words, words: int) -> tuple[Words, NDArray[np.bool_], Words]:
    """Return for each option in an arena how many parts it has, and whether the same player moves again after it.

    The third array has the words of all parts, one part in each row.
    """
    if len(arena):
        wide = 1 + (int(arena[0]) & search_kernel.PARTS) * words
        if len(arena) % wide == 0 and (arena[::wide] == arena[0]).all():  # all options have the same number of parts
            return *_counts(arena[::wide]), arena.reshape(-1, wide)[:, 1:].reshape(-1, words)
    heads: list[int] = []
    places: list[int] = []
    at, flat = 0, arena.tolist()
    while at < len(flat):
        heads.append(flat[at])
        behind = at + 1 + (flat[at] & search_kernel.PARTS) * words
        places += range(at + 1, behind, words)
        at = behind
    return *_counts(np.array(heads, np.int64)), arena[np.array(places, np.int64)[:, None] + np.arange(words)]


def _counts(heads: Words) -> tuple[Words, NDArray[np.bool_]]:
    return heads & search_kernel.PARTS, heads >= search_kernel.AGAIN


def states_of(rows: Words, kind: Kind) -> list[Any]:
    """Return the states whose words are in rows."""
    if isinstance(kind, TupleKind):
        columns, at = [], 0
        for part in kind.kinds:
            columns.append(states_of(rows[:, at : at + width(part)], part))
            at += width(part)
        return list(zip(*columns, strict=True))
    assert isinstance(kind, Number | Wide)
    column = np.ascontiguousarray(rows[:, 0])
    found: list[Any] = (column.view(np.uint64) if isinstance(kind, Wide) else column).tolist()
    return found


def _dense_place(words: Sequence[int], shape: tuple[int, ...]) -> int:
    place = 0
    for word, most in zip(words, shape, strict=True):
        place = place * most + int(word)
    return place


class Check:
    """The comparisons of the machine code of one `Searcher`: those that were made, and those that are still due."""

    probe: type[Probe] = Probe

    def __init__(self, rules: Ruleset, memo: Searcher) -> None:
        self.rules = rules
        self.memo = memo
        self.opened = 0  # states that searches have opened
        self.worked = self.spent = 0.0  # processor seconds of machine code, and of comparing
        self.begun = False
        self._definition = Definition(rules, mixed=not memo.plan.cancels)
        self._probe: Probe | None = None
        self._sweep: SweepProbe | None = None
        self._random = Random(memo.plan.digest)  # the same machine code gets the same choice of states
        self._left: list[tuple[Words, int]] = []  # samples of stopped searches, and how many states of each are due

    @property
    def is_due(self) -> bool:
        """Whether states of stopped searches are still to be compared, or nothing was compared yet."""
        return not self.begun or bool(self._left)

    # before the first search

    def begin(self, state: Any, known: dict[Any, int]) -> None:
        """Compare options at states opened by the plain search and at others; then values. Raises `Difference`."""
        states = self._random.sample(list(known), min(FIRST * 2 // 3, len(known)))
        for other in states:
            self._compare(other)
        self._walk(state, FIRST - len(states))
        for one in sorted(states, key=lambda one: -known[one])[:_VALUES]:
            found = self.memo.unchecked(self._definition.settled(one))
            if found is not None and found != known[one]:
                raise Difference(one, "compiled.wrong-value", _told_value(known[one]), _told_value(found))
        self.begun = True

    def _walk(self, start: Any, most: int) -> None:
        """Compare states that play from `start` leads to: first the nearest, then states on random walks to the end."""
        end = time.perf_counter() + _WALKED
        waiting, seen = [*self._definition.settled(start)], set[Any]()
        while waiting and len(seen) < most and time.perf_counter() < end:
            nearest = len(seen) < most // 10
            state = waiting.pop(0 if nearest else self._random.randrange(len(waiting) // 2, len(waiting)))
            if state in seen:
                continue
            seen.add(state)
            options = self._compare(state)
            chosen = _in_order(type(options)(self._random.sample(options, min(len(options), _BRANCHES))))
            parts = [part for option in chosen for part in _parts_told(option)]
            waiting = [*waiting[-4 * FIRST :], *self._random.sample(parts, min(len(parts), _BRANCHES))]

    # while it searches, and at the end

    def pause(self, run: SearchRun) -> None:
        """Compare states of the sample in a small share of the time, and make room in it. Raises `Difference`."""
        sample = run.sample
        sample.thin(self._random)
        left = _SHARE * self.worked - self.spent if run.checked else 0
        while left > 0 and (words := sample.next(self._random)) is not None:
            begun = time.thread_time()
            self._compare_words(words)
            left -= time.thread_time() - begun

    def finish(self, run: SearchRun) -> None:
        """Compare as many of the states that a search has opened as are still due. Raises `Difference`."""
        sample, opened = run.sample, int(run.run[search_kernel.STATES])
        while self._left:
            words, count = self._left[-1]
            for row in words[:count]:
                self._compare_words(row)
            self._left.pop()
        needed = self._needed(opened, sample.length)
        while sample.compared < needed and (row := sample.next(self._random)) is not None:
            self._compare_words(row)
        begun = time.thread_time()
        if sample.compared:
            # The options from which a value in a box was computed are not stored, so all values are compared.
            most = needed if self.memo.box is not None else _VALUED
            self._compare_values(sample.words[: min(sample.compared, needed, most)])
        self.spent += time.thread_time() - begun
        self.opened += opened

    def leave(self, run: SearchRun) -> None:
        """Store the sample of a search that was stopped, because later searches use its values."""
        sample, opened = run.sample, int(run.run[search_kernel.STATES])
        needed = self._needed(opened, sample.length)
        self._left.append((sample.words[sample.compared : sample.length].copy(), max(0, needed - sample.compared)))
        self.opened += opened

    def forget_samples(self) -> None:
        """Forget the samples of stopped searches, after all of their values were forgotten."""
        self._left.clear()

    def _needed(self, opened: int, there: int) -> int:
        """Return how many states of a search to compare: its share of the sample for all searches so far."""
        total = self.opened + opened
        return min(there, ceil(enough(total) * opened / max(1, total)))

    # comparing

    def _compare_words(self, words: Words) -> None:
        (state,) = states_of(words[None, :], self.memo.plan.state)
        self._compare(state)

    def _compare(self, state: Any) -> list[Any]:
        """Compare the options that machine code writes with those of the function; return those of the function."""
        begun = time.thread_time()
        progress.check_cancelled()
        options: list[Any] = []
        try:
            words = self._words_of(state)
            made = (
                []
                if words is None
                else [
                    (probe, one) for probe in self._probes(words) if (one := probe.made(words, self.memo.most_steps()))
                ]
            )
            if made:  # machine code that fails has no value either, and the function may not end at this state
                trust.add_compared(self.rules, 1)
                options = self._compared(state, made)
        finally:
            self.spent += time.thread_time() - begun
        return options

    def _probes(self, words: list[int]) -> Iterator[Probe]:
        """Yield the probes that can write the options of a state."""
        if self._probe is None:
            self._probe = self.probe(self.memo)
        shape = self.memo.plan.shape
        if shape and not all(0 <= word < most for word, most in zip(words, shape, strict=True)):
            return
        yield self._probe
        if self.memo.swept and shape:
            if self._sweep is None:
                self._sweep = SweepProbe(self.memo)
            yield self._sweep

    def _compared(self, state: Any, made: list[tuple[Probe, Options]]) -> list[Any]:
        """Return the options of the function. Raises `Difference` where machine code has made others."""
        most = max(len(found) for _, (_, found) in made)
        try:
            ends, options = self._definition.options(state, _MORE[0] * most + _MORE[1])
            expected = [probe.comparable(options) for probe, _ in made]
        except MemoryError:
            raise
        except Exception as error:
            if self.memo.box is not None:
                raise NoBox from error
            if isinstance(error, GrundyError):
                raise
            ended, found = made[0][1]
            told = _told_end() if ended else _told(_in_order(found))
            raise Difference(state, "compiled.wrong-options", f"{type(error).__name__}: {error}", told) from error
        for wanted, (_, (ended, found)) in zip(expected, made, strict=True):
            if ends or ended:
                if ends != ended:
                    both = (ends, wanted), (ended, found)
                    told = [_told_end() if end else _told(_in_order(some)) for end, some in both]
                    raise Difference(state, "compiled.wrong-options", *told)
            elif type(wanted) is not type(found) or wanted != found:
                _compare_sets(state, _in_order(wanted), _in_order(found))
        return options

    def _words_of(self, state: Any) -> list[int] | None:
        return words_of(state, self.memo.plan.state)

    def _compare_values(self, rows: Words) -> None:
        """Compare the values of states in the memo with the values of their options there. Raises `Difference`."""
        assert self._probe is not None
        plan = self.memo.plan
        nothing = np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros((0, plan.width), np.int64)
        for first in range(0, len(rows), _AT_ONCE):
            progress.check_cancelled()
            own = rows[first : first + _AT_ONCE]
            found = [self._probe.options(words.tolist(), self.memo.most_steps()) for words in own]
            parts = [nothing if one is None else _parts_of(one[1], plan.width) for one in found]
            totals = self._totals(parts)
            for words, entry, one, worth in zip(own, self.memo.entries(own), found, totals, strict=True):
                wrong = None if one is None else self.memo.wrong_value(int(entry), *worth, ended=one[0])
                if wrong is not None:
                    (state,) = states_of(words[None, :], plan.state)
                    raise Difference(state, "compiled.wrong-value", *map(_told_value, wrong))

    def _totals(self, parts: list[tuple[Words, NDArray[np.bool_], Words]]) -> Iterator[Totals]:
        """Yield the values of the options of each state: -1 for one that leaves a WIN, None for an unknown value."""
        entries = self.memo.entries(np.concatenate([rows for _, _, rows in parts])).astype(np.int64)
        at = 0
        for counts, again, rows in parts:
            own, at = entries[at : at + len(rows)], at + len(rows)
            first = np.cumsum(counts) - counts
            yield _worth_of(own, first[~again], counts[~again]), _worth_of(own, first[again], counts[again])


def _worth_of(entries: Words, first: Words, counts: Words) -> list[int | None]:
    """Return the values of options, each once. `entries` are those of all parts; an option begins at its `first`."""
    totals: set[int | None] = set()
    for count in np.unique(counts).tolist():
        values = entries[first[counts == count][:, None] + np.arange(count)]
        won = (values == search_kernel.WON).any(axis=1)
        if won.any():
            totals.add(search_kernel.WON)
        if (values[~won] < 0).any():
            totals.add(None)
        known = np.bitwise_xor.reduce(values[~won], axis=1) if count else np.zeros(1, np.int64)
        totals.update(np.unique(known).tolist())
    return list(totals)


class PruningCheck(Check):
    """The comparisons for the pruning search, whose arena has the options as the function makes them."""

    probe = PruningProbe

    def _totals(self, parts: list[tuple[Words, NDArray[np.bool_], Words]]) -> Iterator[Totals]:
        """Yield the values as in `Check`. Parts are settled, and pairs of equal parts are left out."""
        listed = []
        for counts, _, rows in parts:
            states = iter(states_of(rows, self.memo.plan.state))
            options = [
                [piece for part in islice(states, count) for piece in self._definition.settled(part)]
                for count in counts.tolist()
            ]
            if self.memo.plan.cancels:
                options = [[piece for piece in set(option) if option.count(piece) % 2] for option in options]
            listed.append(options)
        words = [self._words_of(piece) for options in listed for option in options for piece in option]
        entries = iter(self.memo.entries(np.array(words, np.int64).reshape(-1, self.memo.plan.width)).tolist())
        for options in listed:
            yield [self._total(list(islice(entries, len(option)))) for option in options], []

    def _total(self, entries: list[int]) -> int | None:
        """Return the value of an option from the entries of its parts."""
        kernel = pruned_kernel
        values = [kernel.value_of(entry) if entry < search_kernel.EMPTY else None for entry in entries]
        if search_kernel.WON in values:
            return search_kernel.WON
        total = 0
        for value in values:
            if value is None:
                return None
            total ^= value
        return total


class StateSample:
    """The random sample of the states that a search has opened: rows of words at the end of `run`.

    The states that were compared come first.
    """

    def __init__(self, run: Words, first: int, words: int) -> None:
        """Make an empty sample; at first it takes each opened state."""
        self._run = run
        self._first = first
        self._width = words
        self.words = run[first : first + ROOM * words].reshape(-1, words)
        self.compared = 0
        run[search_kernel.SAMPLE] = first
        run[search_kernel.SAMPLE_END] = first + ROOM * words
        run[search_kernel.GAP] = 1
        run[search_kernel.BITS_OF_GAP] = first

    @property
    def length(self) -> int:
        """How many states it has."""
        return (int(self._run[search_kernel.SAMPLE]) - self._first) // self._width

    def next(self, random: Random) -> Words | None:
        """Return a random state that was not compared; None if all were compared."""
        length = self.length
        if self.compared == length:
            return None
        place = random.randrange(self.compared, length)
        self.words[[self.compared, place]] = self.words[[place, self.compared]]
        self.compared += 1
        words: Words = self.words[self.compared - 1]
        return words

    def thin(self, random: Random) -> None:
        """Remove a random half of the states if the sample is full. Further states are taken half as often."""
        length = self.length
        if length < ROOM:
            return
        kept = sorted(random.sample(range(length), length // 2))
        self.words[: len(kept)] = self.words[kept]
        self.compared = sum(place < self.compared for place in kept)
        run = self._run
        run[search_kernel.SAMPLE] = self._first + len(kept) * self._width
        run[search_kernel.GAP] *= 2
        run[search_kernel.PICK_AT] = (
            run[search_kernel.STATES] + 1 + random.randrange(2 * int(run[search_kernel.GAP]) - 1)
        )


def enough(opened: int) -> int:
    """Return how many states of a random sample are enough.

    If one in `_FAULTY` of the opened states is wrong, the chance that the sample has none of them is at most
    `_UNNOTICED`.

    >>> [enough(opened) for opened in (50, 500, 2000, 10**6)]
    [50, 421, 739, 921]
    """
    return opened if opened <= _FAULTY else ceil(opened * (1 - _UNNOTICED ** (_FAULTY / opened)))


def lookup(keys: Words, values: NDArray[Any], rows: Words) -> NDArray[Any]:
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


def _folded(words: Words) -> NDArray[np.uint64]:
    unsigned = np.ascontiguousarray(words).view(np.uint64)
    return unsigned ^ unsigned >> np.uint64(32)


def _parts_told(option: Any) -> list[Any]:
    return list(option[1:]) if type(option) is tuple and option[:1] in ((_SEVERAL,), (_AGAIN,)) else [option]


def _compare_sets(state: Any, expected: list[Any], found: list[Any]) -> None:
    """Compare options as sets, without order and repetitions. Raises `Difference`."""
    try:
        wanted, have = set(expected), set(found)
    except TypeError:  # not hashable: an option that is no state
        raise Difference(state, "compiled.wrong-options", _told(expected), _told(found)) from None
    if wanted != have:
        alone = [one for one in expected if one not in have], [one for one in found if one not in wanted]
        raise Difference(state, "compiled.wrong-options", *map(_told, alone))


def _told(options: list[Any]) -> Any:
    """Return the text of some options."""
    texts = [_option_told(option) for option in dict.fromkeys(map(_hashable, options))]
    if len(texts) > _SHOWN:
        texts = [*texts[:_SHOWN], "..."]
    return ", ".join(texts) or "-"


def _option_told(option: Any) -> str:
    text = " + ".join(map(str, _parts_told(option))) or "()"
    return f"{text} again" if type(option) is tuple and option[:1] == (_AGAIN,) else text


def _hashable(option: Any) -> Any:
    try:
        hash(option)
    except TypeError:
        return repr(option)
    return option


def _told_end() -> str:
    return "win()"


def _told_value(value: int | str) -> str:
    return str(value) if isinstance(value, str) or value >= 0 else "WIN"
