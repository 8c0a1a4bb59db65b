"""Solutions of the contest problems in C++ and Python, right ones and such with a planted mistake.

The sources are in ``tests/contests/faults/programs``; a word on the command line plants the mistake.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from support.project import TESTS

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = TESTS / "contests" / "faults" / "programs"
COMPILER = shutil.which("g++") or shutil.which("c++")
COMPILED = ("cutting", "grid", "circle")

ZO = '''"""Zo: take one or two, or half of an even heap."""
import grundy

@grundy.ruleset
def zo(n):
    for take in (1, 2):
        if n >= take:
            yield n - take
    if n and n % 2 == 0:
        yield n // 2
'''  # a file of a declared game


class Solution(NamedTuple):
    """A solution of a problem: the source, its words, the mistake and how it shows (none in a right one)."""

    problem: str
    language: str
    source: str
    words: tuple[str, ...]
    mistake: str = ""
    kind: str = "right"

    def command(self, folder: Path) -> list[str]:
        """Return the command that runs it; `folder` holds the compiled programs."""
        if self.language == "C++":
            return [str(folder / self.source), *self.words]
        return [sys.executable, str(FOLDER / f"{self.source}.py"), *self.words]


_GAMES = (
    ("boj-11717", "cutting", ("wall",)),
    ("boj-28218", "grid", ()),
    ("boj-16883", "cutting", ("diagonal",)),
    ("cf-138d", "cutting", ("codeforces",)),
    ("boj-26102", "cutting", ("card",)),
    ("boj-13034", "circle", ("polygon",)),
    ("boj-16187", "circle", ("plane",)),
)
RIGHT = tuple(Solution(*game[:1], language, *game[1:]) for game in _GAMES for language in ("C++", "Python"))
_MISTAKES = (
    ("stops-at-x", "cuts reach only to the next X", "wrong answer"),
    ("one-by-one", "crashes on one cell", "crash"),
    ("blocked", "a diagonal step does not pass over #", "wrong answer"),
    ("x-and-y", "x and y exchanged", "wrong answer"),
    ("mex31", "mex stops at 31", "wrong answer"),
    ("exchanged", "L and R exchanged", "wrong answer"),
    ("reads-on", "reads past the end of a row", "crash"),
    ("no-xor", "nimbers added, not xored", "wrong answer"),
    ("mex8", "mex stops at 8", "wrong answer"),
    ("mex3", "mex stops at 3", "wrong answer"),
    ("bytes", "counts in 8 bits", "wrong answer"),
    ("recursion", "too deep a recursion", "crash"),
    ("lower", "prints first, not First", "bad format"),
    ("slow", "works everything out for each case", "time limit"),
)
WRONG = tuple(
    right._replace(words=(*right.words, word), mistake=mistake, kind=kind)
    for right, (word, mistake, kind) in zip(RIGHT, _MISTAKES, strict=True)
)


def compiled(folder: Path) -> None:
    """Compile the programs in C++ into a folder."""
    for name in COMPILED:
        subprocess.run([str(COMPILER), "-O1", "-o", str(folder / name), str(FOLDER / f"{name}.cpp")], check=True)
