"""The audit: twelve rulesets with one planted fault each, and the same twelve mended."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

import grundy
from grundy.authoring import testing
from grundy.authoring.testing import assert_sound, audit
from grundy.cli.main import run
from grundy.errors import RulesetError
from grundy.runtime import limits, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def take_away(n: int) -> Iterator[Any]:
    yield from range(max(0, n - 3), n)


def heaps(a: int, b: int) -> Iterator[Any]:
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


def canonical(mended: bool) -> Any:
    return grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)) if mended or b < 2 else (a, a))(heaps)


def components(mended: bool) -> Any:
    def parts(line: str) -> list[str]:
        found = [part for part in line.split(".") if part]
        return found if mended else found[:2]

    @grundy.ruleset(components=parts)
    def pins(line: str) -> Iterator[Any]:
        for take in (1, 2):
            for place in range(len(line) - take + 1):
                if "." not in line[place : place + take]:
                    yield line[:place] + "." * take + line[place + take :]

    return pins


def labels(mended: bool) -> Any:
    @grundy.ruleset
    def kayles(pins: int) -> Iterator[Any]:
        for take in (1, 2):
            for left in range(pins - take + 1):
                after = f" after {left}" if mended else ""
                yield grundy.split(left, pins - take - left, move=f"take {take}{after}")

    return kayles


def unhashable(mended: bool) -> Any:
    @grundy.ruleset
    def numbers(row: Any) -> Iterator[Any]:
        for place in range(len(row)):
            rest = row[:place] + row[place + 1 :]
            yield rest if mended or len(row) > 2 else list(rest)

    return numbers


@dataclass(unsafe_hash=True)
class Loose:
    n: int


@dataclass(frozen=True)
class Firm:
    n: int


def mutable(mended: bool) -> Any:
    @grundy.ruleset
    def steps(state: Any) -> Iterator[Any]:
        if state.n:
            yield Firm(state.n - 1) if mended or state.n > 3 else Loose(state.n - 1)

    return steps


def changing(mended: bool) -> Any:
    calls = itertools.count()

    @grundy.ruleset
    def moody(n: int) -> Iterator[Any]:
        yield from range(n)
        if n > 4 and not mended and next(calls) % 2:
            yield grundy.split(0, 0)

    return moody


def cycle(mended: bool) -> Any:
    @grundy.ruleset
    def king(n: int) -> Iterator[Any]:
        yield from range(max(0, n - 2), n)
        if n == 7 and not mended:
            yield grundy.split(9, 1)

    return king


def endless(mended: bool) -> Any:
    @grundy.ruleset
    def climb(n: int) -> Iterator[Any]:
        yield from [n + 2] if n % 2 == 1 and n > 12 and not mended else take_away(n)

    return climb


class Hand:
    """A state that a careless move can change: equal and hashed by content, yet with a list inside."""

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(tuple(self.cards))

    def __repr__(self) -> str:
        return f"Hand({self.cards})"


def mutates(mended: bool) -> Any:
    @grundy.ruleset
    def play(hand: Hand) -> list[Any]:
        cards = list(hand.cards) if mended or len(hand.cards) < 3 else hand.cards
        return [Hand(list(cards)) for _ in range(len(cards)) if cards.pop() is not None]

    return play


def text(mended: bool) -> Any:
    @grundy.ruleset(parse=lambda text: text.count("o") if mended else min(4, len(text)), format=lambda n: "o" * n)
    def tokens(n: int) -> Iterator[Any]:
        yield from take_away(n)

    return tokens


def unreadable(mended: bool) -> Any:
    @grundy.ruleset(parse=int, format=lambda n: str(n) if mended or n < 3 else f"{n} tokens")
    def tokens(n: int) -> Iterator[Any]:
        yield from take_away(n)

    return tokens


def raising(mended: bool) -> Any:
    @grundy.ruleset
    def divide(n: int) -> Iterator[Any]:
        for k in range(n):
            yield n // (k if not mended and n == 4 else k + 2)

    return divide


FAULTS: list[tuple[Callable[[bool], Any], tuple[Any, ...], str, str]] = [
    (canonical, (), "canonical changes the value", "heaps(0, 2) is worth 2, its canonical form heaps(0, 0) is worth 0"),
    (
        components,
        ("|||.|.|",),
        "components change the value",
        "pins('..|.|.|') is worth 1, its components pins('|') + pins('|') are worth 0",
    ),
    (
        labels,
        (),
        "one label, two results",
        "kayles(3): 'take 1' leads to kayles(0) + kayles(2) and to kayles(1) + kayles(1)",
    ),
    (unhashable, ((1, 2, 3, 4),), "a state cannot be hashed", "of the type list cannot be hashed"),
    (mutable, (Firm(9),), "a state is mutable", "steps(Firm(n=3)), 'steps(Loose(n=2))': Loose(n=2) is a dataclass"),
    (changing, (), "options change between calls", "moody(5) has the options"),
    (cycle, (), "a cycle", "king(7) -> king(9) -> king(7)"),
    (endless, (14,), "a descent without end", "climb(13) -> climb(15) -> climb(17) -> "),
    (mutates, (Hand([5, 6, 7, 8]),), "a move changes its argument", "play(Hand([5, 6, 7])) is play(Hand([]))"),
    (text, (12,), "the text does not read back", "5 is written as 'ooooo', which reads as 4"),
    (unreadable, (12,), "the text does not read back", "3 is written as '3 tokens', which fails: invalid literal"),
    (raising, (8,), "an exception", "divide(4) raises ZeroDivisionError"),
]


@pytest.mark.parametrize(("make", "starts", "kind", "words"), FAULTS, ids=lambda case: getattr(case, "__name__", ""))
def test_planted_faults(make: Callable[[bool], Any], starts: tuple[Any, ...], kind: str, words: str) -> None:
    report = audit(make(False), *starts, depth=500)
    assert [finding.kind for finding in report.findings] == [kind]
    assert words in report.findings[0].words
    with pytest.raises(AssertionError, match=kind):
        assert_sound(make(False), *starts, depth=500)
    mended = audit(make(True), *starts, depth=500)
    assert mended.findings == (), str(mended)
    assert mended.complete
    assert "no proof" in str(mended)


def test_an_audit_says_what_it_covered() -> None:
    report = audit(grundy.ruleset(take_away), 500, states=100)
    assert not report.findings
    assert "the first that were met" in str(report)
    with pytest.raises(RulesetError, match="of the whole numbers words"):
        audit(grundy.ruleset(words))
    with pytest.raises(RulesetError, match="begin with"):
        audit(text(True))


def words(line: str) -> Iterator[str]:
    yield from (line.replace(letter, "") for letter in set(line))


def test_win_and_other_rulesets_are_valued() -> None:
    @grundy.ruleset(components=lambda n: [n] if n < 4 else [n - 4, grundy.games.find("nim")(1)])
    def odd(n: int) -> Iterator[Any]:
        yield from range(n)
        if n == 3:
            yield grundy.win()

    report = audit(odd)
    assert [finding.words for finding in report.findings] == [
        "odd(4) is worth 3, its components odd(0) + nim 1 are worth 1"
    ]


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "audited.py").write_text(
        "import grundy\n"
        "@grundy.ruleset(canonical=lambda n: n % 3)\n"
        "def wrong(n):\n    yield from range(max(0, n - 3), n)\n"
        "@grundy.ruleset(canonical=lambda n: n % 4)\n"
        "def right(n):\n    yield from range(max(0, n - 3), n)\n"
        "@grundy.ruleset\n"
        "def row(line):\n    if line.strip('.'): yield line[1:]\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run(["audit", "audited.py:wrong"]) == 1
    assert "canonical changes the value: wrong(3) is worth 3" in capsys.readouterr().out
    assert run(["audit", "audited.py:wrong", "--from", "30", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["findings"][0]["state"] == "3"
    assert run(["audit", "audited.py:right", "--from", "30"]) == 0
    assert "no fault found; 31 states looked at (all that can be reached" in capsys.readouterr().out
    assert run(["audit", "audited.py:row"]) == 2
    assert "--from STATE" in capsys.readouterr().err
    assert run(["audit", "audited.py:row", "--from", "'x.'"]) == 0
    assert run(["audit", "kayles", "--from", "6 5"]) == 0


TAKE = grundy.ruleset(take_away)


@given(testing.states(TAKE, 9, 30))
def test_strategy_of_states(n: int) -> None:
    assert TAKE(n).nimber == n % 4


@given(testing.positions(TAKE, 9))
def test_strategy_of_positions(position: grundy.Position) -> None:
    assert bool(position.winning_moves()) == (position.nimber > 0)


def test_right_rulesets_over_sets_and_none_pass() -> None:
    """Equal frozensets may be written differently; None in a state is as immutable as can be."""
    ring = {8 * i: (8 * ((i + 1) % 6), 8 * ((i - 1) % 6)) for i in range(6)}

    def node_kayles(free: frozenset[int]) -> Iterator[Any]:
        for node in free:
            yield free - {node, *ring[node]}

    def fill(cells: tuple[str | None, ...]) -> Iterator[Any]:
        for place, cell in enumerate(cells):
            if cell is None:
                yield (*cells[:place], "X", *cells[place + 1 :])

    assert not testing.audit(grundy.ruleset(node_kayles), frozenset(ring)).findings
    assert not testing.audit(grundy.ruleset(fill), (None,) * 3).findings


@pytest.mark.slow
def test_options_without_end_and_texts_that_raise() -> None:
    def endless(n: int) -> Iterator[int]:
        while True:
            yield n - 1

    def pile(n: int) -> Iterator[Any]:
        for left in range(n):
            yield grundy.split(left, move=f"leave {left}")

    assert [one.kind for one in testing.audit(grundy.ruleset(endless), 1).findings] == ["options without end"]
    raising = grundy.ruleset(parse=int, format=lambda n: str(10 // n))(pile)
    assert [one.kind for one in testing.audit(raising, 2).findings] == ["the text does not read back"]


def test_an_exception_at_a_later_guess_is_a_finding() -> None:
    def bad(n: int) -> Any:
        return 1 / 0 if n == 2 else range(n)

    (found,) = testing.audit(grundy.ruleset(bad)).findings
    assert (found.kind, found.state) == ("an exception", 2)


@pytest.mark.slow
def test_files_that_end_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no result, so that the exit code must not be that of one."""
    path = tmp_path / "ends.py"
    path.write_text("import sys\nsys.exit()\n")
    for arguments in (["solve", f"{path}:pile", "3"], ["audit", f"{path}:pile", "--from", "3"]):
        assert run(arguments) == 2
        shown = capsys.readouterr()
        assert not shown.out
        assert "the program" in shown.err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SystemExit", "GeneratorExit", "KeyboardInterrupt"])
