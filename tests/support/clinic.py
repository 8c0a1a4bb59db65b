"""Programs of readers in the clinic, with a server and without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.pages import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

PYTHON = """
import sys

def nimber(n, known={}):
    if n not in known:
        found = {nimber(a) ^ nimber(n - a) for a in range(1, (n + 1) // 2)}
        known[n] = min(set(range(n + 1)) - found)
    return known[n]

for n in map(int, sys.stdin.read().split()[1:]):
    print("first" if nimber(n) else "second")
"""


def said(page: Page, code: str) -> str:
    """Run a solution of Grundy's game; return what the page says about it."""
    before = page.locator(".status").inner_text()
    page.fill("#solution", code)
    page.click('[data-act="run"]')
    page.wait_for_function(
        """before => {
          const place = document.querySelector('.status');
          return !place.querySelector('[data-loading=working]') && place.innerText !== before;
        }""",
        arg=before,
    )
    return page.locator(".status").inner_text()


def check_python(page: Page) -> None:
    """Run programs in Python: with a mistake, a fault, a loop without an end, and a text that is no program."""
    assert "n != 9" not in said(page, PYTHON.replace("if nimber(n)", "if nimber(n) and n != 9"))
    expect(page.locator(".compared pre")).to_have_text(["1\n9", "second", "first"])
    assert "solution.py:4: expected ':'; the program cannot be read" in said(page, PYTHON.replace("={}):", "={})"))
    assert "solution.py:7: NameError: name 'm' is not defined" in said(page, PYTHON.replace("known[n] =", "known[m] ="))
    assert "5 s" in said(page, PYTHON.replace("    print", "    while True: pass\n    print"))
    expect(page.locator(".compared pre").first).to_have_text("1\n1")
