"""Tame heaps: kinds against the outcomes of sums, by a plain search that knows only the rules."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.theory.tame import ListedKinds, OctalKinds, find_tame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Parts = tuple[int, ...]

PAGE = Path(__file__).parents[3] / "docs" / "misere-quotients.md"


def options(digits: Parts, heap: int) -> Iterator[Parts]:
    """Yield what the moves of a heap leave, by the meaning of the digits."""

    def cut(total: int, number: int, least: int) -> Iterator[Parts]:
        if number == 0:
            yield from [()] if total == 0 else []
        for part in range(least, total + 1 if number else 0):
            for rest in cut(total - part, number - 1, part):
                yield (part, *rest)

    for take, digit in enumerate(digits):
        for number in range(4):
            if digit >> number & 1 and take <= heap:
                yield from cut(heap - take, number, 1)


def search(digits: Parts) -> Callable[..., bool]:
    """Return the function that says whether a sum of heaps is lost, where the last to move loses."""
    below = cache(lambda heap: list(options(digits, heap)))

    @cache
    def lost(heaps: Parts) -> bool:
        after = [
            tuple(sorted((*heaps[:place], *heaps[place + 1 :], *parts)))
            for place, heap in enumerate(heaps)
            for parts in below(heap)
        ]
        return bool(after) and not any(lost(left) for left in after)

    return lambda *heaps: lost(tuple(sorted(heaps)))


def codes(count: int, seed: int) -> list[Parts]:
    """Return random codes of one to three places, many of them with moves that leave three heaps."""
    rng = random.Random(seed)
    found: list[Parts] = []
    while len(found) < count:
        most = rng.choice((3, 7, 15))
        digits = (rng.choice((0, 0, 4)), *(rng.randint(0, most) for _ in range(rng.randint(1, 3))))
        if digits[-1]:
            found.append(digits)
    return found


def check_kinds(digits: Parts, kinds: list[int], wild: int | None, tokens: int) -> int:
    """Compare small sums of up to four tame heaps, and a wild heap, with the search; return how many are compared."""
    lost = search(digits)
    compared = 0
    for number in range(5):
        for heaps in combinations_with_replacement(range(1, min(len(kinds), tokens + 1)), number):
            if sum(heaps) <= tokens:
                nimber, firm = 0, False
                for heap in heaps:
                    nimber, firm = nimber ^ kinds[heap] >> 1, firm or bool(kinds[heap] & 1)
                assert lost(*heaps) is (nimber == (0 if firm else 1)), (digits, heaps)
                compared += 1
    if wild is not None and wild <= tokens:  # alone and beside a heap like one of Nim, it is like no nim heap
        one = kinds.index(2)
        outcomes = lost(wild), lost(wild, one)
        nimber = grundy.heaps(written(digits)).nimber(wild)
        like_firm, like_fickle = (nimber == 0, nimber == 1), (nimber == 1, nimber == 0)
        assert outcomes not in {like_firm, like_fickle} if nimber < 2 else outcomes != (False, False)
    return compared


def written(digits: Parts) -> str:
    """Return the code with these digits."""
    return f"{digits[0]:x}.{''.join(f'{digit:x}' for digit in digits[1:])}"


def both(digits: Parts, length: int) -> Any:
    """Return the kinds of a code by lists of options; they are those by nimbers, unless moves leave three heaps."""
    listed = ListedKinds(lambda heap: options(digits, heap))
    listed(length)
    if max(digits) < 8:
        nimbers = grundy.heaps(written(digits)).nimbers
        for first in (length, 5):  # at once, and in steps
            fast = OctalKinds(digits, nimbers)
            fast(first)
            fast(length)
            assert fast.known.tolist() == listed.known.tolist(), digits
            assert fast.reason == listed.reason
    return listed


@pytest.mark.slow
def test_kinds_of_random_codes_are_those_of_their_sums() -> None:
    compared, tame = 0, 0
    for digits in codes(60, 3):
        found = both(digits, 40)
        wild = None if found.reason is None else found.reason.params["heap"]
        tame += wild is None
        compared += check_kinds(digits, found.known.tolist(), wild, 17 if max(digits) < 8 else 14)
    assert tame > 10
    assert compared > 5000


def test_kinds_of_two_codes() -> None:
    for digits in ((0, 5, 6), (0, 7, 7)):
        found = both(digits, 60)
        check_kinds(digits, found.known.tolist(), found.reason and found.reason.params["heap"], 11)


@pytest.mark.parametrize(
    ("code", "claim"),
    [
        ("4.8", "all heaps are tame; values repeat with period 2 from heap 1 on: proved for all heaps (computed to 7)"),
        ("0.8", "the heaps up to 16 are tame, and this is proved for their sums only: heap 17 is not tame"),
        ("unequal-2", "the heaps up to 12 are tame, and this is proved for their sums only: heap 13 is not tame"),
        ("nim", "the larger heaps are proved to be tame too, but bring new elements for ever"),
        ("{1..}", "the larger heaps are proved to be tame too, but bring new elements for ever"),
        ("4.[3]", "the larger heaps are proved to be tame too, but bring new elements for ever"),
        ("0.7[3]", "the larger heaps are proved to be tame too, but bring new elements for ever"),
        (
            "equal-2",
            "the heaps up to 40 are tame, and this is proved for their sums only: no further heaps were requested",
        ),
    ],
)
def test_rules_without_an_octal_code_that_ends(code: str, claim: str) -> None:
    quotient = grundy.heaps(code).misere_quotient(40)
    assert str(quotient).endswith(claim)
    rules = grundy.heaps(code)
    for heaps in ((), (1,), (2,), (3,), (2, 2), (1, 3), (4, 1, 1), (5, 4), (3, 2, 1), (6, 6), (7, 3)):
        position = rules(*heaps)
        assert quotient.is_lost(heaps) is (position.misere.outcome.value == "P"), heaps
        after = {tuple(part for part in family.parts) for family in quotient.winning_moves(heaps)}
        assert bool(after) is (not quotient.is_lost(heaps) and bool(position.choices()))


def test_why_a_search_has_ended() -> None:
    reasons = [
        (grundy.heaps("equal-2").misere_quotient(1100), "no further heaps were requested"),
        (grundy.heaps("0.9").misere_quotient(1100, seconds=0), "the time is over"),
    ]
    with limits.limited(search_options=10**5, kernel_options=10**5):
        tables.clear()
        code = grundy.heaps("0.56")
        reasons.append((find_tame("0.56", OctalKinds((0, 5, 6), code.nimbers), None, None), "the budget is 100,000"))
    for found, reason in reasons:
        assert reason in str(found)
        assert found.period is None


def test_a_code_whose_kinds_repeat_late() -> None:
    """0.56, before its period."""
    found = find_tame("0.56", OctalKinds((0, 5, 6), grundy.heaps("0.56").nimbers), 3000, None)
    assert (found.heaps, found.order, found.status) == (3000, 66, "partial")
    assert "the heaps up to 3,000 are tame, and this is proved for their sums only" in str(found)
    lost = search((0, 5, 6))
    for heaps in combinations_with_replacement(range(1, 9), 3):
        assert found.is_lost(heaps) is lost(*heaps)


@pytest.mark.slow
def test_the_table_of_codes_was_made_by_other_means() -> None:
    """Most of its quotients were grown heap by heap: the tame ones have the same figures here, and no other is tame."""
    tame = 0
    for row in re.findall(r"^\| ([04]\..*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        code, *figures = row.split(" | ")
        if len(figures) == 6 and int(figures[4]) < 10_000:
            digits = tuple(int(digit) for digit in code.replace(".", "").rstrip("0"))
            found = find_tame(code, OctalKinds(digits, grundy.heaps(code).nimbers), int(figures[4]), None)
            if figures[-1] == "none":
                tame += 1
                shown = found.order, len(found.lost_elements), found.preperiod, found.period, found.heaps
                assert [str(number) for number in shown] == figures[:5], code
            else:
                assert str(found.reason) == f"heap {figures[-1]} is not tame"
                assert int(figures[0]) not in {2, 6, 10, 18}
    assert tame == 157


@pytest.mark.slow
@pytest.mark.needs_jit
def test_0_56_is_proved_for_all_heaps() -> None:
    found = grundy.heaps("0.56").misere_quotient()
    assert (found.order, len(found.lost_elements), found.preperiod, found.period) == (130, 2, 326_640, 144)
    assert found.heaps == 653_568
    assert found.data()["fickle"] == [0, 1, 2, 6]
