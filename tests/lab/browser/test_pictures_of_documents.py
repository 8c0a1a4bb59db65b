"""The pictures of the page in the documents show what the page shows."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from support.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("playwright", reason="needs Playwright, which drives the browser")
sys.path.insert(0, str(ROOT / "docs"))
import screens


@pytest.mark.parametrize("name", screens.VIEWS)
def test_a_picture_is_as_new_as_its_view(browser: Browser, base: str, name: str) -> None:
    """If not, run python docs/screens.py, and look at the pictures."""
    page = screens.opened(browser, base, name)
    assert screens.text_of(page) == json.loads(screens.SHOWN.read_text())[name]
    page.close()


def test_each_picture_is_made_and_used() -> None:
    pictures = {path.stem for path in screens.FOLDER.glob("*.png")}
    documents = [path.read_text() for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    assert pictures == set(screens.VIEWS)
    assert all(any(f"screens/{name}.png" in text for text in documents) for name in pictures)
