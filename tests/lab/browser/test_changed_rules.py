"""A file of rules that changes while it is served: the page says so, and the server reads it again when asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.pages import expect
from support.server import LIVE, serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_rules_that_change_while_they_are_served(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "live.py"
    file.write_text(LIVE)
    with serving([str(file)]) as port:
        page = browser.new_page(locale="en")
        page.goto(f"http://127.0.0.1:{port}/#/why?g=first&p=3")
        expect(page.locator("#foot")).to_contain_text("all rights of the user")
        expect(page.locator("main")).to_contain_text("Nimber 0")
        file.write_text(LIVE.replace("(1, 2)", "(1, 3)"))
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.locator(".rules-notice")).to_contain_text("A file of rules has changed")
        page.locator("[data-act=read-rules]").click()
        expect(page.locator(".rules-notice")).to_have_count(0)
        expect(page.locator("main")).to_contain_text("Nimber 1")
        page.close()
