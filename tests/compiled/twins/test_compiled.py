"""Compiled rulesets against the plain search over the same functions."""

from __future__ import annotations

import ast
import inspect
import linecache
import operator
import warnings
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.compiled import checked_kernel, engine, wide_kernel
from grundy.compiled.sources import source_of
from grundy.errors import OverBudgetError
from grundy.runtime import limits
from grundy.runtime.progress import reporting, tallied
from grundy.runtime.table_cache import tables
from support import compiled_games, pitfalls, rewritten_loops
from support.compiled_games import CASES, Case
from support.random_programs.checking import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.core.function_rulesets import FunctionRuleset

pytestmark = pytest.mark.needs_jit


@pytest.fixture
def _as_python() -> Iterator[None]:
    with compiled_games.as_python():
        yield


@pytest.fixture(autouse=True)
def _nothing_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "told", set())


def answer(rules: FunctionRuleset, state: tuple[Any, ...]) -> Any:
    try:
        return rules(*state).value
    except Exception as error:  # noqa: BLE001 - whatever the rules raise
        return type(error).__name__


def twins(function: Callable[..., Any], further: dict[str, Any]) -> tuple[FunctionRuleset, FunctionRuleset]:
    plain = {key: value for key, value in further.items() if key != "bounds"}
    return grundy.ruleset(compiled=True, **further)(function), grundy.ruleset(**plain)(function)


def compare(case: Case) -> list[str]:
    """Compare the values, and return what the user was told.

    The plain function runs too: no state may be one that Python cannot finish.
    """
    compiled, plain = twins(case.function, case.further)
    told: list[str] = []
    with reporting(lambda *_: None, notice=lambda message: told.append(str(message))):
        for state in case.states:
            with limits.limited(kernel_above=-1):
                found = answer(compiled, state)
            expected = answer(plain, state)
            if found != expected:  # a win may come before what raises
                wins = "win" in case.function.__code__.co_names
                assert wins, (case.function.__name__, state)
                assert str(expected).endswith("Error"), (case.function.__name__, state)
                continue
            inside = state[0] if len(state) == 1 else state
            with limits.limited(kernel_above=-1):
                for nimber in range(3) if not isinstance(expected, str) else ():
                    has = compiled.has_nimber(inside, nimber)
                    assert has == (nimber == expected), (case.function.__name__, state, nimber)
    assert not [text for text in told if "fault of grundy" in text]  # answers are right where wrong code is noticed
    return told


def _name(case: Case) -> str:
    return f"{case.function.__name__}-{'-'.join(case.further)}"


SLOW = {"cells-", "wide_pairs-", "moving_again-", "moving_again-bounds", "moving_again-canonical"}


@pytest.mark.usefixtures("_as_python")
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=_name(case), marks=[pytest.mark.slow] * (_name(case) in SLOW)) for case in CASES]
)
def test_each_construct(case: Case) -> None:
    told = compare(case)
    expected = {"crowding": "too much memory"} | dict.fromkeys(("powers", "too_wide"), "compiled_games.py")
    name = case.function.__name__
    assert [one for one in told if expected.get(name, "nothing") not in one] == []
    assert bool(told) == (name in {"powers", "crowding", "too_wide"})


@pytest.mark.usefixtures("_as_python")
@pytest.mark.parametrize(
    ("function", "states"), pitfalls.COMPILED, ids=[function.__name__ for function, _ in pitfalls.COMPILED]
)
def test_each_pitfall(function: Callable[..., Any], states: list[tuple[Any, ...]]) -> None:
    assert compare(Case(function, states, {})) == []


@pytest.mark.usefixtures("_as_python")
@pytest.mark.parametrize(
    ("function", "reason"), pitfalls.REFUSED, ids=[function.__name__ for function, _ in pitfalls.REFUSED]
)
def test_each_pitfall_that_is_refused(function: Callable[..., Any], reason: str) -> None:
    (told,) = compare(Case(function, compiled_games.one(6), {}))
    assert reason in told, told


@pytest.mark.parametrize("name", rewritten_loops.COMPILED)
def test_each_rewritten_loop(name: str, tmp_path: Path) -> None:
    """Option by option."""
    verdict = check(rewritten_loops.COMPILED[name], tmp_path)
    assert (verdict.kind, verdict.answered > 1) == ("agrees", True), verdict


