"""The browser, and pages in it, that the tests of this folder share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from support.pages import Opener


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder as slow."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("slow")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start Chromium once for the tests of this folder; the loop of events that it runs in ends with them."""
    from support.pages import CHROMIUM, SWITCHES, sync_playwright

    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, base: str) -> Iterator[Opener]:
    """Open pages; at the end, nothing may have gone wrong in any, and nothing have been asked of others."""
    from support.pages import MOST_WAIT, is_fault, watch

    contexts: list[Any] = []
    wrong: list[str] = []

    def opener(
        hash_: str = "", *, coach: str = "perfect", refused: bool = False, lost: bool = False, **options: Any
    ) -> Page:
        context = browser.new_context(**{"locale": "en", "reduced_motion": "reduce", **options})
        contexts.append(context)
        context.add_init_script(f"try {{ localStorage['grundy.coach'] ??= '{coach}'; }} catch {{}}")
        page: Page = context.new_page()
        page.set_default_timeout(MOST_WAIT)
        page.on("console", lambda said: wrong.append(said.text) if is_fault(said, refused=refused, lost=lost) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        own = (base, "blob:" + urljoin(base, "/"))
        page.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
        watch(page)
        page.goto(base + hash_)
        return page

    yield opener
    for context in contexts:
        for page in context.pages:
            shown = page.inner_text("body")
            wrong.extend(word for word in ("undefined", "[object", "NaN") if word in shown)
        context.close()
    assert not wrong
