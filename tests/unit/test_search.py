"""The general search: values, limits, cycles, and long chains."""

from __future__ import annotations

import pytest

from grundy.errors import CycleError, OverBudgetError
from grundy.runtime import limits
from grundy.runtime.progress import reporting
from grundy.search.exhaustive import search


def nothing_known(_node: object) -> None:
    return None


@pytest.mark.slow
def test_a_chain_of_20_000_states_needs_no_recursion() -> None:
    memo: dict[int, int] = {}
    value = search(20_000, lambda n: [[n - k] for k in (1, 2, 3) if k <= n], nothing_known, memo)
    assert value == 20_000 % 4
    assert len(memo) == 20_001


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
