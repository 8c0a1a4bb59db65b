"""Machine code that does something else than its ruleset: each fault that is planted here is noticed when it is used.

The modules run as plain Python, which takes no time to compile. A fault of the translation is planted by translating
another function, one of the kernels by a change of its text. The tests of the translator have no part in this.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import grundy
from grundy import split, win
from grundy.cli import main
from grundy.compiled import engine, modules
from grundy.compiled.kinds import kind_of_state
from grundy.compiled.loops import Loops
from grundy.compiled.searching import SearchRun
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from grundy.runtime.table_cache import tables
from support import compiled_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.compiled.boxes import Box
    from grundy.core.function_rulesets import FunctionRuleset

FEW: tuple[int, ...] = ()
TABLE = ((1, 2), (2, 1), (0, 3), (4, 1), (1, 1))
OTHER_TABLE = ((1, 2), (2, 1), (0, 3), (4, 2), (1, 1))
LARGE = 2**62


@pytest.fixture(autouse=True)
def _as_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("grundy.compiled.checking.COMPARE_SECONDS", 10.0)  # plain Python takes longer
    with compiled_games.as_python(), limits.limited(kernel_above=-1):
        yield


class Fault(NamedTuple):
    """A ruleset, the function that machine code is made of, further arguments of both decorators, and a question."""

    right: Callable[..., Any]
    wrong: Callable[..., Any]
    further: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    state: tuple[int, ...] = (60,)


def take(n: int) -> Any:
    for k in (1, 3, 4):
        if k <= n:
            yield n - k


def pairs(a: int, b: int) -> Any:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


def cut(n: int) -> Any:
    for k in range(1, n // 2):
        yield split(k, n - k - 1)


def ending(n: int) -> Any:
    if n == 3:
        yield win()
    yield from range(max(0, n - 3), n)


def again(n: int) -> Any:
    if n:
        yield n - 1
    if n % 4 == 3:
        yield split(n - 3, again=True)


def never_again(n: int) -> Any:
    if n:
        yield n - 1
    if n % 4 == 3:
        yield n - 3


def again_and_again(n: int) -> Any:
    if n:
        yield split(n - 1, again=n == 9)
    if n % 4 == 3:
        yield split(n - 3, again=True)


def in_range(n: int) -> Any:
    yield from (n - k for k in range(1, n + 1) if k in range(2, 6) or n < 2)


def between(n: int) -> Any:
    yield from (n - k for k in range(1, n + 1) if k <= 2 or n < 2)


def thinned(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def made(n: int) -> Any:
        yield from (k for k in function(n) if k % 3)

    return made


def or_else(n: int) -> Any:
    if n % 2:
        yield n - 1
    for k in FEW:
        yield k
    else:  # noqa: PLW0120 - what it is about
        if n:
            yield n // 2


def or_never(n: int) -> Any:
    if n % 2:
        yield n - 1
    elif n:
        yield n // 2


def looked_up(n: int) -> Any:
    k, less = TABLE[n % 5]
    if n - k - less >= 0:
        yield n - k - less


def looked_up_later(n: int) -> Any:
    k = TABLE[n % 5][0]
    less = TABLE[k][1]
    if n - k - less >= 0:
        yield n - k - less


def looked_up_wrong(n: int) -> Any:
    k, less = OTHER_TABLE[n % 5]
    if n - k - less >= 0:
        yield n - k - less


def below(n: int, steps: tuple[int, ...]) -> Any:
    yield from (n - step for step in steps if step <= n)


def helped(n: int) -> Any:
    yield from below(n, (1, 2))
    yield from below(n, (3, 5))


def helped_twice(n: int) -> Any:
    yield from below(n, (1, 2))
    yield from below(n, (1, 2))


def in_order(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def in_other_order(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b) if a != 3 else 4


def halves(n: int) -> list[int]:
    return [n // 8 * 4, n % 8]


def lower_halves(n: int) -> list[int]:
    return [n // 8 * 4, n % 4]


def faults() -> Iterator[tuple[str, Fault]]:
    yield "the bounds of a range", Fault(in_range, between)
    yield "a decorator is left out", Fault(thinned(take), take)
    yield "an else of another statement", Fault(or_else, or_never)
    yield "the second element after a change", Fault(looked_up, looked_up_later)
    yield "one translation for two constants", Fault(helped, helped_twice)
    yield "the file of another day", Fault(take, lambda n: (n - k for k in (1, 3, 5) if k <= n))
    yield "a sign", Fault(take, lambda n: (abs(k - n) for k in (1, 3, 4) if k <= n + 1))
    yield "a bound", Fault(take, lambda n: (n - k for k in (1, 3, 4) if k < n))
    yield "an option less", Fault(take, lambda n: (n - k for k in (1, 3, 4) if k <= n and not k == n % 7 == 3))
    yield "an option more", Fault(take, lambda n: (n - k for k in (1, 2, 3, 4) if k <= n and (k != 2 or n == 31)))
    yield "a part of another size", Fault(cut, lambda n: (split(k, n - k) for k in range(1, n // 2)))
    yield "a part less", Fault(cut, lambda n: (split(k) if n == 20 else split(k, n - k - 1) for k in range(1, n // 2)))
    yield "a number in a table", Fault(looked_up, looked_up_wrong, state=(63,))
    yield "a win less", Fault(ending, lambda n: range(max(0, n - 3), n), state=(9,))
    yield "a move again less", Fault(again, never_again)
    yield "a move again more", Fault(again, again_and_again)
    yield "a canonical form", Fault(pairs, pairs, ({"canonical": in_order}, {"canonical": in_other_order}), (9, 8))
    yield "components", Fault(take, take, ({"components": halves}, {"components": lower_halves}), (63,))
    large = Fault(take, lambda n: (n - k for k in (1, 3, 4) if k <= n and (k < 4 or n < 250)), state=(300,))
    yield "large numbers", large
    yield "one in a hundred", Fault(take, lambda n: (n - k for k in (1, 3, 4) if k <= n and n % 100), state=(700,))


def asked(rules: FunctionRuleset, state: tuple[int, ...]) -> tuple[Any, list[str], list[str]]:
    """Return a value, what the user is told of it, and the engines that were at work."""
    told: list[str] = []
    with reporting(lambda *_: None, notice=lambda message: told.append(str(message))), tallied() as tally:
        found = rules(*state).value
    return found, told, [*tally.engines]


def test_right_machine_code_is_used() -> None:
    """Without a fault there is no word."""
    for function, further in ((take, {}), (pairs, {"canonical": in_order}), (take, {"components": halves}), (cut, {})):
        rules = grundy.ruleset(compiled=True, **further)(function)
        state = (7, 6) if function is pairs else (30,)
        assert asked(rules, state) == (grundy.ruleset(**further)(function)(*state).value, [], ["compiled"])


@pytest.mark.parametrize(("_name", "fault"), [*faults()], ids=lambda one: one if isinstance(one, str) else "")
def test_a_wrong_translation_is_noticed(monkeypatch: pytest.MonkeyPatch, _name: str, fault: Fault) -> None:
    """The answer is that of the function, in both searches."""
    rules, wrong = [
        grundy.ruleset(compiled=True, **further)(function)
        for function, further in zip((fault.right, fault.wrong), fault.further, strict=True)
    ]
    state = fault.state[0] if len(fault.state) == 1 else fault.state
    plain: Any = grundy.ruleset(**fault.further[0])(fault.right)
    expected = plain.value(state)
    monkeypatch.setattr(engine, "_plan", lambda _, kind, shape: modules.plan(wrong, kind, shape))
    found, told, engines = asked(rules, fault.state)
    assert (found, engines[-1]) == (expected, "search")
    (words,) = told
    assert words.startswith(f"the machine code of {rules.name} is wrong and is not used any more: ")
    engine.faults.clear()
    tables.clear()
    with reporting(lambda *_: None, notice=lambda message: told.append(str(message))):
        assert rules.has_nimber(state, 1) == (expected == 1)
    assert len(told) == 2
    assert rules in engine.faults


def spread(n: int) -> Any:
    """Split a heap, which leaves sums of parts that are worth much."""
    for k in range(1, n // 2):
        yield split(k, n - k - 1)
    if n:
        yield n - 1


def fan_again(n: int) -> Any:
    """Leave any smaller heap; the same player moves again where a heap is a third."""
    for k in range(n):
        yield split(k, again=k % 7 == n // 3 and n % 5 > 2)


@pytest.mark.parametrize(
    ("change", "function", "further"),
    [
        (("search_kernel.py", "while had & 1:", "while had & 5 == 1:"), pairs, {}),
        (
            ("search_kernel.py", "  values[place] = value\n", "  values[place] = value if place % 64 else 1\n"),
            pairs,
            {},
        ),
        (("search_kernel.py", "SHAPE[i] + word", "SHAPE[i] + word - (word == 7)"), pairs, {"bounds": (20, 20)}),
        (
            ("search_kernel.py", "values[place] = found\n", "values[place] = max(found, 1)\n"),
            pairs,
            {"bounds": (20, 20)},
        ),
        (("pruned_kernel.py", "total ^= value_of(", "total |= value_of("), spread, {"components": lambda n: [n]}),
        (("search_kernel.py", "entailed == total + 2", "entailed > 0"), fan_again, {}),
        (("search_kernel.py", "had >> value & 1", "had >> value & 2"), fan_again, {"bounds": 50}),
        (("checked_kernel.py", "bits(a) - bits(b)", "bits(a) - bits(b) - (bits(a) == 13)"), spread, {}),
    ],
    ids=["mex", "lookup", "place", "sweep", "sum", "moves again", "one more option", "arithmetic"],
)
def test_a_fault_of_a_kernel_is_noticed(
    monkeypatch: pytest.MonkeyPatch, change: tuple[str, str, str], function: Any, further: dict[str, Any]
) -> None:
    """Here the values are wrong, and options in the last two cases."""
    state = (11, 12) if function is pairs else (22 if function is fan_again else 40,)
    expected = grundy.ruleset(function)(*state).value
    rules = grundy.ruleset(compiled=True, **further)(function)
    assert asked_of_kernel(monkeypatch, change, rules, state) == (expected, 1)


def asked_of_kernel(
    monkeypatch: pytest.MonkeyPatch, change: tuple[str, str, str], rules: FunctionRuleset, state: tuple[int, ...]
) -> tuple[Any, int]:
    """Return a value, and how much was told of it, after a change of the text of a kernel."""
    kernel = vars(modules)["_kernel"]

    def changed(name: str) -> str:
        text: str = kernel(name)
        assert name != change[0] or change[1] in text
        return text.replace(*change[1:]) if name == change[0] else text

    monkeypatch.setattr("grundy.compiled.searching.PAUSE_OPTIONS", 100)
    monkeypatch.setattr(engine, "_plan", vars(engine)["_plan"].__wrapped__)  # which remembers nothing
    monkeypatch.setattr(modules, "_kernel", changed)
    found, told, _ = asked(rules, state)
    return found, len(told)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seen[bits(total)] = dense[2]", "seen[bits(total >> 1)] = dense[2]"),
        ("seen[bits(total)] = dense[2]", "seen[bits(total)] = dense[2] - (total == 0)"),
        ("values[place] = value\n", "values[place] = value + (place == 20)\n"),
        ("value = WON\n            if not", "value = 1\n            if not"),
        ("if least != WON:\n            run[UNVALUED] |= NO_VALUE", "seen[0] = dense[2]"),
    ],
    ids=["sum", "mark", "value", "win", "no value"],
)
def test_a_fault_of_a_box_is_noticed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """A box is begun after few states; its values are compared with those of the search before it."""
    monkeypatch.setattr("grundy.compiled.searching._FIRST", 8)
    filled = []
    fill = SearchRun._fill  # noqa: SLF001

    def counted(run: SearchRun, box: Box, size: int) -> None:
        filled.append(size)
        fill(run, box, size)

    monkeypatch.setattr(SearchRun, "_fill", counted)
    function = ending_split if "WON" in old else spread
    rules = grundy.ruleset(compiled=True)(function)
    found, told = asked_of_kernel(monkeypatch, ("fill_kernel.py", old, new), rules, (130,))
    assert (found, told) == (grundy.ruleset(function)(130).value, 1)
    assert filled


def test_a_fault_in_the_marks_of_a_box_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The xor of the parts is in the functions that are translated: here it is wrong if two parts have a common bit."""
    write = Loops.write

    def written(function: Loops, line: str) -> None:
        write(function, line.replace("total ^= ", "total |= "))

    monkeypatch.setattr("grundy.compiled.searching._FIRST", 8)
    monkeypatch.setattr(Loops, "write", written)
    no_change = ("fill_kernel.py", "values[place] = value\n", "values[place] = value + 0\n")
    rules = grundy.ruleset(compiled=True)(spread)
    assert asked_of_kernel(monkeypatch, no_change, rules, (130,)) == (grundy.ruleset(spread)(130).value, 1)


