"""Random sequences of calls of the library, with a model beside them that knows only the definitions.

Whatever was asked before, by however many threads, with whatever limits, and whatever was stopped half-way: each
answer is that of the model. Hypothesis shrinks a sequence that fails. `GRUNDY_SEQUENCES` sets how many are tried.
"""

from __future__ import annotations

import contextlib
import contextvars
import os
import pickle
import tempfile
from concurrent.futures import ThreadPoolExecutor
from math import prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, multiple, rule, run_state_machine_as_test

import grundy
from grundy import games
from grundy.errors import DamageError, IllegalMoveError, OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from literal import heaps
from support import plain_model as model
from support.conditions import JIT
from support.trees import random_tree, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy import Position
    from support.plain_model import Parts

SEQUENCES = int(os.environ.get("GRUNDY_SEQUENCES", "25" if JIT else "5"))
MOST_SUMS = 3000  # that the model walks through for a question about the whole sum
CODES = ("0.77", "0.137", "0.07", "{2,5}", "0.3333")


class Stop(Exception):
    """Somebody ended the work."""


class Trap:
    """A countdown in the rules of `fragile`: they raise when it reaches 0."""

    left = -1


@grundy.ruleset
def fragile(heap: int) -> Iterator[Any]:
    """Take one to three tokens, or split off one; the rules may break at any option."""
    for left in range(max(0, heap - 3), heap):
        Trap.left -= 1
        if Trap.left == 0:
            raise Stop
        yield left
    if heap > 2:
        yield grundy.split(1, heap - 2)


def of_fragile(heap: int, known: list[int]) -> int:
    """Return the nimber by the definition."""
    for size in range(len(known), heap + 1):
        values = {known[left] for left in range(max(0, size - 3), size)}
        if size > 2:
            values.add(known[1] ^ known[size - 2])
        known.append(min(set(range(len(values) + 1)) - values))
    return known[heap]


def _winning(position: Position, *, misere: bool) -> set[Any]:
    moves = position.misere.winning_moves() if misere else position.winning_moves()
    return {None if choice.option.ends else model.parts_of(choice.after) for choice in moves}


def _nimber(position: Position) -> int | None:
    value = position.value
    return value if isinstance(value, int) else None


# For each question what grundy answers, and what the model does. All but the first three walk through the whole sum.
QUESTIONS: dict[str, tuple[Callable[[Position], Any], Callable[[Parts], Any]]] = {
    "nimber": (_nimber, model.value),
    "outcome": (lambda position: str(position.outcome), lambda parts: "NP"[model.value(parts) == 0]),
    "winning": (
        lambda position: _winning(position, misere=False),
        lambda parts: {after for after in model.afters(parts) if after is None or model.value(after) == 0},
    ),
    "misere": (lambda position: str(position.misere.outcome), lambda parts: "NP"[model.misere_lost(parts)]),
    "misere winning": (
        lambda position: _winning(position, misere=True),
        lambda parts: {after for after in model.afters(parts) if after is None or model.misere_lost(after)},
    ),
    "remoteness": (lambda position: position.remoteness, lambda parts: model.durations(parts)[1]),
    "suspense": (lambda position: position.suspense, lambda parts: model.durations(parts)[2]),
}
OF_PARTS = ("nimber", "outcome", "winning")

positions_ = Bundle("positions")
questions = st.sampled_from(sorted(QUESTIONS))


def heaps_of(game: str, sizes: list[int]) -> Position:
    """Return heaps of a game or a code."""
    return grundy.heaps(game)(*sizes) if game[0] in "0{" else games.find(game)(*sizes)


def check(position: Position, parts: Parts, question: str) -> None:
    """Compare an answer with that of the model, where the sum is small enough for that."""
    if question in OF_PARTS or prod(map(model.size, parts)) <= MOST_SUMS:
        ask, expected = QUESTIONS[question]
        assert ask(position) == expected(parts), (question, str(position))


