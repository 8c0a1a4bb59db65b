"""Patterns: games with known formulas, games without one, wrong formulas, and formulas that may not be run."""

from __future__ import annotations

import itertools
import json
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy import patterns
from grundy.core.table import Table
from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.command import Command


@grundy.ruleset
def kayles(n: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for take in (1, 2):
        yield from (grundy.split(left, n - take - left) for left in range((n - take) // 2 + 1) if n >= take)


@grundy.ruleset
def lasker(n: int) -> Iterator[Any]:
    """Take any number, or split."""
    yield from range(n)
    yield from (grundy.split(k, n - k) for k in range(1, n // 2 + 1))


@grundy.ruleset
def mock_turtles(n: int) -> Iterator[Any]:
    """Turn over one, two or three coins; the state is the place of the last one, from 0."""
    yield grundy.split()
    for first in range(n):
        yield grundy.split(first)
        yield from (grundy.split(first, second) for second in range(first))


@grundy.ruleset
def letters(n: int) -> Iterator[Any]:
    """Cut a row of letters at one that has two neighbours, which go with it (Codeforces 305E)."""
    yield from (grundy.split(max(0, k - 1), max(0, n - k - 2)) for k in range(n))


@grundy.ruleset
def euclid(a: int, b: int) -> Iterator[Any]:
    """Take a multiple of the smaller number from the larger one."""
    low, high = min(a, b), max(a, b)
    yield from ((low, high - k) if a <= b else (high - k, low) for k in range(low, high + 1, low)) if low else ()


@grundy.ruleset
def moore(a: int, b: int, c: int) -> Iterator[Any]:
    """Take from one heap or from two."""
    below = [(x, y, z) for x in range(a + 1) for y in range(b + 1) for z in range(c + 1)]
    yield from (state for state in below if 1 <= sum(map(int.__lt__, state, (a, b, c))) <= 2)


@grundy.ruleset
def first_heap(a: int, b: int) -> Iterator[Any]:
    """Take from the first heap, or the same from both."""
    yield from ((k, b) for k in range(a))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@grundy.ruleset
def common_divisor(n: int) -> Iterator[Any]:
    """Take a number that has a divisor in common with the heap."""
    yield from (n - k for k in range(1, n + 1) if gcd(n, k) > 1)


@grundy.ruleset
def stairs(a: int, b: int, c: int) -> Iterator[Any]:
    """Take coins from a step to the one below; they leave the first one."""
    yield from ((k, b, c) for k in range(a))
    yield from ((a + b - k, k, c) for k in range(b))
    yield from ((a, b + c - k, k) for k in range(c))


@grundy.ruleset
def squares(n: int) -> Iterator[Any]:
    """Take a square."""
    yield from (n - k * k for k in range(1, n + 1) if k * k <= n)


@grundy.ruleset
def primes(n: int) -> Iterator[Any]:
    """Take a prime."""
    yield from (n - p for p in range(2, n + 1) if all(p % d for d in range(2, p)))


@grundy.ruleset
def chomp(a: int, b: int, c: int) -> Iterator[Any]:
    """Bite from a bar of three rows, but never the first square."""
    rows = (a, b, c)
    for row in range(3) if a >= b >= c else ():
        for column in range(1 if row == 0 else 0, rows[row]):
            yield tuple(min(size, column) if at >= row else size for at, size in enumerate(rows))


KING = grundy.games.find("king").parse("0 0").components[0].ruleset
WYTHOFF = grundy.games.find("wythoff").parse("0 0").components[0].ruleset
KNOWN = [
    ("nim", grundy.heaps("nim"), 100, "n"),
    ("subtraction", grundy.heaps("{1,2,3,4}"), 100, "n % 5"),
    ("kayles", kayles, 250, "heap('0.77', n)"),
    ("lasker", lasker, 120, "(0,)[n] if n < 1 else (1, 2, 4, 3)[(n - 1) % 4] + 4 * ((n - 1) // 4)"),
    ("wythoff", WYTHOFF, (30, 30), ("P exactly if min(a, b) == (max(a, b) - min(a, b) + isqrt(5 * (max(a, b) - "
     "min(a, b)) ** 2)) // 2")),
    ("CF 305E", letters, range(1, 200), "heap('0.137', n)"),
    ("moore", moore, (6, 6, 6), "P exactly if max(a, b, c) - min(a, b, c) == 0"),
    ("king", KING, (12, 12), "P exactly if ((1, 0), (0, 0))[a % 2][b % 2]"),
    ("first heap", first_heap, (16, 16), "a"),
    ("stairs", stairs, (5, 5, 5), "a ^ c"),
    ("common divisor", common_divisor, 60, "P exactly if n < 2"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "bounds", "claim"), [pytest.param(*one[1:], id=one[0]) for one in KNOWN])
def test_known_formulas_are_found(rules: Any, bounds: Any, claim: str) -> None:
    table = rules.table(bounds)
    found = patterns.find(table)
    assert claim in [str(pattern).partition(" (observed")[0] for pattern in found]
    for pattern in found:
        assert pattern.checked == table.values.size
        state = tuple(side[len(side) // 2] for side in table.ranges)
        value = table.values[tuple(len(side) // 2 for side in table.ranges)]
        assert pattern(*state) == ((value == 0) if pattern.outcomes else value)


def test_hardly_anything_is_found_by_chance() -> None:
    random = np.random.default_rng(4)
    found = []
    for states in (16, 20, 24):
        for most in (2, 3, 5):
            tables = [Table("x", (range(states),), random.integers(0, most, states), ("n",)) for _ in range(2)]
            found += [pattern.text for table in tables for pattern in patterns.find(table)]
    assert all(text == "n == 0" for text in found)
    assert patterns.find(WYTHOFF.table((9, 9)))[0].outcomes


def line(values: list[int]) -> Table:
    return Table("x", (range(len(values)),), np.array(values), ("n",))


@pytest.mark.parametrize("place", [16, 20])
def test_a_late_exception_finds_no_formula(place: int) -> None:
    for wrong in (1, 4):
        values = [wrong if n == place else n % 4 for n in range(24)]
        assert not [pattern.text for pattern in patterns.find(line(values)) if not pattern.outcomes], (place, wrong)


def test_simple_formulas_are_found_in_short_tables() -> None:
    for formula in ("n % 2", "n % 4", "n // 2"):
        told = patterns.read(formula, ("n",))
        assert formula in [pattern.text for pattern in patterns.find(line([told(n) for n in range(16)]))]
    early = [7 if n == 2 else n % 4 for n in range(32)]
    assert [pattern.text for pattern in patterns.find(line(early))] == [
        "(0, 1, 7)[n] if n < 3 else (3, 0, 1, 2)[(n - 3) % 4]"
    ]


def test_one_lost_state_that_is_not_the_first_one_is_no_pattern() -> None:
    """Any table with one such state has the formula n == k."""
    assert patterns.find(line([3, 1, 2, 2, 1, 5, 0, 3, 1, 1, 2, 5, 4, 1, 2, 3, 3, 1, 4, 2])) == []
    first = patterns.find(line([0, 1, 2, 2, 1, 5, 6, 3, 1, 1, 2, 5, 4, 1, 2, 3, 3, 1, 4, 2]))
    assert [str(pattern) for pattern in first] == ["P exactly if n == 0 (observed, 20 states)"]


@pytest.mark.parametrize(("rules", "bounds"), [(squares, 300), (primes, 200), (chomp, (7, 7, 7))])
def test_nothing_is_found_where_no_formula_is_known(rules: Any, bounds: Any) -> None:
    assert patterns.find(rules.table(bounds)) == []


@pytest.mark.parametrize(
    ("rules", "bounds", "formula", "outcomes", "state"),
    [
        (kayles, 100, "n & -n", False, 3),
        (lasker, 100, "n", False, 3),
        (WYTHOFF, (20, 20), "a ^ b", False, (1, 1)),
        (WYTHOFF, (20, 20), "a == 2 * b or b == 2 * a", True, (2, 4)),
        (mock_turtles, 30, "2 * n + 1 - n.bit_count() % 2 if n < 20 else 2 * n", False, 20),
        (euclid, (range(1, 20), range(1, 20)), "max(a, b) < 2 * min(a, b)", True, (1, 1)),
    ],
)
def test_wrong_formulas_are_refuted_at_the_smallest_state(
    rules: Any, bounds: Any, formula: str, *, outcomes: bool, state: Any
) -> None:
    table = rules.table(bounds)
    found = patterns.check(table, formula, outcomes=outcomes)
    assert isinstance(found, patterns.FormulaCounterexample)
    made = patterns.read(formula, ("n",) if isinstance(state, int) else ("a", "b"))
    wrong = [one for one in _states(table) if _is_wrong(rules, made, one, outcomes=outcomes)]
    assert found.state == state == min(wrong, key=lambda one: (sum(one), one) if isinstance(one, tuple) else (one,))


def _states(table: Any) -> list[Any]:
    import numpy as np

    return [table.state(place) for place in np.ndindex(table.shape)]


def _is_wrong(rules: Any, formula: Any, state: Any, *, outcomes: bool) -> bool:
    says = formula(*(state if isinstance(state, tuple) else (state,)))
    nimber = rules.nimber(state)
    return bool(says != ((nimber == 0) if outcomes else nimber))


@pytest.mark.parametrize(
    "text",
    [
        *("__import__('os')", "n.__class__", "'%1000000000d' % n", "(lambda: 1)()", "[x for x in (1,)]", "open"),
        *("n / 2", "heap('0.77', n", "f'{n}'", "n.bit_length.__self__", "'a' * 5", "print(n)", "(n := 3)", "n in (1,)"),
        *("m", "", "n.bit_length(1)"),
        *("min(*(1, 2))", "max(n, key=n)", "1.5", "(" * 300 + "n" + ")" * 300, "n" * 30_000),
    ],
)  # fmt: skip
def test_other_code_is_no_formula(text: str) -> None:
    with pytest.raises(RulesetError, match="expected a formula"):
        patterns.read(text, ("n",))


@pytest.mark.parametrize(
    "text",
    [
        "9 ** 9 ** 9",
        "1 << 10 ** 9",
        "1 // 0",
        "(1, 2)[n + 2]",
        "(1, 2) * 9",
    ],
)
def test_a_formula_without_a_value_fails_there(text: str) -> None:
    found = patterns.check(grundy.heaps("nim").table(20), text)
    assert isinstance(found, patterns.FormulaCounterexample)
    assert found.error
    assert found.says is None


def test_the_command(grundy_command: Command) -> None:
    result = grundy_command("pattern", "0.77", "120", "--json")
    data = json.loads(result.out)
    assert data["patterns"][0] == {
        "formula": "heap('0.77', n)", "names": ["n"], "of": "nimbers", "status": "observed",
        "checked": 120,
    }  # fmt: skip
    assert data["checked_on"] == {"n": [0, 119]}
    result = grundy_command("pattern", "kayles", "40", "--check", "n & -n")
    assert (result.code, result.out) == (1, "wrong    at 3, the smallest such state: n & -n says 1, the rules say 3\n")
    result = grundy_command("pattern", "rook", "9x9", "--check", "a == b", "--outcomes")
    assert result.out == "holds    a == b, for all 81 states: a = 0 to 8, b = 0 to 8 (observed, not proved)\n"
    assert "no formula for all states" in grundy_command("pattern", "0.0106", "90").out
    assert "fewer than 16 states" in grundy_command("pattern", "nim", "15").out
    assert "found '/'" in grundy_command("pattern", "nim", "20", "--check", "n / 1").err
    assert grundy_command("pattern", "nim", "--outcomes").code == 2
    assert grundy_command("pattern", "nim", "9", "--check", "os").code == 2


@pytest.mark.parametrize(
    ("formula", "sides", "claim"),
    [
        ("2 * a + b", (6, 6), "2 * a + b"),
        ("a + 3 * b + 2", (5, 7), "a + 3 * b + 2"),
        ("min(a, b) % 4", (12, 12), "min(a, b) % 4"),
        ("max(a, b) // 2", (12, 12), "max(a, b) // 2"),
        ("abs(2 * a - b)", (12, 12), "P exactly if 2 * a - b == 0"),
        ("a % 3 ^ b % 5", (12, 12), "a % 3 ^ b % 5"),
        ("(a + b) % 3", (12, 12), "(a + b) % 3"),
        ("min((a + 2 * b) % 5, 1) * (1 + 3 * a * b)", (12, 12), "P exactly if (a + 2 * b) % 5 == 0"),
    ],
)
def test_formulas_of_small_tables(formula: str, sides: tuple[int, ...], claim: str) -> None:
    names = ("n",) if len(sides) == 1 else ("a", "b")
    states = itertools.product(*map(range, sides))
    values = [int(eval(formula, dict(zip(names, state, strict=True)))) for state in states]  # noqa: S307 - from above
    table = Table("x", tuple(map(range, sides)), np.array(values, np.int64).reshape(sides), names)
    assert str(patterns.find(table)[0]).partition(" (observed")[0] == claim
