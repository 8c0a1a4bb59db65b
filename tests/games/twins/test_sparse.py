"""The sparse-space engine against the definition: good spaces, bad ones, and spaces in which heaps are rare late."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("numba")

from grundy.errors import OverBudgetError
from grundy.games.families.heaps import engines, heap_tables
from grundy.games.families.heaps.codes import heaps
from grundy.games.families.heaps.direct_kernel import DirectEngine
from grundy.games.families.heaps.sparse import few, history, many, space, sparse_table
from grundy.games.families.heaps.sparse.many import Many
from grundy.games.families.heaps.sparse.pairs import moves_of
from grundy.games.families.heaps.sparse.space import Space, best_space
from grundy.runtime import arrays, limits
from grundy.runtime.table_cache import tables
from grundy.theory import periods
from grundy.theory.periods import Theorem
from support.without_packages import missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.needs_jit


@pytest.fixture(autouse=True)
def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse_table, "FIRST", 2048)
    monkeypatch.setattr(few.Few, "step", 1024)
    monkeypatch.setattr(many.Many, "step", 1024)
    monkeypatch.setattr(history, "ROOM", 4096)  # windows are moved
    monkeypatch.setattr(space, "PIECE", 512)
    monkeypatch.setattr(sparse_table, "RARE_OPTIONS", 10**8)
    monkeypatch.setattr(sparse_table, "TRAINING_OPTIONS", 10**6)
    monkeypatch.setattr(sparse_table, "RESTART_OPTIONS", 10**4)


def filled(code: str, size: int, known: int = 0) -> sparse_table.SparseTable:
    """Return a table of a code, the first values of which are given."""
    rules: Any = heaps(code)
    digits = dict(enumerate(getattr(rules, "digits", (4,))))
    prefix: NDArray[Any] = rules.nimbers(known, direct=True)
    found = sparse_table.SparseTable(digits, size, prefix, unequal=code.startswith("unequal"))
    while found.known < size:
        assert found.fill(min(size, found.known + 5000))
    return found


@pytest.mark.slow
def test_values_of_the_best_space() -> None:
    """Codes with one and with several splitting digits, with position parity and without; words of 16 to 64 bits."""
    for code, name in (
        ("0.106", "sparse"),
        ("0.16", "sparse"),
        ("0.354", "sparse"),
        ("0.644", "sparse"),
        ("0.007", "direct"),
    ):
        expected = heaps(code).nimbers(20_000, direct=True)
        for threads in (1, 2):
            with limits.limited(threads=threads):
                found = filled(code, 20_000)
            assert found.name == name
            assert np.array_equal(found.values, expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "space"),
    [("0.106", Space(29, 3)), ("0.16", Space(14)), ("0.354", Space(126)), ("0.354", Space(84)), ("0.106", Space(1))],
)
def test_any_mask_gives_the_same_values(code: str, space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a bad space heaps are rare again and again; in a very bad one the direct engine takes over for a while."""
    expected = heaps(code).nimbers(9000, direct=True)
    monkeypatch.setattr(sparse_table, "best_space", lambda _, __: (space, 0))
    monkeypatch.setattr(few, "MOST_RARE", 10**5)
    monkeypatch.setattr(sparse_table, "RARE_OPTIONS", 10**6 if space.mask == 1 else 10**8)
    looks: list[int] = []
    give_up = sparse_table.SparseTable.give_up

    def noted(self: sparse_table.SparseTable) -> None:
        give_up(self)
        looks.append(self.next_look)

    monkeypatch.setattr(sparse_table.SparseTable, "give_up", noted)
    found = filled(code, 9000)
    assert np.array_equal(found.values, expected)
    assert (looks != []) == (space.mask == 1)
    assert all(later >= 2 * earlier for earlier, later in pairwise(looks))  # not again and again


@pytest.mark.slow
def test_a_better_space_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heaps turn out to be rare in the first space, so another is looked for."""
    expected = heaps("0.106").nimbers(9000, direct=True)
    spaces = [(Space(29, 3), 0), (Space(13, 3), 0)]
    monkeypatch.setattr(sparse_table, "best_space", lambda _, __: spaces.pop(0) if len(spaces) > 1 else spaces[0])
    monkeypatch.setattr(few, "MOST_RARE", 10**5)
    found = filled("0.106", 9000)
    assert np.array_equal(found.values, expected)
    assert found.space == Space(13, 3)


@pytest.mark.slow
def test_heaps_that_are_rare_late() -> None:
    """0.324 has rare heaps up to 69,230 at least, 0.16 one at 13,935 and the next at 198,379, or none so far."""
    for code, size in (("0.324", 71_000), ("0.16", 15_000)):
        found = filled(code, size)
        assert np.array_equal(found.values, heaps(code).nimbers(size, direct=True))


@pytest.mark.slow
def test_many_rare_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.161, 0.106 as if it had many rare heaps, and 0.6 in a poor space."""
    monkeypatch.setattr(few, "MOST_RARE", 10)
    monkeypatch.setattr(many, "PLANES", (20,))  # compiled once
    monkeypatch.setattr(sparse_table, "RARE_OPTIONS", 10**10)
    for code, size, threads in (("0.161", 60_000, 2), ("0.106", 12_000, 1)):
        with limits.limited(threads=threads):
            found = filled(code, size)
        assert isinstance(found._engine, Many)  # noqa: SLF001 - else this tests nothing
        assert np.array_equal(found.values, heaps(code).nimbers(size, direct=True))
    monkeypatch.setattr(sparse_table, "best_space", lambda *_: (Space(0x0E), 0))
    assert np.array_equal(filled("0.6", 9000).values, heaps("0.6").nimbers(9000, direct=True))


