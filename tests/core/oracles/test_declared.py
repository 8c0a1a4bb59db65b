"""Declared rulesets against published values and brute force: accelerators, WIN, files, memory."""

from __future__ import annotations

import pickle
import random
import sys
import threading
import tracemalloc
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy import games
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import entry_bytes
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# Each of the next four as a newcomer would write it, in at most eight lines.
@grundy.ruleset
def kayles(pins: int) -> Iterator[Any]:
    for take in (1, 2):
        for left in range(pins - take + 1):
            yield grundy.split(left, pins - take - left)


@grundy.ruleset
def wythoff(a: int, b: int) -> Iterator[Any]:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@grundy.ruleset
def cram(free: frozenset[complex]) -> Iterator[Any]:
    for cell in free:
        for step in (1, 1j):
            if cell + step in free:
                yield free - {cell, cell + step}


PETERSEN = [{(k + 1) % 5, (k - 1) % 5, k + 5} for k in range(5)]
PETERSEN += [{(k + 2) % 5 + 5, (k - 2) % 5 + 5, k} for k in range(5)]


@grundy.ruleset
def node_kayles(free: frozenset[int]) -> Iterator[Any]:
    for node in free:
        yield free - {node} - PETERSEN[node]


@grundy.ruleset
def cutting_sheet(width: int, height: int) -> Iterator[Any]:
    """POJ 2311: whoever first cuts off a sheet of 1 x 1 wins."""
    if 1 in (width, height) and (width, height) != (1, 1):
        yield grundy.win(move="cut off 1 x 1")
    yield from (grundy.split((k, height), (width - k, height)) for k in range(1, width))
    yield from (grundy.split((width, k), (width, height - k)) for k in range(1, height))


@grundy.ruleset
def three_in_a_row(line: str) -> Iterator[Any]:
    for place in range(len(line)):
        if line[place] == ".":
            after = line[:place] + "X" + line[place + 1 :]
            yield grundy.win(move=f"X{place + 1}!") if "XXX" in after else grundy.split(after, move=f"X{place + 1}")


def board(height: int, width: int) -> frozenset[complex]:
    return frozenset(complex(x, y) for x in range(width) for y in range(height))


