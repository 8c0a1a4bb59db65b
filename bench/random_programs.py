"""Random programs as compiled rulesets: each function against its translation, option by option.

Run it by hand: ``python bench/random_programs.py --programs 100000 --seed 1 --resume run.json``. It goes on where that
file says; ``--seconds`` ends it earlier, and Ctrl+C or SIGTERM as well. What differs is made smaller and written to
``--findings``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from shrinking import fingerprint, shrunk

from support.random_programs import checking
from support.random_programs.checking import TooLong, Verdict, check, within
from support.random_programs.grammar import RISKY
from support.random_programs.maker import Nothing
from support.random_programs.programs import Program, program

SHARE = 0.022  # of the programs that have each construct and compile, with --even
SAVED = 500  # programs between two states of the file
FAULTS = ("differs", "breaks", "slow")
MOST_FINDINGS = 60
MEMORY = 3 * 2**30  # bytes
ENDLESS = 1.0  # seconds of the processor after which a smaller program is taken for one that does not end
WHOLE = 120.0  # seconds of the processor for a program


class Campaign:
    """Counts, which a file keeps."""

    def __init__(self, seed: int, path: Path | None, findings: Path | None) -> None:
        """Go on where the file says."""
        self.seed = seed
        self.path = path
        self.findings = findings
        self.next = 0
        self.seconds = 0.0
        self.counts: Counter[str] = Counter()
        self.constructs: Counter[str] = Counter()
        self.compiled: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.differing: list[dict[str, Any]] = []
        if path is not None and path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept["seed"] != seed:
                sys.exit(f"{path} has the programs of seed {kept['seed']}")
            self.next, self.seconds, self.differing = kept["next"], kept["seconds"], kept["differing"]
            for name in ("counts", "constructs", "compiled", "reasons"):
                getattr(self, name).update(kept[name])

    def save(self) -> None:
        """Write the file, whole or not at all."""
        if self.path is None:
            return
        names = ("seed", "next", "seconds", "counts", "constructs", "compiled", "reasons", "differing")
        text = json.dumps({name: getattr(self, name) for name in names}, indent=1)
        temporary = self.path.with_name(f"{self.path.name}.part")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(self.path)

    def lagging(self, number: int) -> list[str]:
        """Return up to six constructs that too few of the programs so far have and that compile."""
        few = [name for name in self.constructs if name not in RISKY and self.compiled[name] < SHARE * number]
        return Random(number).sample(sorted(few), min(6, len(few)))

    def one(self, folder: Path, *, even: bool) -> None:
        """Make and compare the next program."""
        number = self.next
        made = Program("", [], frozenset())
        try:
            with within(WHOLE):
                made = program(f"{self.seed}-{number}", self.lagging(number) if even else ())
                verdict = check(made, folder)
        except TooLong:
            verdict = Verdict("stopped")
        except Exception:  # noqa: BLE001 - of the generator
            verdict = Verdict("no program", traceback.format_exc())
        self.next += 1
        self.counts[verdict.kind] += 1
        self.counts["states"] += verdict.states
        self.counts["answered"] += verdict.answered
        self.counts["values"] += verdict.valued
        self.constructs.update(made.constructs)
        if verdict.kind == "refused":
            self.reasons[verdict.text.split("(")[0]] += 1
        elif verdict.answered:
            self.counts["compiled"] += 1
            self.compiled.update(made.constructs)
        if verdict.kind in {*FAULTS, "no program"}:
            self.differing.append({"number": number, "kind": verdict.kind, "text": verdict.text[-400:]})
            if verdict.kind in FAULTS:
                self._found(number, made, verdict, folder)

    def _found(self, number: int, made: Program, verdict: Verdict, folder: Path) -> None:
        print(f"{self.seconds:8.1f} s, program {number}: {verdict.kind}: {verdict.text[:200]}", flush=True)
        if self.findings is None or len(self.differing) > MOST_FINDINGS:
            return
        with patch.object(checking, "TRANSLATING", ENDLESS if verdict.kind == "slow" else checking.TRANSLATING):
            smaller = shrunk(made, folder)
            again = check(smaller, folder)
        mark = fingerprint(smaller, again)
        self.differing[-1] |= {"fingerprint": mark, "smaller": smaller.text}
        if any(one.get("fingerprint") == mark for one in self.differing[:-1]):
            return
        write_finding(self.findings, smaller, again if again.kind in FAULTS else verdict, f"{self.seed}-{number}")

    def report(self) -> None:
        """Print the result so far."""
        ran = self.next
        print(
            f"{ran} programs in {self.seconds:.0f} s, {ran / max(self.seconds, 0.001):.1f} a second; "
            f"{self.counts['compiled']} compiled"
        )
        print(", ".join(f"{kind}: {self.counts[kind]}" for kind in sorted(self.counts)))
        print("refused for:", ", ".join(f"{reason} {number}" for reason, number in self.reasons.most_common(25)))
        print("construct                                    compiled       of")
        for name in sorted(self.constructs, key=lambda one: -self.compiled[one]):
            print(f"{name:42} {self.compiled[name]:10} {self.constructs[name]:8}")


def write_finding(folder: Path, made: Program, verdict: Verdict, seed: str) -> None:
    """Write a program with a comment, under a name that appears when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 1 + max((int(one.name.split("-")[0]) for one in folder.glob("[0-9]*-*.py")), default=0)
    lines = [f"# {verdict.kind}: {verdict.text}", f"# states: {made.states!r}", f"# program {seed}"]
    path = folder / f"{number:02d}-{verdict.kind}.py"
    part = folder / f".{path.name}.part"
    part.write_text("\n".join([*lines, "", made.text]), encoding="utf-8")
    part.rename(path)
    print(f"         written to {path}", flush=True)


