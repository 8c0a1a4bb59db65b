"""The lookup of values woven into functions of options: same values, same counts, same errors, within the bounds."""

from __future__ import annotations

import linecache
import random
import traceback
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import OverBudgetError
from grundy.runtime import limits
from grundy.runtime.progress import tallied
from grundy.runtime.table_cache import tables
from grundy.search import exhaustive, nodes
from grundy.search.weaving import woven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TABLE = [[(3 * i + 5 * j) % 11 for j in range(6)] for i in range(40)]
nim = grundy.heaps("0.[3]")


@grundy.ruleset
def numbers(n: int) -> Iterator[Any]:
    """Single states, from a generator as well, a state twice, and one part."""
    for step in TABLE[n]:
        if step < n:
            yield n - 1 - step
    yield from (k for k in range(n) if k % 7 == 3)
    if n > 4:
        yield grundy.split(n // 2)


@grundy.ruleset
def splits(n: int) -> Iterator[Any]:
    """Parts of every kind: two, with a label, equal, none, three, and another game's."""
    for left in range(1, n):
        yield grundy.split(left, n - left - 1, move=f"leave {left}")
    if n > 5:
        yield grundy.split()
        yield grundy.split(n // 2, n // 2)
        yield grundy.split(n // 3, n // 4, 1)
        yield grundy.split(n - 4, nim(n % 5))
        yield nim(n % 3)


@grundy.ruleset
def races(a: int, b: int) -> Iterator[Any]:
    """End the game at once, or leave parts that are worth `WIN`."""
    if a and a == b:
        yield grundy.win()
    for k in range(1, a + 1):
        yield a - k, b
        if b:
            yield grundy.split((a - k, b - 1), (a - k, b - 1))
            yield grundy.split((a - k, a - k), (b, b - 1), move="two")


@grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)))
def turned(a: int, b: int) -> Iterator[Any]:
    """States in canonical form."""
    for k in range(1, a + 1):
        yield a - k, b + (k > 2)
    for k in range(1, b + 1):
        yield grundy.split((a, b - k), (0, min(k % 3, b - 1)))


@grundy.ruleset
def letters(text: str) -> Iterator[str]:
    """States are texts."""
    for at, letter in enumerate(text):
        if letter != "z":
            yield text[:at] + chr(ord(letter) + 1) + text[at + 1 :]


def subtraction(takes: tuple[int, ...]) -> grundy.Ruleset:
    """Return a ruleset with a closure."""

    @grundy.ruleset
    def take(n: int) -> Iterator[int]:
        for some in takes:
            if some <= n:
                yield n - some

    return take


def found(rules: Any, state: tuple[Any, ...]) -> tuple[Any, int, int]:
    """Return the value, and how many states and options were looked at."""
    tables.clear()
    with tallied() as tally:
        # for one state with a canonical form the search prunes, for many it does not
        value = rules.nimbers([state]).tolist() if rules.declares("canonical") else rules(*state).value
    return value, tally.states, tally.options


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (numbers, (39,)),
        (splits, (24,)),
        (races, (7, 6)),
        (turned, (9, 12)),
        (letters, ("wxw",)),
        (subtraction((1, 3, 4)), (300,)),
        (subtraction((2, 7)), (300,)),
    ],
)
def test_values_and_counts_are_those_without_it(
    rules: Any, state: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def noted(*args: Any) -> Any:
        made.append(woven(*args))
        return made[-1]

    with monkeypatch.context() as patch:
        patch.setattr(nodes, "woven", lambda *_: None)
        plain = found(rules, state)
    monkeypatch.setattr(nodes, "woven", noted)
    monkeypatch.setattr(exhaustive, "_FEW", 0)
    assert found(rules, state) == plain
    assert found(rules, state) == plain
    assert made[-1] is not None


def test_random_rules_have_the_values_of_the_definition() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        table = {n: [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randrange(4))] for n in range(1, 200)}

        @grundy.ruleset
        def rules(n: int) -> Iterator[Any]:
            for left, right in table.get(n, ()):  # noqa: B023 - asked before the next one is made
                yield grundy.split(left, right)
                yield left

        @lru_cache(None)
        def by_hand(n: int) -> int:
            pairs = table.get(n, ())  # noqa: B023
            values = {by_hand(left) ^ by_hand(right) for left, right in pairs} | {by_hand(left) for left, _ in pairs}
            return next(k for k in count() if k not in values)

        assert rules.nimbers(range(200)).tolist() == [by_hand(n) for n in range(200)]


def endless(n: int) -> Iterator[int]:
    while True:
        yield n - 1 if n else 0


def deeper(n: int) -> Iterator[int]:
    yield n + 1


@pytest.mark.parametrize("function", [endless, deeper])
def test_what_does_not_end_keeps_to_the_budget(function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "_FEW", 0)
    rules = grundy.ruleset(function)
    with limits.limited(search_options=5000), pytest.raises((OverBudgetError, grundy.errors.CycleError)):
        rules(3).value  # noqa: B018
    assert woven(function, {}, None) is not None


def faulty(n: int) -> Iterator[Any]:
    yield from range(n)
    if n == 30:
        yield n // (n - 30)


def unhashable(n: int) -> Iterator[Any]:
    for k in range(n):
        yield k if k < 30 else [k]


def test_errors_are_those_of_the_function_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "_FEW", 0)
    with pytest.raises(ZeroDivisionError) as caught:
        grundy.ruleset(faulty)(40).value  # noqa: B018
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.name, last.line) == ("faulty", "yield n // (n - 30)")
    with pytest.raises(grundy.errors.RulesetError, match="hashable"):
        grundy.ruleset(unhashable)(40).value  # noqa: B018


def uses(n: int) -> Iterator[Any]:
    sent = yield n
    if sent:
        yield sent


def shadows(n: int) -> Iterator[Any]:
    grundy = races
    for k in range(n):
        yield grundy.split(k, k)  # type: ignore[attr-defined]


def test_what_is_not_woven() -> None:
    assert woven(uses, {}, None) is None
    assert woven(len, {}, None) is None
    assert woven(lambda n: (yield n), {}, None) is None
    valuing: Any = woven(shadows, {0: 0}, None)
    with pytest.raises(AttributeError):  # it is not taken for `grundy.split`
        next(valuing(3, []))


def test_a_file_that_was_changed_is_not_read_again(tmp_path: Path) -> None:
    """The rules are those that were loaded, whatever the file says now."""
    file = tmp_path / "rules.py"
    text = "def take(n):\n    for k in (1, 2):\n        if k <= n:\n            yield n - k\n"
    names: dict[str, Any] = {"__name__": "rules"}
    file.write_text(text, encoding="utf-8")
    exec(compile(text, str(file), "exec"), names)  # noqa: S102
    function = names["take"]
    file.write_text(text.replace("(1, 2)", "(1, 5)"), encoding="utf-8")
    linecache.checkcache(str(file))
    assert woven(function, {}, None) is None
    assert grundy.ruleset(function)(3000).nimber == 0