class Calls(RuleBasedStateMachine):
    """Calls in random order. An item of the bundle is a position, and the parts that the model has for it."""

    positions = positions_

    def __init__(self) -> None:
        """Begin without tables and with the usual limits."""
        super().__init__()
        tables.clear()
        self.limits = contextlib.ExitStack()
        self.kept = tables.limit
        self.folder = tempfile.TemporaryDirectory()
        self.fragile = [0]
        Trap.left = -1

    def teardown(self) -> None:
        """Leave nothing behind for other tests."""
        self.limits.close()
        tables.limit = self.kept
        tables.clear()
        self.folder.cleanup()

    # Positions

    @rule(
        target=positions_,
        game=st.sampled_from(sorted(model.HEAPS)),
        sizes=st.lists(st.integers(0, 12), min_size=1, max_size=3),
    )
    def heaps(self, game: str, sizes: list[int]) -> tuple[Position, Parts]:
        """Make heaps."""
        return heaps_of(game, sizes), model.ordered([(game, heap) for heap in sizes])

    @rule(target=positions_, rows=st.integers(1, 3), cells=st.text(".X#", min_size=3, max_size=9))
    def board(self, rows: int, cells: str) -> tuple[Position, Parts]:
        """Make a board of Wall Making."""
        width = len(cells) // rows
        text = "\n".join(cells[row * width : (row + 1) * width] for row in range(rows))
        return games.wall_making(text), model.ordered([("wall-making", text)])

    @rule(target=positions_, down=st.integers(0, 5), right=st.integers(0, 5))
    def queen(self, down: int, right: int) -> tuple[Position, Parts]:
        """Make a position of Wythoff's game."""
        return games.wythoff(down, right), model.ordered([("wythoff", f"wythoff {down} {right}")])

    @rule(target=positions_, seed=st.integers(0, 10**6), wins=st.booleans())
    def tree(self, seed: int, wins: bool) -> tuple[Position, Parts]:  # noqa: FBT001 - drawn
        """Make any game at all."""
        made = random_tree(Random(seed), 3, wins=wins)
        return total(made), model.ordered([("tree", made)])

    @rule(target=positions_, one=positions_, other=positions_)
    def add(self, one: tuple[Position, Parts], other: tuple[Position, Parts]) -> Any:
        """Add two positions, if that gives no large sum."""
        if len(one[1]) + len(other[1]) > 4:
            return multiple()
        return one[0] + other[0], model.ordered([*one[1], *other[1]])

    @rule(target=positions_, item=positions_, number=st.integers(0, 100), by_text=st.booleans())
    def play(self, item: tuple[Position, Parts], number: int, by_text: bool) -> Any:  # noqa: FBT001 - drawn
        """Make a move; all moves together are those of the model."""
        position, parts = item
        choices = position.choices()
        found = [None if choice.option.ends else model.parts_of(choice.after) for choice in choices]
        assert set(found) == set(model.afters(parts)), str(position)
        if not found:
            return multiple()
        choice = choices[number % len(found)]
        after = position.play(choice.move if by_text else choice)
        assert after == choice.after
        left = found[number % len(found)]
        return multiple() if left is None else (after, left)

    @rule(item=positions_, text=st.sampled_from(["", "r9c9", "1:99 -> 98", "0:1 -> 0", "99999:r1c1", "to 0 0 0", "\0"]))
    def play_what_is_no_move(self, item: tuple[Position, Parts], text: str) -> None:
        """Refuse what no choice is called."""
        with pytest.raises(IllegalMoveError):
            item[0].play(text)

    # Questions

    @rule(item=positions_, question=questions)
    def ask(self, item: tuple[Position, Parts], question: str) -> None:
        """Ask one question."""
        check(*item, question)

    @rule(item=positions_, question=questions, after=st.integers(1, 40))
    def cancel(self, item: tuple[Position, Parts], question: str, after: int) -> None:
        """End the work on a question somewhere; then ask it."""
        looks = iter(range(after))

        def ended() -> None:
            if next(looks, None) is None:
                raise Stop

        with contextlib.suppress(Stop), grundy.reporting(lambda *_: None, cancel=ended):
            check(*item, question)
        check(*item, question)

    @rule(
        item=positions_,
        question=questions,
        limit=st.sampled_from(["search_options", "search_states", "shape_options", "kernel_options", "table_bytes"]),
        amount=st.sampled_from([0, 1, 2, 3, 5, 10, 30, 100, 1000, 10_000]),
    )
    def run_out_of_budget(self, item: tuple[Position, Parts], question: str, limit: str, amount: int) -> None:
        """Ask a question with too small a budget, perhaps; what is answered is right, and so is the next answer."""
        with contextlib.suppress(OverBudgetError), limits.limited(**{limit: amount}):
            check(*item, question)
        check(*item, question)

    @rule(items=st.lists(st.tuples(positions_, questions), min_size=2, max_size=6))
    def ask_from_threads(self, items: list[tuple[tuple[Position, Parts], str]]) -> None:
        """Ask several questions at once, each with the limits of this context."""
        with ThreadPoolExecutor(3) as pool:
            waiting = [
                pool.submit(contextvars.copy_context().run, check, position, parts, question)
                for (position, parts), question in items
            ]
            for one in waiting:
                one.result()

    @rule(heap=st.integers(0, 60), breaks=st.integers(1, 150))
    def break_rules(self, heap: int, breaks: int) -> None:
        """Let a ruleset raise an exception on the way; without it, its value is right."""
        Trap.left = breaks
        with contextlib.suppress(Stop):
            assert fragile(heap).nimber == of_fragile(heap, self.fragile)
        Trap.left = -1
        assert fragile(heap).nimber == of_fragile(heap, self.fragile)

    @rule(code=st.sampled_from(CODES), length=st.integers(0, 120), direct=st.booleans())
    def sequence(self, code: str, length: int, direct: bool) -> None:  # noqa: FBT001 - drawn
        """Ask for the first nimbers of a code."""
        found = grundy.heaps(code).nimbers(length, direct=direct)
        assert list(found) == [heaps.nimber(code, heap) for heap in range(length)]

    @rule(code=st.sampled_from(CODES), length=st.integers(1, 160), heap=st.integers(0, 200))
    def period(self, code: str, length: int, heap: int) -> None:
        """Ask for a period: what is proved holds for heaps beyond those that were looked at."""
        rules = grundy.heaps(code)
        found = rules.period(length)
        assert rules(heap).nimber == heaps.nimber(code, heap)
        if found.status == "proved":
            same, more = found.reduce(heap)
            assert heaps.nimber(code, same) + more == heaps.nimber(code, heap)

    # What is kept

    @rule()
    def forget(self) -> None:
        """Drop all tables."""
        tables.clear()

    @rule(limit=st.sampled_from([0, 1000, 100_000, 2**29]))
    def keep_less(self, limit: int) -> None:
        """Let the cache drop tables."""
        tables.limit = limit

    @rule(
        kernel_above=st.sampled_from([None, -1, 10**30] if JIT else [None, 10**30]),
        threads=st.integers(1, 2),
        table_bytes=st.sampled_from([None, 2**20, 2**24]),
    )
    def change_limits(self, kernel_above: int | None, threads: int, table_bytes: int | None) -> None:
        """Change what is decided by limits, such as whether a kernel is used."""
        self.limits.close()
        self.limits.enter_context(grundy.limited(kernel_above=kernel_above, threads=threads, table_bytes=table_bytes))

    @rule(item=positions_, place=st.integers(0, 10**6), damaged=st.booleans())
    def save_and_load(self, item: tuple[Position, Parts], place: int, damaged: bool) -> None:  # noqa: FBT001 - drawn
        """Write the tables of a position, forget them, read them again; from a damaged file nothing is taken."""
        position, parts = item
        file = Path(self.folder.name, "solved.tables")
        with grundy.limited(kernel_above=-1):  # by tables, where there are some
            check(position, parts, "nimber")
        try:
            grundy.save_tables(position, file)
        except RulesetError:  # there are none, or none that can be saved
            return
        if damaged:
            content = bytearray(file.read_bytes())
            content[place % len(content)] ^= 1 << place % 8
            file.write_bytes(content)
        tables.clear()
        with contextlib.suppress(*[DamageError, RulesetError] if damaged else []):
            grundy.load_tables(position, file)
        for question in OF_PARTS:
            check(position, parts, question)
            check(pickle.loads(pickle.dumps(position)), parts, question)

    # Equality

    @rule(target=positions_, item=positions_)
    def copy(self, item: tuple[Position, Parts]) -> tuple[Position, Parts]:
        """Pickle a position and read it back: equal, and of the same hash and text."""
        position, parts = item
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        return again, parts

    @rule(target=positions_, item=positions_, order=st.randoms(use_true_random=False))
    def write_otherwise(self, item: tuple[Position, Parts], order: Random) -> Any:
        """Write heaps in another order, with an empty one among them: equal, and of the same hash."""
        position, parts = item
        names = {game for game, _ in parts}
        if len(position.terms) != 1 or len(names) != 1 or not names <= set(model.HEAPS):
            return multiple()
        sizes = [0, *(component.state for component in position.components)]  # also those in which there is no move
        order.shuffle(sizes)
        again = heaps_of(names.pop(), sizes)
        assert again == position
        assert hash(again) == hash(position)
        return again, parts

    @rule(one=positions_, other=positions_)
    def compare(self, one: tuple[Position, Parts], other: tuple[Position, Parts]) -> None:
        """Compare two positions: equal where they are written alike; of one hash, and the same parts, where equal."""
        if str(one[0]) == str(other[0]):
            assert one[0] == other[0]
        if one[0] == other[0]:
            assert hash(one[0]) == hash(other[0])
            assert one[1] == other[1]

    @rule(item=positions_)
    def explain(self, item: tuple[Position, Parts]) -> None:
        """Ask for the reasons: twice the same, and they show a move that wins."""
        position, parts = item
        if None in model.afters(parts):
            return
        why = position.explain()
        assert str(why) == str(position.explain())
        if model.value(parts):
            assert why.move is not None
            assert why.move.before == model.value(parts)
            assert why.move.after == 0


@pytest.mark.slow
@pytest.mark.hypothesis  # for bench/random_tests.py
def test_random_sequences_of_calls() -> None:
    """Each answer is that of the model, whatever was asked, stopped or forgotten before."""
    run_state_machine_as_test(Calls, settings=settings(max_examples=SEQUENCES, stateful_step_count=40, deadline=None))
