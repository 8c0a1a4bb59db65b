"""The limits of memory in commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grundy.cli.main import run
from grundy.games.families.cutting.board import Cutting

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.needs_jit
def test_memory_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.txt"
    board.write_text("\n".join(["." * 200] * 200))
    assert run(["solve", "wall-making", str(board), "--memory", "100MB"]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    cost = Cutting(200, 200, bytes([1]) * 200**2).cost().bytes
    assert f"needs a table: {cost:,} bytes, the budget is 100,000,000; a board of " in shown.err


@pytest.mark.parametrize(
    ("text", "size"),
    [("500MB", 500_000_000), ("2GiB", 2**31), ("1.5g", 1_500_000_000), ("64k", 64_000), ("7 Ki", 7168), ("1234", 1234)],
)
def test_sizes(text: str, size: int) -> None:
    from grundy.cli.common import Bytes

    assert Bytes().convert(text, None, None) == size


@pytest.mark.parametrize("text", ["", "0", "-5MB", "5 apples", "MB", "1e9", "5iB", "0.0G", "9" * 30])
def test_wrong_sizes(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "nim", "3", "--memory", text]) == 2
    assert "expected a size such as 500MB, 2G or 1.5GiB" in capsys.readouterr().err