@pytest.mark.parametrize("name", rewritten_loops.REFUSED)
def test_each_loop_that_cannot_be_rewritten(name: str, tmp_path: Path) -> None:
    """If it is understood some day, it does what Python does."""
    verdict = check(rewritten_loops.REFUSED[name], tmp_path)
    assert verdict.kind in {"agrees", "refused"}, verdict


def test_what_is_kept_and_given_once_is_refused() -> None:
    why = engine.why_not(twins(pitfalls.given_once, {})[0], 5)
    assert "once is not a function written in Python" in str(why)


CHANGED = """
import grundy

def least(n):
    return 1

longer = lambda n: n // 2

def rules(n):
    if n:
        yield max(n - least(n), 0)
        yield longer(n)
"""


@pytest.mark.parametrize(
    ("right", "wrong", "name"),
    [("return 1", "return 2", "least"), ("n // 2", "n // 3", "<lambda>"), ("yield max", "yield min", "rules")],
)
def test_what_was_changed_after_it_was_loaded_is_refused(tmp_path: Path, right: str, wrong: str, name: str) -> None:
    """The rules are those that were loaded; a change elsewhere in the file makes no difference."""
    file = tmp_path / "rules.py"
    names: dict[str, Any] = {"__name__": "rules"}
    file.write_text(CHANGED, encoding="utf-8")
    exec(compile(CHANGED, str(file), "exec"), names)  # noqa: S102 - a program of this test
    for text, words in (
        (f"# more\n{CHANGED}", "None"),
        (CHANGED.replace(right, wrong), f"the source of {name} is not"),
    ):
        file.write_text(text, encoding="utf-8")
        linecache.checkcache(str(file))
        compiled_games.forget()
        assert words in str(engine.why_not(twins(names["rules"], {})[0], 5))
    exec(CHANGED, names)  # noqa: S102
    assert "the source of rules cannot be read" in str(engine.why_not(twins(names["rules"], {})[0], 5))


def test_the_source_of_a_lambda_is_its_own() -> None:
    made: list[Any] = [lambda n: n + 1, lambda n: n * 2, lambda a: lambda b: a - b]
    inner: Any = made[2](1)
    found = [ast.unparse(source_of(one).node) for one in (*made, inner)]
    assert found == ["lambda n: n + 1", "lambda n: n * 2", "lambda a: lambda b: a - b", "lambda b: a - b"]


_WIDE: dict[str, Callable[..., int]] = {
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "invert": operator.invert, "neg": operator.neg,
    "magnitude": abs, "add": operator.add, "sub": operator.sub, "mul": operator.mul, "floordiv": operator.floordiv,
    "mod": operator.mod, "lshift": operator.lshift, "rshift": operator.rshift,
    "bit_count": int.bit_count, "bit_length": int.bit_length,
}  # fmt: skip


@pytest.mark.parametrize("name", _WIDE)
def test_wide_numbers_are_those_of_python(name: str) -> None:
    """Each result is right, or a fault; and it is no fault where operands are masks and the result fits 64 bits."""
    random = Random(name)
    function, expected = getattr(wide_kernel, f"wide_{name}"), _WIDE[name]
    faultless = name in {"and", "or", "xor", "invert"}
    counts = {"lshift": 1, "rshift": 1}
    names = [one for one in inspect.signature(function).parameters if one in {"a", "b"}]
    answered = 0
    for _ in range(400):
        given = [random.getrandbits(random.choice((1, 3, 32, 63, 64))) for _ in names]
        masks = random.random() < 0.6
        if not masks:
            given = [one * random.choice((1, -1)) << random.choice((0, 0, 40)) for one in given]
        if name in counts:
            given[1] = random.choice((0, 1, 2, 8, 62, 63, 64, 65, 127, -1))
        words = [one if i == counts.get(name) else _wide(one) for i, one in enumerate(given)]
        run = np.zeros(4, np.int64)
        with np.errstate(over="ignore"):
            found = function(*words) if faultless else function(*words, 0, run)
        try:
            right = expected(*given)
        except (ValueError, ZeroDivisionError):
            right = None
        if run[checked_kernel.FAULT]:
            fits = masks and isinstance(right, int) and abs(right) < 2**64
            assert not fits, given
        else:
            value = int(found[0]) * 2**64 + int(found[1]) if isinstance(found, tuple) else int(found)
            assert value == right, given
            answered += 1
    assert answered > 80


def _wide(number: int) -> tuple[np.int64, np.uint64]:
    return np.int64(number >> 64), np.uint64(number & 2**64 - 1)


