"""Arithmetic periods: what the theorem proves of the first values, the further values have."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor

import pytest

import grundy
from grundy.theory.arithmetic_periods import ArithmeticTheorem

FAR = 400


def codes() -> list[str]:
    """Return hexadecimal codes, with and without digits that repeat for ever."""
    rng = random.Random(59)
    found: list[str] = []
    while len(found) < 60:
        first = "".join(rng.choice("0123456789abcdef") for _ in range(rng.randrange(3)))
        again = "".join(rng.choice("0123456789abcdef") for _ in range(rng.randrange(3)))
        if set(first + again) & set("89abcdef"):
            found.append(f"0.{first}[{again}]" if again and first + again else f"0.{first}")
    return found


@pytest.mark.slow
def test_what_is_proved_from_few_values_holds_far_beyond() -> None:
    """Each period and saltus that fits any first values, by a plain comparison."""
    proved = 0
    for code in codes():
        rules = grundy.heaps(code)
        values = rules.nimbers(FAR, direct=True).tolist()
        theorem = rules.arithmetic
        assert isinstance(theorem, ArithmeticTheorem)
        for length in (14, 20, 30, 44, 60):
            known = values[:length]
            for period in range(1, length // 3):
                saltus = known[-1] - known[-1 - period]
                start = length - period
                while start and known[start - 1 + period] - known[start - 1] == saltus:
                    start -= 1
                if saltus > 0 and start + 2 * period < length and theorem.prove(known, start, period):
                    proved += 1
                    for heap in range(start, FAR - period):
                        assert values[heap + period] == values[heap] + saltus, (code, length, period, heap)
    assert proved > 100


@pytest.mark.parametrize(
    ("code", "start", "period", "saltus"),
    [
        ("0.3f", 0, 6, 3),
        ("0.9b", 8, 7, 4),
        ("0.8f", 7, 7, 4),
        ("0.137f", 0, 2, 1),
        ("0.[8]", 1, 3, 1),
        ("0.bc26", 4, 3, 2),
        ("4.[f]", 2, 1, 2),
        ("0.7[3]", 0, 1, 1),
    ],
)
def test_heaps_of_any_size_have_a_nimber(code: str, start: int, period: int, saltus: int) -> None:
    rules = grundy.heaps(code)
    found = rules.period()
    assert (found.status, found.preperiod, found.period, found.saltus) == ("proved", start, period, saltus)
    far = 10**30
    near = start + (far - start) % period
    assert rules(far).nimber == rules(near).nimber + (far - near) // period * saltus
    assert rules.nimbers(700).tolist() == rules.nimbers(700, direct=True).tolist()
    assert rules.nimbers([near, 10**12]).tolist() == [rules(near).nimber, rules(10**12).nimber]


@pytest.mark.parametrize("code", ["0.3f", "0.9b", "0.[8]", "4.[f]", "0.f[3]", "0.1[4]"])
def test_a_heap_of_any_size_has_a_move_to_each_smaller_nimber(code: str) -> None:
    rules = grundy.heaps(code)
    for heap in (10**12 + 7, 10**30):
        nimber = rules(heap).nimber
        for wanted in (*range(20), nimber // 2, nimber - 20, nimber - 1):
            option = next(iter(rules.moves_worth(heap, wanted)))
            sizes = tuple(part.state for part in option.components)
            assert rules.allows(heap, sizes)
            assert reduce(xor, (rules(size).nimber for size in sizes), 0) == wanted
    moves, complete = rules(10**30, 8).winning_moves().first(3)
    assert moves
    assert not complete
    assert all(choice.after.nimber == 0 for choice in moves)


def test_a_large_heap_without_a_winning_move_does_not_hide_that_of_another_one() -> None:
    moves = grundy.heaps("0.3f")(10**9, 10**12).winning_moves()
    move = moves.one()
    assert move is not None
    assert (move.index, move.after.nimber) == (1, 0)
    assert moves.first(3) == ([move], False)


def test_as_many_values_as_the_theorem_takes_and_no_less() -> None:
    rules = grundy.heaps("0.9b")
    values = rules.nimbers(57).tolist()
    theorem = rules.arithmetic
    assert isinstance(theorem, ArithmeticTheorem)
    proof = theorem.prove(values, 8, 7)
    assert proof is not None
    assert proof.bound == 57
    assert theorem.prove(values[:-1], 8, 7) is None
