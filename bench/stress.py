"""Wrong programs are caught, right ones survive: all of them, with minimal inputs, and rates.

Run it by hand: ``python bench/stress.py [wrong] [minimal] [right] [rate]``, all of it without words. It needs a
C++ compiler. The right programs run for a minute each; with ``GRUNDY_SECONDS=10`` for so long. Times are those of this
machine, with what else runs on it: the load is printed first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from grundy import contests
from grundy.contests import Words
from grundy.contests.stress.inputs import Inputs
from grundy.contests.stress.programs import ProgramLimits
from grundy.contests.stress.session import SearchPlan, StressReport, Workers, stress
from support import programs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.programs import Solution

SECONDS = float(os.environ.get("GRUNDY_SECONDS", "60"))
CATCHING = 20.0  # seconds for a wrong program; three times as many for the mex of 31
MINIMAL = ("cuts reach only to the next X", "a diagonal step does not pass over #", "x and y exchanged",
           "L and R exchanged", "nimbers added, not xored")  # fmt: skip


def searched(solution: Solution, folder: Path, plan: SearchPlan) -> StressReport:
    """Search for an input on which a program fails; Python gets five times as many seconds for a run."""
    slow = solution.language == "Python" and solution.kind != "time limit"
    with Workers(solution.command(folder), ProgramLimits(10.0 if slow else 2.0), 2) as workers:
        return stress(Inputs(contests.find(solution.problem)), workers, plan)


def wrong(folder: Path) -> None:
    """Print when each wrong program fails first, and on which input in the end."""
    print("problem     language  mistake                                  verdict        caught   in all  input")
    for one in programs.WRONG:
        seconds = 3 * CATCHING if "31" in one.mistake else CATCHING
        report = searched(one, folder, SearchPlan(seconds=seconds))
        found = report.counterexample
        line = f"{one.problem:11} {one.language:9} {one.mistake:40} "
        if found is None:
            print(f"{line}NOT CAUGHT in {report.seconds:.1f} s")
            continue
        short = found.text.strip().replace("\n", " / ")
        short = short if len(short) < 60 else f"{short.split(' / ')[0]} / ..."
        print(f"{line}{found.verdict.kind:13} {found.after:6.1f} s {report.seconds:6.1f} s  {short}", flush=True)


def minimal(folder: Path) -> None:
    """Run some wrong programs on every input that is smaller than the one that was found."""
    for one in programs.WRONG:
        if one.mistake not in MINIMAL:
            continue
        found = searched(one, folder, SearchPlan(seconds=CATCHING)).counterexample
        if found is None:
            print(f"{one.problem}, {one.mistake}: not caught")
            continue
        problem = contests.find(one.problem)
        inputs = Inputs(problem)
        tried = failed = 0
        for case in smaller(inputs, found.case):
            text = inputs.text(case)
            said = subprocess.run(one.command(folder), input=text, capture_output=True, text=True, check=False)
            tried += 1
            failed += said.returncode != 0 or said.stdout != problem.answer(text)
        shown = found.text.strip().replace("\n", " / ")
        print(f"{one.problem}, {one.mistake}: {shown}; of {tried} smaller inputs {failed} fail", flush=True)


def smaller(inputs: Inputs, case: Any) -> Iterator[Any]:
    """Yield all cases that are smaller than one, as far as they cost no more than the first few thousand."""
    yield from (one for one in islice(inputs.by_cost(), 20_000) if inputs.size(one) < inputs.size(case))


def right(folder: Path) -> None:
    """Run each right program for a minute."""
    for one in programs.RIGHT:
        report = searched(one, folder, SearchPlan(seconds=SECONDS))
        found = report.counterexample
        lost = contests.find(one.problem).output.loses  # type: ignore[attr-defined] # words
        share = report.answers[lost] / max(1, report.answers.total())
        verdict = "survives" if found is None else f"FAILS: {found.verdict}"
        kinds = ", ".join(f"{number} {kind}" for kind, number in report.kinds.items())
        print(f"{one.problem:11} {one.language:7} {verdict} {report.seconds:.0f} s: {report.cases} inputs ({kinds}), "
              f"{100 * share:.0f} % of the answers are losses", flush=True)  # fmt: skip


def rate(folder: Path) -> None:
    """Print the inputs a second for a program that always writes the right answer, and reads nothing."""
    source = folder / "trivial.cpp"
    source.write_text('#include <cstdio>\nint main() { puts("First"); }\n')
    subprocess.run([str(programs.COMPILER), "-O1", "-o", str(folder / "trivial"), str(source)], check=True)
    inputs = Inputs(replace(contests.find("boj-11717"), output=Words("First", "First")))
    for jobs in (1, 2):
        with Workers([str(folder / "trivial")], ProgramLimits(), jobs) as workers:
            workers.submit("").result()
            for name, plan in (("tiny inputs", SearchPlan(cases=70)), ("inputs of all kinds", SearchPlan(seconds=20))):
                report = stress(inputs, workers, plan)
                figure = report.cases / report.seconds
                print(f"{jobs} at a time: {figure:.0f} {name} a second ({report.cases} in {report.seconds:.1f} s)")
            start = time.monotonic()
            runs = [workers.submit("1 1\n.\n") for _ in range(400)]
            for run in runs:
                run.result()
            print(f"{jobs} at a time: {400 / (time.monotonic() - start):.0f} runs a second of the program alone")


PARTS: dict[str, Callable[[Path], None]] = {
    "wrong": wrong, "minimal": minimal, "right": right, "rate": rate
}  # fmt: skip


def main() -> None:
    """Run the parts that are asked for."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder:
        programs.compiled(Path(folder))
        for name in sys.argv[1:] or PARTS:
            print(f"\n{name}")
            PARTS[name](Path(folder))


if __name__ == "__main__":
    main()
