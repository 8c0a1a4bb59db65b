"""The pictures of the lab's page in the documents: ``python docs/screens.py`` writes them to docs/screens/ anew.

Beside them it writes the text of each view, shown.json: a test fails when a view shows another text than its picture.
Needs what the tests in a browser need: pip install '.[test,slow-tests]', and Chromium.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent / "screens"
SHOWN = FOLDER / "shown.json"
SWITCHES = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
BOARD = "X......\n..X....\n.......\n....X..\n.X.....\n......X"
KITES = "RRLXXL\nLXRLXX\nRLXXLR\nXXRLLR"
# What is shown, the parts of the sum, further words of the address, colours, language.
VIEWS: dict[str, tuple[str, list[tuple[str, str]], dict[str, str], str, str]] = {
    "play": ("play", [("wall-making", BOARD)], {"show": "winning values components"}, "light", "en"),
    "why": ("why", [("diagonal", KITES)], {}, "light", "en"),
    "sequences": ("sequences", [], {"code": "0.137", "length": "500"}, "dark", "en"),
    "sum": (
        "sum",
        [("wall-making", "X...\n..X.\n...."), ("kayles", "9 5"), ("polygon", "12 1-4")],
        {"show": "winning values"},
        "dark",
        "ko",
    ),
    "classroom": ("play", [("wall-making", BOARD)], {"class": "1", "m": "r2c6", "coach": "perfect"}, "light", "en"),
}
SIZES = {"classroom": (1920, 1080)}  # of the window; of the other views
USUAL = (1120, 500)


def main() -> None:
    """Serve the lab, and take the pictures."""
    port = free_port()
    command = [sys.executable, "-m", "grundy", "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:  # noqa: S603 - the project itself
        try:
            take(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()


def take(base: str) -> None:
    """Take a picture of each view, as high as it is, and write the text of each."""
    wait_for(base)
    shown = {}
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        for name in VIEWS:
            page = opened(browser, base, name)
            page.screenshot(path=FOLDER / f"{name}.png", full_page=True)
            shown[name] = text_of(page)
            page.close()
        browser.close()
    SHOWN.write_text(json.dumps(shown, ensure_ascii=False, indent=1) + "\n")


def opened(browser: Browser, base: str, name: str) -> Page:
    """Open a view, and wait until it is drawn."""
    view, parts, further, scheme, language = VIEWS[name]
    width, height = SIZES.get(name, USUAL)
    pairs = [pair for game, text in parts for pair in (("g", game), ("p", text))]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
        reduced_motion="reduce",
    )
    page.goto(f"{base}#/{view}?{urlencode([*pairs, *further.items()])}")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)  # for what is drawn last
    return page


def text_of(page: Page) -> str:
    """Return the text that a view shows; of a list to choose from, what is chosen; no line about rules in files."""
    page.evaluate("document.querySelectorAll('option:not(:checked), #foot p + p').forEach((one) => one.remove())")
    return page.inner_text("body")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def wait_for(base: str) -> None:
    """Wait until the server answers."""
    for _ in range(100):
        try:
            urlopen(base).close()  # noqa: S310 - our own server
        except URLError:
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    main()
