"""A table of all contest problems: their files, oracles, largest inputs, and wrong programs that are caught.

    python bench/contest_problems.py [PROBLEM ...]
    python bench/contest_problems.py --limit PROBLEM
    python bench/contest_problems.py --caught PROBLEM

The table is Markdown, with a row for each problem (all of them where none is named), measured in a process of its own:

- *lines*: the lines of the problem's file, without empty lines and without the samples;
- *compared*: the vectors that the oracle of `tests/literal` can answer. The stored answer, the oracle's and ours have
  the same words, else the column says WRONG;
- *seconds*: the processor seconds that `contests.answer` takes for an input at the limits, of at most three million
  words, in a process that has answered another one before; reading the input is part of it. Four problems of CSES have
  two figures: one case of the greatest length, and the greatest number of cases;
- *judge*: the judge's time limit in seconds, where a public source says it (`JUDGE_SECONDS`);
- *C++*: the processor seconds of the program in `contests_cpp` for the same input, with DIFFERENT where its output
  differs from ours;
- *caught*: the seconds until `grundy stress` finds an input on which the program in `contests_wrong` is wrong; *all*:
  the seconds of the whole command, which makes that input smaller for 5 s at most; *words*: the number of words of the
  smaller input.

The load of the machine is printed first. `--limit` and `--caught` measure one problem and print JSON.
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
from typing import TYPE_CHECKING, Any

from cpp import compiled

from grundy import contests
from grundy.contests.inputs.sources import ValueSource
from grundy.contests.stress.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Callable

BENCH = Path(__file__).parent
TESTS = BENCH.parent / "tests"
MOST_WORDS = 3_000_000  # of an input
STRESS_SECONDS = 20  # for a wrong program
MANY_CASES = ("cses-1098", "cses-1099", "cses-1730", "cses-2208")  # the sum of the lengths of all cases is bounded
ONE_CASE = (*MANY_CASES, "hdu-3032", "poj-2425", "poj-2960")  # the longest cases do not fit together into one input
TREBLECROSS_ROWS = {"lightoj-1229": 200, "uva-10561": 99}

# The limits of the judges. Sources: the judges' pages as public repositories quote them beside solutions.
JUDGE_SECONDS = {
    "abc-255-g": 4,
    "abc-297-g": 2,
    "abc-368-f": 2,
    "atcoder-dp-k": 2,
    "boj-11868": 2,
    "boj-11869": 2,
    "cf-138d": 2,
    "cf-256c": 2,
    "cf-36d": 2,
    "cf-87c": 2,
    "cses-1098": 1,
    "cses-1099": 1,
    "cses-1730": 1,
    "cses-2208": 1,
}

HEADINGS = ("problem", "lines", "compared", "seconds", "judge", "C++", "caught", "all", "words")

sys.path.append(str(TESTS))


def lines(name: str) -> int:
    """Return the number of lines of a problem's file, without empty ones and without the samples."""
    module = import_module(f"grundy.contests.problems.{name.replace('-', '_')}")
    text = inspect.getsource(module)
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.keyword) and node.arg == "samples":
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(1 for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in skipped)


