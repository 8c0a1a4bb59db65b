"""Test sets with answers: chosen from the inputs of a problem, and written in the layouts that judges take."""

from __future__ import annotations

import errno
import json
import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.contests.inputs.validator import validator
from grundy.contests.stress.inputs import inputs_of
from grundy.errors import DamageError, RulesetError
from grundy.runtime.files import TEMPORARY, make_folder, read_regular, remove, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.contests.problem import Problem

Layout = Literal["plain", "oj", "icpc"]

_SHARES = {"edge": 0.25, "random": 0.4, "large nimbers": 0.2}  # tiny ones make up the rest
_STEP = 3  # every third random input is taken, because neighbours resemble each other
_MOST_REPEATS = 2_000  # inputs in a row that came before; after them hardly any new ones remain


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
    ['sample', 'sample', 'sample', 'sample', 'edge', 'random', 'large nimbers']
    """
    if count < 1:
        raise RulesetError("error.test-count", found=count)
    found = []
    for number, one in enumerate(problem.samples, start=1):
        text = problem.form.text(problem.form.read(one.input))  # without blank lines that have no meaning
        found.append(JudgeTest(f"sample-{number}", "sample", text, one.output))
    texts = {test.input for test in found}
    width = len(str(count))
    chosen: list[tuple[str, str]] = []
    in_vain = 0
    for kind, text in _chosen(problem, count, seed):
        in_vain = in_vain + 1 if text in texts else 0
        if len(chosen) == count or in_vain == _MOST_REPEATS:
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
    reads them. ``icpc``: ``data/sample`` and ``data/secret`` with ``.in`` and ``.ans``, ``problem.yaml``, and in
    ``input_validators`` a program that checks inputs, the parts of a problem package (Kattis/ICPC format, legacy
    version) that tests belong to; statement and solutions are its author's.

    Files of the same test set may be there: a run that was killed is continued. Raises `FileExistsError` where the
    folder holds something else, and `OSError` where it cannot be written; what was written by then is removed.
    """
    files = {folder / path: text.encode() for path, text in _files(problem, found, layout)}
    there = _files_there(folder, files)
    made: list[Path] = []
    try:
        for target, data in files.items():
            if target not in there:
                made += make_folder(target.parent)
                made.append(target)
                write_atomic(target, data, follow=False)
    except BaseException:
        for path in reversed(made):
            remove(path)
        raise


def _files_there(folder: Path, files: dict[Path, bytes]) -> set[Path]:
    """Return the complete files that the folder has already. An incomplete file of a killed run is removed."""
    folders = {parent for path in files for parent in path.parents if parent.is_relative_to(folder)}
    there, halves = set(), []
    for path in folder.rglob("*"):
        if path in folders and path.is_dir() and not path.is_symlink():
            continue
        if path in files and _holds(path, files[path]):
            there.add(path)
        elif path.name.startswith(TEMPORARY) and not path.is_dir():
            halves.append(path)
        else:
            raise FileExistsError(errno.EEXIST, "the folder is not empty", str(folder))
    for path in halves:
        remove(path)
    return there


def _holds(path: Path, data: bytes) -> bool:
    try:
        return read_regular(path, len(data)) == data
    except DamageError:  # it is longer, or not a regular file
        return False


def _files(problem: Problem, found: list[JudgeTest], layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the files of a test set, by their paths in its folder."""
    table = "".join(f"{test.name}\t{test.kind}\t{_lines(test)}\n" for test in found)
    yield "cases.tsv", f"name\tkind\tfirst line of the input\n{table}"
    if layout == "icpc":
        # No name: it comes from the statement, and a name without a statement is an error. JSON texts are YAML, too.
        source = json.dumps(problem.source, ensure_ascii=False)
        yield "problem.yaml", f"problem_format_version: legacy\nsource: {source}\n"
        yield "input_validators/validate.py", validator(problem.form, f"{problem.title} ({problem.id})")
    for test in found:
        where = "sample" if test.kind == "sample" else "secret"
        head, end = {"plain": ("", "out"), "oj": ("test/", "out"), "icpc": (f"data/{where}/", "ans")}[layout]
        yield f"{head}{test.name}.in", test.input
        yield f"{head}{test.name}.{end}", test.output


def _lines(test: JudgeTest) -> str:
    return test.input.partition("\n")[0]


def _chosen(problem: Problem, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield inputs with their kinds, each kind by its share; then all other inputs."""
    inputs = inputs_of(problem)
    # Each kind has its own generator, so that the number of inputs of one kind does not change the others.
    random_ones = inputs.random(random.Random(f"random {seed}"))
    large = inputs.large_nimbers(random.Random(f"large nimbers {seed}"))
    wanted = {kind: max(1, round(share * count)) for kind, share in _SHARES.items()}
    wanted["tiny"] = max(1, count - sum(wanted.values()))
    for kind, cases in (
        ("tiny", _spread(inputs.tiny(), wanted["tiny"])),
        ("edge", _spread(inputs.edges(), wanted["edge"])),
        ("random", islice(random_ones, 0, _STEP * wanted["random"], _STEP)),
        ("large nimbers", islice(large, 0, 2 * wanted["large nimbers"], 2)),
        ("random", random_ones),
    ):
        yield from ((kind, inputs.text(case)) for case in cases)


def _spread(cases: Iterator[Any], count: int) -> list[Any]:
    """Return some of the sorted cases, evenly spread, because they differ more than the first ones do."""
    found = list(cases)
    return found[:: max(1, len(found) // count)][:count]
