"""The clinic: solutions with planted mistakes, each of which the page finds on its smallest board."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from grundy import contests
from grundy.contests.statements import statement
from support.clinic import check_python, said
from support.pages import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from support.pages import Opener

RIGHT = """
function solve(input) {
  const [head, ...rows] = input.trim().split("\\n");
  const [height, width] = head.split(" ").map(Number);
  const memo = new Map();
  function value(top, bottom, left, right) {
    if (top >= bottom || left >= right) return 0;
    const key = [top, bottom, left, right].join();
    if (memo.has(key)) return memo.get(key);
    const seen = new Set();
    for (let r = top; r < bottom; r += 1) for (let c = left; c < right; c += 1) {
      if (rows[r][c] === "X") continue;
      seen.add(value(top, r, left, c) ^ value(top, r, c + 1, right) ^ value(r + 1, bottom, left, c) ^ value(r + 1, bottom, c + 1, right));
    }
    let least = 0;
    while (seen.has(least)) least += 1;
    memo.set(key, least);
    return least;
  }
  return value(0, height, 0, width) ? "First" : "Second";
}
"""  # noqa: E501 - a program
MISTAKES = {  # what is replaced in the right one, and by what
    "one part forgotten": (" ^ value(r + 1, bottom, c + 1, right)", ""),
    "it never ends": ("let least = 0;", "let least = 0; while (width > 2) least += 0;"),
}


def diagnosed(page: Page, name: str | None) -> str:
    """Run a solution with a mistake; return the input on which it is wrong."""
    old, new = MISTAKES[name] if name else ("", "")
    assert old in RIGHT
    page.fill("#solution", RIGHT.replace(old, new, 1) if name else RIGHT)
    before = int(page.locator(".status").get_attribute("data-report") or 0)
    page.click('[data-act="run"]')
    expect(page.locator(".status")).to_have_attribute("data-report", str(before + 1))
    expect(page.locator(".status > .said")).to_contain_text("Wrong on this input" if name else "No mistake was found")
    return page.locator(".compared pre").first.inner_text() if name else ""


def test_planted_mistakes_are_found_and_explained(opened: Opener) -> None:
    page = opened("#/clinic?problem=boj-11717")
    assert diagnosed(page, None) == ""
    for name in MISTAKES:
        found = diagnosed(page, name)
        assert len(found.split()) - 2 <= len("ab"), found  # two rows at most: height, width, and the rows
        truth = page.locator(".compared pre").nth(2).inner_text()
        assert contests.answer("boj-11717", found).strip() == truth
    page.fill("#own-input", "2 2\nX.\n..\n")
    page.fill("#own-answers", "Second")
    page.click('[data-act="compare"]')
    expect(page.locator(".status")).to_contain_text("walls from r2c2” wins")  # the option that was missed
    page.click('[data-act="open"]')
    expect(page.locator(".verdictline")).to_contain_text("The next player")
    expect(page.locator(".mistake pre")).to_have_text(["2 2\nX.\n..", "Second", "First"])
    expect(page.locator(".mistake")).to_contain_text("walls from r2c2” wins")


def test_the_problem_is_stated(opened: Opener) -> None:
    page = opened("#/clinic?problem=cses-2207")
    told = statement("cses-2207")
    assert told
    for line in told.rules:
        expect(page.locator(".about-problem")).to_contain_text(line)
    expect(page.locator(".about-problem pre")).to_have_text(["3\n6\n7\n8\n", "first\nsecond\nfirst\n"])
    page.select_option("#problem", "boj-28218")
    expect(page.locator(".about-problem")).to_contain_text("over blocked cells")


def test_the_wrong_one_of_several_positions_is_named(opened: Opener) -> None:
    """By the cell that is missing in a list, and in games that are not in the catalogue."""
    page = opened("#/clinic?problem=luogu-p4055")
    page.fill("#own-input", "1 2\n..\n")
    page.fill("#own-answers", "WIN\n1 2")
    page.click('[data-act="compare"]')
    expect(page.locator(".compared pre")).to_have_text(["1 2\n..", "WIN\n1 2", "LOSE"])
    expect(page.locator(".status")).to_contain_text("r1c1” wins")  # from r1c2, the wrong one
    page.fill("#solution", 'function solve() { return "WIN\\n1 1"; }')
    page.click('[data-act="run"]')
    expect(page.locator(".compared pre")).to_have_text(["1 1\n#", "WIN\n1 1", "LOSE"])  # about no position
    page.goto(page.url.split("#")[0] + "#/clinic?problem=cf-787c")
    page.fill("#solution", 'function solve() { return "Win\\nLoop"; }')
    page.click('[data-act="run"]')
    expect(page.locator(".status")).to_contain_text("It is wrong about: player 2 on 2.")
    expect(page.locator('[data-act="open"]')).to_have_count(0)


NIM = """
import sys
rest = [*map(int, sys.stdin.read().split())][1:]
while rest:
    total = 0
    for heap in rest[1 : rest[0] + 1]:
        total ^= heap
    rest = rest[rest[0] + 1 :]
    print("first" if total else "second")
"""


def test_programs_in_python(opened: Opener) -> None:
    check_python(opened("#/clinic?problem=cses-2207"))


def test_the_line_of_what_is_no_program_in_javascript(opened: Opener) -> None:
    page = opened("#/clinic?problem=cses-2207")
    assert "solution.js:2: SyntaxError: Unexpected token ';'" in said(page, "function solve() {\n  const x = ;\n}")
    expect(page.locator(".compared")).to_have_count(0)


def test_the_outputs_of_any_program(opened: Opener, tmp_path: Path) -> None:
    """The inputs are a script that runs a program; its output is compared, if it is for these inputs."""
    page = opened("#/clinic?problem=cses-1730")
    page.wait_for_selector(".about-problem pre")
    with page.expect_download() as saved:
        page.click('[data-act="download"]')
    script = tmp_path / saved.value.suggested_filename
    assert script.name == "cses-1730.sh"
    saved.value.save_as(script)
    for code, found in ((NIM, "No mistake"), (NIM.replace("^=", "|="), "Wrong on this input")):
        (tmp_path / "solution.py").write_text(code)
        command = ["sh", str(script), sys.executable, str(tmp_path / "solution.py")]
        outputs = subprocess.run(command, check=True, capture_output=True, text=True)
        (tmp_path / "output.txt").write_text(outputs.stdout)
        with page.expect_file_chooser() as chosen:
            page.click("#outputs")  # for the second time, the same file
        chosen.value.set_files(tmp_path / "output.txt")
        expect(page.locator(".status")).to_contain_text(found)
    page.reload()
    page.set_input_files("#outputs", tmp_path / "output.txt")
    expect(page.locator(".status")).to_contain_text("download the inputs again")


def test_a_solution_reaches_nothing(opened: Opener) -> None:
    page = opened("#/clinic?problem=boj-13034", refused=True)
    asks = "const asked = new XMLHttpRequest(); asked.open('GET', '/api/v1/games', false); asked.send();"
    page.fill("#solution", f"function solve() {{ {asks} }}")
    page.click('[data-act="run"]')
    expect(page.locator(".compared")).to_contain_text("NetworkError")
