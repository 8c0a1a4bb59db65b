"""Damaged censuses: what each command says of them, as a table.

``python bench/census_damage.py`` makes a census of two parts and checks it. Then it changes single bits of each of its
files (``--flips``, of each), with the times of the files restored, and runs each command on the folder, in a process of
its own: a fork of one that has imported what commands need; with ``--whole-start`` it is ``python -m grundy``. What the
command says is *identical* to what it says of the undamaged folder, or it is *refused*: exit code 2 with the name of
the file and no output. Everything else is *wrong*, a *traceback* or an *abort*; the exit code is 1 if there is any.
After the bits come the other damages of ``tests/support/census_damage.py``; ``--kinds bits`` or ``--kinds others`` does
a half of it. A command takes about a second of a processor.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.census_damage import (
    COMMANDS,
    DAMAGE,
    arguments,
    copied,
    files_of,
    flip,
    leave_out,
    make,
    parts_of,
    verdict,
)
from support.command import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_VERDICTS = ("identical", "refused", "wrong", "traceback", "abort")
_PATIENCE = 600
_UNDAMAGED: dict[str, Result] = {}
_FORKING = threading.local()
_WHOLE_START = "--whole-start" in sys.argv


def said_of(command: str, folder: Path) -> Result:
    """Run a command in a process of its own."""
    words = arguments(command, folder)
    if _WHOLE_START:
        ran = subprocess.run(
            [sys.executable, "-m", "grundy", *words], capture_output=True, timeout=_PATIENCE, check=False
        )
        return Result(ran.returncode, ran.stdout.decode(), ran.stderr.decode(errors="replace"))
    if not hasattr(_FORKING, "process"):
        _FORKING.process = subprocess.Popen(
            [sys.executable, __file__, "--fork"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    paths = [folder.with_name(f"{folder.name}.{name}") for name in ("out", "err")]
    print(json.dumps([words, *map(str, paths)]), file=_FORKING.process.stdin, flush=True)
    code = int(_FORKING.process.stdout.readline())
    return Result(code, *(path.read_text(errors="replace") for path in paths))


def fork() -> None:
    """Run commands that are asked for, each in a fork of this process, and print their exit codes."""
    import duckdb  # noqa: F401 - for those that are forked
    import pyarrow.dataset
    import pyarrow.parquet  # noqa: F401 - the same

    from grundy.cli.main import main as command

    for line in sys.stdin:
        words, out, err = json.loads(line)
        child = os.fork()
        if not child:
            for descriptor, path in ((0, os.devnull), (1, out), (2, err)):
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), descriptor)
            sys.argv = ["grundy", *words]
            command()  # to the end of the process, as Python and C++ end it
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def tried(whole: Path, place: Path, number: int, damage: Callable[[Path], object]) -> Iterator[tuple[str, str, Result]]:
    """Damage a file of a census, and yield each command, the verdict on it, and what it said."""
    for command in COMMANDS:
        folder = copied(whole, f"damaged-{number}")
        damaged = folder / place
        if command == "resume":
            leave_out(folder, damaged)
        damage(damaged)
        found = said_of(command, folder)
        named = damaged.name.partition("-")[0]  # its number: another file of that number may be the one that is named
        yield command, verdict(command, found, _UNDAMAGED[command], named), found


def table(
    title: str, whole: Path, place: Path, damages: Sequence[tuple[str, Callable[[Path], object]]], jobs: int
) -> bool:
    """Print the rows of a table of one file, and say whether all was right."""
    counts = {command: Counter[str]() for command in COMMANDS}
    right = True

    def one(number: int) -> list[tuple[str, str, Result]]:
        return list(tried(whole, place, number, damages[number][1]))

    with ThreadPoolExecutor(jobs) as executor:
        for number, found in enumerate(executor.map(one, range(len(damages)))):
            for command, became, result in found:
                counts[command][became] += 1
                if became not in ("identical", "refused"):
                    right = False
                    print(f"!! {place} {damages[number][0]}: {command}: {became}: {result}", flush=True)
    for command, count in counts.items():
        row = "".join(f"{count[name]:>11}" for name in _VERDICTS)
        print(f"{title:<16}{command:<9}{count.total():>6}{row}", flush=True)
    return right


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", choices=("bits", "others"))
    parser.add_argument("--whole-start", action="store_true")
    parser.add_argument("--fork", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.fork:
        fork()
        return 0
    rng = random.Random(asked.seed)
    right = True
    with tempfile.TemporaryDirectory() as root:
        whole = make(Path(root))
        for command in COMMANDS:
            folder = copied(whole, "undamaged")
            if command == "resume":
                leave_out(folder, folder / "manifest.json")
            _UNDAMAGED[command] = said_of(command, folder)
            assert _UNDAMAGED[command].code == 0, _UNDAMAGED[command]
        places = [path.relative_to(whole) for path in files_of(whole)]
        empty = [
            str(path.relative_to(whole)) for path in whole.rglob("*") if path.is_file() and not path.stat().st_size
        ]
        print(f"files without a bit: {empty}; resume: with another part missing\n")
        print(f"{'file':<16}{'command':<9}{'tried':>6}" + "".join(f"{name:>11}" for name in _VERDICTS), flush=True)
        for place in places if asked.kinds != "others" else ():
            bits = rng.sample(range(8 * (whole / place).stat().st_size), asked.flips)
            damages = [(f"bit {bit}", lambda path, bit=bit: flip(path, bit)) for bit in bits]
            right &= table(place.name.partition("-")[0], whole, place, damages, asked.jobs)
        first = parts_of(whole)[0].relative_to(whole)
        for name, damage in DAMAGE.items() if asked.kinds != "bits" else ():
            right &= table(name[:15], whole, first, [(name, damage)], asked.jobs)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
