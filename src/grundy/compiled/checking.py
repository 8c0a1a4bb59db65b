"""The comparison of machine code with the function that it was made of.

Before a value of machine code is used, its options are compared with those of the function at states that play leads
to, and its values at small states with those of the plain search (`Check.begin`).

The options are those that the machine code of the search itself writes: `search` and `ask` are called with one state
that waits, an empty memo, and no room for a second state. So they stop when they have written its options.
"""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import checked_kernel, pruned_kernel, search_kernel
from grundy.compiled.kinds import Kind, Number, TupleKind, Wide, width, words_of
from grundy.core.components import Again, Option, Split
from grundy.core.position import Position
from grundy.errors import GrundyError
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.costs import COMPARE_SECONDS, REPORT_OPTIONS, SMALL_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.compiled.searching import Plain, Searcher
    from grundy.core.ruleset import Ruleset

    Words = NDArray[np.int64]

FIRST = 300  # states whose options are compared
_VALUES = 40  # values that are compared
_BRANCHES = 8  # walks that continue from one state
_MORE = 4, 10_000  # most options of a function: this multiple of the options of machine code, plus this number
_MOST_SETTLED = 2**16  # parts whose components and canonical forms are remembered
_SHOWN = 3  # in a message
_NEVER = 2**62
_PLAIN = {int, tuple}  # types of states
_SEVERAL = "+"  # the first element of an option with no part or several; no state contains a text
_AGAIN = "again"  # the first element of an option after which the same player moves again

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


class WrongValue(Difference):
    """Machine code finds a wrong value."""

    def __init__(self, state: Any, expected: int, found: int) -> None:
        """Store the state and both values, -1 for WIN."""
        super().__init__(state, "compiled.wrong-value", _told_value(expected), _told_value(found))


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
        options: Iterator[Any] = islice(self._rules.options(state), most)
        if not self._settles and not self._mixed:
            read = _read(options)
            types = set(map(type, read or ()))
            if read is not None and types <= _PLAIN:
                return False, read
            if read and types == {Split}:
                return False, OptionSplits([option.parts for option in read])
            self._mixed = True
            options = islice(self._rules.options(state), most)
        found: list[Any] = []
        for number, option in enumerate(options):
            if not number % REPORT_OPTIONS:
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
            some = list(islice(options, REPORT_OPTIONS))
        except Exception:  # noqa: BLE001 - of the rules
            return None
        found += some
        if len(some) < REPORT_OPTIONS:
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
            run[kernel.SOFT] = _NEVER
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
    """The comparison of the machine code of one `Searcher`."""

    def __init__(self, rules: Ruleset, memo: Searcher) -> None:
        self._rules = rules
        self._memo = memo
        self._definition = Definition(rules, mixed=not memo.plan.cancels)
        self._probe = memo.probe(memo)
        self._random = Random(memo.plan.digest)  # the same machine code gets the same choice of states

    def begin(self, states: Sequence[Any], plain: Plain) -> None:
        """Compare options at states that play from `states` leads to, then the values of small ones among these.

        Raises `Difference`.
        """
        left = _VALUES
        starts = [part for state in states for part in self._definition.settled(state)]
        for state in self._walk(starts):
            with limits.limited(kernel_options=SMALL_OPTIONS):
                found = self._memo.value_in_budget(state)
            right = None if found is None else plain(state)
            if found is not None and right is not None:
                if found != right:
                    raise WrongValue(state, right, found)
                left -= 1
                if not left:
                    break

    def _walk(self, waiting: list[Any]) -> list[Any]:
        """Compare states that play leads to: first the nearest, then states on random walks to the end. Return them."""
        end = time.thread_time() + COMPARE_SECONDS
        seen: dict[Any, None] = {}
        while waiting and len(seen) < FIRST and time.thread_time() < end:
            nearest = len(seen) < FIRST // 10
            state = waiting.pop(0 if nearest else self._random.randrange(len(waiting) // 2, len(waiting)))
            if state in seen:
                continue
            seen[state] = None
            options = self._compare(state)
            chosen = _in_order(type(options)(self._random.sample(options, min(len(options), _BRANCHES))))
            parts = [part for option in chosen for part in _parts_told(option)]
            waiting = [*waiting[-4 * FIRST :], *self._random.sample(parts, min(len(parts), _BRANCHES))]
        return [*reversed(seen)]

    def _compare(self, state: Any) -> list[Any]:
        """Compare the options that machine code writes with those of the function; return those of the function."""
        progress.check_cancelled()
        plan = self._memo.plan
        words = words_of(state, plan.state)
        if words is None:
            return []
        if plan.shape and not all(0 <= word < most for word, most in zip(words, plan.shape, strict=True)):
            return []
        made = self._probe.made(words, self._memo.most_steps())
        if made is None:  # machine code that fails has no value either, and the function may not end at this state
            return []
        ended, found = made
        try:
            ends, options = self._definition.options(state, _MORE[0] * len(found) + _MORE[1])
            expected = self._probe.comparable(options)
        except (MemoryError, GrundyError):
            raise
        except Exception as error:
            told = _told_end() if ended else _told(_in_order(found))
            raise Difference(state, "compiled.wrong-options", f"{type(error).__name__}: {error}", told) from error
        if ends or ended:
            if ends != ended:
                both = (ends, expected), (ended, found)
                told_both = [_told_end() if end else _told(_in_order(some)) for end, some in both]
                raise Difference(state, "compiled.wrong-options", *told_both)
        elif type(expected) is not type(found) or expected != found:
            _compare_sets(state, _in_order(expected), _in_order(found))
        return options


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


def _told_value(value: int) -> str:
    return str(value) if value >= 0 else "WIN"
