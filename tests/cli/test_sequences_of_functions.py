"""Heap games of functions in commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from grundy.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command


FILE = """
import grundy

@grundy.ruleset
def take(n):
    yield from range(max(0, n - 3), n)

@grundy.ruleset
def pair(a, b):
    yield from ((k, b) for k in range(a))
"""


@pytest.mark.slow
def test_the_command(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    result = grundy_command("sequence", "games.py:take", "--length", "80", "--period", "--json", "--dir", "kept")
    data = json.loads(result.out)
    assert data["values"] == [n % 4 for n in range(80)]
    assert (data["code"], data["stored"], data["period"]["status"]) == ("games.py:take", 80, "observed")
    result = grundy_command("sequence", "games.py:pair")
    assert (result.code, result.out) == (2, "")
    assert "single numbers, found pair" in result.err


@pytest.mark.slow
def test_before_a_hopeless_search_of_a_declared_ruleset_a_period_is_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Taking 1, 3 or 4 has period 7; halves are few; a board with a canonical form is no heap."""
    lines = ["import grundy", "@grundy.ruleset", "def take(n):", "    yield from (n - k for k in (1, 3, 4) if k <= n)"]
    lines += ["@grundy.ruleset", "def halves(n):", "    if n:", "        yield from (n // 2, n // 3)"]
    lines += ["@grundy.ruleset(canonical=lambda n: n)", "def board(n):", "    if n:", "        yield n - 1"]
    file = tmp_path / "heaps.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run(["solve", f"{file}:take", "1000000003", "--budget", "100000"]) == 2
    shown = capsys.readouterr()
    assert "observed: period 7 from heap 0 on" in shown.err
    assert f"it is worth {(0, 1, 0, 1, 2, 3, 2)[1_000_000_003 % 7]})" in shown.err
    assert not shown.out
    assert run(["solve", f"{file}:halves", "1000000000", "--budget", "100000"]) == 0
    assert run(["solve", f"{file}:take", "500", "--budget", "100000"]) == 0
    capsys.readouterr()
    assert run(["solve", f"{file}:board", "1000000", "--budget", "10000"]) == 2
    assert "observed" not in capsys.readouterr().err
