"""Certificates of tame heaps: true ones pass, forged and hostile ones do not."""

from __future__ import annotations

import copy
import random
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.core.abilities import octal_heap
from grundy.errors import RulesetError
from grundy.theory.tame import OctalKinds, find_tame
from support.forgeries import checked

if TYPE_CHECKING:
    from pathlib import Path

PROVED = ("0.147", "0.52", "4.8", "0.156")
PARTIAL = ("0.8", "unequal-2", "0.33f", "{2..7}", "0.[8]", "0.7[3]", "nim")


def claim_of(code: str) -> dict[str, Any]:
    rules = grundy.heaps(code)
    octal = octal_heap(rules, 0)
    found = find_tame(code, OctalKinds(octal[1], rules.nimbers), None, None) if octal else rules.misere_quotient(40)
    claim: dict[str, Any] = found.certificate()["claim"]
    return claim


@pytest.mark.parametrize("code", PROVED + PARTIAL)
def test_true_certificates_pass(code: str, tmp_path: Path) -> None:
    claim = claim_of(code)
    result, data = checked(claim, tmp_path / "true.json")
    assert (result, data["result"]) == (0, "true"), data
    assert not data["sampled"]
    assert ("all heaps" in data["claim"]) is ("period" in claim) is (code in PROVED or code == "{2..7}")


KINDS = (
    *["a value more", "a value less", "a fickle heap more", "a fickle heap less", "a large fickle heap"] * 5,
    "another code", "another code", "order more", "order less", "number of heaps", "one more heap", "fewer heaps",
    "preperiod more", "preperiod less", "period more", "period twice", "heap 0 firm", "no fickle heap",
    "fickle heaps backwards", "all fickle",
)  # fmt: skip


def forge(kind: str, claim: dict[str, Any], rng: random.Random) -> bool:  # noqa: C901, PLR0912 - a case for each kind
    """Change one thing; return whether that is possible."""
    heaps, values, fickle = range(1, claim["heaps"] + 1), claim["values"], claim["fickle"]
    small = [heap for heap in heaps if values[heap] < 2 and heap not in fickle]
    large = [heap for heap in heaps if values[heap] > 1]
    if "period" not in claim and ("period" in kind or kind == "fewer heaps"):  # fewer heaps are tame as well
        return False
    if kind in ("a value more", "a value less"):
        values[rng.choice([heap for heap in heaps if values[heap] or kind == "a value more"])] += (
            1 if "more" in kind else -1
        )
    elif kind == "a fickle heap more" and small:
        claim["fickle"] = sorted([*fickle, rng.choice(small)])
    elif kind == "a fickle heap less" and len(fickle) > 1:
        fickle.remove(rng.choice(fickle[1:]))
    elif kind == "a large fickle heap" and large:
        claim["fickle"] = sorted([*fickle, rng.choice(large)])
    elif kind == "another code":
        claim["code"] = rng.choice(["0.77", "0.123", "0.146", "4.c"])
    elif kind == "one more heap":
        claim["heaps"] += 1
        values.append(values[-1] + 1)
    elif kind == "fewer heaps":
        claim["heaps"] -= 1
        values.pop()
        claim["fickle"] = [heap for heap in fickle if heap <= claim["heaps"]]
    elif kind == "preperiod less" and claim["preperiod"] == 1:
        return False
    elif kind in {"order more", "order less", "preperiod more", "preperiod less", "period more"}:
        claim[kind.partition(" ")[0]] += 1 if kind.endswith("more") else -1
    elif kind == "number of heaps":
        claim["heaps"] += 1
    elif kind == "period twice":
        claim["period"] *= 2
    elif kind in {"heap 0 firm", "no fickle heap"}:
        claim["fickle"] = fickle[1:] if kind == "heap 0 firm" else []
    elif kind == "fickle heaps backwards" and len(fickle) > 1:
        claim["fickle"] = fickle[::-1]
    elif kind == "all fickle" and len(fickle) <= claim["heaps"]:
        claim["fickle"] = [0, *heaps]
    else:
        return False
    return True


@pytest.mark.parametrize(
    "code", ["0.147", "0.52", "4.8", "0.[8]", "4.[3]", pytest.param("0.156", marks=pytest.mark.slow)]
)
def test_forty_single_changes_are_refused(code: str, tmp_path: Path) -> None:
    rng = random.Random(code)
    true = claim_of(code)
    refused = 0
    for kind in KINDS:
        claim = copy.deepcopy(true)
        if forge(kind, claim, rng):
            result, data = checked(claim, tmp_path / "forged.json")
            assert (result, data["result"]) == (1, "refused"), (kind, data)
            refused += 1
    impossible = {"4.8": 12, "0.[8]": 10, "4.[3]": 10}  # no firm heap is worth 0 or 1; 4.8 has fickle heaps alone
    assert refused == len(KINDS) - impossible.get(code, 0)


@pytest.mark.parametrize(("code", "wild"), [("0.77", 5), ("0.123", 8), ("0.33f", 8)])
def test_a_heap_that_is_not_tame_has_no_certificate(code: str, wild: int, tmp_path: Path) -> None:
    """With the right nimbers, and whatever heaps are said to be fickle."""
    values = grundy.heaps(code).nimbers(wild + 1).tolist()
    small = [heap for heap in range(1, wild + 1) if values[heap] < 2]
    for number in range(len(small) + 1):
        for fickle in combinations(small, number):
            claim = {
                "kind": "tame-heaps",
                "code": code,
                "heaps": wild,
                "order": 6,
                "values": values,
                "fickle": [0, *fickle],
            }
            assert checked(claim, tmp_path / "wild.json")[1]["check"] == "kind of a heap"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"code": "4.[g]"}, "expected octal or hexadecimal digits"),
        ({"heaps": 10**9}, "expected an integer from 0 to"),
        ({"heaps": 3000, "code": "0.8"}, "expected an integer from 0 to 2,000"),
        ({"heaps": 3000, "code": "0.[3]"}, "expected an integer from 0 to 2,000"),
        ({"fickle": "all"}, "claim, fickle: expected a list"),
        ({"fickle": [True]}, "claim, fickle: expected a list"),
        ({"fickle": [10**6]}, "claim, fickle: expected a list"),
        ({"values": [[0]] * 21}, "claim, values: expected integers"),
        ({"order": "6"}, "claim, order: expected an integer"),
        ({"theorem": "Fermat"}, "expected 'tame'"),
        ({"preperiod": 0}, "claim, preperiod: expected an integer from 1"),
        ({"why": 1}, "found why"),
    ],
)
def test_what_is_no_certificate(changes: dict[str, Any], found: str, tmp_path: Path) -> None:
    result, data = checked(claim_of("0.52") | changes, tmp_path / "wrong.json")
    assert (result, data["result"]) == (2, "unreadable")
    assert found in data["found"].replace("'why'", "why")


def test_codes_that_the_checker_does_not_read_have_no_certificate(tmp_path: Path) -> None:
    for code in ("equal-2", "all-but{2}"):
        with pytest.raises(RulesetError, match="certificate"):
            grundy.heaps(code).misere_quotient(9).certificate()
    claim = claim_of("4.[3]") | {"theorem": "tame", "preperiod": 1, "period": 1}
    assert checked(claim, tmp_path / "wrong.json")[1]["check"] == "theorem"
    claim = claim_of("0.52")
    del claim["preperiod"]
    assert "or none, found some" in checked(claim, tmp_path / "wrong.json")[1]["found"]
