"""Families of positions: a nimber for each number."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.research import families

if TYPE_CHECKING:
    from support.command import Command


def test_members() -> None:
    assert families.member(("2xN",), 12) == ("2x12",)
    assert families.member(("NxN", "NIM"), 3) == ("3x3", "NIM")
    assert families.is_family(["N"])
    assert not families.is_family(["NIM", "3x3", "nN"])


def test_the_command(grundy_command: Command) -> None:
    found = grundy_command("table", "kayles", "N", "--to", "200", "--json")
    data = json.loads(found.out)
    assert data["nimbers"] == grundy.heaps("0.77").nimbers(201)[1:].tolist()
    assert data["period"] == {"status": "observed", "period": 12, "saltus": 0, "first": 71, "last": 200}
    assert grundy_command("table", "cram", "2xN", "--to", "6").out.splitlines() == [
        "1  1 0 1 0 1 0",
        "",
        "period   unknown: no period is seen in 6 values",
    ]
    picture = grundy_command("table", "cram", "2xN", "--to", "6", "-o", "-.svg").out
    assert "1 rows and 6 columns, counted from 1." in picture
    for wrong in (("2x3", "--to", "4"), ("2xN",)):
        assert "expected --to" in grundy_command("table", "cram", *wrong).err


def test_what_was_found_before_the_budget_ended(grundy_command: Command) -> None:
    found = grundy_command("table", "cram", "3xN", "--to", "9", "--budget", "100", "--csv")
    assert found.code == 2
    assert found.out.startswith("N,nimber,outcome\n1,1,N\n2,1,N\n")
    assert "budget" in found.err or "options" in found.err


@pytest.mark.slow
def test_boards_of_two_rows(grundy_command: Command) -> None:
    found = grundy_command("table", "cram", "2xN", "--to", "22").out
    assert "observed: period 2 from N = 1 on, as far as N = 22" in found
