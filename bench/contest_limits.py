"""Known contest problems at their limits: declared and built-in rulesets beside C++ as contestants write it.

    python bench/contest_limits.py

Each line says the processor seconds of a fresh process (the start of Python included), its ratio to C++ at -O2, and
whether both have the same nimbers. POJ 2311 and typical90 031 are declared rulesets, plain and compiled (the second
run of which finds its machine code on disk); the others are heaps under codes.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np
from cpp import compiled

import grundy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MASK = 2**64 - 1
_POJ_SETS = 100


def cutting(w: int, h: int) -> Iterator[Any]:
    """Cut a sheet; nobody leaves a side of 1."""
    for i in range(2, w - 1):
        yield grundy.split((i, h), (w - i, h))
    for i in range(2, h - 1):
        yield grundy.split((w, i), (w, h - i))


def stones(w: int, b: int) -> Iterator[Any]:
    """Turn a white stone into as many blue ones as there were white ones, or take up to half of the blue ones."""
    if w:
        yield w - 1, b + w
    for k in range(1, b // 2 + 1):
        yield w, b - k


PLAIN = {"cutting": grundy.ruleset(cutting), "stones": grundy.ruleset(stones)}
COMPILED = {
    "cutting": grundy.ruleset(compiled=True, bounds=(201, 201))(cutting),
    "stones": grundy.ruleset(compiled=True, bounds=(51, 1330))(stones),
}
BOUNDS = {"cutting": (range(2, 201), range(2, 201)), "stones": (51, 51)}


def fibonacci(most: int) -> str:
    """Return the set of the Fibonacci numbers up to `most`."""
    found = [1, 2]
    while found[-1] + found[-2] <= most:
        found.append(found[-1] + found[-2])
    return f"{{{','.join(map(str, found))}}}"


def sets() -> Iterator[str]:
    """Yield the hundred sets of the C++ program."""
    state = 1
    for _ in range(_POJ_SETS):
        takes = set()
        for _ in range(100):
            state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
            takes.add(1 + (state >> 33) % 10_000)
        yield f"{{{','.join(map(str, sorted(takes)))}}}"


def checksum(values: Iterable[int]) -> int:
    """Return the checksum of the C++ program."""
    total = 0
    for value in values:
        total = (total * 31 + value) & _MASK
    return total


def answer(name: str, way: str) -> int:
    """Return the checksum of a problem's nimbers."""
    if name in PLAIN:
        rules = (COMPILED if way == "compiled" else PLAIN)[name]
        with grundy.limited(kernel_above=-1 if way == "compiled" else None):
            return checksum(rules.table(BOUNDS[name]).values.ravel().tolist())
    if name == "sets":
        total = 0
        for code in sets():
            total = (total * 31 + checksum(grundy.heaps(code).nimbers(10_001).tolist())) & _MASK
        return total
    if name == "grundy":
        return checksum(np.asarray(grundy.heaps("unequal-2").nimbers(10**6 + 1) > 0).tolist())
    most = 3_000_000 if name == "pimber" else 1000
    return checksum(grundy.heaps(fibonacci(most)).nimbers(most + 1).tolist())


LINES = [
    ("POJ 2311, 200 x 200, plain", "cutting", "plain"),
    ("POJ 2311, 200 x 200, compiled, first", "cutting", "compiled"),
    ("POJ 2311, 200 x 200, compiled", "cutting", "compiled"),
    ("typical90 031, (50, 50), plain", "stones", "plain"),
    ("typical90 031, (50, 50), compiled, first", "stones", "compiled"),
    ("typical90 031, (50, 50), compiled", "stones", "compiled"),
    ("BOJ 16877, heaps to 3,000,000", "pimber", "heaps"),
    ("HDU 1848, Fibonacci takes to 1,000", "hdu", "heaps"),
    ("CSES 2207, who wins to 1,000,000", "grundy", "heaps"),
    ("POJ 2960, 100 sets, heaps to 10,000", "sets", "heaps"),
]


def main() -> None:
    """Print a line for each problem, in processes of their own."""
    if len(sys.argv) > 1:
        print(answer(*sys.argv[1:]))
        return
    with tempfile.TemporaryDirectory() as folder:
        program = compiled("contest_limits.cpp", folder, "-O2", "-std=c++17")
        for title, name, way in LINES:
            seconds, found = timed([sys.executable, __file__, name, way])
            if program is None:
                print(f"{title:<42} {seconds:8.2f} s", flush=True)
                continue
            quick, expected = min(timed([str(program), name]) for _ in range(3))
            same = "same" if found == expected else "DIFFERENT"
            print(
                f"{title:<42} {seconds:8.2f} s   C++ {quick:7.3f} s   {seconds / quick:7.1f} times   {same}", flush=True
            )


def timed(command: list[str]) -> tuple[float, str]:
    """Return how many processor seconds a program takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result.stdout


if __name__ == "__main__":
    main()