@pytest.mark.slow
@pytest.mark.needs_jit
def test_machine_code() -> None:
    """Overflow as the processor has it.

    A module takes seconds to compile: test_tables_are_the_same has bounds, test_machine_code_of_games.py masks of 64
    bits, and test_each_construct all of them as Python.
    """
    assert len(compare(Case(compiled_games.powers, compiled_games.one(8), {}))) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("_as_python")
def test_the_search_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, _ = twins(compiled_games.sharing, {})
    for most in (3, 0):  # with a box, and with a hash table alone
        monkeypatch.setattr("grundy.compiled.translated_functions.MOST_IN_BOX", most)
        compiled_games.forget()
        with limits.limited(kernel_above=-1, kernel_options=500), pytest.raises(OverBudgetError) as caught:
            _ = compiled(90, 90).value
        assert caught.value.unit == "options"
    fan, plain = twins(compiled_games.fan, {})
    with limits.limited(kernel_above=-1, table_bytes=190_000), tallied() as tally:
        found = fan(500, 0).value
    assert found == plain(500, 0).value
    assert tally.engine == "compiled"
    assert tally.dropped > 0
    with limits.limited(kernel_above=-1, table_bytes=3000), pytest.raises(OverBudgetError) as caught:
        _ = twins(compiled_games.ranging, {})[0](5000).value
    assert caught.value.unit == "bytes"


@pytest.mark.usefixtures("_as_python")
def test_what_is_stopped_is_gone_on_with() -> None:
    class Enough(Exception):
        pass

    def stop() -> None:
        raise Enough

    compiled, plain = twins(compiled_games.kayles, {})
    with limits.limited(kernel_above=-1):
        with reporting(lambda *_: None, cancel=stop), pytest.MonkeyPatch.context() as patch:
            patch.setattr("grundy.compiled.searching.PAUSE_OPTIONS", 100)
            with pytest.raises(Enough):
                _ = compiled(40).value
        assert compiled(40).value == plain(40).value


@pytest.mark.usefixtures("_as_python")
def test_loops_without_an_end_are_ended() -> None:
    compiled, _ = twins(compiled_games.looping, {})
    with limits.limited(kernel_above=-1), pytest.MonkeyPatch.context() as patch:
        patch.setattr("grundy.compiled.searching.LEAST_STEPS", 1000)
        with (
            limits.limited(search_options=1000),
            pytest.raises(OverBudgetError, match=r"compiled_games.py:\d+: the loops"),
        ):
            _ = compiled(1).value


@pytest.mark.slow
@pytest.mark.needs_jit
def test_tables_are_the_same() -> None:
    """By Numba with bounds, where the memo is an array; without them as Python, where it is a hash table."""
    bounded, plain = twins(compiled_games.sharing, {"bounds": (20, 20)})
    with limits.limited(kernel_above=-1), tallied() as tally:
        found = bounded.table((7, range(2, 9))).values.tolist()
        one = bounded(6, 5).value
    assert one == plain(6, 5).value
    assert found == plain.table((7, range(2, 9))).values.tolist()
    assert tally.engine == "compiled"
    with compiled_games.as_python(), limits.limited(kernel_above=-1), tallied() as tally:
        compiled, _ = twins(compiled_games.sharing, {})
        assert compiled.table((7, range(2, 9))).values.tolist() == found
    assert tally.engine == "compiled"


def test_small_questions_compile_nothing() -> None:
    compiled, _ = twins(compiled_games.kayles, {})
    tables.clear()
    with tallied() as tally:
        assert compiled(10).nimber == 2
    assert tally.engine == "search"


@pytest.mark.usefixtures("_as_python")
def test_the_audit_compares_machine_code_at_each_state(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, _ = twins(compiled_games.kayles, {})
    report = grundy.audit(compiled, 5)
    assert report
    assert "machine code" in report.checked
    monkeypatch.setattr(engine, "value", lambda _, state: 9 if state > 2 else None)
    (finding,) = grundy.audit(compiled, 5).findings
    assert finding.words == "kayles(3) is worth 3 by its options, 9 by machine code"
    report = grundy.audit(twins(dictionaries, {})[0], 0)
    assert "it cannot be compiled" in report.note


@pytest.mark.usefixtures("_as_python")
@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("search_kernel.py", "while seen[value] == mark:", "while seen[value] == mark and value != 2:"),
        ("search_kernel.py", "total ^= value_of(entry)", "total |= value_of(entry)"),
        ("checked_kernel.py", "bits(a) - bits(b)", "bits(a) - bits(b) - (bits(a) == 3)"),
    ],
)
def test_the_audit_finds_a_fault_in_a_kernel(
    monkeypatch: pytest.MonkeyPatch, file: str, right: str, wrong: str
) -> None:
    """A fault that is planted in the text of the module is found, and nothing without it."""
    rules, _ = twins(compiled_games.kayles, {})
    assert grundy.audit(rules, 9).findings == ()
    compiled_games.plant(monkeypatch, file, right, wrong)
    told: list[object] = []
    with reporting(lambda *_: None, notice=told.append):
        (finding,) = grundy.audit(rules, 9).findings
    assert len(told) == 1
    assert finding.kind == "machine code has another value"


