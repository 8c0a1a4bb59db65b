"""Test sets with answers: chosen from the inputs of a problem."""

from __future__ import annotations

import errno
import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.contests.stress.inputs import Inputs
from grundy.errors import RulesetError
from grundy.runtime.files import make_folder, remove, write_atomic
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.contests.problem import Problem

_SHARES = {"edge": 0.25, "random": 0.4, "large": 0.2}  # tiny ones make up the rest
_STEP = 3  # every third random input is taken, because neighbours resemble each other
_MOST_REPEATS = 2_000  # inputs in a row that came before; after them hardly any new ones remain


@dataclass(frozen=True, slots=True)
class JudgeTest:
    """One test: its name, its kind (``sample``, ``tiny``, ``edge``, ``random``, ``large``), input, output."""

    name: str
    kind: str
    input: str
    output: str


def judge_tests(problem: Problem, count: int, seed: int = 0) -> list[JudgeTest]:
    """Return a test set: the published samples, and `count` further inputs with their right outputs.

    A quarter are edge cases, two fifths random, a fifth large, the rest is tiny; where a problem has too few of a kind,
    random ones take their place. No input comes twice: a problem of few inputs has fewer tests than
    `count`. The same seed gives the same tests on every machine. Raises `RulesetError` for a count below 1.

    >>> from grundy import contests
    >>> [test.kind for test in judge_tests(contests.find("boj-13034"), 3)]
    ['sample', 'sample', 'sample', 'sample', 'edge', 'random', 'large']
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
        name = f"{number:0{width}}-{kind}"
        found.append(JudgeTest(name, kind, text, problem.answer(text)))
    return found


def check_folder(folder: Path) -> None:
    """Raise `FileExistsError` if a folder holds something."""
    if folder.is_dir() and any(folder.iterdir()):
        raise FileExistsError(errno.EEXIST, "the folder is not empty", str(folder))


def write(found: list[JudgeTest], folder: Path) -> None:
    """Write a test set into a folder, which is made, or is empty: ``NAME.in`` and ``NAME.out`` of each test.

    The table ``cases.tsv`` says what each test is. Raises `FileExistsError` where the folder holds something, and
    `OSError` where it cannot be written; what was written by then is removed.
    """
    made = make_folder(folder)
    check_folder(folder)
    try:
        for name, text in _files(found):
            made.append(folder / name)  # first: the file may be there although the folder could not be flushed
            write_atomic(folder / name, text.encode(), follow=False)
    except BaseException:
        for path in reversed(made):
            remove(path)
        raise


def _files(found: list[JudgeTest]) -> Iterator[tuple[str, str]]:
    """Yield the files of a test set, by their names."""
    table = "".join(f"{test.name}\t{test.kind}\t{_lines(test)}\n" for test in found)
    yield "cases.tsv", f"name\tkind\tfirst line of the input\n{table}"
    for test in found:
        yield f"{test.name}.in", test.input
        yield f"{test.name}.out", test.output


def _lines(test: JudgeTest) -> str:
    return test.input.partition("\n")[0]


def _chosen(problem: Problem, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield inputs with their kinds, each kind by its share; then all other inputs."""
    inputs = Inputs(problem)
    tables.clear()  # an outcome that is known from before would be one more that random inputs take into account
    # Each kind has its own generator, so that the number of inputs of one kind does not change the others.
    random_ones = inputs.random(random.Random(f"random {seed}"))
    large = inputs.large(random.Random(f"large {seed}"))
    wanted = {kind: max(1, round(share * count)) for kind, share in _SHARES.items()}
    wanted["tiny"] = max(1, count - sum(wanted.values()))
    for kind, cases in (
        ("tiny", _spread(inputs.tiny(), wanted["tiny"])),
        ("edge", _spread(inputs.edges(), wanted["edge"])),
        ("random", islice(random_ones, 0, _STEP * wanted["random"], _STEP)),
        ("large", islice(large, wanted["large"])),
        ("random", random_ones),
    ):
        yield from ((kind, inputs.text(case)) for case in cases)


def _spread(cases: Iterator[Any], count: int) -> list[Any]:
    """Return some of the sorted cases, evenly spread, because they differ more than the first ones do."""
    found = list(cases)
    return found[:: max(1, len(found) // count)][:count]
