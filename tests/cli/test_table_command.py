"""Tables of nimbers as commands, files and pictures."""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import grundy
from grundy import games
from grundy.drawing import nimber_tables as drawn
from grundy.drawing.export import values
from grundy.errors import OverBudgetError, PictureError, RulesetError
from grundy.games.declared import DeclaredStates
from grundy.games.spaces import table_of

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


def test_a_state_worth_win_is_written_and_drawn() -> None:
    table = race.table(6)
    assert list(values.csv(table))[1].splitlines()[:4] == ["0,,N", "1,,N", "2,,N", "3,0,P"]
    assert values.data(table)["nimbers"] == ["WIN", "WIN", "WIN", 0, 1, 2]
    assert list(drawn.text(table)) == ["0  W W W 0 1 2", "W  a move ends the whole game (WIN)"]
    assert list(drawn.text(table, outcomes=True)) == ["0  N N N P N N"]


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
    assert "whose boards have no table" in grundy_command("table", "wall-making", "3x3").err
    with pytest.raises(PictureError):
        drawn.picture(grundy.heaps("nim").table(10**6))


def test_parquet_says_what_is_missing(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = grundy_command("table", "rook", "3x4", "-o", str(path))
    assert (result.code, path.exists()) == (2, False)
    assert "pip install 'grundy[arrow]'" in result.err


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
