"""The time of a click on a board of the lab: from the click to the drawn answer, in Chromium.

    python bench/lab_click.py [SIDE] [CLICKS]

Two people play on a random board of SIDE x SIDE cells (20), a tenth of them blocked, with the nimber after each move,
winning moves and components shown. Each click makes a move; it ends when the frame with the new board has been
painted, that is where the next frame begins. The first clicks warm up and do not count; printed are the minimum,
median and maximum of the others, the request's share of them, as the browser times it, what is left for the page, and
the longest task of the page's main thread, of the click and of the half second after it (from a trace of Chromium's):
its time, and the most processor time of one, which other work on the machine changes little.
Before that come the bytes of the first load as they go over the wire.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

import grundy
from grundy.games import sampling

sys.path.insert(0, str(Path(__file__).parent.parent / "docs"))
from screens import SWITCHES, free_port, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

WARM = 3
CLICK = """async cell => {
  const turn = () => document.querySelector('.turn').textContent;
  const before = turn();
  performance.clearResourceTimings();
  const start = performance.now();
  cell.click();
  while (turn() === before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const end = performance.now();
  const asked = Math.max(0, ...performance.getEntriesByType('resource').map(one => one.duration));
  return [end - start, asked, end - start - asked];
}"""
LOADED = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
NAMES = ("click to frame", "request", "page", "longest task", "its processor")


def main() -> None:
    """Serve, click, and print the times."""
    side = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    clicks = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with served(sys.executable, dict(os.environ)) as base:
        times = clicked(base, side, clicks)
    for name, column in zip(NAMES, zip(*times, strict=True), strict=True):
        print(f"{name:<15} min {min(column):6.1f}  median {statistics.median(column):6.1f}  max {max(column):6.1f} ms")


@contextmanager
def served(python: str, environment: dict[str, str]) -> Iterator[str]:
    """Run the lab's server, and give its address."""
    port = free_port()
    command = [python, "-m", "grundy", "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def clicked(base: str, side: int, clicks: int) -> list[list[float]]:
    """Return the milliseconds of each click: all, its request, the page, and the longest task by two clocks."""
    wait_for(base)
    board = sampling.position_of_size(grundy.games.wall_making, random.Random(5), (side, side), 0.1)
    words = {"g": "wall-making", "p": str(board), "with": "friend", "show": "winning values components"}
    times = []
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        page = browser.new_page(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
        page.goto(f"{base}#/play?{urlencode(words)}")
        page.wait_for_selector("game-board [data-place]")
        print(f"first load: {page.evaluate(LOADED):,} bytes")
        larger = page.locator("game-board .zoom button")
        if larger.is_visible():  # a large board is shown as a whole first, and a click would only enlarge it
            larger.click()
        time.sleep(3)  # for what the first board compiles
        for number in range(clicks + WARM):
            # Each click is the first of a game, so that all of the board is there.
            page.wait_for_load_state("networkidle")
            cell = page.locator("game-board [role=gridcell]:not([aria-disabled])").nth(7 * number)
            with traced(page) as longest:
                taken = cell.element_handle().evaluate(CLICK)
                page.wait_for_timeout(500)
            times.append([*taken, *longest()])
            page.click('[data-act="undo"]')
            page.wait_for_timeout(400)
        browser.close()
    return times[WARM:]


@contextmanager
def traced(page: Page) -> Iterator[Callable[[], tuple[float, float]]]:
    """Trace the tasks of a page; give the milliseconds of the longest one, by the clock and of the processor."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[dict[str, Any]] = []

    def end(said: dict[str, Any]) -> None:
        ended.append(said)

    session.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    session.on("Tracing.tracingComplete", end)
    config = {"includedCategories": ["toplevel", "devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield lambda: longest_task(events)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    session.detach()


def longest_task(events: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the milliseconds of the longest task of the main thread that has most tasks."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for event in events:
        if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in mains:
            tasks[event["pid"], event["tid"]].append((event.get("dur", 0) / 1000, event.get("tdur", 0) / 1000))
    busiest = max(tasks.values(), key=len)
    clock, processor = zip(*busiest, strict=True)
    return max(clock), max(processor)


if __name__ == "__main__":
    main()
