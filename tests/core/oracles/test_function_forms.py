"""Thirty forms of functions as rulesets, each small, large, and with a larger question afterwards.

The references are memoised plain functions, written from the statements of the games alone.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import chain
from operator import xor
from typing import TYPE_CHECKING, Any

import pytest

from grundy import games, ruleset, split, win

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

TAKES = (1, 3, 4)


def mex(values: Iterable[int]) -> int:
    """Return the least natural number that is not among some values."""
    found = {*values}
    return next(number for number in range(len(found) + 1) if number not in found)


def rising(reference: Callable[..., Any], n: int) -> Any:
    """Return the value of n, after all smaller ones: Python calls no function thousands of levels deep."""
    return [reference(number) for number in range(n + 1)][-1]


# --- the games ---


@lru_cache(None)
def taking(n: int) -> int:
    """Return the value of a heap of n tokens, of which 1, 3 or 4 may be taken."""
    return mex(taking(n - take) for take in TAKES if take <= n)


@lru_cache(None)
def taking_three(n: int) -> int:
    """Return the value of a heap of n tokens, of which 1, 2 or 3 may be taken."""
    return mex(taking_three(n - take) for take in (1, 2, 3) if take <= n)


@lru_cache(None)
def kayles(n: int) -> int:
    """Return the value of a row of n pins: one, or two neighbours, may be knocked down."""
    return mex(kayles(left) ^ kayles(n - hit - left) for hit in (1, 2) for left in range(n - hit + 1))


@lru_cache(None)
def four_or_one(n: int) -> int:
    """Return the value of a heap: four or more fall into n - 4, 1, 1, n // 2; one may be taken; 5 may be given up."""
    options = []
    if n > 3:
        options.append(four_or_one(n - 4) ^ four_or_one(1) ^ four_or_one(1) ^ four_or_one(n // 2))
    if n > 0:
        options.append(four_or_one(n - 1))
    if n == 5:
        options.append(0)
    return mex(options)


@lru_cache(None)
def arriving(n: int) -> bool:
    """Return whether the player who moves wins a race of n steps, one or two at a time: the last step wins at once."""
    return n <= 2 or any(not arriving(n - steps) for steps in (1, 2))


@lru_cache(None)
def queen(a: int, b: int) -> int:
    """Return the value of two heaps: take from one, or as much from both."""
    rows = [queen(k, b) for k in range(a)] + [queen(a, k) for k in range(b)]
    return mex(rows + [queen(a - k, b - k) for k in range(1, min(a, b) + 1)])


@lru_cache(None)
def word(letters: str) -> int:
    """Return the value of a word: a letter is struck out, and each "ab" behind its place becomes "b"."""
    return mex(word(letters[:i] + letters[i + 1 :].replace("ab", "b")) for i in range(len(letters)))


@lru_cache(None)
def limited(limit: int, *heaps: int) -> int:
    """Return the value of heaps from each of which at most `limit` may be taken."""
    return reduce(xor, (heap % (limit + 1) for heap in heaps), 0)


def kayles_rows(rows: tuple[int, ...]) -> int:
    """Return the value of rows of pins."""
    return nim_sum(*(rising(kayles, row) for row in rows))


def nim_sum(*heaps: int) -> int:
    """Return the value of nim heaps (Bouton, 1901)."""
    return reduce(xor, heaps, 0)


# --- the forms ---


@ruleset
def generator(n: int) -> Iterator[int]:
    for take in TAKES:
        if take <= n:
            yield n - take


@ruleset
def yields_from(n: int) -> Iterator[int]:
    yield from (n - take for take in TAKES if take <= n)


@ruleset
def returns_list(n: int) -> list[int]:
    return [n - take for take in TAKES if take <= n]


@ruleset
def returns_tuple(n: int) -> tuple[int, ...]:
    return tuple(n - take for take in TAKES if take <= n)


@ruleset
def returns_set(n: int) -> set[int]:
    return {n - take for take in TAKES if take <= n}


@ruleset
def returns_frozenset(n: int) -> frozenset[int]:
    return frozenset(n - take for take in TAKES if take <= n)


@ruleset
def returns_dictionary(n: int) -> dict[int, None]:
    return {n - take: None for take in TAKES if take <= n}


@ruleset
def returns_generator(n: int) -> Iterator[int]:
    return (n - take for take in TAKES if take <= n)


@ruleset
def returns_map(n: int) -> Iterator[int]:
    return map(n.__sub__, filter(n.__ge__, TAKES))


@ruleset
def returns_chain(n: int) -> Iterable[int]:
    return chain([n - 1] if n else [], (n - take for take in TAKES[1:] if take <= n))


@ruleset
def returns_range(n: int) -> range:
    return range(max(0, n - 3), n)


@ruleset
def nested_function(n: int) -> Iterator[int]:
    def legal(take: int) -> bool:
        return take <= n

    yield from (n - take for take in TAKES if legal(take))


@ruleset
def recursive(n: int) -> Iterator[int]:
    def below(most: int) -> Iterator[int]:
        if most:
            yield n - most
            yield from below(most - 1)

    yield from below(min(n, 3))


@ruleset
def tries(n: int) -> Iterator[int]:
    steps = {1: 1, 2: 3, 3: 4}
    for key in range(5):
        try:
            if steps[key] <= n:
                yield n - steps[key]
        except KeyError:
            continue


@ruleset
def repeats(n: int) -> Iterator[int]:
    for take in TAKES:
        if take <= n:
            yield n - take
            yield n - take


@ruleset
def labelled(n: int) -> Iterator[Any]:
    for take in TAKES:
        if take <= n:
            yield split(n - take, move=f"take {take}")


@ruleset(canonical=abs)
def signed(n: int) -> Iterator[int]:
    yield from (take - n for take in TAKES if take <= n)


@ruleset(known=lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7] if n < 100 else None)
def with_formula(n: int) -> Iterator[int]:
    yield from (n - take for take in TAKES if take <= n)


@ruleset(components=lambda rows: [(row,) for row in rows] if len(rows) != 1 else [rows])
def with_components(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for place, row in enumerate(rows):
        for hit in (1, 2):
            for left in range(row - hit + 1):
                yield (*rows[:place], left, row - hit - left, *rows[place + 1 :])


@ruleset
def splits(n: int) -> Iterator[Any]:
    for hit in (1, 2):
        for left in range(n - hit + 1):
            yield split(left, n - hit - left)


@ruleset
def returns_splits(n: int) -> list[Any]:
    return [split(left, n - hit - left) for hit in (1, 2) for left in range(n - hit + 1)]


@ruleset
def many_parts(n: int) -> Iterator[Any]:
    if n > 3:
        yield split(n - 4, 1, 1, n // 2)
    if n > 0:
        yield split(n - 1)
    if n == 5:
        yield split()


@ruleset
def into_positions(n: int) -> Iterator[Any]:
    for take in range(1, n + 1):
        yield games.nim(n - take)


@ruleset
def ends(n: int) -> Iterator[Any]:
    yield from range(max(0, n - 2), n)
    if n <= 2:
        yield win(move="arrive")


@ruleset
def two_values(a: int, b: int) -> Iterator[tuple[int, int]]:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@ruleset
def two_returned(a: int, b: int) -> list[tuple[int, int]]:
    rows = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
    return rows + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


@ruleset
def one_tuple(heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
    yield from two_returned.options(heaps)


@ruleset(canonical=lambda a, b: (min(a, b), max(a, b)))
def symmetric(a: int, b: int) -> Iterator[tuple[int, int]]:
    yield from two_returned.options((a, b))


@ruleset
def letters(text: str) -> Iterator[str]:
    for i in range(len(text)):
        yield text[:i] + text[i + 1 :].replace("ab", "b")


@ruleset
def frozen(numbers: frozenset[int]) -> Iterator[frozenset[int]]:
    for number in numbers:
        yield numbers - {number}


@ruleset
def any_heaps(*heaps: int) -> Iterator[tuple[int, ...]]:
    for place, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:place], left, *heaps[place + 1 :])


@ruleset(canonical=lambda *heaps: tuple(sorted(filter(None, heaps))))
def sorted_heaps(*heaps: int) -> list[tuple[int, ...]]:
    return [(*heaps[:i], left, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for left in range(heap)]


@ruleset(components=lambda *heaps: [(heap,) for heap in heaps] if len(heaps) != 1 else [heaps])
def apart(*heaps: int) -> Iterator[tuple[int, ...]]:
    for place, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:place], left, *heaps[place + 1 :])


@ruleset
def at_most(limit: int, *heaps: int) -> Iterator[tuple[int, ...]]:
    for place, heap in enumerate(heaps):
        for left in range(max(0, heap - limit), heap):
            yield (limit, *heaps[:place], left, *heaps[place + 1 :])


TAKING = (
    *(generator, yields_from, returns_list, returns_tuple, returns_set, returns_frozenset, returns_dictionary),
    *(returns_generator, returns_map, returns_chain, nested_function, tries, repeats, labelled, signed, with_formula),
)
CHECKED: list[tuple[Any, Callable[..., Any], list[tuple[Any, ...]]]] = [
    *((form, lambda n: rising(taking, n), [(20,), (3_000,), (5_003,)]) for form in TAKING),
    *((form, lambda n: rising(taking_three, n), [(20,), (3_000,), (5_001,)]) for form in (returns_range, recursive)),
    *((form, lambda n: rising(kayles, n), [(12,), (150,), (211,)]) for form in (splits, returns_splits)),
    (with_components, kayles_rows, [((12,),), ((90, 7),), ((121, 70, 5),)]),
    (many_parts, lambda n: rising(four_or_one, n), [(9,), (900,), (2_001,)]),
    (into_positions, nim_sum, [(9,), (300,), (600,)]),
    *((form, queen, [(3, 4), (25, 31), (40, 33)]) for form in (two_values, two_returned, symmetric)),
    (one_tuple, lambda heaps: queen(*heaps), [((3, 4),), ((25, 31),), ((40, 33),)]),
    (letters, word, [("aabba",), ("aabbabab",), ("babaabbabab",)]),
    (frozen, lambda numbers: len(numbers) % 2, [(frozenset(range(n)),) for n in (3, 10, 13)]),
    *((form, nim_sum, [(3, 5), (6, 7, 8), (5, 9, 8, 3), ()]) for form in (any_heaps, sorted_heaps)),
    (apart, nim_sum, [(3, 5), (60, 71, 83), (100, 31, 99, 5, 2)]),
    (at_most, limited, [(2, 5), (3, 15, 17), (3, 19, 15, 8)]),
]


@pytest.mark.parametrize(("form", "reference", "states"), CHECKED, ids=[form.name for form, _, _ in CHECKED])
def test_a_form_small_large_and_larger(form: Any, reference: Callable[..., Any], states: list[tuple[Any, ...]]) -> None:
    for state in states:
        position = form(*state)
        right = reference(*state)
        assert position.nimber == right, position
        assert (position.outcome.value == "P") is (right == 0), position
        assert form.read(str(position)) == position


def test_there_are_thirty_forms() -> None:
    assert len({form.name for form, _, _ in CHECKED} | {"ends"}) >= 30


def test_a_race_is_won_at_the_last_step() -> None:
    for steps in (1, 2, 3, 30, 301):
        assert (ends(steps).outcome.value == "N") is rising(arriving, steps)


def test_all_values_of_tables() -> None:
    assert any_heaps.table((4, 5)).values.tolist() == [[a ^ b for b in range(5)] for a in range(4)]
    assert any_heaps.table(6).values.tolist() == [*range(6)]
    assert at_most.table((range(2, 3), 4, 5)).values.tolist() == [[[a % 3 ^ b % 3 for b in range(5)] for a in range(4)]]
    assert two_values.nimbers([(3, 4), (5, 2)]).tolist() == [queen(3, 4), queen(5, 2)]


def test_texts_of_any_number_of_values() -> None:
    assert (str(any_heaps(3, 5)), str(any_heaps(3)), str(any_heaps())) == (
        "any_heaps(3, 5)",
        "any_heaps(3)",
        "any_heaps()",
    )
    for text in ("any_heaps(3, 5)", "3 5", "(3, 5)", "3, 5"):
        assert any_heaps.parse(text) == (3, 5)
    assert any_heaps.parse("3") == any_heaps.parse("(3,)") == (3,)
    assert any_heaps.read("any_heaps(3, 5) + any_heaps(6)").nimber == 0
