"""Each contest problem: the lines of its file, its oracle, its largest inputs, and a wrong program that is caught.

    python bench/contest_problems.py [PROBLEM ...]
    python bench/contest_problems.py --limit PROBLEM

A row says how many lines the file has without the samples; how many vectors the oracle of `tests/literal` answers, all
of them as we do; the processor seconds for an input at the limits, of at most three million numbers, in a process that
has answered another one before, with those for reading it, and beside them those of the C++ program in `contests_cpp`,
with whether it has the same output; and how many seconds `grundy stress` takes to find that the program in
`contests_wrong` is wrong, the smallest input and its number of words. The load of the machine is printed first.
`--limit` prints the times of one problem alone, as JSON.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from cpp import compiled

from grundy import contests
from grundy.contests.inputs.sources import EdgeSource
from grundy.contests.stress.inputs import inputs_of

BENCH = Path(__file__).parent
TESTS = BENCH.parent / "tests"
ROOM = 3_000_000  # numbers of an input
ONE = (
    "cses-1098",
    "cses-1099",
    "cses-1730",
    "cses-2208",
    "hdu-3032",
    "poj-2425",
    "poj-2960",
)  # asked about one case, a long one
TREBLECROSS = {"lightoj-1229": 200, "uva-10561": 99}  # rows of 200 cells
SECONDS = 20  # for a wrong program

sys.path.append(str(TESTS))


def lines(name: str) -> int:
    """Return the lines of a problem's file, without empty ones and without the samples."""
    module = import_module(f"grundy.contests.problems.{name.replace('-', '_')}")
    text = inspect.getsource(module)
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.keyword) and node.arg == "samples":
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(1 for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in skipped)


def compared(name: str) -> str:
    """Return how many vectors the oracle answers as they are, and as we answer them."""
    oracle = import_module(f"literal.{name.replace('-', '_')}")
    cases = [json.loads(line) for line in (TESTS / "vectors" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    found = [(oracle.answer(case["in"]), case) for case in cases]
    right = [case["out"] == answer == contests.answer(name, case["in"]) for answer, case in found if answer is not None]
    return str(len(right)) if all(right) else f"WRONG {right.count(False)}"


def largest(name: str, seed: int) -> str:
    """Return an input at the limits."""
    form, source = contests.find(name).form, EdgeSource(Random(seed), "most", "random", "random", ROOM)
    if name == "cses-1729":  # one of whose moves is 1
        return f"{10**6} 100\n1 {' '.join(map(str, Random(seed).sample(range(2, 10**6 + 1), 99)))}\n"
    if name in TREBLECROSS:
        return rows_of_marks(Random(seed), TREBLECROSS[name])
    if name == "boj-28218":  # whose boards are mazes that lead to the last cell
        return max(map(form.text, inputs_of(contests.find(name)).edges()), key=len)
    if name in ONE and form.alone is not None:
        return form.text(((form.alone.group.draw(source, None),),))
    return form.text(form.group.draw(source, None))


def rows_of_marks(rng: Random, count: int) -> str:
    """Return rows of 200 cells, empty ones, with few marks and with many, no three of them beside each other."""
    rows = []
    for number in range(count):
        marks = rng.sample(range(200), (0, 1, 4, 12, 40)[number % 5])
        rows.append("".join(".X"[place in marks] for place in range(200)).replace("XXX", "XX."))
    return "\n".join([str(count), *rows, ""])


def limit(name: str) -> dict[str, Any]:
    """Return the times of an input at the limits, after another one."""
    seconds, text = {}, ""
    for seed in (1, 2):
        text = largest(name, seed)
        start = time.process_time()
        output = contests.answer(name, text)
        seconds["first" if seed == 1 else "warm"] = time.process_time() - start
    start = time.process_time()
    contests.find(name).form.read(text)
    return {**seconds, "read": time.process_time() - start, "words": len(text.split()), **plain(name, text, output)}


def plain(name: str, text: str, output: str) -> dict[str, Any]:
    """Return the time of the C++ program, and whether its output is the same; nothing where there is none."""
    if not (BENCH / "contests_cpp" / f"{name}.cpp").exists():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(f"contests_cpp/{name}.cpp", folder, "-O2", "-std=c++17", "-w")
        if program is None:
            return {}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"C++": seconds, "same": found.split() == output.split()}


def caught(name: str) -> dict[str, Any]:
    """Return what `grundy stress` finds out about the wrong program."""
    wrong = BENCH / "contests_wrong" / f"{name}.py"
    if not wrong.exists():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "grundy", "stress", name, "--json", "--seconds", str(SECONDS)]
        start = time.monotonic()
        run = subprocess.run([*command, "--", sys.executable, wrong], capture_output=True, text=True, cwd=folder)  # noqa: PLW1510
    found = json.loads(run.stdout or "{}").get("counterexample")
    if found is None:
        return {"stress": "NOT FOUND"}
    return {"stress": time.monotonic() - start, "size": len(found["input"].split()), "input": found["input"]}


def row(name: str) -> dict[str, Any]:
    """Return all columns of a problem."""
    return {"problem": name, "lines": lines(name), "compared": compared(name), **limit(name), **caught(name)}


def main() -> None:
    """Print a row for each problem, in a process of its own."""
    if sys.argv[1:2] == ["--row"]:
        print(json.dumps(row(sys.argv[2])))
        return
    if sys.argv[1:2] == ["--limit"]:
        print(json.dumps({"problem": sys.argv[2], **limit(sys.argv[2])}))
        return
    print(f"load {os.getloadavg()[0]:.1f}")
    for name in sys.argv[1:] or contests.names():
        run = subprocess.run([sys.executable, __file__, "--row", name], capture_output=True, text=True)  # noqa: PLW1510
        found = json.loads(run.stdout) if run.returncode == 0 else {"problem": name, "error": run.stderr.strip()[-300:]}
        shown = (
            f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value!r}" for key, value in found.items()
        )
        print(" · ".join(shown), flush=True)


if __name__ == "__main__":
    main()