def test_what_rules_raise_is_their_fault(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "raises.py"
    path.write_text(
        f"import grundy\n@grundy.ruleset\ndef pile(n):\n    if n == 1:\n        raise {name}\n    yield n - 1\n"
    )
    for command in ("solve", "explain", "play"):
        assert run([command, f"{path}:pile", "3"]) == 2
        shown = capsys.readouterr()
        assert not shown.out
        assert shown.err == f"{path}:5: {name}\n"


def other(fault: str) -> Any:
    @grundy.ruleset
    def second(n: int) -> Iterator[Any]:
        yield from range(n)
        if n == 3:
            if fault == "a cycle":
                yield grundy.split(n, 1)
            elif fault == "an exception":
                raise KeyError(n)

    @grundy.ruleset
    def first(n: int) -> Iterator[Any]:
        yield from range(n)
        yield second(n)

    return first


def test_faults_of_other_declared_rulesets_are_found() -> None:
    assert not audit(other(""), 4).findings
    assert [(one.kind, one.words) for one in audit(other("a cycle"), 4).findings] == [
        ("a cycle", "second(3) -> second(3)")
    ]
    assert [(one.kind, one.words) for one in audit(other("an exception"), 4).findings] == [
        ("an exception", "second(3) raises KeyError: 3")
    ]


def test_values_of_built_in_rulesets_that_cannot_be_found() -> None:
    @grundy.ruleset
    def far(n: int) -> Iterator[Any]:
        if n:
            yield grundy.split(n - 1, grundy.games.find("grundys-game")(10**30))

    with limits.limited(kernel_options=1000, search_options=1000):
        (found,) = audit(far, 2).findings
    assert (found.kind, found.state) == ("an exception", 1)
    assert "OverBudgetError" in found.words


def test_a_cycle_among_many_states_is_found_in_time() -> None:
    """Each state of a large board is on a cycle: one look at each, and not one from each."""
    calls = 0

    @grundy.ruleset
    def walk(a: int, b: int) -> Iterator[Any]:
        nonlocal calls
        calls += 1
        yield from (((a + x) % 40, (b + y) % 40) for x in (0, 1) for y in (0, 1) if x or y)

    steps = []
    with progress.reporting(lambda done, _: steps.append(done)):
        (found,) = audit(walk, (0, 0)).findings
    assert found.kind == "a cycle"
    assert found.words.count("->") == 9
    assert calls == 2 * 1600
    assert steps == sorted(steps)
    assert len(steps) == 1600


def test_the_shortest_cycle_is_found() -> None:
    edges = {0: [1, 4], 1: [2], 2: [3], 3: [0], 4: [5], 5: [6], 6: [4, 7], 7: []}
    (found,) = audit(grundy.ruleset(lambda n: edges[n]), 0).findings
    assert found.words == "<lambda>(4) -> <lambda>(5) -> <lambda>(6) -> <lambda>(4)"


def test_default_texts_are_checked() -> None:
    class Loud(int):
        def __repr__(self) -> str:
            return str(int(self) + 1)

    def down(n: int) -> Iterator[int]:
        if n:
            yield Loud(n - 1)

    (found,) = audit(grundy.ruleset(down), 2).findings
    assert (found.kind, found.state) == ("the text does not read back", 0)
    report = audit(mutable(True), Firm(2))
    assert not report.findings
    assert "the text of steps(Firm(n=2)) does not read back, so that it cannot be typed" in str(report)
    assert "text" not in report.checked
    assert "text" in audit(grundy.ruleset(take_away)).checked


@dataclass
class Unhashable(grundy.Ruleset):
    most: int

    def options(self, state: int) -> range:
        return range(max(0, state - self.most), state)


@dataclass(unsafe_hash=True)
class NotFrozen(Unhashable):
    pass


class ByIdentity(grundy.Ruleset):
    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, state: int) -> range:
        return range(max(0, state - self.most), state)


