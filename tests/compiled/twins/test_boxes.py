"""Compiled rulesets whose states come into a box by themselves: the same values as by their functions.

The modules run as plain Python, and boxes are begun after few states. `GRUNDY_BOXES=500` compares as many random
rulesets of each form.
"""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy import split, win
from grundy.compiled import boxes, engine, searching
from grundy.errors import OverBudgetError
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from grundy.runtime.table_cache import tables
from support import compiled_games

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    from grundy.runtime.messages import Message

COUNT = int(os.environ.get("GRUNDY_BOXES", "1"))
FAR = 2**62
SIZES = ((1, 2), (0, 2), (2, 1), (1, 1), (3, 1))

Rules = tuple[Any, list[Any]]  # a function, and states


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Begin boxes early, and give the number of calls of each function of the modules."""
    monkeypatch.setattr(searching, "FIRST_PLACES", 16)
    monkeypatch.setattr(searching, "PAUSE_OPTIONS", 30)
    with compiled_games.as_python() as calls, limits.limited(kernel_above=-1):
        yield calls


def heaps(random: Random) -> Rules:
    """Take from a heap, or split it; numbers from some, perhaps negative, on; perhaps ends, and options elsewhere."""
    low, last = random.choice([(0, 0), (-9, -9), (-40, -30), (7, 8)])
    takes, cuts = (tuple(random.sample(range(1, 9), random.randrange(3))) for _ in range(2))
    winning = random.choice([0, 0, 0, 17])
    far = random.choice([0, 0, 60, FAR])

    def rules(n: int) -> Any:
        if far and n > 2 and n % 5 == 0:
            yield split(far + n) if n < far else n - far - 1
        if n >= far > 0:
            return
        for k in takes:
            if n - k >= low:
                yield n - k
        for k in cuts:
            for left in range(last, n - k - last + 1):
                if left < n and n - k - left < n and left >= low:
                    yield split(left, n - k - left)
        if winning and n % 23 == winning:
            yield win()

    return rules, [random.randrange(low, low + 90) for _ in range(6)]


def all_below(random: Random) -> Rules:
    """Leave any smaller heap, but some: large nimbers."""
    some = random.randrange(2, 12)

    def rules(n: int) -> Any:
        yield from (k for k in range(n) if k % some != 1 or k > n // 2)

    return rules, random.sample(range(120), 4)


def pairs(random: Random) -> Rules:
    """Take from one heap, from both, or cut a sheet; perhaps in order."""
    steps = tuple(random.sample(SIZES, 3))
    cuts, ordered = random.random() < 0.4, random.random() < 0.4

    def rules(a: int, b: int) -> Any:
        for k, more in steps:
            if a >= k and b >= more:
                yield (min(a - k, b - more), max(a - k, b - more)) if ordered else (a - k, b - more)
        if cuts:
            for left in range(1, a // 2 + 1):
                yield split((left, b), (a - left, b))

    return rules, [(random.randrange(14), random.randrange(14)) for _ in range(5)]


def passing(random: Random) -> Rules:
    """Take from a heap, or pass some on to the other one: a number becomes larger than in the question."""
    takes, passes = (tuple(random.sample(range(1, 5), 2)) for _ in range(2))

    def rules(a: int, b: int) -> Any:
        for k in takes:
            if b >= k:
                yield a, b - k
        for k in passes:
            if a >= k:
                yield a - k, b + k // 2

    return rules, [(random.randrange(14), random.randrange(14)) for _ in range(5)]


def triples(random: Random) -> Rules:
    """Take from one of three heaps, and turn them."""
    takes = tuple(random.sample(range(1, 4), 2))
    turned = random.random() < 0.5

    def rules(a: int, b: int, c: int) -> Any:
        for k in takes:
            if a >= k:
                yield (b, a - k, c) if turned else (a - k, b, c)
            if b >= k:
                yield a, b - k, c
            if c >= k and a:
                yield a - 1, b, c - k

    return rules, [(random.randrange(6), random.randrange(6), random.randrange(6)) for _ in range(4)]


def masks(random: Random) -> Rules:
    """Remove blocks of cells."""
    blocks = tuple(random.choice((1, 3, 5, 9)) << random.randrange(8) for _ in range(6))

    def rules(free: int) -> Any:
        for block in blocks:
            if free & block == block:
                yield free & ~block

    return rules, [random.randrange(2**9) for _ in range(4)]


def levels(random: Random) -> Rules:
    """States whose options come later in the order of places, at random: the level falls, the first number does not."""
    table = tuple(random.randrange(9) for _ in range(27))

    def rules(x: int, level: int) -> Any:
        for k in range(3):
            if level > k:
                yield table[(3 * x + k) % 27], level - k - 1

    return rules, [(random.randrange(9), random.randrange(30)) for _ in range(4)]


def upwards(random: Random) -> Rules:
    """Count up to an end; some numbers below it are no states."""
    end, steps = random.randrange(30, 90), tuple(random.sample(range(1, 7), 2))

    def rules(n: int) -> Any:
        if n % 11 == 7:
            raise ValueError(n)
        for k in steps:
            if n + k <= end and (n + k) % 11 != 7:
                yield n + k

    return rules, [n for n in random.sample(range(end), 8) if n % 11 != 7]


def by_statement(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return the value of a state by the definition alone: None for WIN."""
    memo: dict[Any, Any] = {}

    def value(state: Any) -> Any:
        if state in memo:
            return memo[state]
        found = set()
        ended = False
        for option in function(*state) if isinstance(state, tuple) else function(state):
            if isinstance(option, grundy.Option):
                ended = True
                break
            values = [value(part) for part in getattr(option, "parts", (option,))]
            if None not in values:
                total = 0
                for one in values:
                    total ^= one
                found.add(total)
        memo[state] = None if ended else min(set(range(len(found) + 1)) - found)
        return memo[state]

    return value


