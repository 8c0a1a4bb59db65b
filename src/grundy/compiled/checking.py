"""The comparison of machine code with the function that it was made of, before its first use.

All small states are compared, then states that play from the question leads to, and random states up to twice the
question: the options, and the value as the mex of the values of the options. The verdict is kept on disk, with how far
it reaches. Later, nothing is compared.
"""

from __future__ import annotations

import hashlib
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, count, islice, product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled import checked_kernel, search_kernel
from grundy.compiled.kinds import (
    LEAST,
    MASK,
    MOST,
    Number,
    Packed,
    Row,
    TupleKind,
    Wide,
    is_packed,
    leaves,
    state_from,
    width,
    words_of,
)
from grundy.compiled.modules import verdict_file
from grundy.core.components import Again, Option, Split
from grundy.core.position import Position
from grundy.errors import DamageError, GrundyError
from grundy.runtime import progress
from grundy.runtime.costs import COMPARE_SECONDS
from grundy.runtime.files import read_json, write_json
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.compiled.searching import Searcher
    from grundy.core.ruleset import Ruleset

    Words = NDArray[np.int64]
    MadeOption = tuple[Any, ...]  # whether the same player moves again, and the parts in order

_SMALL = 300  # all states whose numbers are below a bound are compared: about so many
_WALKED = 600  # states on walks
_BRANCHES = 8  # walks that continue from one state
_NEW_WALKS = 8  # one of so many states begins a walk
_STEPS = 2**15  # of the loops of a state that is compared: the function takes some hundredths of a second
_MOST_WORDS = 2**18  # of its options
_MORE = 4, 10_000  # most options of a function: this multiple of the options of machine code, plus this number
_SHOWN = 3  # in a message
_MOST_BYTES = 2**14  # of a verdict on disk


@dataclass(frozen=True)
class Verdict:
    """The result of a comparison: how far it reaches for each size of a state, and the fault that it found."""

    reach: tuple[int, ...]
    fault: Message | None = None

    def covers(self, sizes: Sequence[int]) -> bool:
        """Return whether the comparison reaches a state with these sizes, or has found a fault."""
        numbers = zip(sizes, self.reach, strict=False)
        return self.fault is not None or all(-most <= number <= most for number, most in numbers)


def _sizes(state: Any, kind: Any) -> list[int]:
    """Return the numbers of a state in a fixed form, and for each packed part how many numbers and letters it has."""
    if isinstance(kind, TupleKind):
        return [one for part, inner in zip(state, kind.kinds, strict=True) for one in _sizes(part, inner)]
    return [len(leaves(state))] if isinstance(kind, Packed) else [state]


def verdict_of(memo: Searcher, form: str, state: Any) -> Verdict:
    """Return the verdict about one form of the search, "fill", "search" or "ask", that covers a state."""
    verdict, sizes = memo.verdicts.get(form), _sizes(state, memo.plan.state)
    if verdict is not None and verdict.covers(sizes):
        return verdict
    import numba

    versions = f"{sys.version} {numba.__version__} {form}"
    digest = hashlib.sha256("\0".join([versions, memo.plan.text, repr(memo.plan.data), *memo.plan.sources]).encode())
    path = verdict_file(digest.hexdigest()[:32])
    with suppress(OSError, DamageError, KeyError, TypeError, ValueError):
        kept = read_json(path, _MOST_BYTES)
        fault = kept["fault"]
        verdict = verdict or Verdict(tuple(map(int, kept["reach"])), fault and Message(fault["kind"], fault["params"]))
    if verdict is None or not verdict.covers(sizes):
        with progress.tallied():  # it does not count as work for the answer
            found = Check(memo, form).verdict(state)
        reach = found.reach if verdict is None else tuple(map(max, found.reach, verdict.reach))
        verdict = Verdict(reach, found.fault)
        fault = found.fault and {"kind": found.fault.kind, "params": found.fault.params}
        with suppress(OSError, GrundyError):
            write_json(path, {"reach": reach, "fault": fault})
    memo.verdicts[form] = verdict
    return verdict


