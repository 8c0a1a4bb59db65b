"""Machine code that does something else than its ruleset: each fault that is planted here is noticed when it is used.

The modules run as plain Python, which takes no time to compile. A fault of the translation is planted by translating
another function, one of the kernels by a change of its text. The tests of the translator have no part in this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import grundy
from grundy import split, win
from grundy.cli import main
from grundy.compiled import engine, modules
from grundy.compiled.kinds import kinds_of_state
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from grundy.runtime.table_cache import tables
from support import compiled_games

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import SimpleNamespace

    from grundy.core.function_rulesets import FunctionRuleset

pytestmark = pytest.mark.needs_jit

LARGE = 2**62


@pytest.fixture(autouse=True)
def calls() -> Iterator[Counter[str]]:
    """Run modules as Python, and give the number of calls of each of their functions."""
    with pytest.MonkeyPatch.context() as patch, compiled_games.as_python(60) as calls, limits.limited(kernel_above=-1):
        patch.setattr("grundy.compiled.checking.COMPARE_SECONDS", 10.0)  # plain Python takes longer
        yield calls


@pytest.fixture
def _few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare few states, which takes little time without machine code."""
    monkeypatch.setattr("grundy.compiled.checking._SMALL", 20)
    monkeypatch.setattr("grundy.compiled.checking._WALKED", 20)


def mistranslate(patch: pytest.MonkeyPatch, wrong: FunctionRuleset) -> None:
    """Translate this ruleset in the place of each other one."""
    plan = modules.plan
    patch.setattr(modules, "plan", lambda _, kind, **given: plan(wrong, kind, **given))


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


