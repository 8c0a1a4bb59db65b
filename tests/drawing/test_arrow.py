"""Positions, tables and sequences as Arrow and Parquet, read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.research.sequences import arrow, grow, parquet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.command import Command

pq = pytest.importorskip("pyarrow.parquet")


@grundy.ruleset
def to_the_end(n: int) -> Iterator[Any]:
    """Take one or two; who takes the last one of at least three wins the whole game."""
    if n == 3:
        yield grundy.win(move="end")
    for take in (1, 2):
        if take <= n:
            yield n - take


def test_the_choices_of_a_position(grundy_command: Command, tmp_path: Path) -> None:
    heaps = grundy.games.nim(3, 5)
    found = heaps.arrow()
    assert found["move"].to_pylist() == [choice.move for choice in heaps.choices()]
    assert found["nimber"].to_pylist() == [choice.after.nimber for choice in heaps.choices()]
    assert found.filter(found["wins"])["move"].to_pylist() == [choice.move for choice in heaps.winning_moves()]
    assert found.schema.metadata == {b"position": b"nim 3 5", b"outcome": b"N", b"nimber": b"6"}
    path = tmp_path / "choices.parquet"
    grundy_command("solve", "nim", "3", "5", "-o", str(path))
    assert pq.read_table(path).equals(found)
    assert pq.read_table(path).schema.metadata == found.schema.metadata


def test_choices_that_end_the_game() -> None:
    position = to_the_end(4)
    found = position.arrow().to_pydict()
    assert found == {"move": ["to_the_end(3)", "to_the_end(2)"], "nimber": [None, 2], "wins": [False, False]}
    found = to_the_end(3).arrow()
    assert found["move"].to_pylist()[0] == "end"
    assert found["wins"].to_pylist()[0] is True
    assert b"nimber" not in found.schema.metadata


def test_the_states_of_a_table(grundy_command: Command, tmp_path: Path) -> None:
    found = grundy.heaps("0.77").table(6).arrow()
    assert found["nimber"].to_pylist() == [0, 1, 2, 3, 1, 4]
    assert found["outcome"].to_pylist() == ["P", "N", "N", "N", "N", "N"]
    grundy_command("table", "rook", "3x4", "-o", str(tmp_path / "a.parquet"))
    assert pq.read_table(tmp_path / "a.parquet")["nimber"].to_pylist() == [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1]


def test_stored_values(grundy_command: Command, tmp_path: Path) -> None:
    kayles, path = grundy.heaps("0.77"), tmp_path / "values.parquet"
    stored = grow(tmp_path / "stored", kayles, 1000)
    found = stored.arrow()
    assert found["heap"].to_pylist() == list(range(1000))
    assert found["nimber"].to_pylist() == kayles.nimbers(1000).tolist()
    assert stored.arrow(5).equals(found.slice(0, 5))
    assert arrow(kayles.nimbers(10)[4:], 4).equals(found.slice(4, 6).cast(arrow(kayles.nimbers(1)).schema))
    long = kayles.nimbers(2**20 + 5)  # two groups of rows
    path.write_bytes(parquet(long))
    assert pq.read_table(path)["nimber"].to_pylist() == long.tolist()
    assert pq.ParquetFile(path).num_row_groups == 2
    grundy_command("sequence", "0.77", "--length", "1000", "--dir", str(tmp_path / "stored"), "-o", str(path))
    assert pq.read_table(path).equals(found)
