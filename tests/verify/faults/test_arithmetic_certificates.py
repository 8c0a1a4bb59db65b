"""Certificates of arithmetic periods: true ones pass, forged ones do not."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import RulesetError
from grundy.research.sequences.certificates import certificate
from support.forgeries import checked

if TYPE_CHECKING:
    from pathlib import Path

CODES = ("0.3f", "0.9b", "0.8f", "0.137f", "0.ad", "0.[8]", "0.7[3]", "4.[f]", "0.f[3]", "0.[09]")
KINDS = (
    *["a value more", "a value less"] * 12, "period twice", "period more", "saltus more", "saltus less", "saltus twice",
    "preperiod more", "row more", "row earlier", "bound more", "bound less", "one more value", "fewer values",
    "another code", "another code", "another code", "multiple more",
)  # fmt: skip


def claim_of(code: str) -> dict[str, Any]:
    rules = grundy.heaps(code)
    claim: dict[str, Any] = certificate(rules, period=rules.period(400))["claim"]
    return claim


@pytest.mark.parametrize("code", CODES)
def test_true_certificates_pass(code: str, tmp_path: Path) -> None:
    claim = claim_of(code)
    result, data = checked(claim, tmp_path / "true.json")
    assert (result, data["result"], data["sampled"]) == (0, "true", False), data
    assert claim["kind"] == "arithmetic-period"


def forge(kind: str, claim: dict[str, Any], rng: random.Random) -> None:
    values, period = claim["values"], claim["period"]
    if kind in ("a value more", "a value less"):
        heap = rng.choice([heap for heap, value in enumerate(values) if value or "more" in kind])
        values[heap] += 1 if "more" in kind else -1
    elif kind in ("period twice", "saltus twice"):
        claim[kind.partition(" ")[0]] *= 2
    elif kind == "row earlier":  # before the heaps whose options the theorem can judge, with a bound that fits
        claim["row"] = max(1, claim["preperiod"])
        claim["bound"] = claim["row"] + claim["multiple"] * period
    elif kind in ("one more value", "fewer values"):
        claim["length"] += 1 if "more" in kind else -1
        claim["values"] = [*values, values[-1] + 9] if "more" in kind else values[:-1]
    elif kind == "another code":
        claim["code"] = rng.choice(["0.77", "0.3b", "0.f8", "0.[c]", "4.8", "0.b"])
    else:
        name, _, how = kind.partition(" ")
        claim[name] += 1 if how == "more" else -1


@pytest.mark.parametrize("code", ["0.3f", "0.9b", "0.[8]", "0.f[3]"])
def test_forty_single_changes_are_refused(code: str, tmp_path: Path) -> None:
    rng = random.Random(code)
    true = claim_of(code)
    true["values"], true["length"] = true["values"][: true["bound"]], true["bound"]  # each value counts
    assert checked(true, tmp_path / "true.json")[0] == 0
    for kind in KINDS:
        claim = copy.deepcopy(true)
        forge(kind, claim, rng)
        result, data = checked(claim, tmp_path / "forged.json")
        assert result in (1, 2), (kind, data)
        assert "theorem" not in kind or result == 1
    assert len(KINDS) == 40


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"code": "0.77"}, "refused"),
        ({"code": "unequal-2"}, "refused"),
        ({"code": "nim"}, "unreadable"),
        ({"theorem": "Guy-Smith"}, "unreadable"),
        ({"saltus": 0}, "unreadable"),
        ({"saltus": -3}, "unreadable"),
        ({"period": 0}, "unreadable"),
        ({"multiple": 0}, "unreadable"),
        ({"row": 10**9, "bound": 10**9 + 6}, "refused"),
        ({"preperiod": 5, "row": 1}, "refused"),
        ({"why": 1}, "unreadable"),
    ],
)
def test_what_does_not_prove_the_claim(changes: dict[str, Any], found: str, tmp_path: Path) -> None:
    assert checked(claim_of("0.3f") | changes, tmp_path / "wrong.json")[1]["result"] == found


def test_values_behind_the_bound_follow_from_the_theorem(tmp_path: Path) -> None:
    claim = claim_of("0.[09]")
    start, period, saltus, bound = (claim[name] for name in ("preperiod", "period", "saltus", "bound"))
    values = claim["values"][: start + period]
    values += [values[start + n % period] + (n // period + 1) * saltus for n in range(3000)]
    long = claim | {"values": values, "length": len(values)}
    result, data = checked(long, tmp_path / "long.json")
    assert (result, data["sampled"]) == (0, False), data
    assert data["checked"][-1].startswith(f"G(0) to G({bound - 1:,}), each from the definition")
    values[2500] += 1
    assert checked(long, tmp_path / "forged.json")[1]["check"] == "period"


def test_a_period_that_is_only_observed_has_no_certificate() -> None:
    rules = grundy.heaps("0.5[b]")
    found = rules.period(200)
    assert (found.status, found.period, found.saltus) == ("observed", 17, 16)
    with pytest.raises(RulesetError, match="a period that values prove"):
        certificate(rules, period=found)
