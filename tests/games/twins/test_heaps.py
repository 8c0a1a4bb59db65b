"""Heaps: kernels, tables and formulas against the plain search over `options`."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("numba")

from hypothesis import assume, given
from hypothesis import strategies as st

from grundy.core.nimbers import mex, nim_sum
from grundy.errors import CapacityError, GrundyError, OverBudgetError, RulesetError
from grundy.games.families.heaps import direct_kernel as heaps_kernel
from grundy.games.families.heaps import engines, heap_tables
from grundy.games.families.heaps.codes import heaps
from grundy.games.families.heaps.couples import Couples
from grundy.games.families.heaps.engines import PlainEngine, SetEngine
from grundy.games.families.heaps.nim import Nim
from grundy.games.families.heaps.splits import HeapSplit
from grundy.games.families.heaps.take_and_break import Code, Subtraction
from grundy.games.families.heaps.treblecross import Stretch, Treblecross
from grundy.runtime import arrays, limits, progress
from grundy.runtime.table_cache import tables
from support.conditions import JIT
from support.twins import plain
from support.without_packages import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.games.families.heaps.heap_tables import SolvedHeaps


@st.composite
def codes(draw: st.DrawFn) -> HeapRules:
    """Rules of all kinds that have a table."""
    kind = draw(st.sampled_from(["octal", "octal", "hexadecimal", "endless", "set", "unequal"]))
    if kind == "unequal":
        return heaps("unequal-2")
    if kind == "set":
        takes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
        return Subtraction(tuple(sorted(takes)), draw(st.booleans()))
    letters = "01234567" if kind == "octal" else "0123456789abcdef"
    digits = "".join(draw(st.lists(st.sampled_from(letters), min_size=1, max_size=5)))
    repeated = "".join(draw(st.lists(st.sampled_from(letters), min_size=1, max_size=3)))
    first = draw(st.sampled_from("04" if kind == "octal" else "048c"))
    rules = heaps(f"{first}.{digits}" + (f"[{repeated}]" if kind == "endless" else ""))
    assume(not isinstance(rules, Nim))  # a formula
    return rules


@pytest.mark.slow
@given(codes())
def test_heaps_kernels_at_every_heap(rules: HeapRules) -> None:
    tables.clear()
    memo: dict[Any, int] = {}
    length = 50 if JIT else 22
    with limits.limited(kernel_above=-1):
        first = list(rules.nimbers(10))
        values = list(rules.nimbers(length))  # grows the table of the first ten
        direct = list(rules.nimbers(length, direct=True))
    assert values[:10] == first
    assert values == direct == [plain(rules, heap, memo) for heap in range(length)]


def filled(rules: HeapRules, length: int, prefix: list[int] | None = None) -> list[int]:
    """Return the nimbers by the engine of the rules, which goes on from those that are given."""
    engine = rules.engine(length, arrays.array(prefix or [], 16))
    for known in heap_tables.fill_in_steps(rules, engine, length):
        assert known <= length
    assert engine.known == length
    return arrays.listed(engine.values)


@pytest.mark.slow
@pytest.mark.needs_jit
@pytest.mark.parametrize("packages", [("numba",), ("numba", "numpy")])
@given(rules=codes(), length=st.integers(1, 90), known=st.integers(0, 90))
def test_plain_engines_against_kernels(packages: tuple[str, ...], rules: HeapRules, length: int, known: int) -> None:
    by_kernel = filled(rules, length)
    with missing(*packages):
        assert isinstance(rules.engine(1, arrays.zeros(0, 16)), PlainEngine)
        assert filled(rules, length) == by_kernel
        assert filled(rules, length, by_kernel[: min(known, length - 1)]) == by_kernel


@pytest.mark.parametrize("code", ["0.77", "0.6", "4.7", "unequal-2", "0.007", "{2,130}"])
def test_heaps_beyond_a_block_of_the_kernel(code: str) -> None:
    """Runs of many blocks, at random heaps, by one step of the definition."""
    rules = heaps(code)
    values = rules.nimbers(1500 if JIT else 180, direct=True)
    for heap in (np.random.default_rng(3).integers(0, len(values), 60), range(120, 140)):
        for size in map(int, heap):
            worth = set()
            for option in rules.moves(size):
                total = 0
                for part in option.components:
                    total ^= int(values[part.state])
                worth.add(total)
            assert values[size] == min(set(range(len(worth) + 1)) - worth)


def test_sets_grow_with_their_nimbers() -> None:
    """Nimbers of many words: nim by its digits, and Lasker's formula."""
    length = 3000 if JIT else 700
    with limits.limited(kernel_above=-1):
        lasker = heaps("4.[3]").nimbers(length)
        nim = heaps("0.7[3]").nimbers(length)
    assert list(nim) == list(range(length))
    for heap in range(1, length):
        assert lasker[heap] == heap + {3: 1, 0: -1}.get(heap % 4, 0)


