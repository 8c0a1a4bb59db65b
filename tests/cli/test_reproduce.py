"""``grundy reproduce``: results that are made again, and those that are not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command


@pytest.mark.slow
def test_results_that_are_made_again(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for asked in (
        ("table", "wythoff", "4x4", "-o", "t.tex", "-o", "t.svg", "-o", "t.png"),
        ("sequence", "0.77", "--length", "30", "--certificate", "c.json", "-o", "s.tex"),
        ("sequence", "0.77", "--length", "30", "--dir", "stored", "--certificate", "stored/d.json"),
        ("census", "run", "wall-making", "--rows", "1", "--columns", "2", "--out", "census", "--workers", "1"),
    ):
        assert grundy_command(*asked).code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for name in ("t.tex", "t.svg", "t.png", "c.json", "s.tex", "stored/d.json", "census"):
        found = grundy_command("reproduce", name, "--json")
        assert (found.code, json.loads(found.out)["same"]) == (0, True), name
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    table = tmp_path / "t.tex"
    table.write_text(table.read_text().replace(" 3 ", " 5 ", 1))
    changed = grundy_command("reproduce", "t.tex")
    assert (changed.code, changed.out.splitlines()[-1]) == (1, "same     another")


@pytest.mark.slow
def test_the_note_of_the_documents(tmp_path: Path) -> None:
    """Commands make two pages, and each of its figures and its certificate again."""
    subprocess.run([sys.executable, str(ROOT / "docs" / "note" / "make.py"), str(tmp_path)], check=True)
    text = (tmp_path / "note.html").read_text()
    assert (
        "has 130 elements, 2 of which are lost. From heap\n326,640 on, nimber and kind repeat with period 144." in text
    )
    figures = re.findall(r'<img src="(.*?)"', text)
    assert re.findall(r"reproduce (\S+) +the same", text) == ["0.56.json", *figures]
    for printed in tmp_path.glob("note.pdf"):  # where there is a Chromium
        assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == 2


def test_what_is_not_run(grundy_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    for text, word in (
        ("% a table", "names no command"),
        ("% grundy 0.1.0: grundy serve --host 0.0.0.0", "is not run again"),
        ("% grundy 0.1.0: grundy table /tmp/evil.py:rules 3x3", "--rules"),
    ):
        path.write_text(text)
        refused = grundy_command("reproduce", str(path))
        assert (refused.code, word in refused.err) == (2, True)
    assert grundy_command("reproduce", str(tmp_path / "none")).code == 2