def main() -> None:
    """Run as long as it is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--even", action="store_true", help="prefer constructs that few of the programs so far have")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--findings", type=Path)
    parser.add_argument(
        "--choose", type=int, help="print which of so many programs have each text of the grammar, for the tests"
    )
    parser.add_argument("--only", help="the number of one program, which is printed with its verdict")
    given = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # a random program may make a number of gigabytes
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    memory = Path("/dev/shm")  # noqa: S108 - files that are written and read once
    folder = Path(tempfile.mkdtemp(prefix="grundy-", dir=memory if os.access(memory, os.W_OK) else None))
    try:
        if given.only is not None:
            made = program(f"{given.seed}-{given.only}")
            print(made.text, made.states, check(made, folder), sep="\n")
            return
        if given.choose is not None:
            choose(given.choose, folder)
            return
        run(Campaign(given.seed, given.resume, given.findings), given, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def choose(programs: int, folder: Path) -> None:
    """Print the numbers of programs that have each text of the grammar, and of those with what does not compile."""
    compiled: dict[int, tuple[frozenset[str], int]] = {}
    refused: dict[int, frozenset[str]] = {}
    for number in range(programs):
        try:
            made = program(number)
        except Nothing:
            continue
        verdict = check(made, folder)
        if verdict.kind == "agrees" and verdict.answered > 3:
            compiled[number] = made.constructs | made.texts, len(made.text)
        elif verdict.kind == "refused":
            refused[number] = made.constructs | made.texts
    seen: set[str] = set()
    chosen = []
    while compiled:
        best = max(compiled, key=lambda one: len(compiled[one][0] - seen) / compiled[one][1])
        has, _ = compiled.pop(best)
        chosen += [best] if has - seen else []
        seen |= has
    others = []
    for number, has in refused.items():
        others += [number] if has - seen else []
        seen |= has
    print(f"COMPILED = {sorted(chosen)}", f"REFUSED = {others}", sep="\n")


def run(campaign: Campaign, given: argparse.Namespace, folder: Path) -> None:
    """Run the programs that are left."""
    before, begin = campaign.seconds, time.monotonic()
    told = begin
    try:
        while campaign.next < given.programs and time.monotonic() - begin < given.seconds:
            campaign.one(folder, even=given.even)
            campaign.seconds = before + time.monotonic() - begin
            if campaign.next % SAVED == 0:
                campaign.save()
            if time.monotonic() - told > 30:
                told = time.monotonic()
                counts = campaign.counts
                print(f"{campaign.next} of {given.programs} programs, {campaign.next / campaign.seconds:.1f} a second, "
                      f"{counts['compiled']} compiled, {sum(counts[kind] for kind in FAULTS)} wrong",
                      flush=True)  # fmt: skip
    except KeyboardInterrupt:
        print("stopped")
    campaign.save()
    campaign.report()


if __name__ == "__main__":
    main()
