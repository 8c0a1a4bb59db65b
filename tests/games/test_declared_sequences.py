"""Sequences of declared rulesets, and functions of heaps whose search would be hopeless."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.games.families.heaps import heap_functions
from grundy.games.families.heaps.heap_functions import DeclaredHeaps
from grundy.research.sequences import grow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.command import Command


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the budget of options alone end a look for a period, and not the clock."""
    monkeypatch.setattr(heap_functions, "ANSWER_SECONDS", 1200.0)


FILE = """
import grundy

@grundy.ruleset
def take(n):
    yield from range(max(0, n - 3), n)

@grundy.ruleset
def pair(a, b):
    yield from ((k, b) for k in range(a))
"""


@grundy.ruleset
def kayles(pins: int) -> Iterator[Any]:
    """Knock down one pin, or two that touch."""
    for take in (1, 2):
        yield from (grundy.split(left, pins - take - left) for left in range((pins - take) // 2 + 1) if pins >= take)


def rows(pins: int) -> Iterator[tuple[int, int]]:
    """Kayles as a function of heaps."""
    for take in (1, 2):
        yield from ((left, pins - take - left) for left in range((pins - take) // 2 + 1) if pins >= take)


def test_values_and_period_of_a_declared_ruleset(tmp_path: Path) -> None:
    heaps = DeclaredHeaps(kayles, "kayles", "abc")
    assert heaps.nimbers(200).tolist() == grundy.heaps("0.77").nimbers(200).tolist()
    found = heaps.period(250)
    assert (found.status, found.preperiod, found.period) == ("observed", 71, 12)
    store = grow(tmp_path / "kept", heaps, 100)
    assert grow(tmp_path / "kept", heaps, 150).values().tolist() == heaps.nimbers(150).tolist()
    assert len(store.values()) == 100
    with pytest.raises(grundy.GrundyError, match="kayles other"):
        grow(tmp_path / "kept", DeclaredHeaps(kayles, "kayles", "other"), 160)


def test_what_is_no_sequence_of_nimbers_is_refused() -> None:
    @grundy.ruleset
    def race(steps: int) -> Iterator[Any]:
        yield from range(steps)
        if steps == 2:
            yield grundy.win()

    @grundy.ruleset
    def pair(a: int, b: int) -> Iterator[Any]:
        yield from ((k, b) for k in range(a))

    with pytest.raises(NoNimber, match=r"race\(2\)"):
        DeclaredHeaps(race, "race").nimbers(5)
    with pytest.raises(RulesetError, match="single numbers"):
        DeclaredHeaps(pair, "pair")


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


@pytest.mark.slow
def test_a_hopeless_search_says_which_period_is_observed() -> None:
    with grundy.limited(search_options=20_000):
        with pytest.raises(OverBudgetError, match=r"observed: period 12 from heap 71 .* it is worth 2\)"):
            _ = grundy.heaps(rows)(3007).nimber
        with pytest.raises(OverBudgetError, match="observed: period 12"):
            DeclaredHeaps(kayles, "kayles").nimbers(3000)
    with grundy.limited(search_options=300_000):  # few heaps below a large one

        def halves(tokens: int) -> list[int]:
            return [tokens // 2, tokens // 3] if tokens else []

        assert grundy.heaps(halves)(10**9).nimber in {0, 1, 2}


def test_a_heap_may_be_larger_than_any_list() -> None:
    def takes(tokens: int) -> list[int]:
        return [tokens - k for k in (1, 2, 3) if k <= tokens]

    with grundy.limited(search_options=20_000), pytest.raises(OverBudgetError, match=r"period 4 .* it is worth 2\)"):
        _ = grundy.heaps(takes)(10**30 + 2).nimber


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
