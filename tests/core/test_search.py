"""The general search: values, limits, cycles, and long chains."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.boards import Grid
from grundy.core.components import sum_has_nimber
from grundy.errors import CycleError, OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from grundy.runtime.table_cache import tables
from support.sources import searched as search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def nothing_known(_node: object) -> None:
    return None


def test_the_search_stops_where_a_value_is_known() -> None:
    asked = []

    def options(n: int) -> list[list[int]]:
        asked.append(n)
        return [[n - 1]]

    assert search(5, options, lambda n: 7 if n == 3 else None, {}) == 1
    assert asked == [5, 4]


def test_values_beyond_the_bitset() -> None:
    """A mex above 4096, and an option far above any mex."""
    memo: dict[int, int] = {}
    with limits.limited(search_options=10**8):
        assert search(4100, lambda n: ([k] for k in range(n)), lambda n: n if n < 4100 else None, memo) == 4100
    assert search("a", lambda _: [["big"]], lambda n: 10**18 if n == "big" else None, {}) == 0


@pytest.mark.parametrize(
    ("edges", "cycle"),
    [
        ({"a": "a"}, ("a",)),
        ({"a": "b", "b": "cd", "c": "", "d": "b"}, ("b", "d")),
        ({"a": "bc", "b": "", "c": "de", "d": "", "e": "a"}, ("a", "c", "e")),
    ],
)
def test_a_cycle_is_reported_with_the_cycle(edges: dict[str, str], cycle: tuple[str, ...]) -> None:
    with pytest.raises(CycleError) as caught:
        search("a", lambda node: [[target] for target in edges[node]], nothing_known, {})
    assert caught.value.cycle == cycle
    assert f"{' -> '.join(cycle)} -> {cycle[0]}" in str(caught.value)


def test_a_long_cycle_is_shown_in_short() -> None:
    with pytest.raises(CycleError, match=r"0 -> 1 -> .* \(988 more\) -> .* -> 999 -> 0"):
        search(0, lambda n: [[(n + 1) % 1000]], nothing_known, {})


@pytest.mark.slow
def test_a_cycle_far_down_is_found_in_one_pass() -> None:
    """Looking for each node among all before it took 17 s at a depth of 40,000."""
    with pytest.raises(CycleError) as caught:
        search(50_000, lambda n: [[n - 1 if n else 3]], nothing_known, {})
    assert caught.value.cycle == (3, 2, 1, 0)


def test_shared_states_are_no_cycle() -> None:
    """Two ways to one state, and both parts of an option the same state: mex of 0 and g(n - 1)."""
    memo: dict[int, int] = {}
    search(4, lambda n: [[n - 1, n - 1], [n - 1]] if n else [], nothing_known, memo)
    assert [memo[n] for n in range(5)] == [0, 1, 2, 1, 2]


def test_the_budget_stops_the_search_and_keeps_what_is_final() -> None:
    memo: dict[int, int] = {}

    def options(n: int) -> list[list[int]]:
        return [[k] for k in range(n)]

    with limits.limited(search_options=50), pytest.raises(OverBudgetError) as caught:
        search(100, options, nothing_known, memo)
    assert (caught.value.needed, caught.value.allowed) == (50, 50)
    assert all(memo[n] == n for n in memo)
    assert search(100, options, nothing_known, memo) == 100


def test_progress_is_reported_and_may_stop_the_work() -> None:
    class Enough(Exception):
        pass

    seen = []

    def callback(done: int, total: int | None) -> None:
        seen.append((done, total))
        if len(seen) == 3:
            raise Enough

    memo: dict[int, int] = {}
    with reporting(callback), pytest.raises(Enough):
        search(1000, lambda n: [[k] for k in range(n)], nothing_known, memo)
    assert [total for _, total in seen] == [None] * 3
    assert all(memo[n] == n for n in memo)


@grundy.ruleset
def after_a_sum(n: int) -> Iterator[Any]:
    """From 4 on, a sum whose parts are known stands before a state that is not."""
    if n < 4:
        yield from range(n)
    else:
        yield from (0, 1, grundy.split(1, 1, 1), 2)


def test_a_known_sum_before_an_unknown_state() -> None:
    assert after_a_sum(4).nimber == 3


SUMS = 90  # the largest state of random rules


def random_sums(rng: random.Random) -> list[list[tuple[int, ...] | None]]:
    """Return options that are sums of smaller states; None ends the game."""
    return [
        [tuple(rng.randrange(n) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))) for _ in range(rng.randint(0, 7))]
        + [None] * (rng.random() < 0.05)
        if n
        else []
        for n in range(SUMS + 1)
    ]


def worth(options: list[list[tuple[int, ...] | None]]) -> list[Any]:
    """Return the values of all states, smallest first: an option with a part that is WIN gives the game away."""
    found: list[Any] = []
    for own in options:
        sums = [[found[part] for part in parts] for parts in own if parts is not None]
        nimbers = [grundy.nim_sum(*parts) for parts in sums if grundy.WIN not in parts]
        found.append(grundy.WIN if None in own else grundy.mex(nimbers))
    return found


def ruled(options: list[list[tuple[int, ...] | None]], hooks: dict[str, Any]) -> grundy.Ruleset:
    """Return the ruleset of options: states, splits, and ends of the game."""

    def rules(n: int) -> Iterator[Any]:
        for parts in options[n]:
            if parts is None:
                yield grundy.win()
            elif len(parts) == 1:
                yield parts[0]
            else:
                yield grundy.split(*parts)

    return grundy.ruleset(**hooks)(rules)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("hooks", [{}, {"components": lambda n: [n]}, {"canonical": abs}])
def test_sums_of_all_kinds_in_one_state(seed: int, hooks: dict[str, Any]) -> None:
    options = random_sums(random.Random(seed))
    declared, values = ruled(options, hooks), worth(options)
    assert [declared.value(n) for n in range(SUMS, -1, -1)] == values[::-1]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("hooks", [{"components": lambda n: [n]}, {"canonical": abs}])
def test_sums_where_memory_or_work_end(seed: int, hooks: dict[str, Any]) -> None:
    """Records of options that are dropped, or never kept, and searches that stop and go on change no answer."""
    rng = random.Random(seed)
    options = random_sums(rng)
    rules, values = ruled(options, hooks), worth(options)
    for n in rng.sample(range(SUMS + 1), 12):
        nimber = rng.choice((0, 1, 2, 10**15))
        with limits.limited(table_bytes=rng.choice((20_000, 60_000, 200_000)), search_states=10**9):
            with limits.limited(search_options=rng.randint(1, 200)), suppress(OverBudgetError):
                rules.has_nimber(n, nimber)
            with suppress(OverBudgetError):
                assert rules.has_nimber(n, nimber) is (values[n] == nimber)
        assert rules.value(n) == values[n]


def test_a_pruned_search_asks_once_for_the_options_of_a_state() -> None:
    """Each state is looked at, opened and opened again for other nimbers; that took three calls."""
    asked: Counter[tuple[int, int]] = Counter()

    @grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)))
    def pairs(a: int, b: int) -> Iterator[tuple[int, int]]:
        asked[a, b] += 1
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))

    assert pairs(9, 12).nimber == 9 ^ 12
    assert max(asked.values()) == 1


def test_hits_are_values_that_were_there() -> None:
    """Of the six options of a heap of 3, three are met for the first time."""
    with tallied() as tally:
        assert search(3, lambda n: [[k] for k in range(n)], nothing_known, {}) == 3
    assert (tally.options, tally.states, tally.hits) == (6, 4, 3)


def rows(one: int, other: int) -> list[Any]:
    """Return the parts of two heaps of Nim, each as the two heaps that it is with nothing."""
    return [(one, 0), (other, 0)] if one and other else [(one, other)]


@grundy.ruleset(components=rows)
def two_heaps(one: int, other: int) -> Iterator[tuple[int, int]]:
    """Take from one of two heaps, which are searched each by itself."""
    yield from ((left, other) for left in range(one))
    yield from ((one, left) for left in range(other))


@grundy.ruleset(components=lambda node: [node])
def around(node: int) -> Iterator[int]:
    """Go around a circle of three after a step."""
    yield node % 3 + 1


def test_a_nimber_is_asked_for_of_all_parts_together() -> None:
    for one in range(5):
        for other in range(5):
            for nimber in range(8):
                tables.clear()
                assert two_heaps.has_nimber((one, other), nimber) is (nimber == one ^ other)


def test_a_cycle_is_reported_by_the_pruning_search() -> None:
    with pytest.raises(CycleError) as caught:
        around.has_nimber(0, 1)
    assert caught.value.cycle == (1, 2, 3)


def fission(grid: Grid, form: Callable[[int], int] | None) -> Any:
    """Return Fission: a stone between two empty cells is replaced by one on each of them."""

    @grundy.ruleset(canonical=form)
    def rules(stones: int) -> Iterator[int]:
        empty = grid.full & ~stones
        for cell in grid.cells(stones & grid.left(empty) & grid.right(empty)):
            yield stones ^ cell | grid.left(cell) | grid.right(cell)
        for cell in grid.cells(stones & grid.up(empty) & grid.down(empty)):
            yield stones ^ cell | grid.up(cell) | grid.down(cell)

    return rules


def test_few_options_come_first_whatever_the_canonical_form() -> None:
    """Without an order 4 x 5 took 1,375 to 3,276 options, and every value of it 11,873."""
    grid = Grid(4, 5)

    def turned(stones: int) -> list[int]:
        found = [stones, grid.mirrored(stones)]
        return found + [grid.upside_down(one) for one in found]

    start = grid.cell(2, 2)
    looked = []
    for pick in (min, max, lambda all_of_them: min(all_of_them, key=lambda one: one * 2654435761 % 2**32)):
        rules = fission(grid, lambda stones, pick=pick: pick(turned(stones)))  # type: ignore[misc]
        for ask_for in ("outcome", "nimber"):
            tables.clear()
            with tallied() as tally:
                assert str(getattr(rules(start), ask_for)) == ("P" if ask_for == "outcome" else "0")
            looked.append(tally.options)
    assert max(looked) < 1000
    assert max(looked) < 2 * min(looked)
    assert fission(grid, None)(start).nimber == 0  # every value


def test_winning_moves_of_a_solved_state_ask_for_its_own_options_alone() -> None:
    asked: list[int] = []

    @grundy.ruleset
    def fan(n: int) -> Iterator[object]:
        asked.append(n)
        if n > 50:
            yield from range(50)
        elif n % 2:
            yield 0
        elif n == 4:
            yield grundy.win(move="home")

    position = fan(51)
    assert position.nimber == 2
    asked.clear()
    assert [choice.move for choice in position.winning_moves()] == [f"fan({n})" for n in range(0, 50, 2) if n != 4]
    assert set(asked) == {51}
    assert [choice.move for choice in fan(4).winning_moves()] == ["home"]


@pytest.mark.parametrize("seed", range(12))
def test_many_options_are_worth_what_each_is_worth_by_itself(seed: int) -> None:
    """Of more options than are asked for one by one; some are splits, wins, or moves after which one moves again."""
    rng = random.Random(seed)
    kinds = [["plain"], ["plain", "split"], ["plain", "split", "win"], ["plain", "again"]][seed % 4]
    listed: dict[int, list[Any]] = {}
    for state in range(150):
        listed[state] = []
        for _ in range(rng.randint(0, 3) if state < 149 and state else 120 * (state == 149)):
            below, kind = rng.randrange(state), rng.choice(kinds)
            option: Any = (
                below if kind == "plain" else grundy.split(below, rng.randrange(state), move=f"{rng.random()}")
            )
            option = grundy.split(below, again=True) if kind == "again" and below % 7 == 0 else option
            listed[state].append(grundy.win(move="end") if kind == "win" and below % 11 == 0 else option)

    @grundy.ruleset
    def fan(state: int) -> Iterator[Any]:
        yield from listed[state]

    left = rng.randrange(1, 9)

    def stop() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    for nimber in (0, 1, 3):
        with suppress(OverBudgetError), limits.limited(search_options=rng.randrange(1, 400)):
            list(fan.moves_worth(149, nimber))
        with suppress(KeyboardInterrupt), reporting(lambda *_: None, cancel=stop):
            list(fan.moves_worth(149, nimber))
        found = list(fan.moves_worth(149, nimber))  # after searches that were stopped
        tables.clear()
        by_itself = [
            option
            for option in fan.moves(149)
            if option.ends or sum_has_nimber(option.components, nimber) is not option.again
        ]
        assert found == by_itself
        tables.clear()


@pytest.mark.parametrize("known", [0, 100])
def test_options_without_an_end_keep_to_the_budget(known: int) -> None:
    """Also if all their values are known, and if the search begins with many values."""

    @grundy.ruleset
    def endless(n: int) -> Iterator[int]:
        yield from range(n)
        while n > 100:
            yield 0

    assert endless(known).nimber == known
    with limits.limited(search_options=20_000), pytest.raises(OverBudgetError, match="20,000 options"):
        endless(101).value  # noqa: B018
    asked: list[int] = []

    def cancel() -> None:
        asked.append(1)
        if len(asked) > 500:
            raise KeyboardInterrupt

    with reporting(lambda *_: None, cancel=cancel), pytest.raises(KeyboardInterrupt):
        endless(101).value  # noqa: B018


def test_errors_of_a_function_show_its_line() -> None:
    def faulty(n: int) -> Iterator[Any]:
        yield from range(n)
        if n == 300:
            yield n // (n - 300)

    def unhashable(n: int) -> list[Any]:
        return [k if k < 30 else [k] for k in range(n)]

    with pytest.raises(ZeroDivisionError) as caught:
        grundy.ruleset(faulty)(301).value  # noqa: B018
    assert caught.traceback[-1].name == "faulty"
    with pytest.raises(RulesetError, match="hashable"):
        grundy.ruleset(unhashable)(40).value  # noqa: B018
