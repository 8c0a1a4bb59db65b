"""Tables of nimbers, and values of many states at once: against single values, and against the limits."""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import games
from grundy.drawing import nimber_tables as drawn
from grundy.drawing.export import values
from grundy.errors import NoNimber, OverBudgetError, PictureError, RulesetError
from grundy.games.declared import DeclaredStates
from grundy.games.spaces import ruleset_of, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.command import Command


@grundy.ruleset
def race(steps: int) -> Iterator[Any]:
    """Take one or two; whoever gets home wins the whole game."""
    yield from range(max(0, steps - 2), steps)
    if steps <= 2:
        yield grundy.win()


@grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)), components=lambda a, b: [(0, a), (0, b)])
def two_heaps(a: int, b: int) -> Iterator[Any]:
    """Take from one of two heaps, up to three."""
    yield from ((k, b) for k in range(max(0, a - 3), a))
    yield from ((a, k) for k in range(max(0, b - 3), b))


@grundy.ruleset
def letters(word: str) -> Iterator[Any]:
    """Cut off the end of a word."""
    yield from (word[:end] for end in range(len(word)))


@given(st.sets(st.integers(1, 6), min_size=1), st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4))
@settings(max_examples=20, deadline=None)
def test_a_table_holds_the_values_of_its_states(takes: set[int], steps: set[tuple[int, int]]) -> None:
    @grundy.ruleset
    def one(n: int) -> Iterator[Any]:
        yield from (grundy.split((n - take) // 2, (n - take + 1) // 2) for take in takes if take <= n)

    @grundy.ruleset
    def two(a: int, b: int) -> Iterator[Any]:
        yield from ((a - x, b - y) for x, y in steps if x + y and x <= a and y <= b)

    table = one.table(range(3, 20))
    assert table.values.tolist() == [one(n).nimber for n in range(3, 20)]
    assert one.nimbers(range(3, 20)).tolist() == table.values.tolist()
    assert one.outcomes(np.arange(3, 20)).tolist() == table.outcomes.tolist()
    table = two.table((5, range(1, 7)))
    assert [two(*table.state(place)).nimber for place in product(range(5), range(6))] == table.values.ravel().tolist()


def test_values_of_rulesets_of_ours_and_of_any_kind_of_state() -> None:
    for name, size in (("wythoff", (7, 9)), ("rook", (4, 5)), ("knight", (6, 6)), ("kayles", 30), ("nim", range(3, 9))):
        rules = ruleset_of(games.find(name))
        table = rules.table(size)
        states = [table.state(place) for place in np.ndindex(table.shape)]
        assert table.values.ravel().tolist() == [rules.nimber(state) for state in states]
        assert rules.outcomes(np.array(states)).tolist() == table.outcomes.ravel().tolist()
    assert grundy.heaps("0.77").nimbers([10**30, 5, 5]).tolist() == [1, 4, 4]
    assert grundy.heaps("nim").nimbers([10**30]).dtype == object
    assert letters.nimbers(["", "ab"]).tolist() == [0, 2]
    assert two_heaps.nimbers(np.array([[1, 2], [5, 7]])).tolist() == [3, 2]
    for wrong in (5, "12", np.zeros((2, 2, 2), int)):
        with pytest.raises(RulesetError, match="a list of states"):
            two_heaps.nimbers(wrong)
    assert ruleset_of(games.find("euclid")).table((3, range(1, 5))).values.tolist() == [
        [-2] * 4,
        [0, 1, 2, 3],
        [1, 0, 0, 1],
    ]
    with pytest.raises(RulesetError, match="found general-wythoff, whose positions"):
        ruleset_of(games.find("general-wythoff"))
    board = games.find("grid-game").parse("K=1\n@.\n#.\n").components[0].ruleset
    assert board.table((2, 2)).values.tolist() == [[2, 1], [-2, 0]]


def test_a_state_worth_win_has_no_nimber() -> None:
    table = race.table(6)
    assert table.values.tolist() == [-1, -1, -1, 0, 1, 2]
    assert race.outcomes([2, 3]).tolist() == [True, False]
    with pytest.raises(NoNimber, match=r"race\(1\)"):
        race.nimbers([4, 1])
    assert list(values.csv(table))[1].splitlines()[:4] == ["0,,N", "1,,N", "2,,N", "3,0,P"]
    assert values.data(table)["nimbers"] == ["WIN", "WIN", "WIN", 0, 1, 2]
    assert list(drawn.text(table)) == ["0  W W W 0 1 2", "W  a move ends the whole game (WIN)"]
    assert list(drawn.text(table, outcomes=True)) == ["0  N N N P N N"]


def test_the_cost_is_known_beforehand_and_limits_are_kept() -> None:
    looked = []

    @grundy.ruleset
    def counted(a: int, b: int) -> Iterator[Any]:
        looked.append((a, b))
        yield from ((k, b) for k in range(a))
        yield from ((a, k) for k in range(b))

    cost = counted.table_cost((300, 300))
    assert 20_000_000 < cost.options < 35_000_000
    assert cost.bytes == 8 * 300 * 300
    looked.clear()
    with grundy.limited(search_options=10**6), pytest.raises(OverBudgetError, match="needs much work"):
        counted.table((300, 300))
    with grundy.limited(table_bytes=10**5), pytest.raises(OverBudgetError, match="bytes"):
        counted.table((300, 300))
    assert len(looked) < 60
    with grundy.limited(search_options=50), pytest.raises(OverBudgetError):
        counted.nimbers([(5, 5), (9, 9)])
    for bounds in (0, True, "3", (3,), (), range(3, 0), (2,) * 9):
        with pytest.raises(RulesetError):
            counted.table(bounds)


@pytest.mark.slow
def test_sizes_and_files_of_the_command(grundy_command: Command, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    result = grundy_command("table", "rook", "3x4", "-o", str(svg), "-o", str(png), "--csv")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[:2] == ["row,column,nimber,outcome", "0,0,0,P"]
    assert len(result.out.splitlines()) == 13
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")  # noqa: S314 - ours
    assert png.read_bytes().startswith(b"\x89PNG")
    for size in ("3y3", "", "x", "0", "5-4", "3x", "-1"):
        assert grundy_command("table", "rook", "--", size).code == 2
    assert grundy_command("table", "rook", "5").code == 2
    assert "a table: of heaps or numbers" in grundy_command("table", "wall-making", "3x3").err
    with pytest.raises(PictureError):
        drawn.picture(grundy.heaps("nim").table(10**6))


def test_parquet_says_what_is_missing(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = grundy_command("table", "rook", "3x4", "-o", str(path))
    assert (result.code, path.exists()) == (2, False)
    assert "pip install pyarrow" in result.err


def test_tables_of_sums_of_heaps(grundy_command: Command) -> None:
    table = table_of(games.find("kayles"), (range(7), range(2, 5), range(3)))
    for place in product(*table.ranges):
        index = tuple(side.index(number) for side, number in zip(table.ranges, place, strict=True))
        assert table.values[index] == games.find("kayles")(*place).nimber
    shown = grundy_command("table", "nim", "3", "2-3").out
    assert shown == grundy_command("table", "nim", "3x2-3").out == "   2 3\n0  2 3\n1  3 2\n2  0 1\n"
    with pytest.raises(RulesetError):  # a value that is no nimber is in no sum
        table_of(games.Game("race", "", "", "", DeclaredStates(race), "", ()), (range(3), range(3)))
    with pytest.raises(OverBudgetError):
        table_of(games.find("nim"), (range(10**9), range(10**9)))
