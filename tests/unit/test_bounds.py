"""The limits of a search: the exact number at which it stops, asks, reports and drops values."""

from __future__ import annotations

from dataclasses import dataclass
from sys import getsizeof

import pytest

from grundy.errors import OverBudgetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import _FOUND, _SLOT, Memo, SearchCounts, entry_bytes

_INTEGER = getsizeof(1000)
_ENTRY = _SLOT + _INTEGER  # bytes, for a key that is an integer of some size
_WAITS = 1000  # bytes of a node that waits, beside its entry


def memo(entries: int) -> dict[int, int]:
    """Return a memo with integers as keys."""
    return dict.fromkeys(range(1000, 1000 + entries), 0)


def test_options_are_counted_to_the_last() -> None:
    with limits.limited(search_options=3):
        bounds = SearchCounts(_WAITS, Memo())
        for _ in range(3):
            bounds.step()
        with pytest.raises(OverBudgetError) as caught:
            bounds.step()
    assert (caught.value.needed, caught.value.allowed, caught.value.unit, bounds.looked) == (3, 3, "options", 3)


@pytest.mark.parametrize(
    ("looked", "budget", "back"), [(0, 10**6, 64), (1, 10**6, 64), (63, 10**6, 64), (64, 10**6, 128), (5, 10, 11)]
)
def test_when_a_search_comes_back(looked: int, budget: int, back: int) -> None:
    with limits.limited(search_options=budget):
        assert SearchCounts(_WAITS, Memo()).look(looked) == back


def test_callbacks_are_asked_each_time_and_told_every_4096_options() -> None:
    asked = []
    told = []
    with progress.reporting(lambda done, total: told.append((done, total)), cancel=lambda: asked.append(1)):
        bounds = SearchCounts(_WAITS, Memo())
        for looked in (0, 64, 4095, 4096, 8191, 8192, 8200):
            bounds.look(looked)
        assert told == [(4096, None), (8192, None)]
        assert len(asked) == 7
        bounds = SearchCounts(_WAITS, Memo())
        for _ in range(127):
            bounds.step()
        assert len(asked) == 9  # at the first option, and at 64


def test_states_are_counted_with_those_that_wait() -> None:
    with limits.limited(search_states=10):
        assert SearchCounts(_WAITS, Memo(memo(4), memo(3))).hold(3) == 11
        with pytest.raises(OverBudgetError) as caught:
            SearchCounts(_WAITS, Memo(memo(4), memo(3))).hold(4)
    assert (caught.value.needed, caught.value.allowed, caught.value.unit) == (11, 10, "states")


def test_a_node_that_is_opened_again_is_counted_once() -> None:
    with limits.limited(search_states=2):
        bounds = SearchCounts(_WAITS, Memo())
        bounds.opened(1)
        bounds.opened(2, again=True)
        assert bounds.states == 1
        with pytest.raises(OverBudgetError):
            bounds.opened(3)


def test_small_searches_are_not_weighed() -> None:
    bounds = SearchCounts(_WAITS, Memo(memo(10)))
    assert bounds.hold(65_525) == 65_536
    values = dict.fromkeys(range(65_536), 0)
    bounds = SearchCounts(_WAITS, Memo(values))
    assert bounds.hold(1) > 65_536 + 64
    assert (len(values), bounds.dropped, bounds.most_kept) == (65_536, 0, 65_536)


@pytest.mark.parametrize(
    ("spare", "back"), [(0, 166), (64 * (_ENTRY + _WAITS), 166), (80 * (_ENTRY + _WAITS), 182), (10**7, 204)]
)
def test_bytes_that_suffice(spare: int, back: int) -> None:
    """The next look is where what is spare could be taken, or where there are twice as many nodes."""
    needed = 100 * _ENTRY + 2 * (_ENTRY + _WAITS)
    values = memo(100)
    with limits.limited(table_bytes=needed + spare):
        bounds = SearchCounts(_WAITS, Memo(values))
        assert bounds.hold(2) == back
    assert (len(values), bounds.dropped) == (100, 0)
    assert bounds.most_kept == (needed + spare) // (10 * _ENTRY)


