"""Censuses of listed states beside a plain mex loop and one bulk call, interrupted, on processes and on a cluster.

Run it by hand: python bench/census_listed.py [STATES [CLUSTER]]

The rules are all 4 x 4 boards of Cram, and a game of two heaps with STATES states (default 10^6). The plain loop knows
only the moves, and shares no code with grundy. Seconds are of the processors, with all children. With CLUSTER, the
address of a scheduler of Dask, the census also runs there. All censuses of one game have the same digest.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grundy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = """
import grundy

@grundy.ruleset
def cram(free):
    for cell in range(16):
        if cell % 4 < 3 and free >> cell & 3 == 3:
            yield free ^ 3 << cell
        if cell < 12 and free >> cell & 17 == 17:
            yield free ^ 17 << cell

def boards():
    return range(2**16)

@grundy.ruleset
def heaps(a, b):
    for k in range(1, min(a, b % 7 + 2) + 1):
        yield a - k, b
    if b:
        yield a, b // 2
    if a and b:
        yield a - 1, b - 1

def pairs():
    return ((a, b) for a in range(SIDE) for b in range(1000))
"""


def cram(free: int) -> Iterator[int]:
    """Yield the boards after a domino, as the rules do."""
    for cell in range(16):
        for pair, fits in ((3 << cell, cell % 4 < 3), (17 << cell, cell < 12)):
            if fits and free & pair == pair:
                yield free ^ pair


def heaps(state: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of heaps after a move, as the rules do."""
    a, b = state
    yield from ((a - k, b) for k in range(1, min(a, b % 7 + 2) + 1))
    if b:
        yield a, b // 2
    if a and b:
        yield a - 1, b - 1


def plain(options: Callable[[Any], Iterator[Any]], states: list[Any]) -> list[int]:
    """Return the nimbers of states, each of which comes after its options."""
    memo: dict[Any, int] = {}
    for state in states:
        found = {memo[option] for option in options(state)}
        memo[state] = next(value for value in range(len(found) + 1) if value not in found)
    return list(memo.values())


def spent() -> float:
    """Return the seconds of the processors of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def census(folder: Path, name: str, function: str, *options: str, interrupted: int = 0) -> tuple[str, float, float]:
    """Run a census as a command; return its digest, and the seconds of processors and of the clock.

    It is interrupted so often first, each time when a few more parts are there.
    """
    asked = ["census", "run", name, "--states", function, "--out", str(folder), *options]
    for number in range(interrupted):
        running = subprocess.Popen([sys.executable, "-m", "grundy", *asked], stderr=subprocess.PIPE, text=True)
        while len(list(folder.glob("parts/0*"))) < 20 * (number + 1):
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGINT)
        print("   ", next(line for line in running.communicate()[1].splitlines() if "kept" in line))
    before, start = spent(), time.monotonic()
    ran = subprocess.run([sys.executable, "-m", "grundy", *asked], check=True, capture_output=True, text=True)
    digest = re.search("digest +([0-9a-f]+)", ran.stdout)
    assert digest is not None
    return digest[1], spent() - before, time.monotonic() - start


def main() -> None:
    """Measure both games."""
    side = (int(sys.argv[1]) if len(sys.argv) > 1 else 10**6) // 1000
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "rules.py"
        path.write_text(RULES.replace("SIDE", str(side)))
        games: list[tuple[str, str, Callable[[Any], Iterator[Any]], list[Any]]] = [
            ("cram", "boards", cram, list(range(2**16))),
            ("heaps", "pairs", heaps, [(a, b) for a in range(side) for b in range(1000)]),
        ]
        for name, function, options, states in games:
            start = time.process_time()
            expected = plain(options, states)
            loop = time.process_time() - start
            rules = grundy.games.find(f"{path}:{name}").reader.rules  # type: ignore[attr-defined] # of a file
            start = time.process_time()
            bulk = rules.nimbers(states).tolist()
            called = time.process_time() - start
            assert bulk == expected
            print(f"{name}, {len(states):,} states: plain loop {loop:.2f} s, one bulk call {called:.2f} s")
            ways: list[tuple[list[str], int]] = [
                (["--workers", "1"], 0),
                (["--workers", "2"], 0),
                (["--workers", "2"], 2),
            ]
            ways += [(["--cluster", sys.argv[2]], 0)] if len(sys.argv) > 2 else []
            digests = set()
            for number, (how, interrupted) in enumerate(ways):
                folder = Path(scratch) / f"{name}{number}"
                digest, used, passed = census(folder, f"{path}:{name}", function, *how, interrupted=interrupted)
                digests.add(digest)
                times = f"{used:.2f} s of processors, {used / called:.2f} bulk calls; {passed:.1f} s passed"
                print(f"  {' '.join(how)}{', interrupted twice before' * bool(interrupted)}: {times}")
                assert grundy.census.open(folder).arrow()["nimber"].to_pylist() == expected
            assert len(digests) == 1
            print(f"  digest {digests.pop()}")


if __name__ == "__main__":
    main()
