"""``grundy vectors``: test sets with answers for a contest problem."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from grundy.cli.common import Whole, check_samples, complete_problems, find_problem, samples_option, words_about_work
from grundy.cli.output import echo
from grundy.cli.usage import keeping_in


@click.command("vectors")
@click.argument("problem", shell_complete=complete_problems)
@click.option(
    "--count",
    type=Whole(1, 10_000),
    default=40,
    show_default=True,
    help="How many tests beside the samples; fewer if there are not enough different inputs.",
)
@click.option(
    "-o", "--out", "folder", required=True, type=click.Path(file_okay=False), help="The folder, new or empty."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed makes the same tests.")
@samples_option
def command(problem: str, count: int, folder: str, seed: int, *, ignore_samples: bool) -> None:
    """Write a test set with right answers for a contest PROBLEM, or for a problem in a file, into a folder.

    Each test is NAME.in and NAME.out. The published samples come first, then tiny inputs, edge cases, random inputs and
    large ones. A table in the folder, cases.tsv, has the kind of each.
    """
    from grundy.contests.stress import vectors
    from grundy.runtime import limits

    found = check_samples(find_problem(problem), problem, ignored=ignore_samples)
    with keeping_in(folder, "tests"):
        vectors.check_folder(Path(folder))
    with words_about_work(), limits.limited(kernel_above=200):
        tests = vectors.judge_tests(found, count, seed)
    with words_about_work(), keeping_in(folder, "tests"):
        vectors.write(tests, Path(folder))
    kinds = ", ".join(f"{number} {kind}" for kind, number in Counter(test.kind for test in tests).items())
    echo(f"{folder}: {len(tests)} tests of {found.id} ({kinds})")