def test_a_long_plain_search_names_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.core.search.engines.LONG", -1)
    told: list[str] = []
    with reporting(lambda *_: None, notice=lambda message: told.append(str(message))):
        for function in (compiled_games.kayles, compiled_games.kayles, dictionaries):
            answer(twins(function, {})[1], (9,))
    assert len(told) == 1
    assert "kayles took seconds" in told[0]


def prints(n: int) -> Any:
    print(n)  # noqa: T201 - what is refused
    yield from range(n)


def floats(n: int) -> Any:
    yield int(n / 2)


def dictionaries(n: int) -> Any:
    names = {1: 0}
    if n:
        yield names[n]


def _again(n: int) -> int:
    return _again(n - 1) if n else 0


def recursion(n: int) -> Any:
    yield _again(n)


def texts(n: int) -> Any:
    yield str(n)


def within(n: int) -> Any:
    def half(k: int) -> int:
        return k // 2

    if n:
        yield half(n)


def maybe(n: int) -> Any:
    if n > 3:
        less = 1
    yield less


def halves(n: int) -> Any:
    return {part for part in (n // 2, n - n // 2)}  # noqa: C416 - that is what it is about


@pytest.mark.usefixtures("_as_python")
def test_equal_parts_of_a_set_are_one() -> None:
    compiled, plain = twins(compiled_games.taking, {"components": halves})
    with reporting(lambda *_: None, notice=lambda _: None), limits.limited(kernel_above=-1):
        found = [answer(compiled, (heap,)) for heap in range(9)]
    assert found == [answer(plain, (heap,)) for heap in range(9)]


@pytest.mark.parametrize(
    ("function", "line", "reason"),
    [
        (prints, 1, "the call print(n)"),
        (floats, 1, "a division with / gives no integer"),
        (dictionaries, 1, "a dictionary"),
        (recursion, -3, "_again calls itself"),
        (texts, 1, "an option of another form than the state"),
        (within, 1, "a function within the function; outside of it, it compiles"),
        (maybe, 3, "the variable less"),
    ],
)
def test_what_does_not_compile_is_named_by_line(function: Callable[..., Any], line: int, reason: str) -> None:
    compiled, _ = twins(function, {})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert compiled(0).choices() is not None
        answer(compiled, (0,))
        answer(compiled, (1,))
    (told,) = [str(one.message) for one in caught if "compiled" in str(one.message)]
    where = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno + line}: "
    assert told.partition(where)[2].startswith(reason)


def listed(a: int, b: int) -> Any:
    for k in range(a):
        yield sorted((k, b))


def listed_by_name(a: int, b: int) -> Any:
    for k in range(a):
        left = sorted((k, b))
        yield grundy.split(left)


def in_order(a: int, b: int) -> list[int]:
    return sorted((a, b))


def lower(a: int, b: int) -> Any:
    yield from ((k, b) for k in range(a))


@pytest.mark.parametrize(
    ("function", "further", "blamed", "line"),
    [
        (listed, {}, listed, 2),
        (listed_by_name, {}, listed_by_name, 3),
        (lower, {"canonical": in_order}, in_order, 0),
    ],
)
def test_a_list_is_no_state(
    function: Callable[..., Any], further: dict[str, Any], blamed: Callable[..., Any], line: int
) -> None:
    """Neither of the plain search nor of machine code, which would know what to do with it."""
    compiled, plain = twins(function, further)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert answer(compiled, (3, 4)) == answer(plain, (3, 4)) == "RulesetError"
    (told,) = [str(one.message) for one in caught if "compiled" in str(one.message)]
    code = blamed.__code__
    assert told.endswith(
        f"{code.co_filename}:{code.co_firstlineno + line}: a list is no state: write tuple(...) around it"
    )