class Check:
    """The comparison of the machine code of one form of the search."""

    def __init__(self, memo: Searcher, form: str) -> None:
        self._memo = memo
        self._form = form
        self._rules = memo.rules
        self._definition = Definition(memo.rules)
        self._random = Random(memo.plan.digest)  # the same machine code gets the same choice of states
        self._values: dict[Any, int] = {}
        self._run = memo.plan.run()
        self._arena = np.zeros(2**12, np.int64)

    def verdict(self, state: Any) -> Verdict:
        """Compare small states, and as far as twice a state."""
        kind = self._memo.plan.state
        self._made(words_of(state, kind) or [])  # compiles: not a part of the time
        self._value(state)
        begun = time.thread_time()
        side, small = self._small_states(state, kind)
        for one in small:
            if time.thread_time() > begun + COMPARE_SECONDS / 2:
                side = 0
                break
            fault, _ = self._compared(one, reached=False)
            if fault is not None:
                return Verdict((), fault)
        for one, reached in self._walk(state):
            if time.thread_time() > begun + COMPARE_SECONDS:
                break
            fault, options = self._compared(one, reached=reached)
            if fault is not None:
                return Verdict((), fault)
            self._go_on(options, reached=reached)
        return Verdict(tuple(max(2 * abs(number), side - 1) for number in _sizes(state, kind)))

    def _small_states(self, state: Any, kind: Any) -> tuple[int, list[Any]]:
        """Return a bound, and states with numbers below it; states made of parts of the question if it is packed."""
        if is_packed(kind):
            return 0, sorted({self._varied(state, kind) for _ in range(_SMALL)}, key=lambda one: len(leaves(one)))
        side, numbers = _small_numbers(width(kind))
        return side, sorted((state_of([*some], kind) for some in numbers), key=lambda one: sum(leaves(one)))

    def _varied(self, state: Any, kind: Any) -> Any:
        """Return a random state of the form of another one, with numbers up to twice as large."""
        draw = self._random
        if isinstance(kind, TupleKind):
            return tuple(map(self._varied, state, kind.kinds))
        if isinstance(kind, Packed | Row):
            row = kind.kind if isinstance(kind, Packed) else kind
            chosen = draw.sample([*state], draw.randint(0, len(state))) if draw.random() < 0.5 else [*state]
            if chosen and not row.is_set and draw.random() < 0.5:
                chosen = draw.choices(chosen, k=len(chosen))
            parts = [self._varied(one, row.element) for one in chosen]
            return "".join(parts) if row.form == "str" else frozenset(parts) if row.is_set else tuple(parts)
        return draw.randint(*sorted((0, 2 * state))) if isinstance(state, int) and draw.random() < 0.3 else state

    def _walk(self, state: Any) -> Iterator[tuple[Any, bool]]:
        """Yield states of random walks from the question and from random states up to twice as large.

        Beside each state stands whether play leads to it: the functions need no sense elsewhere.
        """
        self._waiting = [(part, True) for part in self._definition.settled(state)]
        seen = set()
        for number in range(_WALKED):
            if not self._waiting or number % _NEW_WALKS == _NEW_WALKS - 1:
                kind = self._memo.plan.state
                if is_packed(kind):
                    self._waiting.append((self._varied(state, kind), False))
                else:
                    numbers = [self._random.randint(*sorted((0, 2 * one))) for one in leaves(state)]
                    self._waiting.append((state_of(numbers, kind), False))
                place = -1
            else:
                place = self._random.randrange(len(self._waiting) // 2, len(self._waiting))
            one = self._waiting.pop(place)
            if one not in seen:
                seen.add(one)
                yield one

    def _go_on(self, options: list[MadeOption], *, reached: bool) -> None:
        """Add some of the options of a state to those that walks go on from."""
        chosen = self._random.sample(options, min(len(options), _BRANCHES))
        parts = [part for option in chosen for part in option[1:]]
        self._waiting = self._waiting[-4 * _SMALL :]
        self._waiting += [(part, reached) for part in self._random.sample(parts, min(len(parts), _BRANCHES))]

    def _compared(self, state: Any, *, reached: bool) -> tuple[Message | None, list[MadeOption]]:
        """Return a fault of machine code at a state, and the options of the function."""
        progress.check_cancelled()
        words = words_of(state, self._memo.plan.state)
        made = None if words is None else self._made(words)
        if made is None:  # machine code that fails has no value either, and the function may not end at this state
            return None, []
        ended, found = made
        try:
            ends, options = self._definition.options(state, _MORE[0] * len(found) + _MORE[1])
            wanted, have = set(options), set(found)
        except MemoryError:
            raise
        except Exception as error:
            if not reached:
                return None, []
            if isinstance(error, GrundyError):
                raise
            return self._wrong(state, f"{type(error).__name__}: {error}", _told(found, ended=ended)), []
        if ends != ended or wanted != have:
            if ends == ended:
                options = [one for one in options if one not in have]
                found = [one for one in found if one not in wanted]
            return self._wrong(state, _told(options, ended=ends), _told(found, ended=ended)), []
        value = self._value(state)
        right = search_kernel.WON if ends else self._worth(options)
        if value is None or value == right or (right is None and self._form != "fill"):
            return None, options
        # In a box, a state has a value only if all of its options have one.
        return self._wrong(state, _told_value(right), _told_value(value), "compiled.wrong-value"), []

    def _worth(self, options: Iterable[MadeOption]) -> int | None:
        """Return the value of a state from the values of its options in machine code; None without one."""
        plain: set[int] = set()
        again: set[int] = set()
        for option in options:
            total = 0
            for part in option[1:]:
                value = self._value(part)
                if value is None:
                    return None
                total = search_kernel.WON if search_kernel.WON in (value, total) else total ^ value
            (again if option[0] else plain).add(total)
        if again:  # see `grundy.split`
            return search_kernel.WON if len(again) > 1 or again & plain else again.pop()
        return next(value for value in count() if value not in plain)

    def _value(self, state: Any) -> int | None:
        """Return the value of a state in machine code; None where it takes long."""
        found = self._values.get(state)
        if found is None:  # unknown, or asked for before the box had it
            words = words_of(state, self._memo.plan.state)
            found = None if words is None else self._memo.value_in_budget(self._form, words)
            if found is not None:
                self._values[state] = found
        return found

    def _made(self, words: Sequence[int]) -> tuple[bool, list[MadeOption]] | None:
        """Return whether an option ends the game, and else the options in machine code; None where it fails."""
        plan, run = self._memo.plan, self._run
        while True:
            plan.reset(run)
            run[search_kernel.MOST_STEPS] = _STEPS
            end = int(self._memo.machine.list_options(np.array(words, np.int64), self._arena, run))
            if run[checked_kernel.FAULT] or end > _MOST_WORDS:
                return None
            if run[search_kernel.ENDED]:
                return True, []
            if end <= len(self._arena):
                return False, options_of(self._arena[:end], plan.state)
            self._arena = np.zeros(2 * end, np.int64)

    def _wrong(self, state: Any, expected: str, found: str, kind: str = "compiled.wrong-options") -> Message:
        """Return the message about a fault."""
        try:
            label = self._rules.label(state)
        except Exception:  # noqa: BLE001 - of a function `format` of the user
            label = repr(state)
        told = {"name": self._rules.name, "state": " / ".join(label.splitlines())}
        return Message(kind, {**told, "expected": expected, "found": found})


class Definition:
    """The options of a state as the plain search sees them, from the functions of the ruleset alone."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._settles = rules.declares("components") or rules.declares("canonical")
        self._settled: dict[Any, list[Any]] = {}

    def options(self, state: Any, most: int) -> tuple[bool, list[MadeOption]]:
        """Return whether an option ends the game, and else the options, at most `most`. Raises what the rules raise.

        Options after one that ends the game are never made, because they may have no end.
        """
        found: list[MadeOption] = []
        for option in islice(self._rules.options(state), most):
            if type(option) is Split or type(option) is Again:
                pieces = [piece for part in option.parts for piece in self.settled(part)]
                found.append((option.again, *sorted(pieces, key=repr)))
            elif type(option) is not Option:
                found.append((False, *sorted(self.settled(option), key=repr)) if self._settles else (False, option))
            elif option.ends:
                return True, []
            else:
                found.append((False, repr(option)))  # machine code cannot write such an option
        return False, found

    def settled(self, part: Any) -> list[Any]:
        """Return the components of a part of an option, in canonical form."""
        if isinstance(part, Position):
            return [repr(part)]
        if not self._settles:
            return [part]
        if part not in self._settled:
            self._settled[part] = [self._rules.canonical(piece) for piece in self._rules.components(part)]
        return self._settled[part]


def options_of(arena: Words, kind: Any) -> list[MadeOption]:
    """Return the options in an arena."""
    words, flat = width(kind), arena.tolist()
    heads: list[int] = []
    places: list[int] = []
    at = 0
    while at < len(flat):
        heads.append(flat[at])
        behind = at + 1 + (flat[at] & search_kernel.PARTS) * words
        places += range(at + 1, behind, words)
        at = behind
    states = iter(states_of(arena[np.array(places, np.int64)[:, None] + np.arange(words)], kind))
    parted = ((head >= search_kernel.AGAIN, islice(states, head & search_kernel.PARTS)) for head in heads)
    return [(again, *sorted(parts, key=repr)) for again, parts in parted]


def states_of(rows: Words, kind: Any) -> list[Any]:
    """Return the states whose words are in rows."""
    if is_packed(kind):
        return [state_from(row, kind) for row in rows.tolist()]
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


def state_of(numbers: list[int], kind: Any) -> Any:
    """Return the state of a kind with these numbers, which are removed from the list."""
    if isinstance(kind, TupleKind):
        return tuple(state_of(numbers, part) for part in kind.kinds)
    least, most = (0, MASK) if isinstance(kind, Wide) else (LEAST, MOST)
    return min(max(numbers.pop(0), least), most)


def _small_numbers(count: int) -> tuple[int, Iterable[Sequence[int]]]:
    """Return a bound, and about `_SMALL` tuples: all with numbers below it, or all with at most two numbers 1."""
    side = int(_SMALL ** (1 / count) + 1e-9)
    if side > 1:
        return side, product(range(side), repeat=count)
    places = (some for ones in range(3) for some in combinations(range(count), ones))
    return side, ([int(place in some) for place in range(count)] for some in places)


def _told(options: list[MadeOption], *, ended: bool) -> str:
    """Return the text of some options."""
    if ended:
        return "win()"
    texts = list(dict.fromkeys(map(_option_told, options)))
    return ", ".join([*texts[:_SHOWN], *["..."][: len(texts) > _SHOWN]]) or "-"


def _option_told(option: MadeOption) -> str:
    return (" + ".join(map(str, option[1:])) or "()") + (" again" if option[0] else "")


def _told_value(value: int | None) -> str:
    return "-" if value is None else str(value) if value >= 0 else "WIN"
