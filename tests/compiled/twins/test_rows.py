"""Rules over texts, tuples of any length and sets: their machine code against the functions."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import split
from grundy.compiled import engine
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from support.compiled_games import as_python
from support.random_programs.checking import check
from support.random_programs.programs import Program
from support.row_programs import program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.needs_jit

STEP = {"T": 1, "F": -1}
JUMPS = ((-2, -1), (-2, 1), (-1, -2), (1, -2))


def pegs(row: str) -> Any:
    for i in range(len(row) - 2):
        if row[i : i + 3] == "XX.":
            yield row[:i] + "..X" + row[i + 3 :]
        elif row[i : i + 3] == ".XX":
            yield row[:i] + "X.." + row[i + 3 :]


def piles(table: str) -> Any:
    words = table.split()
    for i, word in enumerate(words):
        for left in range(len(word)):
            yield " ".join(words[:i] + ["o" * left] * (left > 0) + words[i + 1 :])


def palindromes(word: str) -> Any:
    for i in range(1, len(word) - 1):
        if word[i - 1] == word[i + 1]:
            yield split(word[:i], word[i], word[i + 1 :])


def cake(piece: str) -> Any:
    high, wide = piece.split("x")
    high, wide = int(high), int(wide)  # type: ignore[assignment]
    for top in range(1, high):  # type: ignore[call-overload]
        yield split(f"{top}x{wide}", f"{high - top}x{wide}", move=f"below {top}")


def subsets(family: frozenset[frozenset[int]]) -> Any:
    for chosen in family:
        yield frozenset(one for one in family if not chosen <= one)


def coins(places: frozenset[int]) -> Any:
    return [places - {coin} | {to} for coin in places for to in range(coin) if to not in places]


def knights(places: frozenset[tuple[int, int]]) -> Any:
    for place in places:
        for down, across in JUMPS:
            to = (place[0] + down, place[1] + across)
            if min(to) >= 0 and to not in places:
                yield places - {place} | {to}


def goal(row: tuple[str | None, ...], i: int) -> int | None:
    step = STEP[row[i]]  # type: ignore[index]
    near, far = i + step, i + 2 * step
    if 0 <= near < len(row) and row[near] is None:
        return near
    if 0 <= far < len(row) and row[near] != row[i] and row[far] is None:
        return far
    return None


def frogs(row: tuple[str | None, ...]) -> Any:
    for i, animal in enumerate(row):
        if animal is not None and (j := goal(row, i)) is not None:
            cells = list(row)
            cells[i], cells[j] = cells[j], cells[i]
            yield tuple(cells)


def ends(*heaps: int) -> Any:
    if heaps:
        first, *rest = heaps
        yield from ((left, *rest) if left else tuple(rest) for left in range(first))
        *start, last = heaps
        yield from ((*start, left) if left else tuple(start) for left in range(last))


def passing(heaps: tuple[int, ...], can_pass: bool) -> Any:  # noqa: FBT001 - a part of the state
    for i, heap in enumerate(heaps):
        yield from ((tuple(sorted((*heaps[:i], k, *heaps[i + 1 :]))), can_pass) for k in range(heap))
    if can_pass and any(heaps):
        yield heaps, False


def rows(board: tuple[tuple[int, ...], ...]) -> Any:
    for i, row in enumerate(board):
        if len(board) > 1:
            yield board[:i] + board[i + 1 :]
        for j in range(len(row)):
            if row[j]:
                yield (*board[:i], (*row[:j], 0, *row[j + 1 :]), *board[i + 1 :])


GAMES: dict[Callable[..., Any], list[Any]] = {
    pegs: ["XX.XX.", "", ".XX.XX.", "XX.XX.XX.X"],
    piles: ["oo ooo", "", "ooo oo oo o"],
    palindromes: ["abacaba", "x", "aaaaa"],
    cake: ["6x3", "10x2"],
    subsets: [frozenset({frozenset({1}), frozenset({2}), frozenset({1, 2}), frozenset({2, 3})}), frozenset()],
    coins: [frozenset({1, 3, 5}), frozenset({0, 2, 6})],
    knights: [frozenset({(4, 3), (3, 3)}), frozenset({(5, 5), (2, 1)})],
    frogs: [("T", "T", None, None, "F", "F"), ("T", None, "F"), ("F", "T")],
    ends: [(2, 3, 1), (), (1, 2, 3, 2)],
    passing: [((2, 3), True), ((1, 1, 2), False)],
    rows: [((1, 0, 1), (1, 1, 1)), ((1, 1), (0, 1), (1, 0))],
}  # fmt: skip


def compared(function: Callable[..., Any], states: list[Any]) -> list[str]:
    """Compare values and nimbers asked for; return what the user was told."""
    compiled, plain = grundy.ruleset(compiled=True)(function), grundy.ruleset(function)
    told: list[str] = []
    with reporting(lambda *_: None, notice=lambda message: told.append(str(message))):
        for state in states:
            with limits.limited(kernel_above=-1), tallied() as tally:
                found = compiled.value(state)
            assert found == plain.value(state), state
            assert told or tally.engine == "compiled"
            with limits.limited(kernel_above=-1):
                assert [compiled.has_nimber(state, n) for n in range(3)] == [n == found for n in range(3)], state
    return told


@pytest.mark.parametrize("function", GAMES, ids=lambda one: str(one.__name__))
def test_each_game(function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python; a second question is larger."""
    monkeypatch.setattr(engine, "told", set())
    with as_python():
        assert compared(function, sorted(GAMES[function], key=lambda one: len(repr(one)))) == []


@pytest.mark.slow
def test_by_numba() -> None:
    assert compared(pegs, GAMES[pegs]) == []


@pytest.mark.parametrize(("first", "end"), [(0, 12), pytest.param(12, 60, marks=pytest.mark.slow)])
def test_random_programs(first: int, end: int, tmp_path: Path) -> None:
    """Option by option, and values."""
    answered = 0
    for seed in range(first, end):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            verdict = check(program(seed), tmp_path)
        assert verdict.kind in {"agrees", "refused"}, (seed, verdict)
        answered += verdict.kind == "agrees" and verdict.answered > 3
    assert answered > (end - first) // 2


def test_a_place_from_the_end_at_which_a_search_begins(tmp_path: Path) -> None:
    """In a part of a text, behind which the rest of the text stands."""
    rules = "def rules(state):\n    rest = state[2:]\n    yield '' if rest.find('X', -3) < -1 else rest[:-1]\n"
    verdict = check(Program(rules, ["XXOOX", "XXO", "OXOO", "OXO.."], frozenset()), tmp_path)
    assert (verdict.kind, verdict.answered) == ("agrees", 4), verdict


def remembers(state: frozenset[int]) -> Any:
    last = 0
    for k in state:
        last = last * 2 + k
    yield frozenset(range(last % 3))


def has_seen(state: frozenset[int]) -> Any:
    seen: set[int] = set()
    for k in state:
        if k - 1 not in seen:
            seen.add(k)
            yield state - {k}


def lists(state: frozenset[int]) -> Any:
    found = [k for k in state]  # noqa: C416 - people write it
    yield state - {*found[:1]}


@pytest.mark.parametrize("function", [remembers, has_seen, lists])
def test_what_depends_on_the_order_of_a_set_is_refused(function: Callable[..., Any]) -> None:
    why = engine.why_not(grundy.ruleset(compiled=True)(function), frozenset({1, 2, 3}))
    assert "a loop over a set whose order makes a difference" in str(why)
