"""Each answer in the key of a sheet against brute force, by programs that know only the statement of the game.

GRUNDY_SHEETS sets how many sheets are compared; above 1 they are of all games, not of a few.
"""

from __future__ import annotations

import os
from functools import cache
from operator import xor
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.games.families.pieces.piece_rules import Piece
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.spaces import ruleset_of
from grundy.lab.questions import KINDS, MIXED
from grundy.lab.worksheets import make_sheet
from grundy.runtime.messages import catalogue
from support.oracles import AGAIN, REDUCED, left_of_heaps, oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.drawing.sheets import Exercise, Gaps

SHEETS = int(os.environ.get("GRUNDY_SHEETS", "1"))
STANDING = ("dawsons-chess", "dawsons-kayles", "kayles")  # games whose tokens stand in rows
FEW = ("kayles", "grundys-game", "wall-making", "node-kayles")
SIZES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("card", "clobber", "cram", "fission", "notakto", "tartan", "turning-corners"), (3, 3)),
    **dict.fromkeys(("chomp", "diagonal", "wall-making"), (3, 4)),
    **dict.fromkeys(("arc-kayles", "node-kayles"), (6,)),
    **dict.fromkeys(("geography", "green-hackenbush", "mock-turtles", "ruler", "turning-turtles"), (5,)),
}
TEXTS = catalogue("en")
ASKED = {TEXTS[f"worksheet.ask.{kind}"]: kind for kind in (*KINDS, "table-row", "table-piece", "table-two")}
WINNERS = {TEXTS["worksheet.next"]: True, TEXTS["worksheet.previous"]: False}

State = Any  # a sorted tuple of heaps with their places, or the texts of boards


class Brute:
    """A game by its statement: moves with the states after them, and values by plain recursion."""

    def __init__(self, name: str) -> None:
        self.left = left_of_heaps(name)
        self.oracle = oracle(name)
        self.is_heaps = isinstance(games.find(name).reader, HeapLists) and self.left is not None
        self.heap = cache(self._heap)
        self.wins_misere = cache(self._wins_misere)

    def _heap(self, size: int) -> int:
        assert self.left is not None
        return mex({self.total(parts) for parts in self.left(size)})

    def total(self, heaps: tuple[int, ...]) -> int:
        value = 0
        for size in heaps:
            value = xor(value, self.heap(size))
        return value

    def state(self, texts: tuple[str, ...], name: str) -> State:
        if not self.is_heaps:
            return texts
        return tuple(int(word) for text in texts for word in text.split() if word != name and word[-1] != ":")

    def nimber(self, state: State) -> int:
        if self.is_heaps:
            return self.total(state)
        value = 0
        for text in state:
            value = xor(value, self.oracle.nimber(text))
        return value

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        for place, part in enumerate(state):
            head = f"{place + 1}:" * (len(state) > 1)
            before, behind = state[:place], state[place + 1 :]
            if not self.is_heaps:
                yield from ((head + move, (*before, after, *behind)) for move, after in self.oracle.moves(part).items())
                continue
            assert self.left is not None
            for left in self.left(part):
                written = f"{head}{part} -> {'+'.join(map(str, left)) or 0}"
                yield written, (*before, *left, *behind)

    def winning(self, state: State) -> set[str]:
        return {move for move, after in self.moves(state) if self.nimber(after) == 0}

    def _wins_misere(self, state: State) -> bool:
        after = [one for _, one in self.moves(state)]
        return not after or not all(map(self.misere, after))

    def misere(self, state: State) -> bool:
        return self.wins_misere(tuple(sorted(state)))

    def winning_misere(self, state: State) -> set[str]:
        return {move for move, after in self.moves(state) if not self.misere(after)}


def mex(values: set[int]) -> int:
    return next(number for number in range(len(values) + 1) if number not in values)


def words_of(name: str, texts: tuple[str, ...]) -> dict[str, str]:
    """Return the words for each move of a sum, by its notation."""
    position = sum(map(games.find(name).parse, (text.removeprefix(name) for text in texts)), grundy.Position())
    stands = "row" if name in STANDING else "heap"
    return {choice.move: str(choice.said.words).replace("heap", stands) for choice in position.choices()}


