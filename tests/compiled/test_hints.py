"""What is refused names a rewrite: here each one is applied, and does what Python does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grundy.compiled import engine
from support.random_programs.checking import check, loaded
from support.random_programs.programs import Program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.needs_jit

HEAD = """
from grundy import split
NAMES = {0: 1, 1: 0, 2: 1}
ONE = (3, 1)
NOTHING, MINUS = None, -1
def some(n):
    yield from range(n)
def half(k):
    return k // 2
def far(n):
    return far(n - 1) if n > 3 else n
def near(n):
    stack = [n]
    while stack[-1] > 3:
        stack.append(stack[-1] - 1)
    return stack[-1]
def nearest(n):
    best = 2
    for k in (2, 3):
        if abs(n - k) < abs(n - best):
            best = k
    return best
def by_name(n, *, most=3):
    return min(n, most)
def by_place(n, most=3):
    return min(n, most)
def nothing(n):
    if n > 3:
        n = 3
def something(n):
    if n > 3:
        n = 3
    return n
"""
REWRITES = {  # words of the hint, the rules, what they become; the state is n unless the rules begin with "def"
    "a loop in a function of your own compiles": ("n - min((2, 3), key=lambda k: abs(n - k))", "n - nearest(n)"),
    "names[n], for a dictionary names of the module, compiles": (
        "n - 1 - {0: 1, 1: 0, 2: 1}[n % 3]",
        "n - 1 - NAMES[n % 3]",
    ),
    "// does": ("int(n / 2)", "n // 2"),
    "outside of it, it compiles": ("(lambda k: k // 2)(n)", "half(n)"),
    "a loop with a list as a stack compiles": ("n - far(n)", "n - near(n)"),
    "with a parameter for each argument it compiles": ("n - by_name(n, most=2)", "n - by_place(n, 2)"),
    "with a return at its end it compiles": ("n - nothing(n)", "n - something(n)"),
    "math.isqrt and // compile": ("n - int(n > 2.5) - 1", "n - int(n > 5 // 2) - 1"),
    "of sorted(...) around the set": (
        "x = {n % 2, 1}\nyield n - 1 - x[0]",
        "x = sorted({n % 2, 1})\nyield n - 1 - x[0]",
    ),
    "str(n) of a number n compiles": ("len(f'{n:03}') % n", "len(str(n)) % n"),
    "write tuple(...) around it": (
        "def rules(a, b):\n    for k in range(a):\n        yield sorted([k, b])",
        "def rules(a, b):\n    for k in range(a):\n        yield tuple(sorted([k, b]))",
    ),
    "a list, with [ ] around it, compiles": (
        "xs = (k for k in range(n))\nyield from xs",
        "xs = [k for k in range(n)]\nyield from xs",
    ),
    "a loop over it compiles": ("yield some(n)", "for k in some(n):\n    yield k"),
    "with two names it compiles": (
        "x = n\nif n > 3:\n    x = (1, 2)\n    yield x[0]",
        "x = n\nif n > 3:\n    y = (1, 2)\n    yield y[0]",
    ),
    "with a list for each kind it compiles": (
        "xs = []\nxs.append(n)\nxs.append('a')\nyield n - len(xs)",
        "xs, ys = [], []\nxs.append(n)\nys.append('a')\nyield n - len(xs) - len(ys)",
    ),
    "with a value before the loop or the if, it compiles": (
        "if n > 3:\n    x = 1\nyield n - x",
        "x = 2\nif n > 3:\n    x = 1\nyield n - x",
    ),
    "with sorted(...) around the set": (
        "x = 0\nfor k in {n % 3, n % 5}:\n    x = 2 * x + k\nyield x % n",
        "x = 0\nfor k in sorted({n % 3, n % 5}):\n    x = 2 * x + k\nyield x % n",
    ),
    "yield from, then return, compiles": (
        "if n > 3:\n    return [n - 1]\nyield n - 2",
        "if n > 3:\n    yield from [n - 1]\n    return\nyield n - 2",
    ),
    "yield split(...) compiles": ("x = split(n - 1, n // 2)\nyield x", "yield split(n - 1, n // 2)"),
    "over elements of one kind it compiles": (
        "for k in (n, (n, 1)):\n    yield n - 1",
        "for k in (n, 1):\n    yield n - 1",
    ),
    "a loop over range(i, j, step) compiles": (
        "xs = [n, 1, 2]\nfor k in xs[2:0:-1]:\n    yield n - k",
        "xs = [n, 1, 2]\nfor k in range(2, 0, -1):\n    yield n - xs[k]",
    ),
    "a, b = ... and xs[i] = ... compile": (
        "xs = [n, 1, 2]\nxs[:2] = [0, 1]\nyield n - 1 - xs[0]",
        "xs = [n, 1, 2]\nxs[0] = 0\nyield n - 1 - xs[0]",
    ),
    "x, y = sorted(...) of the set": ("x, y = {n, n - 1}\nyield n - 1", "x, y = sorted({n, n - 1})\nyield x"),
    "a number that stands for it, such as -1, compiles": ("n - 1 if -NOTHING else n", "n - 1 if -MINUS else n"),
    "with elements of the same kind it compiles": (
        "xs = [n, 2]\nif 'a' in xs:\n    yield n - 1",
        "xs = [n, 2]\nif 3 in xs:\n    yield n - 1",
    ),
    "written as several lines, with if and arithmetic, it compiles": ("n - (n is ONE) - 1", "n - 1"),
    "if, for, while, yield and return compile": ("try:\n    yield n - 1\nfinally:\n    pass", "yield n - 1"),
    "with parts of the same kinds at the same places it compiles": ("yield (n - 1, n)", "yield split(n - 1, n - 1)"),
    "two smaller numbers compile": (
        "x = 1 << 130\nyield x % n",
        "x, y = 1 << 60, 1 << 60\nyield (x % n) * (y % n) % n",
    ),
}


def program(rules: str) -> Program:
    """Return the program with these rules, or with one option that is an expression, or with these statements."""
    states: list[Any] = [(a, b) for a in range(4) for b in range(4)] if rules.startswith("def") else [*range(9)]
    if not rules.startswith("def"):
        body = rules if "\n" in rules or "yield" in rules else f"yield {rules}"
        rules = "\n        ".join(["def rules(n):\n    if n > 2:", *body.split("\n")])
    return Program(f"{HEAD}{rules}\n", states, frozenset())


@pytest.mark.parametrize("hint", REWRITES)
def test_each_rewrite_compiles(hint: str, tmp_path: Path) -> None:
    before, after = map(program, REWRITES[hint])
    rules, _ = loaded(before, tmp_path)
    assert hint in str(engine.why_not(rules, before.states[-1]))
    verdict = check(after, tmp_path)
    assert (verdict.kind, verdict.answered > 2) == ("agrees", True), verdict