@pytest.mark.parametrize(
    ("rules", "words"),
    [(Unhashable(2), "cannot be hashed"), (NotFrozen(2), "is not frozen"), (ByIdentity(2), "nothing but itself")],
)
def test_rulesets_that_are_not_frozen(rules: grundy.Ruleset, words: str) -> None:
    (found,) = audit(rules, 3).findings
    assert found.kind == "a ruleset is mutable"
    assert words in found.words


def test_components_of_own_positions_and_letters() -> None:
    def own(line: str) -> list[Any]:
        return [pins(part) for part in line.split(".") if part]

    @grundy.ruleset(components=own)
    def pins(line: str) -> Iterator[Any]:
        for place in range(len(line)):
            if line[place] != ".":
                yield line[:place] + "." + line[place + 1 :]

    assert pins("||.|").nimber == 1
    assert not audit(pins, "||.|").findings

    @grundy.ruleset(components=lambda line: line)
    def letters(line: str) -> Iterator[str]:
        yield from (line[:place] for place in range(len(line)))

    (found,) = audit(letters, "abc").findings
    assert found.kind == "components are no list"
    assert "letters('') gives one text" in found.words


def test_formulas_are_compared_with_the_options() -> None:
    @grundy.ruleset(known=lambda n: 7 if n == 3 else n)
    def nim(n: int) -> Iterator[Any]:
        yield from range(n)

    @grundy.ruleset(known_outcome=lambda a, b: "P" if a == b else "N")
    def two(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))
        if a == b == 3:
            yield 1, 1

    @grundy.ruleset(known=lambda n: n, known_outcome=lambda n: "N" if n else None)
    def fine(n: int) -> Iterator[Any]:
        yield from range(n)

    @grundy.ruleset(known_outcome=lambda n: 1 // n and "N")
    def raising(n: int) -> Iterator[Any]:
        yield from range(n)

    assert [one.words for one in audit(nim).findings] == ["known of nim(3) says 7, its options say 3"]
    assert [one.words for one in audit(two).findings] == ["known_outcome of two(3, 3) says P, its options say N"]
    assert not audit(fine).findings
    assert {"known", "known_outcome"} <= set(audit(fine).checked)
    assert [one.kind for one in audit(raising).findings] == ["an exception"]
    assert fine(10**9).outcome.value == "N"
    assert two(10**9, 10**9).outcome.value == "P"