def check(brute: Brute, name: str, exercise: Exercise) -> str:
    """Compare the answer of one exercise; return its kind."""
    kind = ASKED[exercise.task]
    if kind.startswith("table"):
        check_table(brute, name, exercise)
        return "table"
    texts = tuple(figure.text for figure in exercise.figures)
    state = brute.state(texts, name)
    said = words_of(name, texts)
    winning, nimber = {said[move] for move in brute.winning(state)}, brute.nimber(state)
    assert winning.isdisjoint(said[move] for move, after in brute.moves(state) if brute.nimber(after))
    answer = exercise.answer
    if kind == "outcome":
        assert WINNERS[answer] is bool(winning) is bool(nimber)
    elif kind == "moves":
        assert set(answer.split("; ")) == winning
    elif kind == "nimber":
        assert answer == str(nimber)
    elif kind == "solve":
        moves, value = answer.split("; Nimber ")
        listed = set(moves.removeprefix("any of ").split("; "))
        assert value == str(nimber)
        assert listed == winning if "…" not in listed else listed - {"…"} < winning
    elif kind == "loses":
        assert set(answer.split("; ")) == set(exercise.choices) - winning
        assert set(exercise.choices) <= {said[move] for move, _ in brute.moves(state)}
        assert set(exercise.choices) & winning
    elif kind == "misere":
        winner, _, moves = answer.partition(": ")
        good = {said[move] for move in brute.winning_misere(state)}
        assert WINNERS[winner] is brute.misere(state)
        listed = set(moves.split("; ")) if moves else set()
        assert listed == good if len(listed) < 12 else listed <= good
    elif kind == "proof":
        check_proof(brute, state, winning, exercise)
    else:
        raise AssertionError(kind)
    return kind


def check_proof(brute: Brute, state: State, winning: set[str], exercise: Exercise) -> None:
    nimber, winner, moves = exercise.answer.removeprefix("Nimber ").split("; ", 2)
    assert (int(nimber), WINNERS[winner]) == (brute.nimber(state), True)
    listed = set(moves.removeprefix("any of ").split("; "))
    assert listed == winning if "…" not in listed else listed - {"…"} < winning
    assert exercise.filled is not None
    *parts, total = exercise.filled.rows[1:]
    for row in (*parts, total):
        assert int(row[1] or "") == int("".join(bit or "" for bit in row[2:]), 2)
    if brute.is_heaps:
        assert [int(row[1] or "") for row in parts] == [brute.heap(size) for size in state if size] or 0 in state
    assert int(total[1] or "") == brute.nimber(state)
    assert_gaps(exercise.gaps, exercise.filled)


def check_table(brute: Brute, name: str, exercise: Exercise) -> None:
    assert exercise.filled is not None
    head, *rows = exercise.filled.rows
    for row in rows:
        for at, value in zip(head[1:], row[1:], strict=True):
            state = [int(word or "") for word in ([at] if row[0] == "G(n)" else [row[0], at])]
            rules = ruleset_of(games.find(name))
            text = f"{name} {state[0]} {state[-1]}" if isinstance(rules, Piece) else str(rules(*state))
            found = brute.heap(state[0]) if brute.is_heaps else brute.oracle.nimber(text)
            assert int(value or "") == found, text
    assert_gaps(exercise.gaps, exercise.filled)


def assert_gaps(gaps: Gaps | None, filled: Gaps) -> None:
    """Compare the table that is asked for with the completed one: some cells are missing."""
    assert gaps is not None
    pairs = [
        (asked, told)
        for asks, tells in zip(gaps.rows, filled.rows, strict=True)
        for asked, told in zip(asks, tells, strict=True)
    ]
    assert all(asked in (None, told) for asked, told in pairs)
    assert any(asked is None for asked, _ in pairs)


def has_oracle(name: str) -> bool:
    if name in (*REDUCED, AGAIN):
        return False
    reader = games.find(name).reader
    if isinstance(reader, HeapLists):
        return left_of_heaps(name) is not None
    return hasattr(oracle(name), "moves") and hasattr(oracle(name), "nimber")


@pytest.mark.parametrize("name", FEW if SHEETS == 1 else [name for name in games.names() if has_oracle(name)])
def test_each_answer_of_a_mixed_sheet(name: str) -> None:
    brute = Brute(name)
    kinds = set()
    for seed in range(SHEETS):
        size = SIZES.get(name, (3, 9) if isinstance(games.find(name).reader, HeapLists) else ())
        sheet = make_sheet(games.find(name), count=8, kinds=(), size=list(size) or None, seed=seed)
        kinds |= {check(brute, name, exercise) for exercise in sheet.exercises}
    assert kinds <= {*MIXED, "solve"}
    assert len(kinds) >= (7 if brute.is_heaps else 4)