def test_bytes_that_do_not_suffice() -> None:
    """Every other value is dropped, of each memo."""
    values, excluded = memo(99), memo(1)
    with limits.limited(table_bytes=100 * _ENTRY + 2 * (_ENTRY + _WAITS) - 1):
        bounds = SearchCounts(_WAITS, Memo(values, excluded))
        assert bounds.hold(2) == 51 + max(64, 50 * _ENTRY // (_ENTRY + _WAITS))
    assert [*values] == [*range(1001, 1099, 2)]
    assert (len(excluded), bounds.dropped) == (0, 51)


def test_options_that_are_kept_take_bytes() -> None:
    values = memo(100)
    with limits.limited(table_bytes=103 * _ENTRY + 2 * (_ENTRY + _WAITS) - 1):
        bounds = SearchCounts(_WAITS, Memo(values))
        bounds.kept = 3
        bounds.hold(2)
    assert bounds.dropped == 50


def test_more_options_are_kept_where_memory_allows() -> None:
    bounds = SearchCounts(_WAITS, Memo(memo(10)))
    assert bounds.hold(1) == 65_536
    before = bounds.most_kept
    bounds.weigh_kept()
    assert bounds.most_kept == pytest.approx(limits.table_bytes() // (10 * _ENTRY), rel=0.5) != before


def test_nodes_that_wait_need_memory_that_cannot_be_dropped() -> None:
    needed = 7 * (_ENTRY + _WAITS) + 5 * _FOUND
    for allowed in (needed, needed - 1):
        with limits.limited(table_bytes=allowed):
            bounds = SearchCounts(_WAITS, Memo(memo(1)))
            bounds.kept = 3  # can be dropped
            if allowed == needed:
                bounds.hold(7, 5)
                continue
            with pytest.raises(OverBudgetError) as caught:
                bounds.hold(7, 5)
    assert (caught.value.needed, caught.value.allowed, caught.value.unit) == (needed, needed - 1, "bytes")


@dataclass(frozen=True)
class Board:
    """A state with fields."""

    rows: int
    name: str


@pytest.mark.parametrize("key", [-5, 0, 256])
def test_small_integers_are_shared(key: int) -> None:
    assert entry_bytes({key: 1}) == _SLOT


@pytest.mark.parametrize(
    ("key", "size"),
    [
        (-6, getsizeof(-6)),
        (257, getsizeof(257)),
        ("a", getsizeof("a")),
        ((1000, "a"), getsizeof((1, 2)) + _INTEGER + getsizeof("a")),
        (frozenset([1000]), getsizeof(frozenset([1])) + _INTEGER),
        (Board(1000, "a"), getsizeof(Board(1, "a")) + _INTEGER + getsizeof("a")),
    ],
)
def test_bytes_of_a_key(key: object, size: int) -> None:
    assert entry_bytes({key: 1}) == _SLOT + size


def test_bytes_of_a_key_that_is_nested_deeper_than_python_calls() -> None:
    key: tuple[object, ...] = ()
    for _ in range(5000):
        key = (key,)
    assert entry_bytes({key: 1}) == _SLOT + getsizeof(()) + 5000 * getsizeof((0,))


def test_bytes_of_an_entry_are_a_mean_over_some() -> None:
    assert entry_bytes({}) == _SLOT
    assert entry_bytes({1: 0, 1000: 0}) == _SLOT + _INTEGER // 2
    many = {(key if key % 10 else f"{key:0100}"): 0 for key in range(1000, 2000)}  # each tenth is long, and so sampled
    assert entry_bytes(many) == _SLOT + getsizeof("0" * 100)


def test_a_memo_is_measured_again_where_it_has_changed_by_a_quarter() -> None:
    values = dict.fromkeys(range(8), 0)
    kept = Memo(values)
    assert kept.bytes == 8 * _SLOT
    values |= {1000: 0, 1001: 0}
    assert kept.bytes == 10 * _SLOT
    values[1002] = 0
    assert kept.bytes == 11 * (_SLOT + 3 * _INTEGER // 11)


def test_the_next_search_weighs_where_the_last_one_would_have() -> None:
    values = memo(100)
    kept = Memo(values)
    with limits.limited(table_bytes=1000 * _ENTRY):
        at = SearchCounts(_WAITS, kept).hold(1)
        assert 100 < at == SearchCounts(_WAITS, kept).hold(1)
        values.update(dict.fromkeys(range(at), 0))
        assert SearchCounts(_WAITS, kept).hold(1) > at
    with limits.limited(table_bytes=50 * _ENTRY):  # another budget
        SearchCounts(_WAITS, kept).hold(1)
    assert len(values) < at
