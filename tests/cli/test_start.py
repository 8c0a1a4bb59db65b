"""Heavy libraries are loaded only where they are worth it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

APART = {  # what a command should load only if it needs it
    "grundy.theory.explain.reasons",
    "grundy.games.families.heaps.heap_tables",
    "grundy.lab",
    "grundy.core.search.nodes",
    "http",
    "pathlib",
}
HEAVY = {"numpy", "numba", "click", "grundy.drawing.svg", "resvg_py", "fontpkg"}
BOARD = "5 5\n" + "..X..\n" * 5


LIBRARY = """
import grundy
grundy.games.wall_making('X.\\n..').winning_moves()
grundy.games.kayles(100).nimber
grundy.games.wythoff(5, 7).scenes()
grundy.contests.answer('boj-28218', '2 2 1\\n..\\n..\\n1\\n1 1\\n')
"""
COMMANDS = f"""
import io, sys
from grundy.cli.main import run
for words in ('answer boj-11717', '--help', 'solve wall-making --json', 'solve wall-making'):
    sys.stdin = io.TextIOWrapper(io.BytesIO({BOARD.encode()!r}))
    assert run(words.split()) == 0, words
"""


def loaded(code: str, stdin: str = "", *, among: set[str] = HEAVY) -> set[str]:
    """Return which of some libraries are loaded after running `code`, in a process of its own."""
    script = f"{code}\nimport sys\nprint(*sorted({among!r} & set(sys.modules)), file=sys.stderr)"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, input=stdin, env=environment, capture_output=True, text=True, check=True)
    return set(result.stderr.split("\n")[-2].split())


def test_import_loads_nothing_heavy() -> None:
    assert loaded("import grundy") == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (LIBRARY, set()),
        ("import grundy; grundy.games.wall_making('\\n'.join(['.' * 20] * 20)).nimber", {"numpy"}),
        (COMMANDS, {"click"}),
        ("from grundy.drawing.svg import draw_position", {"grundy.drawing.svg"}),
    ],
)
def test_small_work_loads_no_numba(code: str, expected: set[str]) -> None:
    assert loaded(code, BOARD) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("solve nim 3 5", set()),
        ("answer boj-11717", {"grundy.core.search.nodes"}),
        ("explain nim 3 5", {"grundy.theory.explain.reasons"}),
    ],
)
def test_a_command_loads_what_it_needs(words: str, expected: set[str]) -> None:
    code = f"from grundy.cli.main import run\nassert run({words.split()!r}) == 0"
    assert loaded(code, BOARD, among=APART) == expected


SMALL_HEAPS = """
import grundy
@grundy.ruleset
def take(n):
    yield from range(max(0, n - 9), n)
take(9000).nimber  # 81,000 options that no table would have saved
for code in {codes}:
    grundy.heaps(code)({heap}).nimber
"""


@pytest.mark.slow
@pytest.mark.needs_jit
def test_the_kernel_takes_over_once_small_searches_have_cost_as_much() -> None:
    """A table that needs no package takes over from searches, then one of NumPy, then the kernel."""
    codes = ["0.77", "0.07", "0.6", "0.177", "0.377"]
    assert loaded(SMALL_HEAPS.format(codes=codes, heap=200)) == set()
    assert loaded(SMALL_HEAPS.format(codes=["0.6"], heap=6000)) == {"numpy"}
    assert loaded(SMALL_HEAPS.format(codes=codes, heap=20_000)) == {"numpy", "numba"}
