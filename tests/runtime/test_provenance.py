"""What files say of themselves: version, commit, command, and a date where there is one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.runtime import provenance
from support.project import ROOT

if TYPE_CHECKING:
    from support.command import Command

MADE = rf"grundy {re.escape(grundy.__version__)}( \(commit [0-9a-f]{{12}}\))?"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("solve nim 3 5", "a.svg"),
        ("solve nim 3 5", "a.png"),
        ("solve nim 3 5", "a.tex"),
        ("table nim 4x4", "a.tex"),
        ("graph nim 2", "a.dot"),
        ("sequence kayles --length 9 --bfile", "a.txt"),
        ("sequence kayles --length 9", "a.tex"),
        ("misere 0.123", "a.tex"),
    ],
)
def test_files_name_the_command_and_are_the_same_each_time(
    words: str, name: str, tmp_path: Path, grundy_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written() -> bytes:
        assert grundy_command(*words.split(), "-o", str(tmp_path / name)).code == 0
        return (tmp_path / name).read_bytes()

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = written()
    assert re.search(f"{MADE}: grundy {words}".encode(), first)
    assert written() == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert re.search(f"{MADE}, 1970-01-02: grundy {words}".encode(), written())


def test_certificates_have_the_day(tmp_path: Path, grundy_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    path = tmp_path / "c.json"
    assert grundy_command("sequence", "0.77", "--period", "--certificate", str(path)).code == 0
    about = json.loads(path.read_text(encoding="utf-8"))["about"]
    assert re.search(f"{MADE}, 1970-01-01: grundy sequence 0.77 --period", about)
    assert grundy_command("verify", str(path)).code == 0
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", provenance.date(dated=True))
    assert provenance.date() == ""


def test_the_commit_is_that_of_the_checkout() -> None:
    is_checkout = (ROOT / ".git").exists() and Path(grundy.__file__).is_relative_to(ROOT / "src")
    assert re.fullmatch("[0-9a-f]{12}" if is_checkout else "|[0-9a-f]{12}", provenance.commit())