@pytest.mark.parametrize("make", [heaps, all_below, pairs, passing, triples, masks, levels, upwards])
def test_values_are_those_of_the_function(
    make: Callable[[Random], Rules], monkeypatch: pytest.MonkeyPatch, calls: Counter[str]
) -> None:
    """Questions that share a memo, in any order; some are stopped, by a small budget or a key, and asked again."""
    for seed in range(COUNT):
        random = Random(f"{make.__name__} {seed}")
        function, states = make(random)
        rules, right = grundy.ruleset(compiled=True)(function), by_statement(function)
        told: list[Message] = []
        tables.clear()
        monkeypatch.setattr(searching, "FILL_OPTIONS", random.choice([0, 100, 10**6]))
        with reporting(lambda *_: None, notice=told.append):
            for state in [*states, *states[:2]]:
                position = rules(*state) if isinstance(state, tuple) else rules(state)
                expected = right(state)
                if random.random() < 0.3:
                    stopped(random, position)
                assert position.value == (grundy.WIN if expected is None else expected), (make.__name__, seed, state)
            for state in states[:1]:  # the pruning search, whose memo has no place for a box
                position = rules(*state) if isinstance(state, tuple) else rules(state)
                assert (position.outcome is grundy.Outcome.P) == (right(state) == 0), (make.__name__, seed, state)
        assert rules not in engine.faults, (seed, told)
    assert calls["fill"] or COUNT == 1 or make in {masks, levels}


def stopped(random: Random, position: Any) -> None:
    """Ask with a budget that may be too small, or until somebody stops it."""
    looks = random.randrange(1, 6)

    def stop() -> None:
        nonlocal looks
        looks -= 1
        if looks == 0:
            raise KeyboardInterrupt

    try:
        if random.random() < 0.5:
            with limits.limited(kernel_options=random.randrange(1, 400), search_options=300):
                _ = position.value
        else:
            with reporting(lambda *_: None, cancel=stop):
                _ = position.value
    except (OverBudgetError, KeyboardInterrupt):
        pass