def in_order(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def in_other_order(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b) if a != 3 else 4


def halves(n: int) -> list[int]:
    return [n // 8 * 4, n % 8]


def lower_halves(n: int) -> list[int]:
    return [n // 8 * 4, n % 4]


def faults() -> Iterator[tuple[str, Fault]]:
    yield "the file of another day", Fault(take, lambda n: (n - k for k in (1, 3, 5) if k <= n))
    yield "a sign", Fault(take, lambda n: (abs(k - n) for k in (1, 3, 4) if k <= n + 1))
    yield "a bound", Fault(take, lambda n: (n - k for k in (1, 3, 4) if k < n))
    yield "an option less", Fault(take, lambda n: (n - k for k in (1, 3, 4) if k <= n and not k == n % 7 == 3))
    yield "an option more", Fault(take, lambda n: (n - k for k in (1, 2, 3, 4) if k <= n and (k != 2 or n == 31)))
    yield "a part of another size", Fault(cut, lambda n: (split(k, n - k) for k in range(1, n // 2)))
    yield "a part less", Fault(cut, lambda n: (split(k) if n == 20 else split(k, n - k - 1) for k in range(1, n // 2)))
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


@pytest.mark.usefixtures("_few_states")
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
    mistranslate(monkeypatch, wrong)
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


def ending_split(n: int) -> Any:
    """Split a heap; whoever leaves nothing of three wins."""
    if n == 3:
        yield win()
    yield from spread(n)


def heavy(n: int) -> Any:
    less = (n * LARGE) // LARGE % 5
    if n > less:
        yield n - less - 1


LOOKUP = "values[place] = value"
KERNELS: dict[str, tuple[Any, dict[str, Any], tuple[int, ...], str, str, str]] = {
    "mex": (pairs, {}, (11, 12), "search", "while had & 1:", "while had & 5 == 1:"),
    "lookup": (pairs, {}, (11, 12), "search", f"  {LOOKUP}\n", f"  {LOOKUP} if place % 64 else 1\n"),
    "sum": (spread, {"components": lambda n: [n]}, (40,), "search", "total ^= value_of(", "total |= value_of("),
    "moves again": (fan_again, {}, (22,), "search", "entailed == total + 2", "entailed > 0"),
    "one more option": (fan_again, {}, (22,), "search", "had >> value & 1", "had >> value & 2"),
    "arithmetic": (spread, {}, (40,), "checked", "bits(a) - bits(b)", "bits(a) - bits(b) - (bits(a) == 13)"),
    "overflow": (heavy, {}, (4000,), "checked", "product // a != b", "a == b + 1 == b"),
}
SEEN = "seen[bits(total)] = dense[2]"
BOXES: dict[str, tuple[Any, str, str]] = {
    "sum": (spread, SEEN, "seen[bits(total >> 1)] = dense[2]"),
    "mark": (spread, SEEN, f"{SEEN} - (total == 0)"),
    "mex": (pairs, "while seen[value] == mark:", "while seen[value] == mark and value != 5:"),
    "value": (spread, f"{LOOKUP} + FILLED\n", f"{LOOKUP} + FILLED + (place == 20)\n"),
    "win": (ending_split, "value = WON\n            if not", "value = 1\n            if not"),
    "no value": (
        ending_split,
        "if least != WON:\n            run[UNVALUED] |= NO_VALUE",
        "seen[0] = dense[2]",
    ),
}


def assert_noticed(monkeypatch: pytest.MonkeyPatch, rules: FunctionRuleset, state: tuple[int, ...]) -> None:
    """Check that a value is right, and that something is told of it."""
    monkeypatch.setattr("grundy.compiled.searching.PAUSE_OPTIONS", 100)
    found, told, _ = asked(rules, state)
    assert (found, len(told)) == (grundy.ruleset(rules.options_function)(*state).value, 1)


@pytest.mark.parametrize("name", KERNELS)
def test_a_fault_of_a_kernel_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the values are wrong, and options in the last two cases. No box is filled."""
    function, further, state, kernel, old, new = KERNELS[name]
    monkeypatch.setattr("grundy.compiled.translated_functions.MOST_IN_BOX", 0)
    compiled_games.plant(monkeypatch, f"{kernel}_kernel.py", old, new)
    assert_noticed(monkeypatch, grundy.ruleset(compiled=True, **further)(function), state)


@pytest.mark.parametrize("name", BOXES)
def test_a_fault_of_a_box_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, calls: Counter[str]) -> None:
    """Before the box is used."""
    function, old, new = BOXES[name]
    compiled_games.plant(monkeypatch, "search_kernel.py", old, new)
    assert_noticed(monkeypatch, grundy.ruleset(compiled=True)(function), (12, 9) if function is pairs else (130,))
    assert calls["fill"]


def test_a_fault_in_the_sums_of_a_box_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the xor of the parts is wrong if two of them have a common bit."""
    lines = {part: line.replace("total ^=", "total |=") for part, line in modules._IN_A_BOX.items()}  # noqa: SLF001
    monkeypatch.setattr(modules, "_IN_A_BOX", lines)
    assert_noticed(monkeypatch, grundy.ruleset(compiled=True)(spread), (130,))


def test_a_value_from_options_without_one_is_noticed() -> None:
    """Here each state but the last one is worth 0, and the last one, to which all others lead, has no value."""
    plan = modules.ModulePlan

    def emptied(n: int) -> Any:
        if n:
            yield n * 0

    def planned(text: str, *further: Any) -> modules.ModulePlan:
        head, box, rest = text.partition("def box_o_emptied")
        return plan(head + box + rest.replace("if (v_n) != 0", "if (v_n) == 0", 1), *further)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(modules, "ModulePlan", planned)
        assert_noticed(patch, grundy.ruleset(compiled=True)(emptied), (130,))


def test_machine_code_of_another_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a damaged cache on disk might give it, for one of the two searches alone."""
    (kind, *_) = kinds_of_state(1)
    make = modules.machine
    other = make(modules.plan(grundy.ruleset(compiled=True)(cut), kind))

    def mixed(plan: modules.ModulePlan) -> SimpleNamespace:
        found = make(plan)
        found.fill = other.fill
        return found

    monkeypatch.setattr(modules, "machine", mixed)
    rules = grundy.ruleset(compiled=True)(take)
    with reporting(lambda *_: None, notice=lambda _: None):
        assert rules.has_nimber(50, 1) is (grundy.ruleset(take)(50).value == 1)
        assert not engine.faults
        assert rules(50).value == grundy.ruleset(take)(50).value
    (fault,) = engine.faults.values()
    assert str(fault).startswith("the machine code of take is wrong")


# verdicts


def compared(calls: Counter[str], rules: FunctionRuleset, *state: int) -> bool:
    """Return whether a question, asked as in a new process, compares machine code."""
    engine.faults.clear()
    compiled_games.forget()
    calls.clear()
    assert rules(*state).value == grundy.ruleset(rules.options_function)(*state).value
    return bool(calls["list_options"])


@pytest.mark.usefixtures("_few_states")
def test_a_verdict_is_kept_as_far_as_it_reaches(calls: Counter[str]) -> None:
    """A larger question compares again; so does another function, and another form of the search."""
    rules = grundy.ruleset(compiled=True)(pairs)
    asked = [compared(calls, rules, *state) for state in ((2, 3), (2, 3), (4, 6), (2, 7), (5, 7), (0, 0))]
    assert asked == [True, False, False, True, True, False]
    assert compared(calls, grundy.ruleset(compiled=True)(take), 700)
    assert compared(calls, grundy.ruleset(compiled=True)(take), 9) is False


@pytest.mark.usefixtures("_few_states")
def test_a_verdict_belongs_to_the_functions(calls: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """To those that the rules call as well: here the translation is that of the same function each time."""
    right = grundy.ruleset(compiled=True)(take)
    assert [compared(calls, right, 60) for _ in range(2)] == [True, False]
    monkeypatch.setattr("sys.version", "another one")
    assert compared(calls, right, 60)


@pytest.mark.usefixtures("_few_states")
def test_a_fault_is_kept(calls: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process tells it without comparing anything."""
    rules = grundy.ruleset(compiled=True)(take)
    mistranslate(monkeypatch, grundy.ruleset(compiled=True)(cut))
    first = asked(rules, (60,))
    engine.faults.clear()
    compiled_games.forget()
    calls.clear()
    assert asked(rules, (60,)) == first
    assert len(first[1]) == 1
    assert not calls


@pytest.mark.usefixtures("_few_states")
def test_a_damaged_verdict_is_none(calls: Counter[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where none can be written, each process compares."""
    path = tmp_path / "verdict.json"
    monkeypatch.setattr("grundy.compiled.checking.verdict_file", lambda _: path)
    rules = grundy.ruleset(compiled=True)(take)
    assert [compared(calls, rules, 60) for _ in range(2)] == [True, False]
    for damage in (b"", b"{}", path.read_bytes().replace(b"120", b"999"), b"[" * 9000):
        path.write_bytes(damage)
        assert [compared(calls, rules, 60) for _ in range(2)] == [True, False]
    path.unlink()
    path.mkdir()
    assert [compared(calls, rules, 60) for _ in range(2)] == [True, True]


# what becomes of a fault

FILE = """
import grundy

@grundy.ruleset(compiled=True)
def take(n):
    for k in (1, 3, 4):
        if k <= n:
            yield n - k
"""


def test_a_command_gives_the_right_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The machine code is wrong at numbers from 250 on."""
    wrong = grundy.ruleset(compiled=True)(lambda n: (n - k for k in (1, 3, 4) if k <= n and (k < 4 or n < 250)))
    mistranslate(monkeypatch, wrong)
    path = tmp_path / "mygames.py"
    path.write_text(FILE)
    assert main.run(["solve", f"{path}:take", "300"]) == 0
    result = capfd.readouterr()
    assert result.err.count("is wrong") == 1
    assert f"nimber   {grundy.ruleset(take)(300).nimber}" in result.out