@pytest.mark.parametrize("code", ["0.8", "0.7[3]", "4.[3]", "0.13[9f]", "0.[28]", "0.4[5]", "0.07f", "0.[1]"])
def test_tables_go_on_from_given_nimbers(code: str) -> None:
    """Sets that are made for given nimbers are those of one run."""
    rules = heaps(code)
    length = 700 if JIT else 70
    once = filled(rules, length)
    for known in (0, 1, 2, 5, length // 2, length - 1, length):
        assert filled(rules, length, once[:known]) == once


@pytest.mark.needs_jit
@pytest.mark.parametrize(("code", "least"), [("0.64", 64), ("{1..399,450}", 256)])
def test_large_nimbers_by_kernels_lists_and_arrays(code: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nimbers of several words of a set; arrays are used where pairs of lists would take too long."""
    rules = heaps(code)
    with limits.limited(kernel_above=-1):
        values = filled(rules, 1500)
    with missing("numba"):
        assert isinstance(rules.engine(1500, arrays.zeros(0, 16)).values, list)
        assert filled(rules, 1500) == values
        monkeypatch.setattr(engines, "LISTED_PAIR_SECONDS", 1)
        assert filled(rules, 1500) == values
    assert max(values) >= least


def test_pairs_of_heaps_without_numba_may_take_as_long_as_a_search() -> None:
    """Pairs in an array cost a small part of an option of the plain search, so the budget has room for more of them."""
    rules = heaps("0.6")
    by_kernel = list(rules.nimbers(2000, direct=True))
    tables.clear()
    with missing("numba"), limits.limited(search_options=1000):
        assert list(rules.nimbers(2000, direct=True)) == by_kernel
        with pytest.raises(OverBudgetError, match="without Numba, needs much work"):
            rules.nimbers(2500, direct=True)
    tables.clear()
    with missing("numba", "numpy"), limits.limited(search_options=1000), pytest.raises(OverBudgetError):
        rules.nimbers(2000, direct=True)


def test_given_nimbers_are_not_computed_again() -> None:
    """Wrong nimbers stay what they are, also those that need sets of many words."""
    wrong = [70_000] * 300
    table = SetEngine({}, 302, wrong, bits=32, cycle=(3,), fixed=1)  # type: ignore[arg-type] # a list
    assert table.known == 300
    assert table.fill(302)
    assert table.values[:300] == wrong


@given(codes(), st.integers(0, 16))
def test_allowed_splits_are_the_options(rules: HeapRules, size: int) -> None:
    listed = {option.move for option in rules.moves(size)}
    sizes = range(1, size + 2)
    parts = [left for many in range(4) for left in itertools.combinations_with_replacement(sizes, many)]
    assert {(size, *left) for left in parts if rules.allows(size, left)} == listed


@given(codes(), st.integers(1, 24))
def test_heaps_cost_bounds_the_options(rules: HeapRules, size: int) -> None:
    assert sum(sum(1 for _ in rules.moves(heap)) for heap in range(size + 1)) <= rules.cost(size).options


@pytest.mark.parametrize("rules", [HeapSplit(2, equal=True), HeapSplit(3, equal=True), HeapSplit(3, equal=False)])
def test_splits_without_a_kernel(rules: HeapSplit) -> None:
    memo: dict[Any, int] = {}
    assert list(rules.nimbers(40)) == [plain(rules, heap, memo) for heap in range(40)]
    for size in range(14):
        moves = {tuple(part.state for part in option.components) for option in rules.moves(size)}
        kinds = 1 if rules.equal else rules.parts
        every = itertools.combinations_with_replacement(range(1, size + 1), rules.parts)
        assert moves == {parts for parts in every if sum(parts) == size and len(set(parts)) == kinds}
        assert all(rules.allows(size, parts) for parts in moves)
        assert not rules.allows(size, (size,))


@pytest.mark.slow
@pytest.mark.parametrize("length", [3000, 10**5])
def test_splits_without_a_kernel_are_refused_with_the_figure(length: int) -> None:
    rules = HeapSplit(3, equal=False)
    for ask in (rules.value, rules.nimbers, rules.period):
        with pytest.raises(OverBudgetError, match=r"unequal-3.* needs much work: .* options, the budget is") as caught:
            ask(length)
        assert caught.value.allowed == limits.budget().search_options
    assert HeapSplit(2, equal=True).value(2**100) == 1
    tables.clear()
    with limits.limited(search_options=100):
        assert rules.value(14) == plain(rules, 14, {})
        with pytest.raises(OverBudgetError, match=r"heap about 10\^30 of"):
            rules.value(10**30)
        with pytest.raises(OverBudgetError, match="heap 20 of unequal-3 needs much work: 190 options"):
            rules.value(20)


@given(st.integers(3, 5), st.integers(0, 22))
def test_cost_of_unequal_splits_bounds_the_options(parts: int, size: int) -> None:
    rules = HeapSplit(parts, equal=False)
    assert sum(sum(1 for _ in rules.moves(heap)) for heap in range(size + 1)) <= rules.cost(size).options


def test_a_function_of_the_size() -> None:
    """The rules of Kayles as a function, and what no rules are."""

    def kayles(pins: int) -> Iterator[Any]:
        for take in (1, 2):
            for left in range(pins - take + 1):
                yield left, pins - take - left

    rules = heaps(kayles)
    assert list(rules.nimbers(40)) == list(heaps("0.77").nimbers(40))
    assert str(rules(12).play("12 -> 5+5")) == "kayles: 5 5"
    assert rules.period(300).status == "observed"
    assert (rules.period(300).preperiod, rules.period(300).period) == (71, 12)
    assert list(heaps(range).nimbers(5)) == [0, 1, 2, 3, 4]
    with pytest.raises(RulesetError, match="expected to_nothing to give sizes of heaps"):
        heaps(to_nothing).value(3)
    with pytest.raises(RulesetError, match="expected a code or a function, found 77"):
        heaps(77)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_a_heap_under_a_function_alone_and_in_a_table(seed: int) -> None:
    """The search from one heap, the table of all, and the moves have the same nimbers: sizes, parts, ranges, zeros."""
    rng = Random(seed)
    moves: list[list[Any]] = [[]]
    for size in range(1, 40):
        one: list[Any] = [rng.randrange(size) for _ in range(rng.randrange(3))]
        several: list[Any] = [tuple(rng.randrange(size) for _ in range(rng.randrange(4))) for _ in range(2)]
        moves.append([*one, *several, range(rng.randrange(size), size), False])

    def drawn(size: int) -> list[Any]:
        return moves[size]

    rules = heaps(drawn)
    alone = [heaps(lambda size: moves[size])(size).nimber for size in range(40)]
    assert alone == list(rules.nimbers(40))
    assert alone == [mex(choice.after.nimber for choice in rules(size).choices()) for size in range(40)]


def test_heaps_of_a_range_are_those_of_a_list() -> None:
    rules = heaps({1, 3, 4})
    for sizes in (range(0), range(7), range(3, 20, 2), range(9, 2, -1), range(100, 103), range(10**18, 10**18 + 3)):
        assert rules.nimbers(sizes).tolist() == rules.nimbers(list(sizes)).tolist()
    with pytest.raises(RulesetError, match="found -3"):
        rules.nimbers(range(-3, 5))


@pytest.mark.parametrize(
    ("left", "found"),
    [
        (None, "to give options of a heap, found None"),
        (5, "to give options of a heap, found 5"),
        ([2.5], "to give sizes of heaps, integers of at least 0, found 2.5"),
        ([None], "to give sizes of heaps, integers of at least 0, found None"),
        ([(1, "2")], "to give sizes of heaps, integers of at least 0, found '2'"),
        (["12"], "to give sizes of heaps, integers of at least 0, found '1'"),
    ],
)
def test_a_function_that_gives_no_sizes(left: Any, found: str) -> None:
    def strange(size: int) -> Any:
        del size
        return left

    with pytest.raises(RulesetError, match=f"expected strange {found}"):
        heaps(strange).value(6)


@pytest.mark.parametrize("left", [(), (0,), (0, 0)])
def test_heap_0_has_no_options(left: tuple[int, ...]) -> None:
    def empty(size: int) -> Any:
        return [size - 1] if size else [left]

    for ask, number in ((heaps(empty).value, 0), (heaps(empty).nimbers, 3)):
        with pytest.raises(RulesetError, match=r"expected empty to give no options of heap 0, .* found \("):
            ask(number)


@pytest.mark.parametrize("code", ["0.77", "nim", "equal-2", "0.7[3]"])
@pytest.mark.parametrize("length", [-1, 1.5, True, "3"])
def test_wrong_lengths(code: str, length: Any) -> None:
    for ask, least in ((heaps(code).nimbers, 0), (heaps(code).period, 1)):
        with pytest.raises(RulesetError, match=f"expected a length, an integer of at least {least}, found {length!r}"):
            ask(length)


def to_nothing(size: int) -> list[int]:
    return [size - 4]


def test_couples_and_treblecross_by_their_heaps() -> None:
    memo: dict[Any, int] = {}
    assert list(Couples().nimbers(40)) == [plain(Couples(), n, memo) for n in range(40)]
    assert [Couples().value(n) for n in range(40)] == list(Couples().nimbers(40))
    assert [len(Couples().nimbers(n)) for n in range(3)] == [0, 1, 2]
    memo = {}
    for cells in range(1, 30):
        line = Stretch(3, cells + 2)
        assert Treblecross().value(line) == plain(Treblecross(), line, memo)


def test_nim_formula() -> None:
    memo: dict[Any, int] = {}
    assert [Nim().value(n) for n in range(30)] == [plain(Nim(), n, memo) for n in range(30)]
    assert list(Nim().nimbers(5)) == [0, 1, 2, 3, 4]


def test_heaps_overflow_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heaps_kernel, "CAPACITY", 4)
    with limits.limited(kernel_above=-1), pytest.raises(CapacityError, match=r"heap 5 of 0.77 is more than"):
        heaps("0.77").nimbers(20)


@pytest.mark.needs_jit
def test_too_long_a_sequence_is_refused() -> None:
    with (
        limits.limited(table_bytes=10**6, kernel_options=10**7),
        pytest.raises(
            OverBudgetError, match=r"the table of 0.6 up to heap 9,999,999 .* bytes, the budget is 1,000,000"
        ),
    ):
        heaps("0.6").nimbers(10**7)
    with limits.limited(kernel_options=10**7), pytest.raises(OverBudgetError, match=r"needs much work: .* options"):
        heaps("unequal-2").nimbers(10**5)
    with limits.limited(table_bytes=10**6), pytest.raises(OverBudgetError, match="so many nimbers"):
        heaps("0.77").nimbers(10**7)
    with pytest.raises(OverBudgetError, match=r"of 0.007 up to heap 99,999,999 needs much work: .* options"):
        heaps("0.007").nimbers(10**8, direct=True)
    with pytest.raises(ValueError, match="at least 0, found -1"):
        heaps("0.77").nimbers(-1)


@pytest.mark.parametrize(
    ("digits", "cycle"), [((), ()), ((2,), ()), ((0, 16), ()), ((0, 7, 0), ()), ((0, -1), ()), ((0, 3), (3,))]
)
def test_wrong_digits(digits: tuple[int, ...], cycle: tuple[int, ...]) -> None:
    with pytest.raises(RulesetError, match="expected digits from 0 to 15"):
        Code(digits, cycle)


@pytest.mark.parametrize("takes", [(), (0, 1), (2, 1), (1, 1)])
def test_wrong_sets(takes: tuple[int, ...]) -> None:
    with pytest.raises(RulesetError, match="expected numbers of at least 1"):
        Subtraction(takes)


@pytest.mark.parametrize("size", [-1, 2.5, "3", None])
def test_wrong_heaps(size: Any) -> None:
    for rules in (heaps("0.77"), Nim()):
        with pytest.raises(RulesetError, match="expected the size of a heap"):
            rules(size)
        with pytest.raises(RulesetError, match="expected the size of a heap"):
            rules.value(size)
    assert heaps("0.77")(np.int64(5)) == heaps("0.77")(5)


def test_heaps_asked_for_one_by_one_grow_few_tables() -> None:
    rules = heaps("0.6")
    with limits.limited(kernel_above=-1), progress.tallied() as tally:
        one_by_one = [rules.value(heap) for heap in range(300)]
    assert tally.options < 4 * rules.cost(299).options
    assert one_by_one == list(rules.nimbers(300))


def heaps_known(rules: HeapRules) -> int:
    solved: SolvedHeaps | None = tables.get(rules)
    return 0 if solved is None else len(solved.values)


def test_large_tables_grow_no_further_than_asked() -> None:
    rules = heaps("0.[2010]")  # no splits, no theorem, no closed form: long tables at once
    size = 60_000 if JIT else 400
    with limits.limited(kernel_above=-1):
        rules.value(size)
        assert heaps_known(rules) == size + 1
        rules.value(size + 1)
    assert heaps_known(rules) == (size + 2 if JIT else (size + 1) * 5 // 4)


def test_threads_share_tables() -> None:
    """Many threads ask one ruleset for heaps of many sizes."""
    rules = [heaps(f"0.{digit}7{other}") for digit in range(8) for other in range(1, 8)]
    sizes = [400, 30, 900, 200, 1500, 700] if JIT else [40, 3, 90, 20]
    expected = {(code, size): code.value(size) for code in rules for size in sizes}
    tables.clear()

    def ask(order: int) -> bool:
        with limits.limited(kernel_above=-1, search_options=10):  # a question that falls through to the search fails
            return all(
                code.value(size) == expected[code, size] for code in rules for size in sizes[order:] + sizes[:order]
            )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, [number % len(sizes) for number in range(16)]))


@pytest.mark.slow
@pytest.mark.needs_jit
def test_large_and_many_takes() -> None:
    """Numbers far beyond a heap cost nothing, and 100,000 of them are a set."""
    rules = heaps("{1,2,3,5,8,13,1000000000}")
    assert rules.nimbers(400).tolist() == heaps("{1,2,3,5,8,13}").nimbers(400).tolist()
    many = heaps("{" + ",".join(map(str, range(1, 200_001, 2))) + "}")
    assert many.nimbers(3002, direct=True)[-1] == 1
    with (
        limits.limited(kernel_options=10),
        pytest.raises(OverBudgetError, match=r"of \{1,3,5,.{60,80}\.\.\.97,199999\}"),
    ):
        many.nimbers(4000, direct=True)


def test_tables_of_functions_are_what_the_search_finds() -> None:
    """Sizes, tuples, lists, ranges and what is no plain integer, asked for as a table and one by one."""

    def odd(n: int) -> Iterator[Any]:
        yield from (n - k * k for k in range(1, n + 1) if k * k <= n)
        if n > 3:
            yield n // 2, n - n // 2 - 1
            yield [0, n - 2, 1]
            yield range(n // 3, n - 1)
            yield range(n // 2, n // 2)
        if n % 17 == 16:
            yield np.int64(n - 3)
            yield (np.int64(2), n // 4)

    def values_by_hand(length: int) -> list[int]:
        values: list[int] = []
        for n in range(length):
            after = set()
            for option in odd(n):
                sizes = [option] if hasattr(option, "__index__") else list(option)
                total = 0
                for size in sizes:
                    total ^= values[size]
                after.add(total)
            values.append(mex(after))
        return values

    rules, wanted = heaps(odd), values_by_hand(130)
    assert rules(129).nimber == wanted[129]
    assert rules.nimbers(60).tolist() == wanted[:60]
    assert rules.nimbers(130).tolist() == wanted
    assert rules.nimbers(np.arange(130)).tolist() == wanted
    assert rules(*range(130), *[5] * 900).nimber == nim_sum(wanted) ^ nim_sum([wanted[5]] * 900)
    assert rules.nimbers(130, direct=True).tolist() == wanted
    for wrong, message in (
        (lambda n: [-1] if n == 9 else [0] * (n > 0), "sizes"),
        (lambda n: "x" if n == 9 else [0] * (n > 0), "sizes"),
        (lambda n: 5 if n == 9 else [0] * (n > 0), "option"),
        (lambda _: [0], "heap 0"),
    ):
        with pytest.raises(GrundyError, match=message):
            heaps(wrong).nimbers(12)  # type: ignore[arg-type]
    with limits.limited(search_options=20), pytest.raises(OverBudgetError):
        heaps(lambda n: odd(n)).nimbers(60)  # noqa: PLW0108 - another function
    assert heaps(lambda n: [n + 5] if n == 9 else [0] * (n > 0)).nimbers(11).tolist() == [0, *[1] * 8, 0, 1]