NAMES = {n: f"at {n}" for n in range(0, 2000, 2)}


def test_rules_that_fail_where_no_play_leads_are_searched_without_a_box() -> None:
    """The text of a move, which machine code does not work out, fails at odd numbers: that is no fault of its own."""

    def rules(n: int) -> Any:
        for k in (2, 4, 10):
            if n >= k:
                yield split(n - k, move=f"{NAMES[n]} {k}")

    told: list[Message] = []
    compiled = grundy.ruleset(compiled=True)(rules)
    with reporting(lambda *_: None, notice=told.append):
        for state in (320, 340, 14, 500):
            assert compiled(state).value == by_statement(rules)(state)
    assert not told


@pytest.mark.slow
def test_loops_without_end_where_no_play_leads_take_little_time() -> None:
    """States of a box at which a loop does not end soon end the box: steps are counted, not seconds."""

    def rules(n: int) -> Any:
        while n % 2:
            n += 0
        for k in (2, 4, 10):
            if n >= k:
                yield n - k

    compiled = grundy.ruleset(compiled=True)(rules)
    with tallied() as tally:
        assert compiled(300).value == by_statement(rules)(300)
    assert tally.options < 3 * searching._STEPS_IN_TABLE  # noqa: SLF001


@pytest.mark.slow
def test_options_are_looked_up_where_a_search_has_valued_them() -> None:
    """Winning moves of a state ask for one nimber of each option: the memo has them, so nothing else is searched."""

    def rules(n: int) -> Any:
        for k in (1, 2):
            for left in range(n - k + 1):
                yield split(left, n - k - left)

    compiled, right = grundy.ruleset(compiled=True)(rules), by_statement(rules)
    position = compiled(200)
    assert position.value == right(200)
    with tallied() as tally:
        assert len(position.winning_moves()) == sum(
            right(left) == right(200 - k - left) for k in (1, 2) for left in range(200 - k + 1)
        )
    assert not tally.engines.get("compiled")


def test_later_states_may_have_many_more_options() -> None:
    """From which nobody can tell how many there are in all."""

    def rules(n: int) -> Any:
        for k in range(1, 20_000 if n == 1500 else 3):
            if n >= k % 3 > 0:
                yield n - k % 3

    compiled, right = grundy.ruleset(compiled=True)(rules), by_statement(rules)
    assert [compiled(n).value for n in (700, 6000)] == [right(n % 3) for n in (700, 6000)]


def test_larger_boxes_keep_their_values() -> None:
    """A box that becomes larger has the same values at the same states, and none elsewhere."""
    random = Random(1)
    for width in (1, 2, 3):
        box = boxes.Box([random.randrange(2, 6) for _ in range(width)])
        box.values[:] = [random.randrange(1, 9) for _ in box.values]
        states = [*product(*map(range, box.shape))]
        words = [9] * width
        larger = boxes.Box(boxes.shape_for(words, box), box)
        assert larger.place(words) is not None
        assert [larger.values[larger.place(state) or 0] for state in states] == box.values.tolist()
        assert np.count_nonzero(larger.values) == len(states)


def test_large_nimbers_without_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has the nimbers below 63 as bits, and counts the others."""

    def rules(n: int) -> Any:
        yield from range(n)

    monkeypatch.setattr("grundy.compiled.translated_functions.MOST_IN_BOX", 0)
    compiled_games.forget()
    assert [grundy.ruleset(compiled=True)(rules)(n).value for n in (62, 63, 64, 65, 66)] == [62, 63, 64, 65, 66]


def test_a_box_is_from_zero_to_the_question() -> None:
    """And other states have no place."""
    box = boxes.Box(boxes.shape_for([3, 2], None))
    assert box.shape == (4, 3)
    assert [box.place([3, 2]), box.place([0, 3]), box.place([0, -1])] == [11, None, None]
