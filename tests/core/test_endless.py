"""Play without end is reported before it takes much time or memory, by every engine; long play with an end is not."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from grundy import ruleset, split
from grundy.errors import RulesetError
from grundy.runtime.bounds import Descent, Layers, Memo, SearchCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.command import Command

_WAITS = 1000  # bytes of a state that waits


_BELOW = r"play never ends: .* -> .* falls below 0, to .* after [\d,]+ moves; rules must yield no numbers below 0"


@ruleset
def falls(n: int) -> Iterator[int]:
    for take in (1, 2):
        yield n - take


@ruleset
def steps_of_a_quarter(n: float) -> Iterator[float]:
    yield n - 0.25


@ruleset
def counts(n: int) -> Iterator[int]:
    yield n + 1


@ruleset
def doubles(n: int) -> Iterator[int]:
    yield n * 2


@ruleset
def squares(n: int) -> Iterator[int]:
    yield n * n


@ruleset
def halves(n: Fraction) -> Iterator[Fraction]:
    yield n / 2


@ruleset
def grows(text: str) -> Iterator[str]:
    yield text + "a"


@ruleset
def lengthens(*heaps: int) -> Iterator[tuple[int, ...]]:
    yield (*heaps, 1)


@ruleset
def falls_in_part(a: int, b: int) -> list[tuple[int, int]]:
    return [(a, b - 1)] if a else []


@ruleset(canonical=lambda n: n)
def pruned(n: int) -> Iterator[int]:
    yield n - 1


@ruleset(components=lambda n: (n,))
def of_components(n: int) -> Iterator[Any]:
    yield split(n - 1, 0)
    yield n - 1


@ruleset
def entailing(n: int) -> Iterator[Any]:
    yield split(n - 1, again=True)


@ruleset(loopy=True)
def loopy(n: int) -> Iterator[int]:
    yield n - 1
    yield n


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "state"),
    [
        *(
            (falls, 5),
            (steps_of_a_quarter, 5.0),
            (counts, 5),
            (doubles, 5),
            (squares, 2),
            (halves, Fraction(5)),
            (grows, "a"),
        ),
        *((pruned, 5), (of_components, 5), (entailing, 5), (loopy, 5)),
    ],
)
def test_a_descent_without_end(rules: Any, state: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.runtime.bounds._DESCENT", 2**24)  # a quarter: halves take seconds
    goes_on = r"a descent without end: .* -> .* is at no end after [\d,]+ moves, at"
    with pytest.raises(RulesetError, match=goes_on if rules in {counts, doubles, squares, halves, grows} else _BELOW):
        _ = rules(state).value


@pytest.mark.slow
@pytest.mark.parametrize(
    "ask",
    [
        lambda: lengthens(1, 2).nimber,
        lambda: falls_in_part(1, 2).outcome,
        lambda: falls.followers(5),
        lambda: falls.digraph(5),
        lambda: falls(5).remoteness,
        lambda: falls(5).misere.outcome,
        lambda: falls(5).winning_moves().one(),
        lambda: falls.nimbers([5, 6]),
        lambda: falls.table(4),
    ],
)
def test_a_descent_without_end_in_other_questions(ask: Callable[[], Any]) -> None:
    with pytest.raises(RulesetError, match=rf"{_BELOW}|a descent without end: .* -> "):
        ask()


@ruleset
def words(text: str) -> Iterator[str]:
    yield from (text + letter for letter in "ab")


@ruleset(loopy=True)
def two_heaps_that_grow(a: int, b: int) -> Iterator[tuple[int, int]]:
    yield a + 1, b
    yield a, b + 1


@pytest.mark.slow
@pytest.mark.parametrize("ask", [lambda: words.followers(""), lambda: two_heaps_that_grow(1, 1).value])
def test_wide_play_without_end(ask: Callable[[], Any]) -> None:
    with pytest.raises(RulesetError, match="a descent without end"):
        ask()


@ruleset
def the_same_option(n: int) -> Iterator[int]:
    while n:
        yield 0


@ruleset(canonical=lambda n: n)
def the_same_option_pruned(n: int) -> Iterator[int]:
    yield from (n - n for _ in (count() if n else ()))


@ruleset
def new_options(a: int, b: int) -> Iterator[tuple[int, int]]:
    if a:
        yield from ((a - 1, k) for k in count(b))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [the_same_option, the_same_option_pruned])
def test_options_without_end(rules: Any) -> None:
    with pytest.raises(RulesetError, match=r"options without end: 3 has at least 4,000,0\d\d options"):
        _ = rules(3).nimber


@pytest.mark.slow
def test_options_without_end_that_are_all_new() -> None:
    with pytest.raises(RulesetError, match=r"options without end: \(3, 1\) has at least 1,048,576 options"):
        _ = new_options(3, 1).nimber


def test_a_generator_is_no_state() -> None:
    @ruleset
    def steps(n: int) -> Iterator[Any]:
        yield (n - take for take in (1, 2))

    for ask in (lambda: steps(3).nimber, lambda: steps.followers(3), lambda: steps(3).winning_moves().one()):
        with pytest.raises(RulesetError, match="found a generator; with yield from, each element of it is an option"):
            ask()


def test_numbers_of_numpy_are_states() -> None:
    np = pytest.importorskip("numpy")

    @ruleset
    def take(n: Any) -> Iterator[Any]:
        yield from (np.uint8(n) - k for k in np.arange(1, 4, dtype=np.uint8) if k <= n)

    assert take(np.int64(7)).nimber == 3


@pytest.mark.slow
def test_long_play_with_an_end() -> None:
    @ruleset
    def down(n: int) -> Iterator[int]:
        if n:
            yield n - 1

    @ruleset
    def up(n: int) -> Iterator[int]:
        if n < 1_000_000:
            yield n + 1

    @ruleset
    def with_a_debt(n: int, debt: int) -> Iterator[tuple[int, int]]:
        if n:
            yield n - 1, debt - 1

    assert down(600_001).nimber == 1
    assert up(1).nimber == 1
    assert with_a_debt(150_001, 0).nimber == 1


def test_when_a_descent_seems_endless() -> None:
    assert not Descent(_WAITS).seems_endless(10**9, 0, 10**9)
    assert not Descent(_WAITS).seems_endless(10**9, -1, 10**9)
    for last, few, many in ((-1000, 60_000, 70_000), (10**6, 250_000, 270_000)):
        bounds = [Descent(_WAITS).seems_endless(5, -moves if last < 0 else moves, moves) for moves in (few, many)]
        assert bounds == [False, True], last
    assert not Descent(_WAITS).seems_endless("", "a" * 10_000, 10_000)
    assert Descent(_WAITS).seems_endless("", "a" * 12_000, 12_000)
    assert not Descent(_WAITS).seems_endless("a" * 10**6, "a" * 10**6, 10_000)
    assert Descent(_WAITS).seems_endless(2, 2**2**22, 22)


def test_a_walk_counts_its_layers() -> None:
    layers, nodes = Layers(lambda _: []), [5]

    def walk() -> None:
        for number in range(10**6):
            layers.visit(nodes, number)
            nodes.append(4 - number)

    with pytest.raises(
        RulesetError, match=r"5 -> 4 -> 3 -> 2 -> \.\.\. falls below 0, to -3\d+ after 3\d,\d\d\d moves"
    ):
        walk()


def test_the_same_node_at_millions_of_options() -> None:
    bounds, node = SearchCounts(_WAITS, Memo()), "node"
    bounds.look(0, node)
    bounds.look(4_000_000, node)
    bounds.look(4_000_001, "another")
    with pytest.raises(RulesetError, match="options without end: another has at least 5,000,000 options"):
        bounds.look(9_000_001, "another")


_OWN = """
from grundy import ruleset

@ruleset
def own(n):
    for take in (1, 2):
        yield n - take
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["solve {} 5", "explain {} 5", "play {} 5", "table {} 4", "misere {} 5", "sequence {} --length 9"]
)
def test_commands_say_it(words: str, tmp_path: Path, grundy_command: Command) -> None:
    (tmp_path / "own.py").write_text(_OWN)
    code, out, err = grundy_command(*words.format(f"{tmp_path}/own.py:own").split())
    assert (code, out) == (2, "")
    assert re.search(_BELOW, err)
