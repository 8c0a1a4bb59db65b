"""Certificates of misère quotients: true ones pass, forged and hostile ones do not."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from support.forgeries import change_quotient, checked

if TYPE_CHECKING:
    from pathlib import Path

CODES = ("0.123", "0.75", "0.77", "0.15", "0.0", "4.12", "{1,3,4}")


def claim_of(code: str, heaps: int | None = None) -> dict[str, Any]:
    claim: dict[str, Any] = grundy.heaps(code).misere_quotient(heaps, seconds=None).certificate()["claim"]
    return copy.deepcopy(claim)


@pytest.mark.parametrize("code", CODES)
def test_true_certificates_pass(code: str, tmp_path: Path) -> None:
    for heaps in (None, 9):
        grundy.runtime.table_cache.tables.clear()
        claim = claim_of(code, heaps)
        result, data = checked(claim, tmp_path / "true.json")
        assert (result, data["result"]) == (0, "true"), data
        assert ("all heaps" in data["claim"]) is ("period" in claim)


KINDS = (
    *["add to P", "drop from P", "action", "value"] * 7, "empty sum in P", "value of heap 0", "generator", "generator",
    "one more element", "preperiod", "preperiod", "period", "period", "code", "fewer heaps", "number of heaps",
)  # fmt: skip


@pytest.mark.parametrize("code", ["0.123", "0.77", "0.75"])
def test_forty_single_changes_are_refused(code: str, tmp_path: Path) -> None:
    rng = random.Random(code)
    true = claim_of(code)
    for kind in KINDS:
        claim = copy.deepcopy(true)
        change_quotient(kind, claim, rng)
        result, data = checked(claim, tmp_path / "forged.json")
        assert (result, data["result"]) == (1, "refused"), (kind, data)
        assert data["check"]
        assert data["found"]
    assert len(KINDS) == 40


def test_a_quotient_is_not_told_for_more_heaps_than_it_is_right_for(tmp_path: Path) -> None:
    """0.07 has no such quotient beyond the heaps that were looked at, and repeats none of its values long enough."""
    claim = claim_of("0.07", 16) | {"theorem": "Plambeck", "preperiod": 3, "period": 2}
    assert checked(claim, tmp_path / "forged.json")[1]["check"] == "period"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"code": "0.8"}, "at most two heaps, found 0.8"),
        ({"code": "unequal-2"}, "at most two heaps, found unequal-2"),
        ({"order": 10**9}, "expected an integer from 1 to 4,000"),
        ({"heaps": -1}, "expected an integer from 1 to 20,000"),
        ({"P": "all"}, "claim, P: expected a list"),
        ({"P": [True]}, "claim, P: expected integers from 0 to"),
        ({"values": [[0]]}, "claim, values: expected integers"),
        ({"action": []}, "expected a row for each"),
        ({"action": [[0]] * 20}, "expected an element for each generator"),
        ({"theorem": "Fermat"}, "expected 'Plambeck'"),
        ({"why": 1}, "found why"),
    ],
)
def test_what_is_no_certificate(changes: dict[str, Any], found: str, tmp_path: Path) -> None:
    result, data = checked(claim_of("0.123") | changes, tmp_path / "wrong.json")
    assert (result, data["result"]) == (2, "unreadable")
    assert found in data["found"].replace("'why'", "why")


def test_some_of_the_figures_for_all_heaps_are_missing(tmp_path: Path) -> None:
    claim = claim_of("0.123")
    del claim["preperiod"]
    assert "or none, found some" in checked(claim, tmp_path / "wrong.json")[1]["found"]