def ending_split(n: int) -> Any:
    """Split a heap; whoever leaves nothing of three wins."""
    if n == 3:
        yield win()
    for k in range(1, n // 2):
        yield split(k, n - k - 1)
    if n:
        yield n - 1


def heavy(n: int) -> Any:
    less = (n * LARGE) // LARGE % 5
    if n > less:
        yield n - less - 1


def test_an_overflow_that_wraps_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    change = "checked_kernel.py", "product // a != b", "a == b + 1 == b"
    found, told = asked_of_kernel(monkeypatch, change, grundy.ruleset(compiled=True)(heavy), (4000,))
    assert (found, told) == (grundy.ruleset(heavy)(4000).value, 1)


def test_machine_code_of_another_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a damaged cache on disk might give it, for one of the two searches alone."""
    kind = kind_of_state(1)
    assert kind is not None
    other = modules.Machine(modules.plan(grundy.ruleset(compiled=True)(cut), kind, None))

    def mixed(plan: modules.ModulePlan) -> modules.Machine:
        found = modules.Machine(plan)
        found.search = other.search
        return found

    monkeypatch.setattr(modules, "machine", mixed)
    rules = grundy.ruleset(compiled=True)(take)
    with reporting(lambda *_: None, notice=lambda _: None):
        assert rules.has_nimber(50, 1) is (grundy.ruleset(take)(50).value == 1)
        assert not engine.faults
        assert rules(50).value == grundy.ruleset(take)(50).value
    (fault,) = engine.faults.values()
    assert str(fault).startswith("the machine code of take is wrong")


# what becomes of a fault

FILE = """
import grundy

@grundy.ruleset(compiled=True)
def take(n):
    for k in (1, 3, 4):
        if k <= n:
            yield n - k
"""


@pytest.fixture
def large_faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Give rules in a file, whose machine code is wrong at numbers from 250 on."""
    wrong = grundy.ruleset(compiled=True)(lambda n: (n - k for k in (1, 3, 4) if k <= n and (k < 4 or n < 250)))
    monkeypatch.setattr(engine, "_plan", lambda _, kind, shape: modules.plan(wrong, kind, shape))
    path = tmp_path / "mygames.py"
    path.write_text(FILE)
    return f"{path}:take"


def test_a_command_gives_the_right_answer(
    large_faults: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["solve", large_faults, "300"]) == 0
    result = capfd.readouterr()
    assert result.err.count("is wrong") == 1
    assert f"nimber   {grundy.ruleset(take)(300).nimber}" in result.out
    monkeypatch.undo()