def compared(name: str) -> str:
    """Return how many vectors the oracle can answer, or how many of these have different answers."""
    oracle = import_module(f"literal.{name.replace('-', '_')}")
    cases = [json.loads(line) for line in (TESTS / "vectors" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    answers = [(oracle.answer(case["in"]), case) for case in cases]
    same = [
        case["out"].split() == answer.split() == contests.answer(name, case["in"]).split()
        for answer, case in answers
        if answer is not None
    ]
    return str(len(same)) if all(same) else f"WRONG {same.count(False)}"


def largest(name: str, seed: int) -> list[str]:
    """Return inputs at the limits: one, or for `MANY_CASES` one of a long case and one of many cases."""
    form, source = contests.find(name).form, ValueSource(Random(seed), MOST_WORDS, "most")
    if name == "cses-1729":  # the statement guarantees that 1 is among the moves
        return [f"{10**6} 100\n1 {' '.join(map(str, Random(seed).sample(range(2, 10**6 + 1), 99)))}\n"]
    if name == "hdu-3980":  # the statement does not bound the number of cases: a thousand
        rng = Random(seed)
        return ["\n".join(["1000", *(f"{rng.randint(1, 1000)} {rng.randint(1, 1000)}" for _ in range(1000)), ""])]
    if name in TREBLECROSS_ROWS:
        return [rows_of_marks(Random(seed), TREBLECROSS_ROWS[name])]
    if name == "boj-28218":  # the statement guarantees that the last cell can be reached from each open one
        return [max(map(form.text, Inputs(contests.find(name)).edges()), key=len)]
    if name not in ONE_CASE or form.alone is None:
        return [form.text(form.group.draw(source, None))]
    group = form.alone.group
    texts = [form.text(((group.draw(source, None),),))]
    if name in MANY_CASES:
        short = ValueSource(Random(seed), MOST_WORDS, "least")
        texts.append(form.text((tuple(group.draw(short, None) for _ in range(2 * 10**5)),)))
    return texts


def rows_of_marks(rng: Random, count: int) -> str:
    """Return rows of 200 cells: empty ones, with few marks, with many, and no three marks beside each other."""
    rows = []
    for number in range(count):
        marks = rng.sample(range(200), (0, 1, 4, 12, 40)[number % 5])
        rows.append("".join(".X"[place in marks] for place in range(200)).replace("XXX", "XX."))
    return "\n".join([str(count), *rows, ""])


def limit(name: str) -> dict[str, Any]:
    """Return the seconds for the inputs at the limits, ours and those of the C++ program, after other inputs."""
    for text in largest(name, 1):
        contests.answer(name, text)
    measured: dict[str, Any] = {"seconds": [], "read": [], "input_words": [], "C++": [], "same": True}
    for text in largest(name, 2):
        start = time.process_time()
        output = contests.answer(name, text)
        measured["seconds"].append(time.process_time() - start)
        start = time.process_time()
        contests.find(name).form.read(text)
        measured["read"].append(time.process_time() - start)
        measured["input_words"].append(len(text.split()))
        plain = plain_program(name, text)
        if plain is not None:
            measured["C++"].append(plain[0])
            measured["same"] &= plain[1].split() == output.split()
    return measured


def plain_program(name: str, text: str) -> tuple[float, str] | None:
    """Return the seconds and the output of the C++ program; None where there is none."""
    if not (BENCH / "contests_cpp" / f"{name}.cpp").exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(f"contests_cpp/{name}.cpp", folder, "-O2", "-std=c++17", "-w")
        if program is None:
            return None
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def caught(name: str) -> dict[str, Any]:
    """Return the seconds of `grundy stress` until it caught the wrong program, those of all of it, and the input."""
    wrong = BENCH / "contests_wrong" / f"{name}.py"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "grundy", "stress", name, "--json", "--seconds", str(STRESS_SECONDS)]
        start = time.monotonic()
        run = subprocess.run([*command, "--", sys.executable, wrong], capture_output=True, text=True, cwd=folder)  # noqa: PLW1510
        seconds = time.monotonic() - start
    found = json.loads(run.stdout or "{}").get("counterexample")
    if found is None:
        return {}
    return {
        "caught": found["found_after"],
        "all": seconds,
        "words": len(found["input"].split()),
        "input": found["input"],
    }


def row(name: str) -> str:
    """Return the row of a problem."""
    at_limit, wrong = limit(name), caught(name)
    columns = (
        name,
        lines(name),
        compared(name),
        seconds_of(at_limit["seconds"]),
        JUDGE_SECONDS.get(name, "not known"),
        (seconds_of(at_limit["C++"]) or "-") + ("" if at_limit["same"] else " DIFFERENT"),
        f"{wrong['caught']:.1f}" if wrong else "NOT CAUGHT",
        f"{wrong['all']:.1f}" if wrong else "-",
        wrong.get("words", "-"),
    )
    return f"| {' | '.join(map(str, columns))} |"


def seconds_of(figures: list[float]) -> str:
    """Return figures as text."""
    return "; ".join(f"{figure:.3f}" for figure in figures)


def main() -> None:
    """Print the table, or what an option asks for."""
    measures: dict[str, Callable[[str], str]] = {
        "--row": row,
        "--limit": lambda name: json.dumps(limit(name)),
        "--caught": lambda name: json.dumps(caught(name)),
    }
    if sys.argv[1:2] and sys.argv[1] in measures:
        print(measures[sys.argv[1]](sys.argv[2]))
        return
    print(f"load {os.getloadavg()[0]:.1f}\n\n| {' | '.join(HEADINGS)} |\n{'|---' * len(HEADINGS)}|", flush=True)
    for name in sys.argv[1:] or contests.names():
        run = subprocess.run([sys.executable, __file__, "--row", name], capture_output=True, text=True)  # noqa: PLW1510
        print(run.stdout.strip() if run.returncode == 0 else f"| {name} | {run.stderr.strip()[-300:]!r} |", flush=True)


if __name__ == "__main__":
    main()
