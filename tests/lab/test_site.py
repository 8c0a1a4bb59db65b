"""The checks of the built site find broken links and missing entries; every public name has a docstring to show."""

from __future__ import annotations

import inspect
import zlib
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site_check(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return import_module("check_site")


def test_links_that_lead_nowhere_are_found(site_check: Any, tmp_path: Path) -> None:
    links = [
        "b.html",
        "b.html#there",
        "#here",
        "https://example.org/",
        "c.html",
        "b.html#gone",
        "#gone",
        "https://host",
    ]
    (tmp_path / "a.html").write_text('<p id="here">' + "".join(f'<a href="{link}">x</a>' for link in links))
    (tmp_path / "b.html").write_text('<p id="there">')
    faults = site_check.broken_links(tmp_path)
    assert [fault.split("'")[1] for fault in faults] == ["c.html", "b.html#gone", "#gone", "https://host"]


def test_entries_are_those_of_the_inventory(site_check: Any, tmp_path: Path) -> None:
    lines = (
        "grundy.mex py:function 1 a.html#$ -\ngrundy.nimbers.mex py:function -1 a.html#$ -\nindex std:doc -1 a.html x\n"
    )
    (tmp_path / "objects.inv").write_bytes(b"# 1\n# 2\n# 3\n# 4\n" + zlib.compress(lines.encode()))
    assert site_check.entries_of(tmp_path) == {"grundy.mex"}


def test_public_functions_and_classes_have_docstrings(site_check: Any) -> None:
    reference = import_module("reference")
    assert {"grundy.mex", "grundy.Position.nimber", "grundy.games.kayles"} <= site_check.public_names()
    for path, module in reference.public_modules().items():
        assert module.__doc__, path
        for name, thing in reference.entries(path, module):
            assert inspect.getdoc(thing), name