@pytest.mark.slow
def test_a_table_goes_on_where_it_ended() -> None:
    expected = heaps("0.106").nimbers(30_000, direct=True)
    found = filled("0.106", 7001, known=3000)
    for size in (7002, 20_000, 30_000):
        found.resize(size)
        while found.known < size:
            assert found.fill(size)
        assert np.array_equal(found.values, expected[:size])


def test_spaces_by_counting() -> None:
    """The transform finds the mask, and the number of rare heaps, that counting finds."""
    for code in ("0.106", "0.16", "0.45", "unequal-2"):
        rules = heaps(code)
        values = rules.nimbers(700)
        moves = moves_of(rules)
        assert moves is not None
        space, number = best_space(values, moves.splits)
        numbers = np.arange(1, len(values))
        counts = {}
        for mask in range(1, 2 ** int(values.max()).bit_length()):
            for parity in (None, moves.splits[0]) if len({take & 1 for take in moves.splits}) == 1 else (None,):
                rare = [
                    (int(values[n]) & mask).bit_count() % 2 == (0 if parity is None else (n - parity) % 2)
                    for n in numbers
                ]
                counts[Space(mask, parity)] = sum(rare)
                assert list(Space(mask, parity).rare(values[1:], numbers)) == rare
        assert counts[space] == number == min(counts.values())


@pytest.mark.slow
def test_long_tables_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table has room for what is asked for, and for half as many more."""
    rules = heaps("0.106")
    expected = rules.nimbers(30_000, direct=True)
    monkeypatch.setattr(engines, "DIRECT_OPTIONS", 0)
    monkeypatch.setattr(heap_tables, "LONG", 4096)
    for direct in (False, True):
        tables.clear()
        first = rules.nimbers(20_000, direct=direct)
        more = rules.nimbers(30_000, direct=direct)
        assert np.array_equal(more, expected)
        assert first.__array_interface__["data"][0] == more.__array_interface__["data"][0]
        with pytest.raises(ValueError, match="read-only"):
            first[0] = 1


def test_a_direct_table_in_memory_that_is_there() -> None:
    """The table of others is filled in place; only the half of it that may be a larger part is mirrored."""
    for code in ("0.77", "0.007", "4.07", "0.000000007"):
        rules: Any = heaps(code)
        digits = dict(enumerate(rules.digits))
        expected = rules.nimbers(700, direct=True)
        for known in (0, 1, 2, 350, 699):
            values = np.zeros(700, np.uint16)
            values[:known] = expected[:known]
            found = DirectEngine(digits, 700, values[:known], values=values)
            assert found.fill(700)
            assert np.array_equal(values, expected)


@pytest.mark.parametrize("block", [1, 2, 3, 7, 50])
def test_values_continued_with_their_last_ones(block: int) -> None:
    values = np.random.default_rng(block).integers(0, 9, 50).astype(np.uint16)
    for length in (50, 51, 99, 100, 101, 500):
        found = arrays.continued(values, block, length)
        assert list(found) == arrays.continued(values.tolist(), block, length)
        assert list(found) == [
            int(values[n] if n < 50 else values[50 - block + (n - 50) % block]) for n in range(length)
        ]


@pytest.mark.parametrize("piece", [2**16, 300])
def test_periods_by_the_last_values(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of long sequences finds what the search of short ones finds, also in many pieces."""
    monkeypatch.setattr(periods, "PIECE", piece)
    random = np.random.default_rng(5)
    for _ in range(40):
        length = int(random.integers(900, 3000))
        start, period = int(random.integers(0, length)), int(random.integers(1, length // int(random.integers(1, 9))))
        values = random.integers(0, 4, length).astype(np.uint16)
        for heap in range(start + period, length):
            values[heap] = values[heap - period]
        theorem = (None, Theorem(1, 3), Theorem(2, 3))[random.integers(0, 3)]
        saltus = theorem is None and bool(random.integers(0, 2))
        if saltus:
            values += (np.arange(length) // period).astype(np.uint16)
        monkeypatch.setattr(periods, "_LONG", 10**6)
        found = periods.find_period(values, theorem, arithmetic=saltus)
        monkeypatch.setattr(periods, "_LONG", 900)
        assert periods.find_period(values, theorem, arithmetic=saltus) == found
        with missing("numpy"):
            assert periods.find_period(values.tolist(), theorem, arithmetic=saltus) == found


@pytest.mark.slow
def test_only_direct_work_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A far table is within the budget as long as its space is good; else what is done until then is kept."""
    rules = heaps("0.106")
    expected = rules.nimbers(12_000, direct=True)
    monkeypatch.setattr(heap_tables, "PROBE", 4096)
    monkeypatch.setattr(engines, "DIRECT_OPTIONS", 0)
    monkeypatch.setattr(sparse_table, "RARE_OPTIONS", 10**6)
    with limits.limited(kernel_options=15_000_000):  # of 36,000,000
        tables.clear()
        assert np.array_equal(rules.nimbers(12_000, direct=True), expected)
        tables.clear()
        monkeypatch.setattr(sparse_table, "best_space", lambda _, __: (Space(1), 0))
        with pytest.raises(OverBudgetError):
            rules.nimbers(12_000, direct=True)
    kept = heap_tables.solve(rules, 1).values
    assert 8000 < len(kept) < 12_000
    assert np.array_equal(kept, expected[: len(kept)])
