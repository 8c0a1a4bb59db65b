"""Test sets with answers: chosen from the inputs of a problem, and written in the layouts that judges take."""

from __future__ import annotations

import errno
import random
import shutil
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from grundy.contests.stress.inputs import inputs_of
from grundy.errors import RulesetError
from grundy.runtime.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.contests.problem import Problem
    from grundy.contests.stress.inputs import Made

Layout = Literal["plain", "oj", "icpc"]

_SHARES = {"edge": 0.25, "random": 0.4, "large nimbers": 0.2}  # tiny ones make up the rest
_IN_VAIN = 2_000  # inputs in a row that were there before: then there are hardly any others
_AHEAD = 8  # inputs that are made for each one of a test set


@dataclass(frozen=True, slots=True)
class JudgeTest:
    """One test: its name, its kind (``sample``, ``tiny``, ``edge``, ``random``, ``large nimbers``), input, output."""

    name: str
    kind: str
    input: str
    output: str


def judge_tests(problem: Problem, count: int, seed: int = 0) -> list[JudgeTest]:
    """Return a test set: the published samples, and `count` further inputs with their right outputs.

    A quarter are edge cases, two fifths random, a fifth have large nimbers, the rest is tiny; where a problem has too
    few of a kind, random ones take their place. No input comes twice: a problem of few inputs has fewer tests than
    `count`. The same seed gives the same tests on every machine. Raises `RulesetError` for a count below 1.

    >>> from grundy import contests
    >>> [test.kind for test in judge_tests(contests.find("boj-13034"), 3)]
    ['sample', 'sample', 'sample', 'sample', 'edge', 'random', 'random']
    """
    if count < 1:
        raise RulesetError("error.test-count", found=count)
    samples = enumerate(problem.samples, start=1)
    found = [JudgeTest(f"sample-{number}", "sample", one.input, one.output) for number, one in samples]
    texts = {test.input for test in found}
    width = len(str(count))
    chosen: list[tuple[str, str]] = []
    in_vain = 0
    for kind, text in _chosen(problem, count, seed):
        in_vain = in_vain + 1 if text in texts else 0
        if len(chosen) == count or in_vain == _IN_VAIN:
            break
        if text not in texts:
            texts.add(text)
            chosen.append((kind, text))
    chosen.sort(key=lambda one: ["tiny", *_SHARES].index(one[0]))
    for number, (kind, text) in enumerate(chosen, start=1):
        name = f"{number:0{width}}-{kind.replace(' ', '-')}"
        found.append(JudgeTest(name, kind, text, problem.answer(text)))
    return found


def write(problem: Problem, found: list[JudgeTest], folder: Path, layout: Layout) -> None:
    """Write a test set into a folder, which is made and must be empty, with a table of what each test is.

    ``plain``: ``NAME.in`` and ``NAME.out``. ``oj``: ``test/NAME.in`` and ``test/NAME.out``, as online-judge-tools
    reads them. ``icpc``: ``data/sample`` and ``data/secret`` with ``.in`` and ``.ans``, and ``problem.yaml``, the parts
    of a problem package (Kattis/ICPC format) that tests belong to; statement and solutions are its author's.

    Raises `FileExistsError` where the folder holds something, and `OSError` where it cannot be written; what was
    written by then is removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(errno.EEXIST, "the folder is not empty", str(folder))
    try:
        for path, text in _files(problem, found, layout):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(target, text.encode())
    except BaseException:
        for entry in folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        raise


def _files(problem: Problem, found: list[JudgeTest], layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the files of a test set, by their paths in its folder."""
    table = "".join(f"{test.name}\t{test.kind}\t{_lines(test)}\n" for test in found)
    yield "cases.tsv", f"name\tkind\tfirst line of the input\n{table}"
    if layout == "icpc":
        yield "problem.yaml", f"problem_format_version: legacy\nname: {problem.title}\nsource: {problem.source}\n"
    for test in found:
        where = "sample" if test.kind == "sample" else "secret"
        head, end = {"plain": ("", "out"), "oj": ("test/", "out"), "icpc": (f"data/{where}/", "ans")}[layout]
        yield f"{head}{test.name}.in", test.input
        yield f"{head}{test.name}.{end}", test.output


def _lines(test: JudgeTest) -> str:
    return test.input.partition("\n")[0]


def _chosen(problem: Problem, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield inputs by kind, each kind as often as its share says, and then whatever there is."""
    rng = random.Random(seed)
    inputs = inputs_of(problem)
    pools: dict[str, list[Made]] = {kind: [] for kind in ("tiny", *_SHARES)}
    for made in islice(inputs.made(rng), _looked_at(count)):
        pools[made.kind].append(made)
    wanted = {kind: max(1, round(share * count)) for kind, share in _SHARES.items()}
    wanted["tiny"] = max(1, count - sum(wanted.values()))
    rest: list[Made] = []
    for kind, pool in pools.items():
        # Tiny and edge cases come in an order; a spread over all of them shows more than the first ones do.
        step = max(1, len(pool) // wanted[kind])
        yield from ((kind, inputs.text(made.case)) for made in pool[::step][: wanted[kind]])
        rest += [made for made in pool if made.kind == "random"]
    yield from ((made.kind, inputs.text(made.case)) for made in rest)
    yield from ((made.kind, inputs.text(made.case)) for made in inputs.made(rng) if made.kind != "tiny")


def _looked_at(count: int) -> int:
    return 400 + _AHEAD * count