def test_published_values() -> None:
    # Winning Ways, chapter 4 (OEIS A002186).
    assert [kayles(n).nimber for n in range(16)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]
    # Nivasch, More on the Sprague-Grundy function for Wythoff's game (OEIS A004481).
    assert [wythoff(2, b).nimber for b in range(7)] == [2, 0, 1, 5, 3, 4, 8]
    # Cram of 2 x n is worth 0 for even n and 1 for odd n (Gardner, 1974); 3 x 3 is worth 0 and
    # 3 x 4 is worth 1 (Lemoine and Viennot, Nimbers are inevitable, 2012).
    assert [cram(board(2, n)).nimber for n in range(1, 6)] == [1, 0, 1, 0, 1]
    assert [cram(board(3, n)).nimber for n in (3, 4)] == [0, 1]
    # Cram of 1 x n is Dawson's Kayles (Winning Ways, chapter 4; OEIS A002187).
    assert [cram(board(1, n)).nimber for n in range(12)] == [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    # A move on the Petersen graph leaves a hexagon, and one there a path of three vertices, which is worth 2
    # (Dawson's chess, Winning Ways, chapter 4); so the hexagon is worth 0 and the graph 1.
    hexagon = frozenset(range(10)) - {0} - PETERSEN[0]
    assert [len(PETERSEN[node] & hexagon) for node in hexagon] == [2] * 6
    assert node_kayles(hexagon).nimber == 0
    assert node_kayles(frozenset(range(10))).nimber == 1


def lost(moves: Callable[[Any], list[Any] | None], sums: tuple[Any, ...]) -> bool:
    """Say by brute force whether a sum is lost; `moves` gives the parts after each move, None for a win."""

    @cache
    def is_lost(parts: tuple[Any, ...]) -> bool:
        for index, part in enumerate(parts):
            for after in moves(part) or []:
                if after is None or is_lost(tuple(sorted([*parts[:index], *after, *parts[index + 1 :]]))):
                    return False
        return True

    return is_lost(tuple(sorted(sums)))


def cuts(sheet: tuple[int, int]) -> list[Any]:
    """List what is left of a sheet by the statement: pairs of sheets; None if one of them is 1 x 1."""
    width, height = sheet
    pairs = [((k, height), (width - k, height)) for k in range(1, width)]
    pairs += [((width, k), (width, height - k)) for k in range(1, height)]
    return [None if (1, 1) in pair else pair for pair in pairs]


def marks(line: str) -> list[Any]:
    lines = [line[:place] + "X" + line[place + 1 :] for place in range(len(line)) if line[place] == "."]
    return [None if "XXX" in after else (after,) for after in lines]


def check_sum(rules: Any, moves: Callable[[Any], Any], states: tuple[Any, ...]) -> None:
    position = grundy.Position()
    for state in states:
        position += rules(*state) if isinstance(state, tuple) else rules(state)
    assert (str(position.outcome) == "P") is lost(moves, states), states
    won = {choice.move for choice in position.winning_moves()}
    for choice in position.choices():
        parts = tuple(part.state for part in choice.after.components)
        assert (choice.move in won) is (choice.option.ends or lost(moves, parts)), (states, choice.move)


def test_win_is_right_in_sums() -> None:
    """Outcomes and winning moves of random sums, against programs that know only the statements."""
    rng = random.Random(5)
    for _ in range(25):
        sheets = tuple((rng.randint(1, 5), rng.randint(1, 4)) for _ in range(rng.randint(1, 2)))
        check_sum(cutting_sheet, cuts, sheets)
        lines = tuple("".join(rng.choices(".X", (5, 1), k=rng.randint(1, 6))) for _ in range(rng.randint(1, 2)))
        if not any("XXX" in line for line in lines):
            check_sum(three_in_a_row, marks, lines)
    assert [str(cutting_sheet(*sheet).outcome) for sheet in ((2, 2), (3, 2), (4, 2))] == ["P", "P", "N"]  # POJ's sample


def test_win_in_sums_of_other_games_and_pairs() -> None:
    two = three_in_a_row(".X.X.")
    assert two.value is grundy.WIN
    assert pickle.loads(pickle.dumps(grundy.WIN)) is grundy.WIN
    with pytest.raises(NoNimber, match="the move 'X3!' ends the whole game at once"):
        _ = two.nimber
    mixed = games.find("nim")(3) + two
    assert str(mixed.outcome) == "N"
    assert [choice.move for choice in mixed.winning_moves()] == ["2:X3!"]
    over = mixed.play("2:X3!")
    assert not over.choices()
    assert str(over.outcome) == "P"
    with pytest.raises(NoNimber):
        _ = grundy.WIN ^ 3

    @grundy.ruleset
    def into_twins(n: int) -> Iterator[Any]:
        if n == 2:
            yield grundy.split(1, 1)  # equal components, but the opponent ends the game
        if n == 1:
            yield grundy.win()

    assert into_twins(2).nimber == 0
    assert str(into_twins(2).outcome) == "P"
    assert (into_twins(1) + into_twins(1)).value is grundy.WIN


def parts_of(free: frozenset[complex]) -> Iterator[frozenset[complex]]:
    rest = set(free)
    while rest:
        part, edge = set(), {rest.pop()}
        while edge:
            part |= edge
            edge = {cell + step for cell in edge for step in (1, -1, 1j, -1j)} & rest
            rest -= edge
        yield frozenset(part)


def least_turn(free: frozenset[complex]) -> frozenset[complex]:
    turns = []
    for cells in (free, {cell.conjugate() for cell in free}):
        for turn in (1, 1j, -1, -1j):
            turned = [cell * turn for cell in cells]
            corner = complex(min(c.real for c in turned), min(c.imag for c in turned))
            turns.append(sorted((c.real - corner.real, c.imag - corner.imag) for c in turned))
    return frozenset(complex(x, y) for x, y in min(turns))


@grundy.ruleset(components=parts_of, canonical=least_turn)
def fast_cram(free: frozenset[complex]) -> Iterator[Any]:
    yield from cram.options(free)


def test_accelerators_change_no_value_and_save_states() -> None:
    for height, width in ((2, 3), (3, 3), (2, 5), (3, 4)):
        with progress.tallied() as slow:
            expected = cram(board(height, width)).nimber
        with progress.tallied() as fast:
            assert fast_cram(board(height, width)).nimber == expected
        assert slow.states > fast.states > 0
        assert fast.hits > 0


def random_rules(rng: random.Random) -> Any:
    """Make a random game of integers that splits, ends, and leads into nim."""
    table: dict[int, list[Any]] = {}
    for n in range(12):
        table[n] = []
        for _ in range(rng.randint(0, 4) if n else 0):
            parts: list[Any] = [rng.randrange(n) for _ in range(rng.randint(0, 3))]
            if rng.random() < 0.15:
                parts.append(games.find("nim")(rng.randrange(4)))
            table[n].append(grundy.split(*parts, move=str(len(table[n]))))
        if rng.random() < 0.1:
            table[n].append(grundy.win())

    def rules(n: int) -> list[Any]:
        return table[n]

    return rules


def by_definition(rules: Any, n: int) -> int | None:
    """Return the nimber from the definition, or None for WIN."""
    seen = set()
    for option in rules(n):
        total: int | None = 0
        if option == grundy.win():
            return None
        for part in option.parts:
            value = by_definition(rules, part) if isinstance(part, int) else part.nimber
            total = None if total is None or value is None else total ^ value
        seen.add(total)
    return grundy.mex(value for value in seen if value is not None)


@pytest.mark.parametrize("seed", range(30))
def test_both_searches_are_the_definition(seed: int) -> None:
    """Full and pruning search, the one for nimbers and the one for outcomes, in any order of questions."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    full = grundy.ruleset(rules)
    pruned = grundy.ruleset(components=lambda n: (n,), canonical=lambda n: n)(random_rules(random.Random(seed)))
    for n in rng.sample(range(12), 12):
        expected = by_definition(rules, n)
        for question in rng.sample(["outcome", "value"], 2):
            for declared in (full, pruned):
                found = getattr(declared(n), question)
                if isinstance(found, grundy.Outcome):
                    assert (str(found) == "P") is (expected == 0)
                else:
                    assert found == (grundy.WIN if expected is None else expected)
        for x in range(4):
            assert pruned.has_nimber(n, x) is (expected == x)


@pytest.mark.slow
def test_long_chains_need_no_recursion() -> None:
    @grundy.ruleset
    def down(n: int) -> Iterator[int]:
        yield from range(max(0, n - 1), n)

    assert str(down(20_000).outcome) == "P"
    assert down(20_001).nimber == 1


def test_memory_is_kept_and_values_stay_right() -> None:
    @grundy.ruleset
    def heap_pairs(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))

    with limits.limited(table_bytes=160_000, search_states=10**9), progress.tallied() as tally:
        assert heap_pairs(25, 30).nimber == 25 ^ 30
    assert tally.dropped > 0
    assert tally.states > 26 * 31

    @grundy.ruleset
    def climb(n: int) -> Iterator[int]:
        yield n + 1

    with limits.limited(table_bytes=10**6, search_states=10**9), pytest.raises(OverBudgetError, match="wait for each"):
        _ = climb(0).nimber


def in_one_piece(*state: int) -> list[Any]:
    return [state if len(state) > 1 else state[0]]


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (lambda n: range(n - 1, max(-1, n - 51), -1), (100,)),
        (lambda n: range(max(0, n - 50), n), (100,)),
        (lambda a, b: [(k, b) for k in range(a)] + [(a, k) for k in range(b)], (12, 13)),
        (lambda a, b: [(k, b) for k in range(a)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)], (12, 13)),
    ],
)
def test_components_cost_little_where_nothing_falls_apart(rules: Any, state: tuple[int, ...]) -> None:
    """Each node is opened a few times at most, and counted once, however many nimbers it is asked for."""
    with progress.tallied() as full:
        expected = grundy.ruleset(rules)(*state).nimber
    with progress.tallied() as pruned:
        assert grundy.ruleset(components=in_one_piece)(rules)(*state).nimber == expected
    assert pruned.states <= full.states
    assert pruned.options <= 6 * full.options
    with progress.tallied() as pruned, limits.limited(table_bytes=4 * 10**5, search_states=10**9):  # keeps few options
        tables.clear()
        assert grundy.ruleset(components=in_one_piece)(rules)(*state).nimber == expected


def test_parts_beside_huge_heaps() -> None:
    """A part is then asked for a nimber that it cannot have; no set of so many bits is made."""
    nim = games.find("nim")

    @grundy.ruleset(components=in_one_piece)
    def beside(n: int) -> Iterator[Any]:
        if n:
            yield grundy.split(n - 1, nim(10**15))
            yield n - 1

    assert [beside(n).nimber for n in range(5)] == [0, 1, 0, 1, 0]
    assert str(beside(4).outcome) == "P"


@pytest.mark.slow
def test_a_pruned_search_keeps_few_options_where_memory_is_short() -> None:
    @grundy.ruleset
    def wide(n: int) -> Iterator[int]:
        yield from range(n - 1, max(-1, n - 61), -1)

    def peak(**bounds: int) -> int:
        tables.clear()
        with limits.limited(**bounds):
            tracemalloc.start()
            try:
                assert str(wide(700).outcome) == "N"
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    assert peak() > 1_500_000 > peak(table_bytes=1_500_000, search_states=10**9)
    with pytest.raises(OverBudgetError, match="wait for each other"):
        peak(table_bytes=500_000, search_states=10**9)


def test_a_pruned_search_can_be_stopped_and_stays_right() -> None:
    @grundy.ruleset
    def take(n: int) -> Iterator[int]:
        yield from range(max(0, n - 3), n)

    class Enough(Exception):
        pass

    def callback(done: int, total: int | None) -> None:
        assert (done, total) == (4096, None)
        raise Enough

    with progress.reporting(callback), pytest.raises(Enough):
        _ = take(5000).outcome
    with limits.limited(search_options=100), pytest.raises(OverBudgetError, match="100 options"):
        _ = take(9000).outcome
    assert [take(n).nimber for n in (4998, 4999, 5000)] == [2, 3, 0]


def test_rulesets_of_one_function_are_told_apart() -> None:
    def heaps(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))

    right, wrong = grundy.ruleset(heaps), grundy.ruleset(canonical=lambda a, b: (abs(a - b), 0))(heaps)
    assert wrong != right
    assert wrong(3, 4).nimber == 1
    assert right(3, 4).nimber == 7


def test_a_state_with_the_content_of_an_option_is_no_option() -> None:
    """Options are tuples; a tuple that is a state is compared with none of them."""

    @grundy.ruleset
    def named(kind: str, left: tuple[Any, ...], right: tuple[Any, ...], last: bool) -> Iterator[Any]:  # noqa: FBT001
        if kind == "begin":
            yield ("win", left, right, last)
            yield grundy.win()

    assert repr(named("begin", (), (), True).value) == "WIN"  # noqa: FBT003


def test_functions_of_more_than_a_state_are_refused() -> None:
    wrong: list[Any] = [lambda n, k=2: range(n - k), lambda n, *, k: range(n, k), lambda **n: n]
    for rules in wrong:
        with pytest.raises(RulesetError, match="to take the values of a state and nothing else"):
            grundy.ruleset(rules)


def test_win_takes_part_in_no_arithmetic() -> None:
    sums: list[Callable[[], Any]] = [
        lambda: grundy.WIN + 1,
        lambda: 1 + grundy.WIN,
        lambda: grundy.WIN | 1,
        lambda: -grundy.WIN,
        lambda: sum([2, grundy.WIN]),
    ]
    for wrong in sums:
        with pytest.raises(NoNimber):
            wrong()


def test_a_memo_is_weighed_while_another_thread_fills_it() -> None:
    memo: dict[int, int] = dict.fromkeys(range(1000), 0)
    stop = threading.Event()

    def fill() -> None:
        number = 1000
        while not stop.is_set():
            memo[number] = 0
            number += 1
            if number % 5000 == 0:
                memo.clear()

    thread = threading.Thread(target=fill)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        thread.start()
        for _ in range(3000):
            assert entry_bytes(memo) >= 100
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(interval)
